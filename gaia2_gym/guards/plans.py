"""Plans: the oracle's calls as data, to be changed and then carried out in a session."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, Scenario
from gaia2_gym.session import Session, Step, oracle_run
from gaia2_gym.trace import Record
from gaia2_gym.world.placeholders import Resolver

MESSAGE = f"{USER_INTERFACE}__{MESSAGE_TO_USER}"
WAIT = "SystemApp__wait_for_notification"


@dataclass(frozen=True, slots=True)
class Planned:
    """One call of a plan.

    Args:
        tool: Public name of the tool.
        args: Arguments; placeholders mean what the plan's own calls returned.
        turn: Its turn, from 0.
        after: Ids of events, and of oracle calls, after which it comes. A call that has not been made by then is not waited for.
        delay: Seconds after the latest of them, or after the start.
        at: Unix seconds instead.
        stands_for: Id of the oracle's event that it carries out.
        raw: An action as it stands, instead of a call.
        may_fail: Whether it is meant to fail.
    """

    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    turn: int = 0
    after: tuple[str, ...] = ()
    delay: float = 0.0
    at: float | None = None
    stands_for: str = ""
    raw: str = ""
    may_fail: bool = False


Plan = tuple[Planned, ...]


def plan_of(scenario: Scenario) -> Plan:
    """What the oracle does, by its times, the message last in its turn; a last turn without a message is closed with "Done."."""
    calls = []
    for id in scenario.oracle.order:
        event = scenario.by_id[id]
        if event.kind == "AGENT":
            turn = scenario.turns.of[id]
            calls.append(Planned(f"{event.app}__{event.function}", event.args, turn, event.dependencies, event.delay, event.at, id))
    last = scenario.num_turns - 1
    if not any(c.turn == last and c.tool == MESSAGE for c in calls):
        calls.append(Planned(MESSAGE, {"content": "Done."}, last))
    return in_order(scenario, calls)


def in_order(scenario: Scenario, calls: Iterable[Planned]) -> Plan:
    """Calls by turn and time; a message comes last in its turn, equal times keep their order."""
    calls = list(calls)
    times = {r.id: r.time for r in oracle_run(scenario).records}
    moments: dict[int, float] = {}
    for n, call in enumerate(calls):
        moments[n] = call.at if call.at is not None else max((times.get(id, 0.0) for id in call.after), default=scenario.start_time) + call.delay
        if call.stands_for:
            times[call.stands_for] = moments[n]
    order = sorted(moments, key=lambda n: (calls[n].turn, calls[n].tool == MESSAGE, moments[n]))
    return tuple(calls[n] for n in order)


class PlanAgent:
    """Carries out a plan, one call after the other, each at its time; then waits for the end. What noise made fail is done again.

    Args:
        plan: The calls, in order.
    """

    def __init__(self, plan: Sequence[Planned]) -> None:
        self.plan = plan
        self.records: list[Record] = []
        """The record of each call made so far; of a raw action that of what it came to."""
        self._made: dict[str, int] = {}
        self._called = False

    @property
    def done(self) -> bool:
        """Whether every call has been made."""
        return len(self.records) + self._called == len(self.plan)

    def act(self, session: Session, last: Step) -> Any:
        """The next action: a call that is due, or a wait."""
        self.note(session)
        if self.done:
            return {"tool": WAIT, "args": {"timeout": 600}}
        call = self.plan[len(self.records)]
        due = self._due(session, call)
        if due > session.world.now:
            return {"tool": WAIT, "args": {"timeout": max(1, math.ceil(due - session.world.now))}}
        self._called = True
        if call.raw:
            return call.raw
        world = session.world
        resolver = Resolver(world.records, world.progress.by_event, self._made)
        return {"tool": session.phone.called(call.tool), "args": dict(resolver.resolve(call.args))}

    def note(self, session: Session) -> None:
        """Take down what the last call led to, unless it is to be made again."""
        if self._called:
            self._called = False
            call = self.plan[len(self.records)]
            made = session.step_records[-1]
            record = session.world.records[made[0] if made else -1]
            if record.injected:
                return
            self.records.append(record)
            if call.stands_for and not self.records[-1].failed:
                self._made[call.stands_for] = self.records[-1].i

    def _due(self, session: Session, call: Planned) -> float:
        """When to make a call, Unix seconds; the time of the next event while one it waits for may still come in this turn."""
        world = session.world
        times = [world.scenario.start_time]
        for id in call.after:
            index = self._made.get(id, world.progress.by_event.get(id))
            if index is not None:
                times.append(world.records[index].time)
            elif world.scenario.by_id[id].kind == "AGENT" or world.scenario.turns.of[id] > world.turn:
                continue
            elif (next_time := world.next_time()) is not None:
                return max(next_time, world.now + 1.0)
        return call.at if call.at is not None else max(times) + call.delay


def carry_out(session: Session, plan: Sequence[Planned], *, to_the_end: bool = True) -> list[Record]:
    """Carry out a plan.

    Args:
        session: A session that has just begun.
        plan: The calls.
        to_the_end: Whether to wait for the end of the episode once all calls are made.

    Returns:
        The record of each call that was made.
    """
    agent, last = PlanAgent(plan), session.start
    while not session.over and (to_the_end or not agent.done):
        last = session.step(agent.act(session, last))
        agent.note(session)
    return agent.records
