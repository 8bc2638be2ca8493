"""The mail client's state: threads about happenings, letters, receipts, notices and newsletters."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gaia2_gym.apps.emails import Attachments, Email, EmailsState
from gaia2_gym.synth.cast import Cast, Happening, Person
from gaia2_gym.synth.content.facts import DAY, HOUR, happening_facts, names_text, talk_facts
from gaia2_gym.synth.content.grammar import PAIR, MissingFact, Topic, Writer
from gaia2_gym.synth.content.manner import brief, greeting, signature, worded
from gaia2_gym.synth.content.services import ServiceMail, found_firms
from gaia2_gym.synth.content.talk import Occasion, SmallTalk, asked, occasions
from gaia2_gym.synth.draw import Draw

if TYPE_CHECKING:
    from gaia2_gym.synth.universe import Size

_SOURCES = {"happening": 0.3, "letter": 0.3, "service": 0.25, "notice": 0.15}
_SOON = 10 * 60.0
"""A reply takes at least this long."""
_LATE = 30 * HOUR


@dataclass(frozen=True, slots=True)
class _Plan:
    """How much mail there is, and how long it is."""

    mails: int
    days: float
    paragraphs: tuple[int, int]
    replies: tuple[int, int]
    items: tuple[int, int]


_PLANS: dict[Size, _Plan] = {
    "pocket": _Plan(mails=26, days=30, paragraphs=(0, 0), replies=(1, 3), items=(2, 2)),
    "small": _Plan(mails=90, days=60, paragraphs=(0, 2), replies=(1, 4), items=(3, 5)),
    "full": _Plan(mails=300, days=100, paragraphs=(9, 16), replies=(1, 5), items=(5, 7)),
}


def make_mail(cast: Cast, happenings: Sequence[Happening], now: float, size: Size, draw: Draw) -> EmailsState:
    """The state of the mail client.

    Args:
        cast: The user and everyone in the address book; who has no email address neither writes nor is written to.
        happenings: What mails may be about.
        now: The end of all mail.
        size: How much there is to be.
        draw: Choices of its own.
    """
    plan = _PLANS[size]
    writer = Writer(draw.part("mail"))
    threads = _Threads(cast, happenings, now, plan, writer)
    firms = found_firms(writer, cast.user.contact.city_living or "City")
    services = ServiceMail(cast.user, firms, writer, plan.items)
    concerned = writer.draw.shuffled(h for h in happenings if h.kind in ("order", "ride", "viewing") and h.known > now - plan.days * DAY)
    mails: list[Email] = []
    junk: set[str] = set()
    while len(mails) < plan.mails:
        source = writer.draw.weighted(_SOURCES)
        if source == "service" and concerned:
            happening = concerned.pop()
            mails += getattr(services, happening.kind)(happening, now)
        elif source == "notice":
            time = threads.moment(now - plan.days * DAY, now)
            mails.append(services.newsletter(time) if writer.draw.chance(0.6) else services.notice(time))
            junk.add(mails[-1].email_id)
        else:
            mails += threads.about_happening() if source == "happening" else threads.letter()
    return _sorted_in(cast.user, mails, junk, threads.drafts(mails, junk), writer.draw)


def _sorted_in(user: Person, mails: Sequence[Email], junk: set[str], drafts: Sequence[Email], draw: Draw) -> EmailsState:
    """The mails in their folders, newest first, the newest unanswered ones unread."""
    answered = {mail.parent_id for mail in mails}
    folders: dict[str, list[Email]] = {"INBOX": [], "SENT": [], "DRAFT": list(drafts), "TRASH": []}
    for mail in mails:
        thrown = mail.email_id in junk and draw.chance(0.25)
        folders["SENT" if mail.sender == user.email else "TRASH" if thrown else "INBOX"].append(mail)
    result = {name: tuple(sorted(folder, key=lambda m: m.timestamp, reverse=True)) for name, folder in folders.items()}
    drafted = {mail.parent_id for mail in drafts}
    newest = [m for m in result["INBOX"] if m.email_id not in answered and m.email_id not in drafted][: 1 + len(mails) // 8]
    unread = {m.email_id for m in newest if draw.chance(0.75)}
    result["INBOX"] = tuple(replace(m, is_read=m.email_id not in unread) for m in result["INBOX"])
    return EmailsState(user.email, folders=result)


def _by_day(time: float, latest: float) -> float:
    """The time, or seven o'clock where it is night, but not after the latest."""
    hour = time % DAY / HOUR
    morning = time + max(0.0, 7 - hour) * HOUR
    return morning if morning < latest else time


class _Threads:
    """Makes threads between people: about what happens, and letters about life."""

    def __init__(self, cast: Cast, happenings: Sequence[Happening], now: float, plan: _Plan, writer: Writer) -> None:
        self._user = cast.user
        self._now = now
        self._begin = now - plan.days * DAY
        self._plan = plan
        self._writer = writer
        self._small_talk = SmallTalk(cast, writer)
        self._friends = [p for p in cast.people if p.email and p.circle != "services"] or [p for p in cast.people if p.email]
        self._pen_pals: list[Person] = []
        told: Counter[str] = Counter()
        self._shared: list[tuple[Occasion, list[Person]]] = []
        for happening in happenings:
            people = [p for p in happening.people if p.email]
            found = occasions([happening], people, now, told) if people else []
            self._shared += [(o, people) for o in found if o.topic.name != "birthday.before"]
        self._shared = writer.draw.shuffled(entry for entry in self._shared if entry[0].until - HOUR > self._begin)
        self._happenings = happenings
        self._told = told

    def about_happening(self) -> list[Email]:
        """A thread about something that all its people take part in, or a letter when there is nothing left."""
        if not self._shared:
            return self.letter()
        occasion, people = self._shared.pop()
        by_user = occasion.by_user if occasion.by_user is not None else self._writer.draw.chance(0.4)
        return self._thread(occasion, people, by_user)

    def letter(self) -> list[Email]:
        """A thread with one other person, about something the user has to tell or about this and that."""
        if not self._pen_pals:
            self._pen_pals = self._writer.draw.shuffled(self._friends)
        person = self._pen_pals.pop()
        if self._writer.draw.chance(0.25):
            news = [o for o in occasions(self._happenings, [person], self._now, self._told) if o.by_user and o.until - HOUR > self._begin]
            if news:
                return self._thread(self._writer.draw.pick(news), [person], by_user=True)
        topic = self._small_talk.deal(person.circle, [person], ())
        by_user = self._writer.draw.chance(0.4) and topic.circles != {"services"}
        return self._thread(Occasion(topic, self._begin, self._now), [person], by_user)

    def drafts(self, mails: Sequence[Email], junk: set[str]) -> list[Email]:
        """Replies that the user began and did not send."""
        answered = {mail.parent_id for mail in mails}
        by_address = {p.email: p for p in self._friends}
        found = [m for m in mails if m.email_id not in answered and m.sender in by_address and m.email_id not in junk]
        drafts = []
        for mail in self._writer.draw.sample(found, max(1, len(mails) // 30)):
            time = min(mail.timestamp + self._writer.draw.uniform(1, 20) * HOUR, (mail.timestamp + self._now) / 2)
            text = worded(self._writer.sentence("draft", talk_facts(self._user, by_address[mail.sender], time)), self._user)
            hello = greeting(self._user, by_address[mail.sender].first_name, self._writer.draw)
            subject = mail.subject if mail.subject.startswith("Re: ") else f"Re: {mail.subject}"
            draft = Email(self._user.email, (mail.sender,), subject, f"{hello},\n\n{text}", self._writer.draw.id(), mail.email_id)
            drafts.append(replace(draft, timestamp=float(int(time)), is_read=True))
        return drafts

    def moment(self, start: float, until: float) -> float:
        """A time in between, if possible by day."""
        for _ in range(8):
            time = self._writer.draw.uniform(start, until)
            if 7 <= time % DAY / HOUR < 21:
                break
        return time

    def _thread(self, occasion: Occasion, people: Sequence[Person], by_user: bool) -> list[Email]:
        """A mail and the replies to it, one after the other and all in time."""
        writer, draw, topic = self._writer, self._writer.draw, occasion.topic
        start = max(occasion.start, self._begin)
        time = self.moment(start, start + 0.7 * (occasion.until - start))
        opener = self._user if by_user else draw.pick(people)
        everyone = [self._user, *people]
        others = [p for p in everyone if p is not opener] if len(people) > 1 else [people[0] if by_user else self._user]
        facts = talk_facts(opener, others[0], time)
        if occasion.happening:
            facts |= happening_facts(occasion.happening, everyone, draw.integer(0, 5))
        facts = writer.bind(topic, facts)
        mails = [self._first(topic, facts, opener, others, time)]
        answer = ""
        previous = opener
        for i in range(draw.integer(*self._plan.replies)):
            time = _by_day(time + min(draw.uniform(_SOON, _LATE), (occasion.until - time) / 3), (time + occasion.until) / 2)
            speaker = opener if i % 2 else self._user if opener is not self._user and draw.chance(0.6) else draw.pick(others)
            if speaker is previous or occasion.until - time < 2 * _SOON:
                break
            text, answer = self._reply(topic, facts | talk_facts(speaker, previous, time), speaker, answer, last=i >= 2)
            mails.append(self._mail(speaker, previous, everyone, text, mails[-1], time))
            previous = speaker
        return mails

    def _first(self, topic: Topic, facts: dict[str, str], opener: Person, others: Sequence[Person], time: float) -> Email:
        draw, writer = self._writer.draw, self._writer
        paragraphs = [writer.say(topic.rules["n"], facts)]
        files: list[tuple[str, str]] = []
        if "m" in topic.rules and opener.manner.tone != "terse":
            paragraphs[0] += " " + writer.say(topic.rules["m"], facts)
        if topic.name.startswith("meeting."):
            paragraphs += self._agenda(topic, facts)
        if draw.chance(0.15):
            files.append(self._file(facts))
            paragraphs.append(writer.sentence("attached", facts | {"file": files[0][0]}))
        paragraphs += self._further({topic.name}, opener, others, time)
        subject = self._subject(topic, facts)
        to, *cc = others
        first = Email(opener.email, (to.email,), subject, "", draw.id(), cc=tuple(p.email for p in cc), attachments=Attachments(tuple(files)))
        name = names_text([p.first_name for p in others]) if len(others) < 4 else writer.word("all", {})
        content = self._letter(opener, name, paragraphs)
        return replace(first, content=content, timestamp=float(int(time)), is_read=True)

    def _further(self, used: set[str], speaker: Person, others: Sequence[Person], time: float) -> list[str]:
        """More paragraphs, about other things; the terser the fewer."""
        low, high = self._plan.paragraphs
        n = self._writer.draw.integer(low, high) // (3 if speaker.manner.tone == "terse" else 1)
        circle = others[0].circle if others[0] is not self._user else speaker.circle
        paragraphs = []
        for _ in range(n):
            other = self._small_talk.deal(circle, [p for p in (speaker, *others) if p is not self._user], used)
            used.add(other.name)
            facts = self._writer.bind(other, talk_facts(speaker, others[0], time))
            kinds = ["n", *(["m"] * min(self._writer.draw.integer(1, 2), len(other.rules["m"].lines)) if "m" in other.rules else [])]
            paragraphs.append(" ".join(self._writer.say(other.rules[kind], facts) for kind in kinds))
        return paragraphs

    def _reply(self, topic: Topic, facts: dict[str, str], speaker: Person, answer: str, *, last: bool) -> tuple[list[str], str]:
        """What a reply says, and the answer to what it asks."""
        writer = self._writer
        if answer:
            kind = "m" if "m" in topic.rules else "c"
            return [answer, brief(writer.say(topic.rules[kind], facts), speaker)], ""
        if last:
            return [brief(writer.say(topic.rules["c"], facts), speaker)], ""
        question, answer = writer.say(topic.rules["q"], facts).split(PAIR)
        return [f"{brief(writer.say(topic.rules['r'], facts), speaker)} {asked(question, writer)}"], answer

    def _mail(self, speaker: Person, previous: Person, everyone: Sequence[Person], paragraphs: list[str], parent: Email, time: float) -> Email:
        rest = [p for p in everyone if p is not speaker and p is not previous]
        if speaker.circle != "services" and previous.circle != "services":
            further = self._further({parent.subject}, speaker, [previous, *rest], time)
            paragraphs = [*paragraphs, *further[: max(1, self._plan.paragraphs[1] // 2)]]
        return Email(
            speaker.email,
            (previous.email,),
            parent.subject if parent.subject.startswith("Re: ") else f"Re: {parent.subject}",
            self._letter(speaker, previous.first_name, paragraphs),
            self._writer.draw.id(),
            parent.email_id,
            tuple(p.email for p in rest),
            timestamp=float(int(time)),
            is_read=True,
        )

    def _letter(self, speaker: Person, name: str, paragraphs: Sequence[str]) -> str:
        draw = self._writer.draw
        body = [worded(p, speaker) for p in paragraphs if p]
        return "\n\n".join(part for part in (f"{greeting(speaker, name, draw)},", *body, signature(speaker, draw)) if part)

    def _subject(self, topic: Topic, facts: dict[str, str]) -> str:
        if "title" in facts:
            side = topic.name.partition(".")[2]
            return self._writer.sentence(f"subject.{side}", facts)
        theme = {"theme": facts[topic.binds[0]]} if topic.binds else {}
        return self._writer.sentence("subject.letter", facts | theme)

    def _agenda(self, topic: Topic, facts: dict[str, str]) -> list[str]:
        """The points of a meeting, as a list."""
        draw, writer = self._writer.draw, self._writer
        rule = "point.before" if topic.name.endswith("before") else "point.after"
        points = [f"{i}. {writer.sentence(rule, facts)}" for i in range(1, draw.integer(3, 4 + self._plan.paragraphs[1] // 2) + 1)]
        return [writer.sentence(f"list.{topic.name.partition('.')[2]}", facts) + "\n" + "\n".join(points)]

    def _file(self, facts: dict[str, str]) -> tuple[str, str]:
        """A small file to attach."""
        draw, writer = self._writer.draw, self._writer
        rows = draw.integer(3, 5 + 2 * self._plan.paragraphs[1])
        stem = writer.word("filename", {})
        try:
            if draw.chance(0.5):
                text = "item,quantity,note\n" + "\n".join(writer.word("row", facts) for _ in range(rows)) + "\n"
                return f"{stem}.csv", base64.b64encode(text.encode()).decode("ascii")
            text = f"{stem.replace('_', ' ').capitalize()}\n\n" + "\n".join(f"- {writer.sentence('fileline', facts)}" for _ in range(rows)) + "\n"
        except MissingFact:
            text = f"{stem}\n"
        return f"{stem}.txt", base64.b64encode(text.encode()).decode("ascii")
