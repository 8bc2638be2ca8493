"""A scenario: the initial phone, the events, and how they hang together. Immutable, parsed once, shared by every episode."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import orjson

from gaia2_gym.apps import App
from gaia2_gym.apps.base import bound_tools
from gaia2_gym.engine import Graph, Watch
from gaia2_gym.scenario.turns import Turns
from gaia2_gym.splits import SPLITS
from gaia2_gym.tools import ToolSpec

EventKind = Literal["USER", "ENV", "AGENT", "CONDITION", "VALIDATION", "STOP"]
Comparator = Literal["LESS_THAN", "GREATER_THAN", "EQUAL"]

DEFAULT_DURATION = 1800.0
"""Seconds an episode may last where the scenario does not say (reference runner)."""
TIME_DURATION = 420.0
"""The same for scenarios of the Time split."""

USER_INTERFACE = "AgentUserInterface"
MESSAGE_TO_USER = "send_message_to_user"


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate over the world that lets its successors go once it holds.

    Args:
        when: Called with the world.
        every_ticks: Ticks between checks.
        timeout: Given up once checks x every_ticks exceeds it; None for never.
        reads_time: Whether the predicate may change without anything happening.
    """

    when: Callable[[Any], bool]
    every_ticks: int = 1
    timeout: float | None = None
    reads_time: bool = False

    def watch(self, tick: int) -> Watch:
        """The checking plan, for a tick in seconds."""
        limit = None if self.timeout is None else int(self.timeout // self.every_ticks) + 1
        return Watch(float(self.every_ticks * tick), limit, self.reads_time)


@dataclass(frozen=True, slots=True)
class Validation:
    """Milestones (each must become true once) and minefields (must never be true).

    Args:
        milestones: Called with the world, or with the world and the record if `on_agent`.
        minefields: The same.
        every_ticks: Ticks between checks.
        timeout: Fails, with milestones left, once checks x every_ticks reaches it; None for never.
        on_agent: Checked at every agent call instead of on the grid.
        reads_time: Whether the predicates may change without anything happening.
    """

    milestones: tuple[Callable[..., bool], ...] = ()
    minefields: tuple[Callable[..., bool], ...] = ()
    every_ticks: int = 1
    timeout: float | None = None
    on_agent: bool = False
    reads_time: bool = False

    def watch(self, tick: int) -> Watch:
        """The checking plan, for a tick in seconds."""
        limit = None if self.timeout is None else max(1, -int(-self.timeout // self.every_ticks))
        return Watch(float(self.every_ticks * tick), limit, self.reads_time)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a scenario; of kind AGENT it is an oracle event, what the ideal agent would do.

    `delay` counts in seconds from the latest dependency (or the start); `at` is an absolute Unix time, or None. `check` holds the predicate of
    a CONDITION or VALIDATION.
    """

    id: str
    kind: EventKind
    app: str = ""
    function: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    dependencies: tuple[str, ...] = ()
    delay: float = 0.0
    at: float | None = None
    comparator: Comparator | None = None
    check: Condition | Validation | None = None

    @property
    def ends_turn(self) -> bool:
        """Whether this is the oracle's message to the user."""
        return self.kind == "AGENT" and self.app == USER_INTERFACE and self.function == MESSAGE_TO_USER


@dataclass(frozen=True, slots=True)
class AppEntry:
    """One app of a scenario: instance name, class as written in the file, our class, and its initial state (shared, never changed)."""

    name: str
    class_name: str
    cls: type[App[Any]]
    state: Any


@dataclass(frozen=True, eq=False)
class Scenario:
    """A phone, a task and what happens around it.

    Args:
        scenario_id: Its id.
        apps: The apps with their initial states.
        events: All events, in file order (which means nothing).
        seed: Seed of the file; an episode has a seed of its own.
        start_time: Unix seconds at which the clock begins.
        duration: Seconds an episode may last, as in the file; None where the file does not say (see `time_limit`).
        tick: Seconds between checks of conditions (`time_increment_in_seconds`).
        tags: Capability and other tags.
        raw: The official JSON, as read; empty for a scenario built in Python.
        source: Where it came from, for messages.
        turn_gates: Ids of condition events of an exported file that stand for the end of a turn -> that turn's number, from 1.
    """

    scenario_id: str
    apps: tuple[AppEntry, ...]
    events: tuple[Event, ...]
    seed: int = 0
    start_time: float = 0.0
    duration: float | None = None
    tick: int = 1
    tags: tuple[str, ...] = ()
    raw: bytes = field(default=b"", repr=False)
    source: str = ""
    turn_gates: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> Mapping[str, Event]:
        """Events by id."""
        return {event.id: event for event in self.events}

    @cached_property
    def turns(self) -> Turns:
        """The turn of every event, and their number."""
        return Turns({e.id: e.dependencies for e in self.events}, {e.id for e in self.events if e.ends_turn}, self.turn_gates)

    @cached_property
    def tools(self) -> Mapping[str, ToolSpec]:
        """Every tool of every app by public name, whoever may call it."""
        return {spec.public_name: spec for entry in self.apps for spec in bound_tools(entry.cls, entry.name).values()}

    @property
    def num_turns(self) -> int:
        """Number of turns."""
        return self.turns.count

    @property
    def split(self) -> str:
        """The capability among the tags, or an empty text."""
        return next((tag for tag in self.tags if tag in SPLITS), "")

    @property
    def time_limit(self) -> float:
        """Seconds an episode may last: the file's duration, else 420 for the Time split and 1800 for others."""
        if self.duration is not None:
            return self.duration
        return TIME_DURATION if "Time" in self.tags else DEFAULT_DURATION

    @property
    def task(self) -> str:
        """The user's first message."""
        return next((str(e.args.get("content", "")) for e in self.events if e.kind == "USER" and not e.dependencies), "")

    @cached_property
    def play(self) -> Graph:
        """The graph of an episode: oracle events left out, the next turn's events waiting for the turn's condition.

        Raises:
            ScenarioError: When an event of the simulation waits for an oracle event other than the turn's message.
        """
        return self.turns.play_graph(self.events, self.source or self.scenario_id)

    @cached_property
    def oracle(self) -> Graph:
        """The graph of the oracle run: every event, as written."""
        return self.turns.oracle_graph(self.events)

    @cached_property
    def watches(self) -> Mapping[str, Watch]:
        """Checking plans of conditions and of validations on the grid, turn conditions included."""
        plans = {
            e.id: e.check.watch(self.tick) for e in self.events if e.check is not None and not (isinstance(e.check, Validation) and e.check.on_agent)
        }
        return plans | {self.turns.condition_id(n): Watch(float(self.tick)) for n in range(1, self.num_turns)}

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What the layers above make of the scenario once (its oracle run, its phones), kept as long as the scenario lives and no longer."""
        return {}

    @cached_property
    def digest(self) -> str:
        """Hash of what is played: definition, apps and events. Equal digests mean equal scenarios."""
        from gaia2_gym.scenario.export import scenario_json  # below this module in use, above it in imports

        data = scenario_json(self)
        part = {key: data.get(key) for key in ("metadata", "apps", "events")}
        return blake2b(orjson.dumps(part, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Scenario) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.scenario_id)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone are copied and pickled; what was made from them is made again."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
