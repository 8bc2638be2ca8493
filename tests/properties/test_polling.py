"""The World against the naive simulator of `polling`: random graphs, random agents, the same order, times, checks, results, notifications."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from hypothesis import event as note_event
from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.scenario import Condition, Event, Scenario, Validation
from gaia2_gym.world import TurnOutcome, World, run_oracle
from tests.properties.effort import examples
from tests.properties.polling import Polling
from tests.world.scenes import MESSAGE, START, WAIT, answer, env, oracle, phone, user

ADD, DELETE = "Calendar__add_calendar_event", "Calendar__delete_calendar_event"
FAILING = "City__get_crime_rate"
ADDED, DELETED = "Calendar__add_calendar_event_by_attendee", "Calendar__delete_calendar_event_by_attendee"
TOOLS = ("add_calendar_event", "add_calendar_event_by_attendee", "add_crime_rate", "send_message_to_agent", "add_product", "wait_for_notification")
DELAYS = st.sampled_from([0.0, 0.0, 0.1, 0.25, 1.0, 1.0, 1.5, 2.0, 5.0, 7.0])


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
class Plan:
    """An episode: the scenario, what the gate says of each turn, and what the agent does."""

    scenario: Scenario
    gate: tuple[tuple[bool, bool], ...]
    script: tuple[tuple[Any, ...], ...]
    level: Any

    def outcome(self, turn: int) -> tuple[bool, bool]:
        return self.gate[turn % len(self.gate)]


@st.composite
def predicates(draw: st.DrawFn, ids: tuple[str, ...], start: float, *, reads_time: bool) -> Any:
    counts = st.builds(Counts, st.sampled_from(TOOLS), st.sampled_from(["at least", "exactly", "odd"]), st.integers(0, 3))
    choices = [counts, counts, st.builds(Happened, st.sampled_from([*ids, "condition_turn_1"]))]
    if reads_time:
        choices.append(st.builds(Later, st.integers(0, 30).map(lambda s: start + s / 2)))
    return draw(st.one_of(choices))


@st.composite
def checks(draw: st.DrawFn, kind: str, ids: tuple[str, ...], start: float) -> Condition | Validation:
    reads_time = draw(st.sampled_from([False, False, True]))
    one = predicates(ids, start, reads_time=reads_time)
    every, timeout = draw(st.integers(1, 3)), draw(st.sampled_from([None, None, 0, 1, 2.5, 4, 9, 20]))
    if kind == "CONDITION":
        return Condition(draw(one), every, timeout, reads_time)
    on_agent = kind == "AGENT_VALIDATION"
    if on_agent:
        one = st.one_of(one, st.builds(IsCall, st.sampled_from(["add_calendar_event", "get_crime_rate", "send_message_to_user"]), st.booleans()))
    milestones = tuple(draw(st.lists(one, max_size=2)))
    minefields = tuple(draw(st.lists(one, max_size=1 if milestones else 2, min_size=0 if milestones else 1)))
    return Validation(milestones, minefields, every, timeout, on_agent, reads_time)


KINDS = st.sampled_from(
    ["USER", "ADDED", "ADDED", "DELETED", "SILENT", "FAILS", "PRODUCT", "CONDITION", "CONDITION", "VALIDATION", "AGENT_VALIDATION", "ORACLE", "STOP"]
)


NAMES = st.sampled_from([tuple(f"{letter}{i}" for i, letter in enumerate(order)) for order in ("abdeuvwxyz", "zyxwvuedba", "azbydxewvu", "uavbwdxeyz")])


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Graphs of up to ten events and three turns; ids sort before and after those of the turns' conditions."""
    start = START + draw(st.sampled_from([0.0, 0.0, 0.25, 0.5, 0.1]))
    names = draw(NAMES)
    events: list[Event] = []
    released: list[str] = []  # what events of the simulation may wait for
    latest = 0  # where in `released` the present turn begins: with the message before it
    kinds: list[str] = ["USER"]
    for turn in range(draw(st.integers(0, 2)) + 1):
        kinds += ["MESSAGE"] * (turn > 0) + draw(st.lists(KINDS, min_size=1, max_size=4))
    for id, kind in zip(names, kinds, strict=False):
        pool = [e.id for e in events] if kind in ("MESSAGE", "ORACLE") else released
        after = tuple(draw(st.lists(st.sampled_from(pool), max_size=2, unique=True))) if pool else ()
        if latest and draw(st.integers(0, 3)):
            after = tuple(dict.fromkeys((*after[:1], released[latest])))
        delay, at = draw(DELAYS), None
        if draw(st.integers(0, 11)) == 11:
            at = start + draw(st.sampled_from([-3.0, 0.0, 2.0, 4.25, 10.0]))
        events.append(_event(draw, kind, id, after, delay, at, names, start))
        if kind == "MESSAGE":
            latest = len(released)
        if kind != "ORACLE":
            released.append(id)
    duration = float(draw(st.sampled_from([60, 60, 40, 20, 8, 3, 0])))
    apps = ("AgentUserInterface", "SystemApp", "Calendar", "City", "Shopping")
    return phone(*events, start=start, tick=draw(st.sampled_from([1, 1, 2, 5])), duration=duration, apps=apps)


def _event(draw: Any, kind: str, id: str, after: tuple[str, ...], delay: float, at: float | None, names: tuple[str, ...], start: float) -> Event:
    when: dict[str, Any] = {"delay": delay, "at": at}
    if kind == "USER":
        return user(id, *after, **when)
    if kind == "ADDED":
        return env(id, ADDED, *after, **when, who_add="Ana")
    if kind == "DELETED":
        which = draw(st.sampled_from(["{{" + n + "}}" for n in [*names, "nobody"]]))
        return env(id, DELETED, *after, **when, who_delete="Ana", event_id=which)
    if kind == "SILENT":
        return env(id, "City__add_crime_rate", *after, **when, zip_code="1", violent_crime_rate=1, property_crime_rate=1)
    if kind == "FAILS":
        return env(id, DELETED, *after, **when, who_delete="Ana", event_id="nothing")
    if kind == "PRODUCT":
        return env(id, "Shopping__add_product", *after, **when, name="Lamp")
    if kind == "MESSAGE":
        return answer(id, *after, delay=delay)
    if kind == "ORACLE":
        return oracle(id, ADD, *after, **when, attendees=["Ana"]) if draw(st.booleans()) else oracle(id, FAILING, *after, **when, zip_code="none")
    if kind == "STOP":
        return Event(id, "STOP", dependencies=after, delay=delay + 4, at=at)
    kinds: Any = kind.removeprefix("AGENT_")
    return Event(id, kinds, dependencies=after, delay=delay, at=at, check=draw(checks(kind, names, start)))


SCRIPT = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0, 2.5, 7.0]),
        st.sampled_from([MESSAGE, MESSAGE, MESSAGE, WAIT, WAIT, ADD, DELETE, FAILING]),
        st.sampled_from([10, 3, 2, 1, 0, 60]),
        st.sampled_from([True, True, False]),
    ),
    max_size=9,
)
ARGS: dict[str, dict[str, Any]] = {ADD: {}, DELETE: {"event_id": "nothing"}, FAILING: {"zip_code": "none"}, MESSAGE: {"content": "Done."}}
GATES = st.lists(st.sampled_from([(True, True), (True, True), (True, False), (False, False)]), min_size=1, max_size=3).map(tuple)
PLANS = st.builds(Plan, scenarios(), GATES, SCRIPT.map(tuple), st.sampled_from(["low", "medium", "high"]))


def drive(simulation: Any, plan: Plan, seen: list[Any]) -> None:
    """Play the plan's script, noting time and notifications after each step; the same for both simulations."""

    def look(what: str) -> None:
        notes = simulation.take_notifications() if isinstance(simulation, World) else simulation.take()
        told = [(n.time, n.kind, n.tool if isinstance(simulation, World) else n.what) for n in notes]
        seen.append((what, simulation.now, simulation.reason, told))

    simulation.idle()
    look("start")
    messages = 0
    for seconds, tool, timeout, goes_on in plan.script:
        simulation.think(seconds)
        if simulation.reason is None:
            simulation.call(tool, {"timeout": timeout} if tool == WAIT else ARGS[tool])
            messages += tool == MESSAGE
            simulation.check_time_limit()
            if tool == MESSAGE and goes_on:
                simulation.idle()
        look(tool)
    simulation.close()


def world_rows(records: list[Any]) -> list[tuple[Any, ...]]:
    return [
        (r.kind, r.id, r.time, r.tool, r.failed, r.resolved_args != r.args, r.result if r.kind in ("condition", "validation") else None)
        for r in records
    ]


def naive_rows(records: list[Any]) -> list[tuple[Any, ...]]:
    return [
        (r.kind, r.id, r.time, r.tool, r.failed, r.resolved, r.result if r.kind in ("condition", "validation") else None) for r in records
    ]


def same(got: list[Any], want: list[Any]) -> None:
    """Fails with the first place where they differ."""
    for i, (a, b) in enumerate(zip_longest(got, want)):
        assert a == b, f"number {i}: the World has {a}, the naive simulator {b}"


@settings(max_examples=examples(600))
@given(PLANS)
def test_an_episode_is_that_of_the_naive_simulator(plan: Plan) -> None:
    def gate(world: World, turn: int) -> TurnOutcome:
        released, accepted = plan.outcome(turn)
        return TurnOutcome(released, accepted)

    world = World(plan.scenario, notifications=plan.level, gate=gate)
    naive = Polling(plan.scenario, gate=plan.outcome, level=plan.level)
    got: list[Any] = []
    want: list[Any] = []
    drive(world, plan, got)
    drive(naive, plan, want)
    note_event(f"ended: {naive.reason}")
    note_event(f"turns: {sum(r.id.startswith('condition_turn') for r in naive.records)}")
    same(got, want)
    same(world_rows(world.records), naive_rows(naive.records))


@settings(max_examples=examples(300))
@given(scenarios())
def test_an_oracle_run_is_that_of_the_naive_simulator(scenario: Scenario) -> None:
    run = run_oracle(scenario)
    naive = Polling(scenario, oracle=True, gate=lambda turn: (True, True))
    naive.play_oracle()
    assert (run.time, run.cut, run.world.reason) == (naive.now, naive.cut, naive.reason)
    same(world_rows(run.records), naive_rows(naive.records))
    assert run.failed == (naive.reason == "validation_failed" or any(c.left for c in naive.agent_checks.values()))
