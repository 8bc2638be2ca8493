"""The oracle side, prepared once a scenario: which acts are expected in which turn, after what, and when."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaia2_gym.scenario import Event, Scenario, placeholder
from gaia2_gym.tools import ToolSpec
from gaia2_gym.verifier.acts import Act, acts_of
from gaia2_gym.verifier.checks import normalise


@dataclass(frozen=True, slots=True)
class Expected:
    """One judged act of the oracle.

    Args:
        act: What the oracle run did.
        event: The scenario's event, with placeholders as written.
        spec: Its tool.
        turn: Its turn, from 0.
        parents: Judged acts it must come after, of any turn; a parent that is not judged is replaced by its nearest judged ancestors (the
            reference drops it and measures from the start).
        anchors: Those among the parents whose oracle time is the latest; empty where the scenario's start is later than all.
        delay: Oracle seconds since the anchors (or the start).
        own_delay: Oracle seconds since its latest parent, judged or not (or the start): the wait that the scenario asks for.
        depends_on: Acts whose results its arguments refer to.
        parents_in_turn: Those among the parents that belong to the same turn.
        hard: Rigid arguments that are compared (name, check).
        unnamed: Further arguments that the oracle gives, compared only where checks are strict (name, check that fits the value).
        soft: Free-text arguments.
        rests_on: Acts of the agent by which a comparison with it may turn out differently, depending on what stands for them.
        open_args: Arguments that refer to what one of these returned.
    """

    act: Act
    event: Event
    spec: ToolSpec
    turn: int
    parents: tuple[str, ...]
    anchors: tuple[str, ...]
    delay: float
    own_delay: float
    depends_on: tuple[str, ...]
    parents_in_turn: tuple[str, ...]
    hard: tuple[tuple[str, str], ...]
    unnamed: tuple[tuple[str, str], ...]
    soft: tuple[str, ...]
    rests_on: frozenset[str]
    open_args: frozenset[str]

    @property
    def id(self) -> str:
        """The event's id."""
        return self.act.id

    @property
    def timed(self) -> bool:
        """Whether the time is checked: an absolute time, a comparator, or a delay above one second (reference)."""
        return self.event.at is not None or self.event.comparator is not None or self.own_delay > 1.0


@dataclass(frozen=True)
class Oracle:
    """Everything expected of a scenario.

    Args:
        scenario: The scenario.
        turns: Expected acts by turn, each in topological order, ties in log order.
        user_names: Normalised names of the user.
        user: The user's contact card, if there is one.
        names: Full names in the address book.
    """

    scenario: Scenario
    turns: tuple[tuple[Expected, ...], ...]
    user_names: frozenset[str]
    user: Any
    names: tuple[str, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Expected]:
        """Expected acts by id, in order of turns and topological within them."""
        return {e.id: e for turn in self.turns for e in turn}

    @cached_property
    def by_tool(self) -> Mapping[str, tuple[Expected, ...]]:
        """The agent's expected writes by tool, in the same order."""
        found: dict[str, tuple[Expected, ...]] = {}
        for e in self.by_id.values():
            if e.act.kind == "agent":
                found[e.act.tool] = (*found.get(e.act.tool, ()), e)
        return found

    @cached_property
    def writes(self) -> int:
        """Number of the agent's writes in all turns."""
        return sum(map(len, self.by_tool.values()))


def prepare(scenario: Scenario, oracle_records: Iterable[Mapping[str, Any]]) -> Oracle:
    """Read an oracle run.

    Args:
        scenario: The scenario.
        oracle_records: The run's records in JSON form.
    """
    oracle_records = list(oracle_records)
    times = {r["id"]: float(r["time"]) for r in oracle_records}
    acts = {act.id: act for act in acts_of(oracle_records) if act.id in scenario.by_id}
    ancestors = _judged_parents(scenario, acts)
    turns: list[list[Expected]] = [[] for _ in range(scenario.num_turns)]
    for act in acts.values():
        turns[scenario.turns.of[act.id]].append(_expected(scenario, act, acts, ancestors[act.id], times))
    contacts = [c for entry in scenario.apps if hasattr(entry.state, "contacts") for c in entry.state.contacts.values()]
    user = next((c for c in contacts if c.is_user), None)
    names = tuple(dict.fromkeys(f"{c.first_name} {c.last_name}" for c in contacts))
    user_names = frozenset((normalise(f"{user.first_name} {user.last_name}"),)) if user else frozenset()
    return Oracle(scenario, tuple(_topological(turn) for turn in turns), user_names, user, names)


def _judged_parents(scenario: Scenario, acts: Mapping[str, Act]) -> dict[str, tuple[str, ...]]:
    """For every event, its nearest judged ancestors."""
    found: dict[str, tuple[str, ...]] = {}
    for id in scenario.oracle.order:
        nearest: dict[str, None] = {}
        for parent in scenario.oracle.nodes[id].parents:
            nearest |= {parent: None} if parent in acts else dict.fromkeys(found[parent])
        found[id] = tuple(nearest)
    return found


def _expected(scenario: Scenario, act: Act, acts: Mapping[str, Act], parents: tuple[str, ...], times: Mapping[str, float]) -> Expected:
    event = scenario.by_id[act.id]
    latest = max((acts[p].time for p in parents), default=scenario.start_time)
    latest = max(latest, scenario.start_time)
    anchors = tuple(p for p in parents if acts[p].time == latest)
    spec = scenario.tools[f"{event.app}__{event.function}"]
    referred = {n: _ids(parts, scenario) for n, value in event.args.items() if (parts := placeholder(value))}
    refers = {id for ids in referred.values() for id in ids}
    direct = max((times[p] for p in scenario.oracle.nodes[act.id].parents if p in times), default=scenario.start_time)
    turn = scenario.turns.of[act.id]
    given = {n: v for n, v in event.args.items() if n not in spec.checks and v not in (None, "", [], {})}
    own = act.time - max(direct, scenario.start_time)
    in_turn = tuple(p for p in parents if scenario.turns.of[p] == turn)
    measured_from = anchors if event.at is None and (event.comparator is not None or own > 1.0) else ()
    agents = frozenset(id for id in (*in_turn, *measured_from, *refers) if id in acts and acts[id].kind == "agent")
    return Expected(
        act=act,
        event=event,
        spec=spec,
        turn=turn,
        parents=parents,
        anchors=anchors,
        delay=act.time - latest,
        own_delay=own,
        depends_on=tuple(sorted(refers)),
        parents_in_turn=in_turn,
        hard=tuple((n, check) for n, check in spec.checks.items() if check != "soft"),
        unnamed=tuple((n, _fitting(v)) for n, v in given.items()),
        soft=tuple(n for n, check in spec.checks.items() if check == "soft"),
        rests_on=agents,
        open_args=frozenset(n for n, ids in referred.items() if not agents.isdisjoint(ids)),
    )


def _fitting(value: Any) -> str:
    """The check that fits a value's type, for arguments without one."""
    return "stripped" if isinstance(value, str) else "unordered" if isinstance(value, list | tuple) else "eq"


def _ids(parts: tuple[str, ...], scenario: Scenario) -> list[str]:
    joined = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return [id for id in joined if id in scenario.by_id][:1]


def _topological(turn: list[Expected]) -> tuple[Expected, ...]:
    """Kahn's algorithm over the turn, ties in log order."""
    by_id = {e.id: e for e in turn}
    waiting = {e.id: sum(p in by_id for p in e.parents) for e in turn}
    children: dict[str, list[str]] = {id: [] for id in by_id}
    for e in turn:
        for p in e.parents:
            if p in by_id:
                children[p].append(e.id)
    ready = deque(e.id for e in turn if waiting[e.id] == 0)
    order: list[Expected] = []
    while ready:
        id = ready.popleft()
        order.append(by_id[id])
        for child in children[id]:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    return tuple(order)
