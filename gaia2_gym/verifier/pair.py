"""One oracle act against one agent act: every reason why they would not match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.scenario import placeholder
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.checks import CHECKS, attendees
from gaia2_gym.verifier.oracle import Expected, Oracle
from gaia2_gym.verifier.soft import Context, Judge, SoftResult, as_text, compare

CheckName = Literal["count", "time", "hard", "soft", "screen", "causality", "taken", "unmatched", "not_reached", "validation", "infrastructure"]
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
    """Compares acts, remembering what has been compared.

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
        self._said: tuple[str, ...] = ()
        self._tasks: dict[int, tuple[str, ...]] = {}
        self._hard: dict[tuple[str, int], Refusal | None] = {}
        self._soft: dict[tuple[Any, ...], SoftResult] = {}

    def fork(self) -> Pairs:
        """An independent copy with the same memory."""
        other = Pairs(self.oracle, self.judge, self.window, strict=self.strict)
        other.questions, other._said = self.questions, self._said
        other._tasks, other._hard, other._soft = self._tasks.copy(), self._hard.copy(), self._soft.copy()
        return other

    def take_note(self, act: Act) -> None:
        """Hear of an act when it happens: what the user has said before a call is what the call answers to."""
        if act.kind == "user":
            self._said = (*self._said, str(act.args.get("content", "")))
        elif act.kind == "agent":
            self._tasks[act.i] = self._said

    def refusal(self, expected: Expected, act: Act, matched: Mapping[str, Act]) -> Refusal | None:
        """The first check that fails, in the order time, hard, soft, causality; None for a match.

        Args:
            expected: The oracle's act.
            act: The agent's act, of the same tool.
            matched: Oracle id -> agent act, for what has been matched.
        """
        args = self.resolved(expected, matched)
        return (
            self._time(expected, act, matched)
            or self.hard(expected, act, args)
            or self._soft_refusal(expected, act, args)
            or self.causality(expected, act, matched)
        )

    def could_fit(self, expected: Expected, act: Act, events: Mapping[str, Act]) -> bool:
        """Whether an act could stand for an oracle's, as far as that does not depend on what stands for the agent's other acts.

        Where it is false, `refusal` refuses whatever else is matched; where the oracle's act rests on no other (`rests_on`), they agree.

        Args:
            expected: The oracle's act.
            act: The agent's act, of the same tool.
            events: Events of user and environment by id.
        """
        if expected.rests_on.isdisjoint(expected.anchors) and self._time(expected, act, events):
            return False
        args = self.resolved(expected, events)
        if self.hard(expected, act, args, expected.open_args) or self.causality(expected, act, events, expected.rests_on):
            return False
        return not expected.open_args.isdisjoint(expected.soft) or self._soft_refusal(expected, act, args) is None

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

    def hard(self, expected: Expected, act: Act, args: Mapping[str, Any], but: Collection[str] = ()) -> Refusal | None:
        """The first rigid argument that differs.

        Args:
            expected: The oracle's act.
            act: The agent's act.
            args: The oracle's arguments, resolved.
            but: Arguments to leave out.
        """
        if expected.depends_on:
            return self._compare(expected, act, args, but)
        key = (expected.id, act.i)
        if key not in self._hard:
            self._hard[key] = self._compare(expected, act, args, but)
        return self._hard[key]

    def _compare(self, expected: Expected, act: Act, args: Mapping[str, Any], but: Collection[str]) -> Refusal | None:
        names = self.oracle.user_names
        for name, check in (*expected.hard, *expected.unnamed) if self.strict else expected.hard:
            if name in but:
                continue
            wanted, got = args.get(name), act.args.get(name)
            if not (attendees(got, wanted, names, strict=self.strict) if check == "attendees" else CHECKS[check](got, wanted)):
                return Refusal("hard", name, wanted, got)
        return None

    def causality(self, expected: Expected, act: Act, matched: Mapping[str, Act], but: Collection[str] = ()) -> Refusal | None:
        """Whether every parent of the turn, those left out aside, is matched to something earlier."""
        for parent in expected.parents_in_turn:
            other = matched.get(parent)
            if parent not in but and (other is None or (other.time, other.i) >= (act.time, act.i)):
                return Refusal("causality", parent, None if other is None else other.time, act.time)
        return None

    def _soft_refusal(self, expected: Expected, act: Act, args: Mapping[str, Any]) -> Refusal | None:
        if not expected.soft:
            return None
        tasks = self._tasks.get(act.i, self._said)
        # by content, not by record: after a restore another act may have the same number
        key = (expected.id, tasks, *(as_text(act.args.get(n)) for n in expected.soft), *(as_text(args.get(n)) for n in expected.soft))
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


RefusalOf = Callable[[Expected, Act, Mapping[str, Act]], Refusal | None]
