"""Random episodes for the comparison with the naive simulator: a scenario, what the gate says, what the agent does. One seed, one plan.

Drawn so that things coincide: most times are whole seconds, ids sort before and after each other in every way, and predicates speak of what is
likely to happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from gaia2_gym.scenario import Condition, Event, Scenario, Validation
from tests.world.scenes import MESSAGE, START, WAIT, answer, env, oracle, phone, user

ADD, DELETE = "Calendar__add_calendar_event", "Calendar__delete_calendar_event"
ADDED, DELETED = "Calendar__add_calendar_event_by_attendee", "Calendar__delete_calendar_event_by_attendee"
FAILING = "City__get_crime_rate"
APPS = ("AgentUserInterface", "SystemApp", "Calendar", "City", "Shopping")
ARGS: dict[str, dict[str, Any]] = {ADD: {}, DELETE: {"event_id": "nothing"}, FAILING: {"zip_code": "none"}, MESSAGE: {"content": "Done."}}
CALLS = ("USER", "ADDED", "ADDED", "DELETED", "SILENT", "FAILS", "PRODUCT", "ORACLE")
WATCHES = ("CONDITION", "CONDITION", "CONDITION", "VALIDATION", "VALIDATION", "AGENT_VALIDATION")
DELAYS = (0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 0.25, 0.1, 1.5)


@dataclass(frozen=True)
class Counts:
    """Holds while the number of calls of a tool that worked is at least n, exactly n, or odd."""

    tool: str
    how: str
    n: int

    def __call__(self, world: Any, record: Any = None) -> bool:
        n = sum(r.tool == self.tool and not r.failed for r in world.records)
        return {"at least": n >= self.n, "exactly": n == self.n, "odd": n % 2 == 1}[self.how]


@dataclass(frozen=True)
class Happened:
    """Holds once something has a record."""

    id: str

    def __call__(self, world: Any, record: Any = None) -> bool:
        return any(r.id == self.id for r in world.records)


@dataclass(frozen=True)
class Later:
    """Holds from a time on; the one kind that reads the clock."""

    time: float

    def __call__(self, world: Any, record: Any = None) -> bool:
        return bool(world.now >= self.time)


@dataclass(frozen=True)
class IsCall:
    """Holds for an agent's call of a tool."""

    tool: str
    failed: bool

    def __call__(self, world: Any, record: Any) -> bool:
        return bool(record.tool == self.tool and record.failed == self.failed)


@dataclass(frozen=True)
class Turn:
    """One step of the script: think, call (or wait that long), and after a message idle or not."""

    think: float
    tool: str
    timeout: int
    idles: bool


@dataclass(frozen=True)
class Plan:
    """An episode."""

    events: tuple[Event, ...]
    start: float
    tick: int
    duration: float
    gate: tuple[tuple[bool, bool], ...]
    script: tuple[Turn, ...]
    level: Any

    @property
    def scenario(self) -> Scenario:
        return phone(*self.events, start=self.start, tick=self.tick, duration=self.duration, apps=APPS)

    def outcome(self, turn: int) -> tuple[bool, bool]:
        """Whether a turn is released and accepted."""
        return self.gate[turn % len(self.gate)]

    def smaller(self) -> Iterator[Plan]:
        """The plans with one event or one step of the script less."""
        needed = {parent for e in self.events for parent in e.dependencies}
        for i, event in enumerate(self.events):
            if event.id not in needed and len(self.events) > 1:
                yield replace(self, events=self.events[:i] + self.events[i + 1 :])
        for i in range(len(self.script)):
            yield replace(self, script=self.script[:i] + self.script[i + 1 :])


def plan(seed: int) -> Plan:
    """The plan of a seed."""
    return _Planner(Random(seed)).plan()


class _Planner:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.start = START + rng.choice((0.0, 0.0, 0.0, 0.25, 0.1))

    def plan(self) -> Plan:
        rng = self.rng
        kinds = ["USER"]
        for turn in range(rng.choice((1, 2, 2, 3, 3))):
            kinds += ["MESSAGE"] * (turn > 0)
            kinds += [rng.choice(WATCHES if rng.random() < 0.4 else CALLS) for _ in range(rng.randint(1, 5))]
        if rng.random() < 0.1:
            kinds.insert(rng.randint(1, len(kinds)), "STOP")
        names = [f"{letter}{i}" for i, letter in enumerate(rng.sample("abcdefghijklmnopqrstuvwxyz", len(kinds)))]
        events: list[Event] = []
        released: list[str] = []  # what events of the simulation may wait for
        message: str | None = None
        for id, kind in zip(names, kinds, strict=True):
            pool = [e.id for e in events] if kind in ("MESSAGE", "ORACLE") else released
            after = rng.sample(pool, min(len(pool), rng.choice((0, 1, 1, 1, 2))))
            if message is not None and rng.random() < 0.6:
                after = [message, *(a for a in after[:1] if a != message)]
            events.append(self._event(kind, id, after, names))
            message = id if kind == "MESSAGE" else message
            if kind != "ORACLE":
                released.append(id)
        return Plan(
            tuple(self._with_check(e, events) for e in events),
            self.start,
            rng.choice((1, 1, 1, 2, 5)),
            float(rng.choice((90, 90, 60, 60, 40, 20, 8, 3, 0))),
            tuple(rng.choice(((True, True), (True, True), (True, True), (True, False), (True, False), (False, False))) for _ in range(2)),
            tuple(self._turn() for _ in range(rng.randint(0, 12))),
            rng.choice(("low", "medium", "high")),
        )

    def _turn(self) -> Turn:
        rng = self.rng
        tool = rng.choice((MESSAGE, MESSAGE, MESSAGE, WAIT, WAIT, ADD, ADD, DELETE, FAILING))
        return Turn(rng.choice((0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 0.25, 2.5)), tool, rng.choice((0, 1, 2, 3, 10, 60)), rng.random() < 0.5)

    def _event(self, kind: str, id: str, after: list[str], names: list[str]) -> Event:
        rng = self.rng
        at = self.start + rng.choice((-3.0, 0.0, 2.0, 4.0, 4.25, 10.0)) if rng.random() < 0.12 else None
        when: dict[str, Any] = {"delay": rng.choice(DELAYS), "at": at}
        if kind == "USER":
            return user(id, *after, **when)
        if kind == "ADDED":
            return env(id, ADDED, *after, **when, who_add="Ana")
        if kind == "DELETED":
            return env(id, DELETED, *after, **when, who_delete="Ana", event_id="{{" + rng.choice([*names, "nobody"]) + "}}")
        if kind == "SILENT":
            return env(id, "City__add_crime_rate", *after, **when, zip_code="1", violent_crime_rate=1, property_crime_rate=1)
        if kind == "FAILS":
            return env(id, DELETED, *after, **when, who_delete="Ana", event_id="nothing")
        if kind == "PRODUCT":
            return env(id, "Shopping__add_product", *after, **when, name="Lamp")
        if kind == "MESSAGE":
            return answer(id, *after, delay=when["delay"])
        if kind == "ORACLE":
            return oracle(id, ADD, *after, **when, attendees=["Ana"]) if rng.random() < 0.7 else oracle(id, FAILING, *after, **when, zip_code="none")
        if kind == "STOP":
            return Event(id, "STOP", dependencies=tuple(after), delay=when["delay"] + 4, at=at)
        bare: Any = kind.removeprefix("AGENT_")
        marker = Validation(on_agent=True) if kind == "AGENT_VALIDATION" else None
        return Event(id, bare, dependencies=tuple(after), delay=when["delay"], at=at, check=marker)

    def _with_check(self, event: Event, events: list[Event]) -> Event:
        """The event with a check whose predicates speak of what is in the scenario and the script."""
        if event.kind not in ("CONDITION", "VALIDATION"):
            return event
        rng = self.rng
        on_agent, reads_time = event.check is not None, rng.random() < 0.25
        tools = [e.function for e in events if e.kind in ("USER", "ENV")] + ["add_calendar_event", "send_message_to_user", WAIT.partition("__")[2]]

        def one() -> Any:
            choices: list[Any] = [Counts(rng.choice(tools), rng.choice(("at least", "at least", "exactly", "odd")), rng.choice((1, 1, 2, 3)))] * 4
            choices.append(Happened(rng.choice([*(e.id for e in events if e.id != event.id), "condition_turn_1"])))
            if reads_time:
                choices.append(Later(self.start + rng.randint(0, 30) / 2))
            if on_agent:
                choices.append(IsCall(rng.choice(("add_calendar_event", "get_crime_rate", "send_message_to_user")), rng.random() < 0.3))
            return rng.choice(choices)

        every, timeout = rng.choice((1, 1, 2, 3)), rng.choice((None, None, 0, 1, 2.5, 4, 9, 20))
        if event.kind == "CONDITION":
            return replace(event, check=Condition(one(), every, timeout, reads_time))
        milestones = tuple(one() for _ in range(rng.choice((0, 1, 1, 2))))
        minefields = tuple(one() for _ in range(rng.choice((0, 0, 1)) if milestones else 1))
        return replace(event, check=Validation(milestones, minefields, every, timeout, on_agent, reads_time))
