"""Talk: who says what in turn about a topic, and which happenings give people something to talk about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gaia2_gym.synth.cast import Cast, Happening, Person
from gaia2_gym.synth.content.facts import DAY, HOUR, happening_facts, talk_facts
from gaia2_gym.synth.content.grammar import PAIR, Topic, Writer, grammar
from gaia2_gym.synth.content.manner import brief

LASTS = {"meeting": 2 * HOUR, "social": 5 * HOUR, "appointment": 2 * HOUR, "deadline": HOUR, "trip": 3 * DAY, "viewing": 2 * HOUR}
"""After how long a happening is surely over."""
_AT_LEISURE = ("Student", "Retired")
_TOLD_AT_MOST = 2
_ASKING = frozenset(
    (
        *("Who", "What", "When", "Where", "Why", "Which", "Whom", "How", "Is", "Are", "Was", "Were", "Do", "Does", "Did", "Has", "Have"),
        *("Can", "Could", "Would", "Will", "Shall", "Should", "May", "Need", "Must"),
    )
)
_AT_TABLE = ("dinner at", "picnic", "cooking", "board game", "pizza", "party", "barbecue", "potluck")
"""Words in the title of a social happening to which people bring food."""
_AFTERWARDS = 8 * DAY
"""How long people speak of what is over."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one person says at once."""

    speaker: Person
    text: str
    glad: bool
    keep: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something to talk about, and when.

    Args:
        topic: The side of the matter that is spoken of.
        start: From when on.
        until: Before when.
        happening: What happens or happened; none for small talk.
        by_user: Whether the user begins; None where anyone may.
    """

    topic: Topic
    start: float
    until: float
    happening: Happening | None = None
    by_user: bool | None = None


@dataclass(frozen=True, slots=True)
class _Side:
    topic: str
    start: float
    until: float
    by_user: bool | None = None


def occasions(happenings: Sequence[Happening], members: Sequence[Person], now: float, told: Counter[str]) -> list[Occasion]:
    """What happenings give these people and the user to talk about.

    Args:
        happenings: All of them.
        members: Who is there, the user aside.
        now: The end of all talk.
        told: How often the user told others about each happening that concerned only the user; grows here.
    """
    topics = grammar().topics
    found = []
    for happening in happenings:
        for side in _sides(happening, members, now):
            if side.topic.endswith(".told") or happening.kind == "viewing":
                told[happening.ref + happening.title + side.topic] += 1
                if told[happening.ref + happening.title + side.topic] > _TOLD_AT_MOST:
                    continue
            if side.start + HOUR / 2 < side.until:
                found.append(Occasion(topics[side.topic], side.start, side.until, happening, side.by_user))
    return found


def _sides(happening: Happening, members: Sequence[Person], now: float) -> list[_Side]:
    kind = happening.kind
    involved = {p.name for p in happening.people}
    inside = all(p.name in involved for p in members)
    over = max(happening.time, happening.known) + LASTS.get(kind, HOUR)
    before = (happening.known, min(happening.time, now))
    after = (over, min(over + _AFTERWARDS, now))
    alone = len(members) == 1 and members[0].circle in ("family", "friends")
    if kind == "birthday":
        return _birthday_sides(happening, members, now)
    if kind in ("meeting", "social", "deadline") and inside:
        if kind == "social" and not any(word in happening.title.lower() for word in _AT_TABLE):
            kind = "outing"
        return [_Side(f"{kind}.before", *before), _Side(f"{kind}.after", *after)]
    if kind == "trip" and inside:
        return [_Side("visit.before", *before, by_user=True), _Side("visit.after", *after, by_user=True)]
    if kind == "appointment" and inside and members[0].circle == "services":
        return [_Side("appointment.before", *before, by_user=False), _Side("appointment.after", *after, by_user=False)]
    if not alone:
        return []
    if kind == "trip":
        return [_Side("trip.before", *before, by_user=True), _Side("trip.after", *after, by_user=True)]
    if kind == "appointment":
        return [_Side("appointment.told", *before, by_user=True)]
    if kind == "viewing":
        return [_Side("viewing.before", *before, by_user=True), _Side("viewing.after", *after, by_user=True)]
    return [_Side(f"{kind}.told", *after, by_user=True)] if kind in ("order", "ride") else []


def _birthday_sides(happening: Happening, members: Sequence[Person], now: float) -> list[_Side]:
    if len(members) != 1 or members[0].circle == "services":
        return []
    morning = happening.time - happening.time % DAY + 7 * HOUR
    if any(p.name == members[0].name for p in happening.people) or members[0].first_name in happening.title:
        return [_Side("birthday.wish", max(morning, happening.known), min(morning + 14 * HOUR, now), by_user=True)]
    if members[0].circle in ("family", "friends") and happening.people and happening.people[0].circle == members[0].circle:
        return [_Side("birthday.before", happening.known, min(morning - DAY, now))]
    return []


class SmallTalk:
    """Deals topics of small talk: those that suit the people, all in turn before one comes again."""

    def __init__(self, cast: Cast, writer: Writer) -> None:
        self._writer = writer
        self._decks: dict[str, list[Topic]] = {}
        self._hobbies = " ".join(cast.persona.hobbies).lower()
        self._all = [topic for topic in grammar().topics.values() if "." not in topic.name]

    def deal(self, circle: str, members: Sequence[Person], used: Collection[str]) -> Topic:
        """A topic for people of a circle that is not among the used ones, unless all are."""
        draw = self._writer.draw
        topics = [
            t for t in self._all if circle in t.circles and not ("grown" in t.circles and any(p.contact.status in _AT_LEISURE for p in members))
        ]
        if draw.chance(0.4):
            about = self._hobbies + " ".join(f"{p.contact.description or ''} {p.contact.job or ''}".lower() for p in members)
            own = [t for t in topics if t.name not in used and any(key in about for key in t.keywords)]
            if own:
                return draw.pick(own)
        fit = {t.name for t in topics if t.name not in used} or {t.name for t in topics}
        deck = self._decks.setdefault(circle, [])
        if not any(t.name in fit for t in deck):
            deck[:0] = draw.shuffled(t for t in self._all if circle in t.circles)
        at = next(i for i in range(len(deck) - 1, -1, -1) if deck[i].name in fit)
        return deck.pop(at)


def talk(occasion: Occasion, opener: Person, others: Sequence[Person], time: float, writer: Writer, pairs: int) -> list[Turn]:
    """A dialogue about an occasion.

    Args:
        occasion: What it is about.
        opener: Who begins.
        others: Who answers, in any order; the user is among the opener and the others.
        time: When it takes place.
        writer: Finds the words.
        pairs: How many questions are asked.
    """
    topic, draw = occasion.topic, writer.draw
    facts: dict[str, str] = {}
    if occasion.happening:
        facts = happening_facts(occasion.happening, [opener, *others], draw.integer(0, 5))
    facts = writer.bind(topic, facts | talk_facts(opener, others[0], time))
    keep = (*(facts[name] for name in ("title", "place", "ref") if name in facts), *(p.first_name for p in (opener, *others, *_people(occasion))))
    turns: list[Turn] = []

    def add(speaker: Person, text: str) -> None:
        turns.append(Turn(speaker, text, topic.glad, keep))

    def say(speaker: Person, kind: str) -> None:
        listener = opener if speaker is not opener else others[0]
        text = writer.say(topic.rules[kind], facts | talk_facts(speaker, listener, time))
        add(speaker, text if kind == "n" else brief(text, speaker))

    say(opener, "n")
    say(draw.pick(others), "r")
    if "m" in topic.rules and opener.manner.tone != "terse" and draw.chance(0.6):
        say(opener, "m")
    heard: set[str] = set()
    for _ in range(pairs):
        question, answer = writer.say(topic.rules["q"], facts).split(PAIR)
        if question[:12] in heard:
            continue
        heard.add(question[:12])
        add(draw.pick(others), asked(question, writer))
        add(opener, answer)
    say(draw.pick(others), "c")
    return turns


def asked(question: str, writer: Writer) -> str:
    """A question, sometimes led in."""
    word = question.partition(" ")[0]
    if word not in _ASKING or not writer.draw.chance(0.5):
        return question
    return f"{writer.word('ask', {})} {word.lower()}{question[len(word) :]}"


def _people(occasion: Occasion) -> tuple[Person, ...]:
    return occasion.happening.people if occasion.happening else ()
