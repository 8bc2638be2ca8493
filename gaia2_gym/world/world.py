"""The World: apps, events, turns and notifications in one simulation, played one call at a time.

`World.call` is the only recorder: it validates, runs, timestamps and records. Time moves in `think`, `idle` and waits only. Nothing here knows
of text actions, rewards or limits on steps; that is the session's business.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

from gaia2_gym.apps import App, Runtime, copy_state
from gaia2_gym.apps.records import plain
from gaia2_gym.apps.reminder import Reminder
from gaia2_gym.engine import Due, Simulator, Stream
from gaia2_gym.errors import ToolError, nearest
from gaia2_gym.scenario import MESSAGE_TO_USER, NOISE_PREFIX, USER_INTERFACE, Condition, Event, Scenario, Validation
from gaia2_gym.tools import Level, ToolSpec
from gaia2_gym.trace import ErrorInfo, Notification, Record, RecordKind
from gaia2_gym.world.diff import Change, state_diff
from gaia2_gym.world.gate import Gate, open_gate
from gaia2_gym.world.notify import delivered, notification
from gaia2_gym.world.placeholders import Resolver
from gaia2_gym.world.progress import Progress, Snapshot, StopReason
from gaia2_gym.world.watches import check_condition, check_turn, record_watch, start_or_check, validate

Actor = Literal["agent", "user", "env"]
LONGEST = 1e9
"""Seconds that may pass in one go, some 30 years: beyond, the clock's floats could no longer count ticks."""

_STOP_TEXTS: dict[StopReason, str] = {
    "stopped": "The scenario is over.",
    "turn_refused": "The simulation was stopped: the last turn was not accepted.",
    "validation_failed": "The simulation was stopped: a validation failed.",
    "time_limit": "The time limit of the scenario was reached.",
    "infrastructure": "The simulation was stopped: the turn could not be judged.",
}


class World:
    """One simulation of one scenario.

    Args:
        scenario: What is played; shared, never changed.
        seed: Drives ids and random numbers.
        notifications: Verbosity: `low`, `medium` or `high`.
        compat: Whether the reference's visible quirks are wanted where there is a switch.
        oracle: Run the oracle's events instead of waiting for an agent.
        gate: Judges each turn at its end; by default every turn is released.
        duration: Seconds until the end; by default the scenario's limit. `math.inf` for none.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int = 0,
        notifications: Level = "medium",
        compat: bool = False,
        oracle: bool = False,
        gate: Gate | None = None,
        duration: float | None = None,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.notifications: Level = notifications
        self.compat = compat
        self.is_oracle = oracle
        self.gate: Gate = gate or open_gate
        self.end = scenario.start_time + (scenario.time_limit if duration is None else duration)
        self.simulator = Simulator(scenario.oracle if oracle else scenario.play, scenario.watches, scenario.start_time)
        self.progress = Progress()
        self.apps = self._make_apps({entry.name: copy_state(entry.state) for entry in scenario.apps}, {})

    # --- reading -----------------------------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Simulated Unix seconds, UTC."""
        return self.simulator.now

    @property
    def records(self) -> list[Record]:
        """Everything that happened, in the order in which it happened."""
        return self.progress.records

    @property
    def log(self) -> list[Record]:
        """The records in order of their times; equal times in the order in which they happened."""
        return sorted(self.progress.records, key=lambda r: r.time)

    @property
    def pending(self) -> list[Notification]:
        """Notifications that have arrived and were not yet taken."""
        return self.progress.pending

    @property
    def turn(self) -> int:
        """The present turn, from 0: messages the agent has sent to the user."""
        return self.progress.messages_sent

    @property
    def aliases(self) -> Mapping[str, int]:
        """Oracle event id -> index of the agent's record that stands for it."""
        return self.progress.aliases

    @property
    def reason(self) -> StopReason | None:
        """Why the simulation has stopped, or None while it runs."""
        return self.progress.reason

    @property
    def stopped(self) -> bool:
        """Whether nothing can happen any more."""
        return self.progress.reason is not None

    @property
    def milestones_left(self) -> bool:
        """Whether a validation of the agent's calls still waits for a milestone; at the end that is a failure."""
        return any(self.progress.milestones[id] for id in self.progress.agent_checks)

    def state_diff(self) -> dict[str, list[Change]]:
        """What has changed since the start, by app, with generated ids canonicalised; without what noise events brought."""
        before = {entry.name: entry.state for entry in self.scenario.apps}
        after = {name: app.state for name, app in self.apps.items()}
        generated = {id for app in self.apps.values() for id in app.runtime.stream.issued()}
        noise = {id for r in self.records if r.kind == "env" and r.id.startswith(NOISE_PREFIX) for id in self._stream_of(r.id, 1).issued()}
        return state_diff(before, after, generated, noise)

    def refuse(self, tool: str | None, args: Mapping[str, Any], error: ToolError) -> Record:
        """Record an agent's call that did not get as far as a tool: malformed, or of a tool it cannot see."""
        app, _, function = (tool or "").partition("__")
        i = len(self.progress.records)
        info = ErrorInfo(error.kind, error.message)
        id = f"AGENT-refused-{i}"
        record = Record(i, "agent", id, self.now, app, "", (function or app) or None, args, args, "read", None, info, self.turn)
        self._append(record)
        return record

    # --- acting ------------------------------------------------------------------------------------------------------------------------------

    def call(
        self,
        tool: str,
        args: Mapping[str, Any],
        actor: Actor = "agent",
        *,
        event: Event | None = None,
        time: float | None = None,
        failure: ToolError | None = None,
    ) -> Record:
        """Run one tool call and record it.

        Args:
            tool: Public name, `<app>__<function>`.
            args: Arguments by name; checked strictly against the tool's schema.
            actor: Who calls. The agent may call the agent's tools only.
            event: The scenario event that is being run, if any: its id is the record's, its placeholders are resolved.
            time: The time to log; now by default.
            failure: An error with which the call fails in place of running.

        Returns:
            The record; a failed call is one with an `error`, and has changed nothing.
        """
        time = self.now if time is None else time
        spec = self.scenario.tools.get(tool)
        turn = self.progress.messages_sent
        resolved: Mapping[str, Any] = args if event is None else self._resolver().resolve(args)
        result: Any = None
        error: ErrorInfo | None = None
        try:
            if spec is None or (actor == "agent" and "agent" not in spec.audience):
                raise ToolError("unknown_tool", f"there is no tool {tool[:80]!r}{nearest(tool[:80], self.scenario.tools)}.")
            valid = spec.validate(resolved)
            args = valid if resolved is args else {**valid, **args}
            resolved = valid
            if failure is not None:
                raise failure
            result = self._run_tool(spec, valid, event)
        except ToolError as failure:
            error = ErrorInfo(failure.kind, failure.message)
        app, _, function = tool.partition("__")
        i = len(self.progress.records)
        record = Record(
            i=i,
            kind=actor,
            id=event.id if event is not None else f"{actor.upper()}-{app}.{function}-{i}",
            time=time,
            app=spec.app if spec else app,
            app_class=spec.app_class if spec else "",
            tool=spec.name if spec else function or tool,
            args=args,
            resolved_args=resolved,
            operation=spec.operation if spec else "read",
            result=result,
            error=error,
            turn=turn,
        )
        self._append(record)
        if error is None and actor != "agent" and spec is not None and spec.notification and delivered(spec.notification, self.notifications):
            self._notify(notification(spec.notification, record, plain(result), self.now))
        if actor == "agent":
            self._after_agent(record)
        return record

    def think(self, seconds: float) -> None:
        """Let time pass while the agent thinks; what is due meanwhile happens at its own time. At most `LONGEST` seconds at once."""
        self.run(self.now + min(seconds, LONGEST))

    def idle(self) -> None:
        """Let time pass until something arrives, or to the end of the scenario."""
        while not self.stopped and not self.pending:
            time = self.next_time()
            if time is None or time > self.end:
                self.run(self.end if math.isfinite(self.end) else self.now)
                self.stop("time_limit")
            else:
                self.run(time)

    def next_time(self) -> float | None:
        """When something happens next by itself, Unix seconds, or None."""
        times = [t for t in (self.simulator.next_time, self._next_alarm()) if t is not None]
        return min(times, default=None)

    def run(self, until: float) -> None:
        """Carry out everything due by a time, in order, and move the clock to it."""
        while not self.stopped:
            time = self.next_time()
            if time is None or time > until:
                self.simulator.advance(until)
                self._ring_alarms()
                return
            due = self.simulator.next_due(time)
            if due is None:
                self.simulator.advance(time)
            else:
                self._carry_out(due)
            self._ring_alarms()

    def check_time_limit(self) -> None:
        """Stop if the end of the scenario has been reached."""
        if self.now >= self.end and not self.stopped:
            self.stop("time_limit")

    def take_notifications(self) -> tuple[Notification, ...]:
        """Hand over what has arrived, oldest first."""
        taken = tuple(sorted(self.progress.pending, key=lambda n: n.time))
        self.progress.pending = []
        return taken

    def stop(self, reason: StopReason) -> None:
        """End the simulation and tell the agent."""
        self.progress.reason = reason
        self._notify(Notification(self.now, "stop", "", _STOP_TEXTS[reason]))

    def close(self) -> None:
        """Record the conditions and validations still under way, with the checks that polling would have made. Called once, at the end."""
        if self.progress.closed:
            return
        self.progress.closed = True
        for id in sorted(self.simulator.watching()):
            if made := self.simulator.checks_made(id):
                record_watch(self, id, made, id in self.progress.milestones and not self.progress.milestones[id])

    # --- snapshots ---------------------------------------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The World at this moment; cheap, shares everything that does not change."""
        states = {name: app.copy_state() for name, app in self.apps.items()}
        counts = {name: app.runtime.stream.count for name, app in self.apps.items()}
        return Snapshot(self.simulator.copy(), self.progress.copy(), states, counts)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this World or of a fork of it."""
        self.simulator = snapshot.simulator.copy()
        self.progress = snapshot.progress.copy()
        for name, app in self.apps.items():
            app.state = copy_state(snapshot.states[name])
            app.runtime.clock = self.simulator
            app.runtime.stream.count = snapshot.counts[name]

    def fork(self) -> World:
        """An independent World with the same past and, for equal calls, the same future."""
        other = World.__new__(World)
        for name in ("scenario", "seed", "notifications", "compat", "is_oracle", "gate", "end"):
            setattr(other, name, getattr(self, name))
        other.simulator = self.simulator.copy()
        other.progress = self.progress.copy()
        counts = {name: app.runtime.stream.count for name, app in self.apps.items()}
        other.apps = other._make_apps({name: app.copy_state() for name, app in self.apps.items()}, counts)
        return other

    # --- inside ------------------------------------------------------------------------------------------------------------------------------

    def _make_apps(self, states: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, App[Any]]:
        # No app refers to the World itself: a dropped World is freed at once, without waiting for the garbage collector.
        runtimes = {e.name: Runtime(self.simulator, Stream(self.seed, e.name, counts.get(e.name, 0)), self.compat) for e in self.scenario.apps}
        apps = {e.name: e.cls(e.name, states[e.name], runtimes[e.name]) for e in self.scenario.apps}
        files: Any = next((app for app in apps.values() if hasattr(app, "read_bytes")), None)
        for app in apps.values():
            if app is not files:
                app.runtime.files = files
        return apps

    def _run_tool(self, spec: ToolSpec, args: Mapping[str, Any], event: Event | None) -> Any:
        app = self.apps[spec.app]
        stream = app.runtime.stream
        if event is not None and event.id.startswith(NOISE_PREFIX):
            app.runtime.stream = self._stream_of(event.id)  # noise takes no ids away from what is judged
        app.runtime.wait = self._wait  # lent for the call only, see above
        try:
            return getattr(app, spec.name)(**args)
        finally:
            app.runtime.wait, app.runtime.stream = None, stream

    def _stream_of(self, event: str, count: int = 0) -> Stream:
        """The stream of a noise event, which draws at most one id."""
        return Stream(self.seed, event, count)

    def _resolver(self) -> Resolver:
        return Resolver(self.progress.records, self.progress.by_event, self.progress.aliases)

    def _append(self, record: Record) -> None:
        self.progress.by_event[record.id] = record.i
        self.progress.records.append(record)
        self.simulator.grown()

    def _notify(self, notification: Notification) -> None:
        self.progress.pending.append(notification)

    def _after_agent(self, record: Record) -> None:
        if record.error is None and record.app == USER_INTERFACE and record.tool == MESSAGE_TO_USER:
            self.progress.messages_sent += 1
        for id in list(self.progress.agent_checks):
            self.progress.agent_checks[id] += 1
            validate(self, id, self.progress.agent_checks[id], record)

    def _carry_out(self, due: Due) -> None:
        event = self.scenario.by_id.get(due.id)
        if event is None:
            check_turn(self, due)
        elif event.kind == "STOP":
            self.append_fact("stop", due.id, due.time, None)
            self.stop("stopped")
        elif isinstance(event.check, Condition):
            check_condition(self, event.check, due)
        elif isinstance(event.check, Validation):
            start_or_check(self, event.check, due)
        else:
            actors: dict[str, Actor] = {"USER": "user", "ENV": "env", "AGENT": "agent"}
            if not self._left_out(event):
                self.call(f"{event.app}__{event.function}", event.args, actors[event.kind], event=event, time=due.time)
            self.simulator.complete(due.id, due.time)

    def _left_out(self, event: Event) -> bool:
        """After a turn that was released without being accepted, events that mean something the agent never made do not happen."""
        return bool(self.progress.marked_turns) and self._resolver().has_unresolved(event.args)

    def append_fact(self, kind: RecordKind, id: str, time: float, result: Any) -> None:
        """Record something that is no call."""
        i = len(self.progress.records)
        self._append(Record(i, kind, id, time, "", "", None, {}, {}, "read", result, None, self.progress.messages_sent))

    def _wait(self, timeout: int) -> None:
        """Let time pass until something arrives or the timeout is reached, whichever is first; the end of the scenario cuts a wait short."""
        full = self.now + timeout
        deadline = min(full, max(self.end, self.now), self.now + LONGEST)
        while not self.stopped and not self.pending:
            time = self.next_time()
            if time is None or time > deadline:
                self.run(deadline)
                if deadline == full and not self.pending:
                    text = f"no notification within the {timeout} seconds waited for"
                    self._notify(Notification(self.now, "environment", "SystemApp", text, {"seconds": timeout}, "wait_for_notification"))
                return
            self.run(time)

    def _next_alarm(self) -> float | None:
        times = [t for app in self.apps.values() if isinstance(app, Reminder) and (t := app.next_due(-math.inf)) is not None]
        return max(self.now, min(times)) if times else None

    def _ring_alarms(self) -> None:
        """Announce reminders that have come due: each once, at its time."""
        for app in self.apps.values():
            if isinstance(app, Reminder):
                for reminder in app.due_between(-math.inf, self.now):
                    app.mark_notified(reminder.reminder_id)
                    ids = {"reminder_id": reminder.reminder_id}
                    self._notify(Notification(self.now, "environment", app.name, f"reminder due: {reminder.title}", ids, "reminder"))
