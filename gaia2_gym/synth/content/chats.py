"""The two chat apps: one-to-one and group conversations, each several dialogues over weeks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from gaia2_gym.apps.messaging import Conversation, Message, MessagingState
from gaia2_gym.synth.cast import Cast, Circle, Happening, Person
from gaia2_gym.synth.content.facts import DAY, HOUR
from gaia2_gym.synth.content.grammar import Writer
from gaia2_gym.synth.content.manner import chatted, greeting
from gaia2_gym.synth.content.talk import Occasion, SmallTalk, Turn, occasions, talk
from gaia2_gym.synth.draw import Draw

if TYPE_CHECKING:
    from gaia2_gym.synth.universe import Size

MIN_MESSAGES = 10
_QUICKEST, _SLOWEST = 15.0, 40 * 60.0
_BREAK = 2 * HOUR
_WAKING = (7, 22)
_GREETS = {"terse": 0.0, "chatty": 0.5, "warm": 0.6, "formal": 0.7}


@dataclass(frozen=True, slots=True)
class _Plan:
    """How much there is in one app."""

    pairs: int
    groups: int
    messages: tuple[int, int]
    days: float
    questions: int


_PLANS: dict[Size, _Plan] = {
    "pocket": _Plan(pairs=3, groups=2, messages=(10, 10), days=30, questions=1),
    "small": _Plan(pairs=8, groups=4, messages=(10, 14), days=60, questions=2),
    "full": _Plan(pairs=100, groups=40, messages=(12, 36), days=100, questions=3),
}


class _Group(NamedTuple):
    """The people of a conversation, the user aside, and its title."""

    members: list[Person]
    circle: Circle
    title: str


def make_chats(cast: Cast, happenings: Sequence[Happening], now: float, size: Size, draw: Draw) -> dict[str, MessagingState]:
    """The states of Messages and Chats.

    Args:
        cast: The user and everyone in the address book; who has no phone number is only in Chats.
        happenings: What people may speak of.
        now: The end of all talk.
        size: How much there is to be.
        draw: Choices of its own.
    """
    writer = Writer(draw.part("chats"))
    maker = _Maker(cast, happenings, now, _PLANS[size], writer, SmallTalk(cast, writer))
    order = writer.draw.shuffled(cast.people)
    half = min(_PLANS[size].pairs, len(order) // 2)
    with_phone = [p for p in order if p.phone]
    phones = {p.name: p.phone for p in (cast.user, *cast.people) if p.phone}
    ids = {p.name: writer.draw.id() for p in (cast.user, *cast.people)}
    return {
        "Messages": maker.state(phones, with_phone, MessagingState(mode="PHONE_NUMBER")),
        "Chats": maker.state(ids, [*order[half:], *order[:half]], MessagingState(mode="NAME")),
    }


@dataclass(frozen=True)
class _Maker:
    """Makes the conversations of both apps, so that these say nothing twice."""

    cast: Cast
    happenings: Sequence[Happening]
    now: float
    plan: _Plan
    writer: Writer
    small_talk: SmallTalk

    def state(self, ids: dict[str, str], order: Sequence[Person], empty: MessagingState) -> MessagingState:
        """One app with all its conversations, the earliest begun first."""
        singles = order[: self.plan.pairs]
        groups = self._groups(order, self.plan.pairs + self.plan.groups - len(singles))
        parties = [*(_Group([p], p.circle, p.name) for p in singles), *groups]
        told: Counter[str] = Counter()
        found = []
        for party in parties:
            participants = tuple(sorted(ids[p.name] for p in (self.cast.user, *party.members)))
            messages = self._messages(party, ids, told)
            found.append((self.writer.draw.id(), Conversation(participants, party.title, messages[-1].timestamp), messages))
        found.sort(key=lambda entry: entry[2][0].timestamp)
        return replace(
            empty,
            conversations={key: conversation for key, conversation, _ in found},
            messages={key: messages for key, _, messages in found},
            id_to_name={number: name for name, number in ids.items()},
            name_to_id=dict(ids),
            current_user_id=ids[self.cast.user.name],
            current_user_name=self.cast.user.name,
        )

    def _groups(self, people: Sequence[Person], n: int) -> list[_Group]:
        """Groups of people who have something to do with each other; no two of the same people or the same title."""
        there = {p.name for p in people}
        sets = [list(h.people) for h in self.happenings if 2 <= len(h.people) <= 8 and all(p.name in there for p in h.people)]
        candidates = self.writer.draw.shuffled({tuple(sorted(p.name for p in s)): s for s in sets}.values())[: (n + 1) // 2]
        circles: list[Circle] = ["family", "friends", "work"]
        for i in range(4 * n):
            pool = [p for p in people if p.circle == circles[i % 3]]
            candidates.append(self.writer.draw.sample(pool, self.writer.draw.integer(2, 5)))
        groups: dict[frozenset[str], _Group] = {}
        titles: set[str] = set()
        for members in candidates:
            key = frozenset(p.name for p in members)
            if len(groups) < n and len(members) > 1 and key not in groups:
                groups[key] = _Group(members, _circle(members), self._title(_circle(members), titles))
        return list(groups.values())

    def _title(self, circle: str, taken: set[str]) -> str:
        hobby = self.writer.draw.pick(self.cast.persona.hobbies or ("coffee",))
        facts = {"last": self.cast.user.contact.last_name, "hobby": hobby[0].upper() + hobby[1:], "employer": self.cast.persona.employer}
        titles = (self.writer.word(f"group.{circle}", facts) for _ in range(20))
        title = next((t for t in titles if t not in taken), f"{circle.capitalize()} {len(taken) + 1}")
        taken.add(title)
        return title

    def _messages(self, party: _Group, ids: dict[str, str], told: Counter[str]) -> tuple[Message, ...]:
        """The dialogues of one conversation, one after the other, all before now."""
        draw = self.writer.draw
        wanted = draw.integer(*self.plan.messages)
        chances = draw.shuffled(occasions(self.happenings, party.members, self.now, told))[: max(1, wanted // 14)]
        chances = [replace(c, start=max(c.start, self.now - self.plan.days * DAY)) for c in chances]
        sessions = [(c, self._moment(c)) for c in chances if c.start < c.until]
        used: set[str] = set()
        while len(sessions) < max(2, wanted // 7):
            sessions.append(self._chat(party, used, self.now - self.plan.days * DAY, self.now - HOUR))
        messages: list[Message] = []
        end = 0.0
        for occasion, moment in sorted(sessions, key=lambda session: session[1]):
            messages += self._session(party, ids, occasion, max(moment, end + _BREAK))
            end = messages[-1].timestamp if messages else end
        while len(messages) < max(wanted, MIN_MESSAGES):
            first = messages[0].timestamp if messages else self.now - DAY
            occasion, moment = self._chat(party, used, first - 6 * DAY, first - 6 * HOUR)
            messages = self._session(party, ids, occasion, min(moment, first - 12 * HOUR)) + messages
        return tuple(messages)

    def _chat(self, party: _Group, used: set[str], start: float, until: float) -> tuple[Occasion, float]:
        """Small talk at some time."""
        topic = self.small_talk.deal(party.circle, party.members, used)
        used.add(topic.name)
        occasion = Occasion(topic, start, until)
        return occasion, self._moment(occasion)

    def _moment(self, occasion: Occasion) -> float:
        """A time within the occasion, if possible when people are awake."""
        for _ in range(8):
            moment = self.writer.draw.uniform(occasion.start, occasion.until)
            if _WAKING[0] <= moment % DAY / HOUR < _WAKING[1]:
                break
        return moment

    def _session(self, party: _Group, ids: dict[str, str], occasion: Occasion, start: float) -> list[Message]:
        """One dialogue; none where its time is over before it can take place."""
        draw = self.writer.draw
        room = occasion.until - start
        if room < 10 * 60:
            return []
        user = self.cast.user
        everyone = [user, *party.members]
        by_user = occasion.by_user if occasion.by_user is not None else draw.chance(0.5) and occasion.topic.circles != {"services"}
        opener = user if by_user else draw.pick(party.members)
        others = [p for p in everyone if p is not opener] if by_user or len(party.members) > 1 else [user]
        turns = talk(occasion, opener, others, start, self.writer, draw.integer(1, self.plan.questions))
        turns[0] = self._greeted(turns[0], others)
        slowest = min(_SLOWEST, room / (len(turns) + 1))
        messages, time = [], start
        for turn in turns:
            text = chatted(turn.text, turn.speaker, draw, glad=turn.glad, keep=turn.keep)
            messages.append(Message(ids[turn.speaker.name], draw.id(), float(int(time)), text))
            time += min(_QUICKEST + (slowest - _QUICKEST) * draw.uniform(0, 1) ** 3, slowest)
        return messages

    def _greeted(self, turn: Turn, others: Sequence[Person]) -> Turn:
        if not self.writer.draw.chance(_GREETS[turn.speaker.manner.tone]):
            return turn
        name = others[0].first_name if len(others) == 1 else self.writer.word("all", {})
        return replace(turn, text=f"{greeting(turn.speaker, name, self.writer.draw)}! {turn.text}")


def _circle(members: Sequence[Person]) -> Circle:
    circles = {p.circle for p in members}
    return members[0].circle if len(circles) == 1 and members[0].circle != "services" else "friends"
