"""One oracle act against one agent act: every reason why they would not match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.scenario import placeholder
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.checks import CHECKS, attendees
from gaia2_gym.verifier.oracle import Expected, Oracle
from gaia2_gym.verifier.soft import Context, Judge, SoftResult, as_text, compare

CheckName = Literal[
    "count", "time", "hard", "soft", "screen", "causality", "taken", "unmatched", "not_reached", "validation", "infrastructure"
]
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an agent's act does not stand for an oracle's.

    Args:
        check: The check that failed first.
        argument: The argument, for a hard check; the soft check's name for a soft one.
        expected: The oracle's value.
        got: The agent's value, or the judge's reason.
        margin: For a time: seconds beyond the window, negative when too early.
    """

    check: CheckName
    argument: str = ""
    expected: Any = None
    got: Any = None
    margin: float | None = None


class Pairs:
    """Compares acts, remembering what a judge has answered.

    Args:
        oracle: The oracle side.
        judge: Answers soft questions.
        window: Seconds before and after the oracle's time that are still in time.
        strict: Whether every argument that the oracle gives is compared.
    """

    def __init__(self, oracle: Oracle, judge: Judge, window: tuple[float, float], *, strict: bool) -> None:
        self.oracle = oracle
        self.judge = judge
        self.window = window
        self.strict = strict
        self.questions = 0
        self._soft: dict[tuple[Any, ...], SoftResult] = {}

    def fork(self) -> Pairs:
        """An independent copy with the same memory."""
        other = Pairs(self.oracle, self.judge, self.window, strict=self.strict)
        other.questions, other._soft = self.questions, self._soft.copy()
        return other

    def refusal(self, expected: Expected, act: Act, matched: Mapping[str, Act], tasks: tuple[str, ...]) -> Refusal | None:
        """The first check that fails, in the order time, hard, soft, causality; None for a match.

        Args:
            expected: The oracle's act.
            act: The agent's act, of the same tool.
            matched: Oracle id -> agent act, for what has been matched.
            tasks: The user's messages so far.
        """
        args = self.resolved(expected, matched)
        return (
            self._time(expected, act, matched)
            or self.hard(expected, act, args)
            or self._soft_refusal(expected, act, args, tasks)
            or self.causality(expected, act, matched)
        )

    def resolved(self, expected: Expected, matched: Mapping[str, Act]) -> Mapping[str, Any]:
        """The oracle's arguments, placeholders meaning what the agent's matched act returned; of acts that are not judged, the oracle's value."""
        if not expected.depends_on:
            return expected.act.args
        found = {n: v for n, text in expected.event.args.items() if (v := self._value(text, matched)) is not _MISSING}
        return {**expected.act.args, **found}

    def margin(self, expected: Expected, act: Act, matched: Mapping[str, Act]) -> float | None:
        """Seconds by which the agent's act is later than the oracle's (negative: earlier); None where time is not checked."""
        if not expected.timed:
            return None
        if expected.event.at is not None:
            return act.time - expected.event.at
        if any(a not in matched for a in expected.anchors):
            return None  # nothing to measure from: causality refuses it
        start = self.oracle.scenario.start_time
        since = max((matched[a].time for a in expected.anchors), default=start)
        return act.time - since - expected.delay

    def _time(self, expected: Expected, act: Act, matched: Mapping[str, Act]) -> Refusal | None:
        margin = self.margin(expected, act, matched)
        if margin is None:
            return None
        before, after = self.window
        comparator = expected.event.comparator
        if margin < -before and comparator != "LESS_THAN":
            return Refusal("time", "", expected.act.time, act.time, margin + before)
        if margin > after and comparator != "GREATER_THAN":
            return Refusal("time", "", expected.act.time, act.time, margin - after)
        return None

    def hard(self, expected: Expected, act: Act, args: Mapping[str, Any]) -> Refusal | None:
        """The first rigid argument that differs."""
        for name, check in self._checks(expected):
            wanted, got = args.get(name), act.args.get(name)
            names = self.oracle.user_names
            if not (attendees(got, wanted, names, strict=self.strict) if check == "attendees" else CHECKS[check](got, wanted)):
                return Refusal("hard", name, wanted, got)
        return None

    def causality(self, expected: Expected, act: Act, matched: Mapping[str, Act]) -> Refusal | None:
        """Whether every parent of the turn is matched to something earlier."""
        for parent in expected.parents:
            if self.oracle.scenario.turns.of[parent] != expected.turn:
                continue
            other = matched.get(parent)
            if other is None or (other.time, other.i) >= (act.time, act.i):
                return Refusal("causality", parent, None if other is None else other.time, act.time)
        return None

    def _soft_refusal(self, expected: Expected, act: Act, args: Mapping[str, Any], tasks: tuple[str, ...]) -> Refusal | None:
        soft = [name for name, check in expected.spec.checks.items() if check == "soft"]
        # by content, not by record: after a restore another act may have the same number
        key = (expected.id, tasks, *(as_text(act.args.get(n)) for n in soft), *(as_text(args.get(n)) for n in soft if expected.depends_on))
        result = self._soft.get(key)
        if result is None:
            user = self.oracle.user
            name = f"{user.first_name} {user.last_name}" if user else ""
            context = Context(tasks, expected.act.time, name, (user.address or "") if user else "", self.oracle.names)
            result = self._soft[key] = compare(expected.spec, args, act.args, self.judge, context)
            self.questions += result.questions
        if result.accepted:
            return None
        check: CheckName = "infrastructure" if result.accepted is None else "screen" if result.check == "screen" else "soft"
        return Refusal(check, result.check, None, result.reason)

    def _checks(self, expected: Expected) -> list[tuple[str, str]]:
        named: list[tuple[str, str]] = [(name, check) for name, check in expected.spec.checks.items() if check != "soft"]
        if not self.strict:
            return named
        given = {n: v for n, v in expected.event.args.items() if v not in (None, "", [], {})}
        return named + [(n, _fitting(v)) for n, v in given.items() if n not in expected.spec.checks]

    def _value(self, text: Any, matched: Mapping[str, Act]) -> Any:
        parts = placeholder(text)
        if parts is None:
            return _MISSING
        for length in range(len(parts), 0, -1):
            act = matched.get(".".join(parts[:length]))
            if act is not None:
                value = act.result
                for key in parts[length:]:
                    value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
                return _MISSING if value is None else value
        return _MISSING


def _fitting(value: Any) -> str:
    """The check that fits a value's type, for arguments without one."""
    return "stripped" if isinstance(value, str) else "unordered" if isinstance(value, list | tuple) else "eq"


RefusalOf = Callable[[Expected, Act, Mapping[str, Act]], Refusal | None]
