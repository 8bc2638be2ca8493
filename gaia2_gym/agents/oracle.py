"""The oracle agent: does what the scenario's oracle events say, at their times, through the same door as any agent."""

from __future__ import annotations

import math
from typing import Any

from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, Event
from gaia2_gym.session import Session, Step
from gaia2_gym.world.placeholders import Resolver

WAIT = "SystemApp__wait_for_notification"
CLOSING = {"tool": f"{USER_INTERFACE}__{MESSAGE_TO_USER}", "args": {"content": "Done."}}


class OracleAgent:
    """Plays one session by its oracle events: by their times, topological within a time, the message last in its turn.

    It reaches a time by waiting, makes a call again that noise made fail, and closes a turn that has no message with "Done.". It looks into the
    World, as no real agent can.
    """

    def __init__(self) -> None:
        self._made: dict[str, int] = {}
        self._doing: str | None = None

    def act(self, session: Session, last: Step) -> dict[str, Any]:
        """The next action."""
        world = session.world
        if self._doing is not None:
            made = session.step_records[-1][0] if session.step_records[-1] else len(world.records) - 1
            if not world.records[made].injected:
                self._made[self._doing] = made
            self._doing = None
        now = world.now
        todo = self._todo(session)
        if not todo:
            return CLOSING
        known = [(time, event) for event in todo if (time := self._time(session, event)) is not None]
        due = [(time, event) for time, event in known if time <= now]
        others = [pair for pair in due if not pair[1].ends_turn]
        if others or (due and len(todo) == 1):
            event = min(others or due, key=lambda pair: pair[0])[1]
            self._doing = event.id
            resolver = Resolver(world.records, world.progress.by_event, self._made)
            return {"tool": session.phone.called(f"{event.app}__{event.function}"), "args": dict(resolver.resolve(event.args))}
        upcoming = [time for time, event in known if time > now and (not event.ends_turn or len(todo) == 1)]
        # with noise something is always about to happen; then the next thing matters only to an event that still waits for one
        matters = world.scenario is session.scenario or len(known) < len(todo)
        if matters and (next_time := world.next_time()) is not None:
            upcoming.append(next_time)
        if not upcoming:
            return CLOSING
        return {"tool": WAIT, "args": {"timeout": max(1, math.ceil(min(upcoming) - now))}}

    def _todo(self, session: Session) -> list[Event]:
        """Oracle events of the present turn still to be done, parents before children."""
        scenario = session.scenario
        events = (scenario.by_id[id] for id in scenario.oracle.order)
        return [e for e in events if e.kind == "AGENT" and scenario.turns.of[e.id] == session.world.turn and e.id not in self._made]

    def _time(self, session: Session, event: Event) -> float | None:
        """When to do an event, Unix seconds; None while something it depends on has not happened."""
        world, scenario = session.world, session.scenario
        times = [scenario.start_time]
        for parent in event.dependencies:
            index = self._made.get(parent, world.progress.by_event.get(parent))
            if index is None:
                return None
            times.append(world.records[index].time)
        return event.at if event.at is not None else max(times) + event.delay
