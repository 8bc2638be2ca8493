"""A second simulator, written from spec/engine.md the naive way: every condition is checked at every point of its grid, by a loop over a list.

It shares no code with the engine or the World: it reads `Scenario.events` (plain data), finds the turns itself, and knows by heart what the few
tools do that the tests use. Slow and obvious; the World must give the same order, times, numbers of checks, results and notifications.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gaia2_gym.scenario import Condition, Event, Scenario, Validation

TURN = "condition_turn_"
MESSAGE, WAIT = "send_message_to_user", "wait_for_notification"
MISSING = object()


@dataclass
class Row:
    """One line of the log."""

    kind: str
    id: str
    time: float
    tool: str | None = None
    failed: bool = False
    resolved: bool = False
    """Whether a placeholder was replaced."""
    result: Any = None


@dataclass
class Note:
    time: float
    kind: str
    what: str


@dataclass
class Check:
    """A watch: what is checked, how often, and how far it has come."""

    first: float
    period: float
    made: int = 0
    value: bool = False
    left: frozenset[int] = frozenset()


class Polling:
    """The naive simulation; the public names are those of `World` that predicates and the driver use."""

    def __init__(self, scenario: Scenario, *, oracle: bool = False, gate: Callable[[int], tuple[bool, bool]], level: str = "medium") -> None:
        self.scenario = scenario
        self.tick = scenario.tick
        self.gate = gate
        self.level = ("low", "medium", "high").index(level)
        self.now = scenario.start_time
        self.end = scenario.start_time + (scenario.duration or 0.0)
        self.records: list[Row] = []
        self.pending: list[Note] = []
        self.reason: str | None = None
        self.cut = False
        self.messages = 0
        self.marked = False
        self.calendar: set[str] = set()
        """Ids of the calendar events that exist: the ids of the scenario events that made them."""
        self.passed = (scenario.start_time, "")
        """Everything up to here, in order of (time, id), has been carried out."""
        self.queue: list[tuple[float, str]] = []
        self.checks: dict[str, Check] = {}
        self.agent_checks: dict[str, Check] = {}
        self.done: dict[str, float] = {}
        self.parents, self.events = self._graph(oracle)
        for id, parents in self.parents.items():
            if not parents:
                self._release(id)

    def _graph(self, oracle: bool) -> tuple[dict[str, list[str]], dict[str, Event]]:
        """Who waits for whom. In an episode a turn's condition stands for the oracle's message that ends it."""
        by_id = {e.id: e for e in self.scenario.events}

        def turn(id: str) -> int:
            return max((turn(p) + by_id[p].ends_turn for p in by_id[id].dependencies), default=0)

        if oracle:
            return {e.id: list(e.dependencies) for e in by_id.values()}, by_id
        turns = max(turn(id) for id in by_id)
        parents = {f"{TURN}{n}": [f"{TURN}{n - 1}"] if n > 1 else [] for n in range(1, turns + 1)}
        for e in by_id.values():
            if e.kind != "AGENT":
                parents[e.id] = sorted({f"{TURN}{turn(p) + 1}" if by_id[p].ends_turn else p for p in e.dependencies})
        return parents, by_id

    def _release(self, id: str) -> None:
        event = self.events.get(id)
        latest = max((self.done[p] for p in self.parents[id]), default=self.scenario.start_time)
        time = latest if event is None else latest + event.delay if event.at is None else event.at
        check = None if event is None else event.check
        if event is None:
            self.checks[id] = Check(time, float(self.tick))
        elif isinstance(check, Condition) or (isinstance(check, Validation) and not check.on_agent):
            left = frozenset(range(len(check.milestones))) if isinstance(check, Validation) else frozenset()
            self.checks[id] = Check(time, float(check.every_ticks * self.tick), left=left)
        self.queue.append((time, id))

    def complete(self, id: str, time: float) -> None:
        self.done[id] = time
        for child, parents in self.parents.items():
            if id in parents and all(p in self.done for p in parents):
                self._release(child)

    # --- time

    def next_time(self) -> float | None:
        return max(self.now, min(self.queue)[0]) if self.queue else None

    def run(self, until: float) -> None:
        while self.reason is None:
            if not self.queue or min(self.queue)[0] > until:
                self.now = max(self.now, until)
                self.passed = max(self.passed, (self.now, "\U0010ffff"))
                return
            time, id = item = min(self.queue)
            self.queue.remove(item)
            self.now = max(self.now, time)
            self.passed = max(self.passed, item)
            self._carry_out(id, time)

    def _carry_out(self, id: str, time: float) -> None:
        event = self.events.get(id)
        if event is None:
            self._check_turn(id, time)
        elif event.kind == "STOP":
            self.records.append(Row("stop", id, time))
            self.stop("stopped")
        elif isinstance(event.check, Condition):
            self._check_condition(id, time, event.check)
        elif isinstance(event.check, Validation):
            if event.check.on_agent:
                self.agent_checks[id] = Check(time, 0.0, left=frozenset(range(len(event.check.milestones))))
                self.complete(id, time)
            else:
                self._check_validation(id, time, event.check)
        else:
            unknown = [v for v in event.args.values() if self._value(v) is MISSING]
            if not (self.marked and unknown):
                self.call(f"{event.app}__{event.function}", event.args, {"USER": "user", "ENV": "env", "AGENT": "agent"}[event.kind], event.id, time)
            self.complete(id, time)

    # --- checks

    def _made(self, id: str, value: bool) -> Check:
        check = self.checks[id]
        check.made += 1
        check.value = value
        return check

    def _again(self, id: str, last: int | None) -> None:
        """Queue the next check. One that lies before what has happened already, because the watch began late, is counted but not made."""
        check = self.checks[id]
        while (check.first + check.made * check.period, id) <= self.passed and (last is None or check.made < last - 1):
            check.made += 1
        self.queue.append((check.first + check.made * check.period, id))

    def _finish(self, id: str, time: float, checks: int, value: bool) -> None:
        check = self.checks.pop(id)
        kind = "validation" if id in self.events and self.events[id].kind == "VALIDATION" else "condition"
        if checks:
            last = check.first + (checks - 1) * check.period
            self.records.append(Row(kind, id, last, result={"first": check.first, "last": last, "checks": checks, "value": value}))

    def _check_turn(self, id: str, time: float) -> None:
        number = int(id.removeprefix(TURN))
        check = self._made(id, self.messages >= number)
        if not check.value:
            return self._again(id, None)
        self._finish(id, time, check.made, True)
        released, accepted = self.gate(number - 1)
        self.marked = self.marked or not accepted
        if released:
            self.complete(id, time)
        else:
            self.stop("turn_refused")

    def _check_condition(self, id: str, time: float, condition: Condition) -> None:
        check = self._made(id, condition.when(self))
        if check.value:
            self._finish(id, time, check.made, True)
            self.complete(id, time)
        elif condition.timeout is not None and check.made * condition.every_ticks > condition.timeout:
            self._finish(id, time, check.made, False)
        else:
            last = None
            if condition.timeout is not None:
                last = next(n for n in range(1, 10_000) if n * condition.every_ticks > condition.timeout)
            self._again(id, last)

    def _check_validation(self, id: str, time: float, validation: Validation) -> None:
        before = self.checks[id].left
        left, hit = self._validate(self.checks[id], validation)
        check = self._made(id, not left)
        timed_out = validation.timeout is not None and check.made * validation.every_ticks >= validation.timeout
        if hit:
            self._finish(id, time, check.made - 1, not before)
            self.stop("validation_failed")
        elif timed_out or not (left or validation.minefields):
            self._finish(id, time, check.made, not left)
            if left:
                self.stop("validation_failed")
            else:
                self.complete(id, time)
        else:
            last = None
            if validation.timeout is not None:
                last = next(n for n in range(1, 10_000) if n * validation.every_ticks >= validation.timeout)
            self._again(id, last)

    def _validate(self, check: Check, validation: Validation, *record: Row) -> tuple[frozenset[int], bool]:
        check.left = frozenset(i for i in check.left if not validation.milestones[i](self, *record))
        return check.left, any(minefield(self, *record) for minefield in validation.minefields)

    def _check_agent(self, row: Row) -> None:
        for id, check in list(self.agent_checks.items()):
            validation = self.events[id].check
            assert isinstance(validation, Validation)
            left, hit = self._validate(check, validation, row)
            check.made += 1
            timed_out = validation.timeout is not None and check.made * validation.every_ticks >= validation.timeout
            if hit or timed_out or not (left or validation.minefields):
                del self.agent_checks[id]
            if hit or (timed_out and left):
                self.stop("validation_failed")

    # --- calls

    def call(self, tool: str, args: Mapping[str, Any], actor: str = "agent", id: str | None = None, time: float | None = None) -> Row:
        app, function = tool.split("__")
        time = self.now if time is None else time
        values = {k: args[k] if (v := self._value(args[k])) is MISSING or id is None else v for k in args}
        failed, result, note = self._perform(function, values, id or str(len(self.records)))
        row = Row(actor, id or f"AGENT-{app}.{function}-{len(self.records)}", time, function, failed, values != dict(args), result)
        self.records.append(row)
        if note is not None and actor != "agent" and not failed and note[0] <= self.level:
            self.pending.append(Note(self.now, note[1], function))
        if actor == "agent":
            self.messages += function == MESSAGE and not failed
            self._check_agent(row)
        return row

    def _perform(self, function: str, args: Mapping[str, Any], maker: str) -> tuple[bool, Any, tuple[int, str] | None]:
        """(failed, result, lowest level and kind of the notification)."""
        if function in ("add_calendar_event", "add_calendar_event_by_attendee"):
            self.calendar.add(maker)
            return False, maker, (1, "environment")
        if function in ("delete_calendar_event", "delete_calendar_event_by_attendee"):
            known = isinstance(args["event_id"], str) and args["event_id"] in self.calendar
            if known:
                self.calendar.remove(args["event_id"])
            return not known, "gone" if known else None, (1, "environment")
        if function == "add_crime_rate":
            return False, "rate", None
        if function == "send_message_to_agent":
            return False, "message", (0, "user")
        if function == "add_product":
            return False, "product", (2, "environment")
        if function == WAIT:
            self._wait(args["timeout"])
        return function == "get_crime_rate", None, None

    def _value(self, text: Any) -> Any:
        """What a placeholder `{{id}}` means: the result of a call that worked; MISSING if there is none, the text itself if it is no placeholder."""
        if not (isinstance(text, str) and text.startswith("{{")):
            return text
        return next((r.result for r in self.records if r.id == text.strip("{}") and not r.failed and r.result is not None), MISSING)

    def _wait(self, timeout: float) -> None:
        full = self.now + timeout
        deadline = min(full, max(self.now, self.end))
        while self.reason is None and not self.pending:
            time = self.next_time()
            if time is None or time > deadline:
                self.run(deadline)
                if self.now == full:
                    self.pending.append(Note(self.now, "environment", WAIT))
                return
            self.run(time)

    # --- what the driver does

    def think(self, seconds: float) -> None:
        self.run(self.now + seconds)

    def idle(self) -> None:
        while self.reason is None and not self.pending:
            time = self.next_time()
            if time is None or time > self.end:
                self.run(self.end)
                self.stop("time_limit")
            else:
                self.run(time)

    def check_time_limit(self) -> None:
        if self.reason is None and self.now >= self.end:
            self.stop("time_limit")

    def play_oracle(self) -> None:
        while self.reason is None and (time := self.next_time()) is not None:
            if time > self.end:
                self.now = time
                self.cut = any(id not in self.checks or not self.checks[id].made for _, id in self.queue)
                return
            self.run(time)

    def stop(self, reason: str) -> None:
        self.reason = reason
        self.pending.append(Note(self.now, "stop", ""))

    def take(self) -> list[Note]:
        taken, self.pending = sorted(self.pending, key=lambda n: n.time), []
        return taken

    def close(self) -> None:
        for id in sorted(self.checks):
            self._finish(id, self.now, self.checks[id].made, self.checks[id].value)
