"""The texts of synthetic universes: true about what happens, in order, in people's own manner, and never the same twice."""

from __future__ import annotations

import base64
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

import pytest

from gaia2_gym.apps.emails import Email, EmailsState
from gaia2_gym.apps.messaging import MessagingState
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.content import make_chats, make_mail
from gaia2_gym.synth.content.grammar import MissingFact, Rule, Writer, grammar, parse_line, sentences
from gaia2_gym.synth.content.manner import chatted
from gaia2_gym.synth.content.talk import Occasion, SmallTalk, occasions, talk
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.universe import Size
from tests.synth.scenes import DAY, MANNERS, NOW, cast, happenings, person

SIZES: dict[Size, int] = {"pocket": 14, "small": 30}
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
DATE = re.compile(r"(\w+day),? (?:(\d+) (\w+)|([A-Z]\w+) (\d+))")


class Made(NamedTuple):
    cast: Cast
    happenings: tuple[Happening, ...]
    mail: EmailsState
    chats: dict[str, MessagingState]

    @property
    def emails(self) -> list[Email]:
        return [e for folder in self.mail.folders.values() for e in folder]

    def texts(self) -> Iterator[tuple[float, str]]:
        """Everything written, with its time."""
        for e in self.emails:
            yield e.timestamp, e.content
            yield e.timestamp, e.subject
        for state in self.chats.values():
            for messages in state.messages.values():
                yield from ((m.timestamp, m.content) for m in messages)


@cache
def made(size: Size, seed: int) -> Made:
    people = cast(SIZES[size])
    found = happenings(people.people)
    return Made(people, found, make_mail(people, found, NOW, size, Draw(seed, "mail")), make_chats(people, found, NOW, size, Draw(seed, "chats")))


CASES = [("pocket", 1), ("pocket", 2), ("pocket", 3), ("small", 1), ("small", 2)]
everything = pytest.mark.parametrize(("size", "seed"), CASES)


# --- what is said is true ---------------------------------------------------------------------------------------------------------------------


@everything
def test_days_have_their_weekdays(size: Size, seed: int) -> None:
    dates = 0
    for written, text in made(size, seed).texts():
        for weekday, day, month, other_month, other_day in DATE.findall(text):
            name, number = (month or other_month).capitalize(), int(day or other_day)
            if name in MONTHS:
                years = (datetime.fromtimestamp(written, UTC).year + shift for shift in (-1, 0, 1))
                candidates = [datetime(year, MONTHS.index(name) + 1, number, tzinfo=UTC) for year in years]
                nearest = min(candidates, key=lambda d: abs(d.timestamp() - written))
                assert f"{nearest:%A}".lower() == weekday.lower(), text
                dates += 1
    assert dates > 5


def _mentions(m: Made) -> Iterator[tuple[Happening, float, str]]:
    """Texts that name a happening; the titles here are all different and end with a number."""
    patterns = [(h, re.compile(rf"(?<!\w){re.escape(h.title)}(?!\w)", re.I)) for h in m.happenings if h.title[-1].isdigit()]
    for written, text in m.texts():
        yield from ((h, written, text) for h, pattern in patterns if pattern.search(text))


@everything
def test_nobody_speaks_of_what_is_not_known_yet(size: Size, seed: int) -> None:
    mentions = list(_mentions(made(size, seed)))
    assert len(mentions) > 10
    assert [(h.title, text) for h, written, text in mentions if written < int(h.known)] == []


@everything
def test_details_are_those_of_the_happening(size: Size, seed: int) -> None:
    clocks = 0
    for h, _, text in _mentions(made(size, seed)):
        moment = datetime.fromtimestamp(h.time, UTC)
        hour = f"{moment:%H:%M}", f"{moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"
        for clock in re.findall(r"\d+:\d\d(?: [ap]m)?", text):
            assert clock in hour, text
            clocks += 1
        if h.kind == "viewing":
            assert all(address == h.place for address in re.findall(r"\d+ Quai Fulchiron, Lyon", text))
        if h.amount:
            assert {float(a) for a in re.findall(r"\b\d+\.\d\d\b|\b\d{3,4}\b(?= a month)", text)} <= {h.amount}, text
    assert clocks


def test_before_and_after_do_not_overlap() -> None:
    people = cast().people
    for member in people:
        for found in occasions(happenings(people), [member], NOW, Counter()):
            assert found.happening
            assert found.start >= found.happening.known
            assert found.until <= NOW
            if found.topic.name.endswith(".before"):
                assert found.until <= found.happening.time
            if found.topic.name.endswith(".after"):
                assert found.start > found.happening.time


@everything
def test_receipts_carry_number_and_total(size: Size, seed: int) -> None:
    m = made(size, seed)
    receipts = [(h, e) for h in m.happenings if h.kind in ("order", "ride") for e in m.emails if f"number: {h.ref}" in e.content]
    assert receipts
    for h, e in receipts:
        assert e.timestamp >= h.time
        assert h.title in e.content
        assert f"{h.amount:.2f}" in e.content or "Total" not in e.content  # a shipping note has no total
        for name, content in e.attachments.files if e.attachments else ():
            assert h.ref.startswith(name.removeprefix("invoice_").removesuffix(".txt"))
            assert f"{h.amount:.2f}" in base64.b64decode(content).decode()


def test_firms_keep_their_addresses() -> None:
    senders = {e.sender for e in made("small", 1).emails if e.sender.startswith("orders@")}
    assert len(senders) == 1


# --- mail and chats are well formed -----------------------------------------------------------------------------------------------------------


@everything
def test_threads_are_in_order(size: Size, seed: int) -> None:
    m = made(size, seed)
    by_id = {e.email_id: e for e in m.emails}
    assert len(by_id) == len(m.emails)
    replies = [e for e in m.emails if e.parent_id]
    assert len(replies) > len(m.emails) // 5
    for e in replies:
        parent = by_id[e.parent_id or ""]
        assert parent.timestamp < e.timestamp, e.subject
        assert e.subject == f"Re: {parent.subject.removeprefix('Re: ')}"
        assert e.recipients == (parent.sender,)
    assert all(e.timestamp < NOW for e in m.emails)


@everything
def test_folders_hold_what_belongs_there(size: Size, seed: int) -> None:
    m = made(size, seed)
    me, known = m.cast.user.email, {p.email for p in m.cast.people}
    for name, folder in m.mail.folders.items():
        assert [e.timestamp for e in folder] == sorted((e.timestamp for e in folder), reverse=True)
        for e in folder:
            assert (e.sender == me) == (name in ("SENT", "DRAFT"))
            assert me in (e.sender, *e.recipients, *e.cc)
            assert e.sender in known | {me} or e.sender.endswith(".example")
            assert len({e.sender, *e.recipients, *e.cc}) == 1 + len(e.recipients) + len(e.cc), "nobody gets a mail twice or from themselves"
    answered = {e.parent_id for e in m.emails}
    unread = [e for e in m.mail.folders["INBOX"] if not e.is_read]
    assert unread
    assert not answered & {e.email_id for e in unread}
    assert len(m.mail.folders["DRAFT"]) > 0


@everything
def test_conversations_are_complete(size: Size, seed: int) -> None:
    m = made(size, seed)
    for app, state in m.chats.items():
        assert state.name_to_id == {name: number for number, name in state.id_to_name.items()}
        assert {p.name for p in (m.cast.user, *m.cast.people)} == set(state.name_to_id)
        assert state.id_to_name[state.current_user_id] == state.current_user_name == m.cast.user.name
        assert state.mode == {"Messages": "PHONE_NUMBER", "Chats": "NAME"}[app]
        assert len({c.participant_ids for c in state.conversations.values()}) == len(state.conversations)
        for key, conversation in state.conversations.items():
            messages = state.messages[key]
            times = [message.timestamp for message in messages]
            assert len(messages) >= 10
            assert times == sorted(times)
            assert times[-1] < NOW
            assert conversation.last_updated == times[-1]
            assert {message.sender_id for message in messages} <= set(conversation.participant_ids) <= set(state.id_to_name)
            assert state.current_user_id in conversation.participant_ids
            if len(conversation.participant_ids) == 2:
                assert conversation.title == state.default_title(conversation.participant_ids)
            assert times[-1] - times[0] > DAY / 24, "more than one sitting"
    assert {state.id_to_name[p.phone] == p.name for state in [m.chats["Messages"]] for p in m.cast.people} == {True}


@pytest.mark.parametrize("seed", range(20))
def test_few_people_and_nothing_to_speak_of_still_make_a_universe(seed: int) -> None:
    people = cast(3)
    chats = make_chats(people, (), NOW, "pocket", Draw(seed, "chats"))
    assert all(len(messages) >= 10 for state in chats.values() for messages in state.messages.values())
    assert len(make_mail(people, (), NOW, "pocket", Draw(seed, "mail")).folders["INBOX"]) > 5


# --- people have their manner -----------------------------------------------------------------------------------------------------------------


@everything
def test_people_write_in_their_own_manner(size: Size, seed: int) -> None:
    m = made(size, seed)
    people = {p.name: p for p in (m.cast.user, *m.cast.people)}
    names = {p.first_name for p in people.values()}
    seen = Counter[str]()
    for state in m.chats.values():
        for message in (message for messages in state.messages.values() for message in messages):
            manner = people[state.id_to_name[message.sender_id]].manner
            if manner.lowercase and not any(h.title in message.content or (h.place and h.place in message.content) for h in m.happenings):
                words = [w for w in re.findall(r"\w+", message.content) if w not in names]
                assert "".join(words) == "".join(words).lower(), message.content
                seen["lowercase"] += 1
            if manner.tone == "formal":
                assert not re.search(r"\b(I'm|don't|it's|I'll|can't)\b", message.content), message.content
                seen["formal"] += 1
            if not manner.emoji:
                assert message.content.isascii() or not re.search(r"[\U0001F300-\U0001FAFF\u2600-\u27BF]", message.content)
                seen["plain"] += 1
    assert all(seen[kind] for kind in ("lowercase", "formal", "plain"))


@everything
def test_emails_open_and_close_as_their_writers_do(size: Size, seed: int) -> None:
    m = made(size, seed)
    people = {p.email: p for p in (m.cast.user, *m.cast.people)}
    for e in (e for name in ("INBOX", "SENT") for e in m.mail.folders[name] if e.sender in people):
        writer = people[e.sender]
        assert any(e.content.startswith(g.partition("{name}")[0]) for g in writer.manner.greetings), e.content
        if writer.manner.signs:
            assert e.content.endswith(f"\n{writer.first_name}"), e.content
            assert any(f"{closing},\n" in e.content for closing in writer.manner.closings)


def test_lower_case_spares_names_and_places() -> None:
    chatty = person(1)
    assert chatty.manner is MANNERS[1]
    text = chatted("I am at Room B with Ada.", chatty, Draw(1, "t"), glad=False, keep=("Room B", "Ada"))
    assert text.startswith("i'm at Room B with Ada.")


# --- texts are clean and varied ---------------------------------------------------------------------------------------------------------------


@everything
def test_texts_are_clean(size: Size, seed: int) -> None:
    for _, text in made(size, seed).texts():
        assert not re.search(r"[{}\[\]|]|  | [,.?!]|[.?!,]{2}|\n\n\n| \n| $", text), text
    for e in made(size, seed).emails:
        assert all(line[0].isupper() or not line[0].isalpha() for line in e.content.splitlines() if line and line not in ("x,",)), e.content


def _ratio(m: Made) -> float:
    texts = [*(e.content for e in m.emails), *(x.content for state in m.chats.values() for messages in state.messages.values() for x in messages)]
    said = [s for text in texts for line in text.splitlines() for s in sentences(line) if len(s.split()) > 3]
    return len(set(said)) / len(said)


@pytest.mark.parametrize(("size", "least"), [("pocket", 0.95), ("small", 0.9)])
def test_hardly_a_sentence_comes_twice(size: Size, least: float) -> None:
    assert all(_ratio(made(size, seed)) > least for seed in (1, 2))


@everything
def test_no_two_threads_are_equal(size: Size, seed: int) -> None:
    bodies = Counter(e.content.partition("\n\n")[2] for e in made(size, seed).emails if not e.parent_id)
    assert bodies.most_common(1)[0][1] == 1


def test_the_same_seed_gives_the_same_texts() -> None:
    first, again, other = made("pocket", 1), made.__wrapped__("pocket", 1), made("pocket", 2)
    assert first.mail == again.mail
    assert first.chats == again.chats
    assert first.mail != other.mail
    assert first.chats["Chats"].messages != other.chats["Chats"].messages


def test_full_is_large_varied_and_quick() -> None:
    people = cast(110)
    found = happenings(people.people, 14)
    start = time.perf_counter()
    m = Made(people, found, make_mail(people, found, NOW, "full", Draw(1, "mail")), make_chats(people, found, NOW, "full", Draw(1, "chats")))
    assert time.perf_counter() - start < 20  # about 1.5 s
    assert len(m.emails) > 280
    assert sum(len(e.content) for e in m.emails) > 250_000
    assert [len(state.conversations) for state in m.chats.values()] == [140, 140]
    assert _ratio(m) > 0.85


# --- the grammar ------------------------------------------------------------------------------------------------------------------------------

FACTS = (
    *("title", "day", "weekday", "clock", "place", "others", "amount", "ref", "me", "you", "my_city", "your_city", "season"),
    *("city", "employer", "hobby", "last", "file", "month", "bill", "theme"),
)


def test_every_slot_is_a_word_or_a_fact() -> None:
    words = grammar().words
    rules = [*words.values(), *(rule for topic in grammar().topics.values() for rule in topic.rules.values())]
    slots = {slot for rule in rules for line in rule.lines for slot in re.findall(r"\{([^}]*)\}", line)}
    names = {slot.removesuffix("_low").removesuffix("_other").replace(".season", ".winter") for slot in slots}
    assert sorted(names - set(words) - set(FACTS)) == []
    assert sorted({b for topic in grammar().topics.values() for b in topic.binds} - set(words)) == []


def test_there_is_much_to_talk_about() -> None:
    small_talk = [t for t in grammar().topics.values() if "." not in t.name]
    assert len(small_talk) >= 60
    thin = [t.name for t in small_talk if not {"n", "r", "q", "c"} <= set(t.rules) or sum(len(r.lines) for r in t.rules.values()) < 8]
    assert thin == []
    for circle in ("family", "friends", "work"):
        assert sum(circle in t.circles for t in small_talk) >= 30
    assert sum("services" in t.circles for t in small_talk) >= 6


@pytest.mark.parametrize("name", [name for name in grammar().topics if "." not in name])
def test_every_topic_makes_a_talk(name: str) -> None:
    people = cast().people
    for seed in range(5):
        occasion = Occasion(grammar().topics[name], NOW - DAY, NOW)
        turns = talk(occasion, people[0], people[1:3], NOW, Writer(Draw(seed, name)), pairs=2)
        assert turns[0].speaker is people[0]
        assert len(turns) >= 4
        assert all((turn.text[0].isupper() or turn.text[0].isdigit()) and turn.text[-1] in ".?!" for turn in turns)


def test_students_do_not_speak_of_offices() -> None:
    writer = Writer(Draw(1, "t"))
    small_talk = SmallTalk(cast(), writer)
    student = person(3)
    student = replace(student, contact=replace(student.contact, status="Student"))
    dealt = {small_talk.deal("friends", [student], ()).name for _ in range(300)}
    assert "bureaucracy" not in dealt
    assert len(dealt) > 40


def test_a_writer_says_everything_before_it_repeats() -> None:
    writer = Writer(Draw(1, "t"))
    rule = Rule("t", ("one.", "two.", "[three|three].", "four."))
    assert sorted(writer.say(rule, {}) for _ in range(4)) == ["Four.", "One.", "Three.", "Two."]
    assert writer.say(rule, {}) in {"Four.", "One.", "Three.", "Two."}


def test_a_writer_passes_over_what_it_does_not_know() -> None:
    writer = Writer(Draw(1, "t"))
    rule = Rule("t", ("At {place}.", "[Near {place}|Somewhere]."))
    assert {writer.say(rule, {}) for _ in range(9)} == {"Somewhere."}
    with pytest.raises(MissingFact):
        writer.say(Rule("u", ("At {place}.",)), {})


def test_unbalanced_brackets_are_refused() -> None:
    with pytest.raises((ValueError, IndexError)):
        parse_line("[a|b")
    with pytest.raises(ValueError, match="unbalanced"):
        parse_line("a]b")
