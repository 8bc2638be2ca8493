"""The verifier: judges an episode turn by turn, while it runs or afterwards, with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.scenario import Scenario
from gaia2_gym.verifier.acts import Act, acts_of
from gaia2_gym.verifier.explain import explain
from gaia2_gym.verifier.match import Matching, count_tools, counts_equal, match_turn
from gaia2_gym.verifier.oracle import Oracle, prepare
from gaia2_gym.verifier.pair import Pairs, Refusal
from gaia2_gym.verifier.progress import Tracker, cap
from gaia2_gym.verifier.soft import Judge
from gaia2_gym.verifier.verdict import AgentVerdict, AttemptVerdict, Failure, OracleStatus, OracleVerdict, TurnVerdict, Verdict

TIMING: dict[str, tuple[float, float]] = {"reference": (10.0, 25.0), "paper": (5.0, 25.0)}
"""Seconds before and after the oracle's time that are still in time: as the reference's code has it, and as the paper does."""


@dataclass(frozen=True, slots=True)
class VerifierConfig:
    """How an episode is judged.

    Args:
        judge: Answers questions about free text.
        judge_name: Its name, for the verdict.
        matching: `optimal` searches for a complete assignment, `reference` takes the first fitting call.
        checks: `reference` compares the arguments that the reference compares, `strict` every one that the oracle gives.
        timing: Seconds (before, after) the oracle's time that are still in time.
    """

    judge: Judge
    judge_name: str = ""
    matching: Literal["optimal", "reference"] = "optimal"
    checks: Literal["reference", "strict"] = "reference"
    timing: tuple[float, float] = TIMING["reference"]


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What judging one turn gave."""

    success: bool | None
    counts: Mapping[str, tuple[int, int]]
    matching: Matching
    check: str = ""


class Verifier:
    """Judges episodes of one scenario.

    Args:
        scenario: The scenario.
        oracle_records: Records of its oracle run, in JSON form.
        config: How to judge.
        oracle_diff: The oracle's state diff, for `end_state_equivalent`.
    """

    def __init__(
        self,
        scenario: Scenario,
        oracle_records: Iterable[Mapping[str, Any]],
        config: VerifierConfig,
        oracle_diff: Mapping[str, Any] | None = None,
    ) -> None:
        self.oracle: Oracle = prepare(scenario, oracle_records)
        self.config = config
        self.oracle_diff = oracle_diff

    @classmethod
    def prepared(cls, oracle: Oracle, config: VerifierConfig, oracle_diff: Mapping[str, Any] | None = None) -> Verifier:
        """A verifier on an oracle side that was prepared before."""
        verifier = cls.__new__(cls)
        verifier.oracle, verifier.config, verifier.oracle_diff = oracle, config, oracle_diff
        return verifier

    def episode(self) -> Judgement:
        """A judgement of a new episode."""
        return Judgement(self)

    def judge(self, records: Iterable[Mapping[str, Any]], *, reason: str = "", diff: Mapping[str, Any] | None = None) -> Verdict:
        """Judge a finished episode from its records.

        Args:
            records: Records in JSON form, in any order.
            reason: Why the episode ended, if known.
            diff: The episode's state diff, if known.
        """
        judgement = self.episode()
        for act in sorted(acts_of(records), key=lambda a: a.i):
            judgement.add(act)
        return judgement.verdict(reason=reason, diff=diff)


class Judgement:
    """One episode being judged: takes acts as they happen, judges turns as they end.

    Args:
        verifier: Whose scenario and settings.
    """

    def __init__(self, verifier: Verifier) -> None:
        config = verifier.config
        self.verifier = verifier
        self.pairs = Pairs(verifier.oracle, config.judge, config.timing, strict=config.checks == "strict")
        self.acts: list[Act] = []
        self.outcomes: list[TurnOutcome] = []
        self.matched: dict[str, Act] = {}
        self.tracker = Tracker(verifier.oracle, self.pairs)
        self.history: list[tuple[int, float]] = []

    def fork(self) -> Judgement:
        """An independent copy."""
        other = Judgement.__new__(Judgement)
        other.__dict__.update(self.__dict__)
        other.acts, other.outcomes, other.history = self.acts.copy(), self.outcomes.copy(), self.history.copy()
        other.matched = self.matched.copy()
        other.pairs = self.pairs.fork()
        other.tracker = self.tracker.fork(other.pairs)
        return other

    @property
    def progress(self) -> float:
        """Present progress; see the specification of the dense signal."""
        return self.history[-1][1] if self.history else 0.0

    @property
    def passed(self) -> bool:
        """Whether every turn has been judged and accepted."""
        return len(self.outcomes) == len(self.verifier.oracle.turns) and all(o.success for o in self.outcomes)

    def add(self, act: Act) -> None:
        """Take note of what happened; a message to the user ends its turn, which is then judged."""
        if act.turn >= len(self.verifier.oracle.turns):
            return
        self.acts.append(act)
        self.pairs.take_note(act)
        self.tracker.add(act)
        if act.kind != "agent":
            return
        if act.is_message and len(self.outcomes) == act.turn:
            self.judge_turn()
        self.history.append((act.i, 1.0 if self.passed else self.tracker.progress()))

    def judge_turn(self) -> TurnOutcome:
        """Judge the next turn on the acts so far."""
        number = len(self.outcomes)
        expected = self.verifier.oracle.turns[number]
        turns = self.verifier.oracle.scenario.turns.of
        acts = sorted((a for a in self.acts if a.turn <= number), key=lambda a: (a.time, a.i))
        mine = [a for a in acts if (a.turn == number if a.kind == "agent" else turns.get(a.id, a.turn) == number)]
        counts = count_tools(expected, mine)
        matching = match_turn(expected, acts, self.matched, self.pairs.refusal, self.verifier.config.matching)
        if not counts_equal(expected, mine):
            outcome = TurnOutcome(False, counts, matching, "count")
        elif matching.failed is None:
            outcome = TurnOutcome(True, counts, matching)
        else:
            outcome = TurnOutcome(None if matching.unknown else False, counts, matching, _common_check(matching))
        self.matched |= matching.matches
        self.outcomes.append(outcome)
        return outcome

    def so_far(self) -> Verdict:
        """The verdict on the turns that have ended; not known yet unless one of them failed."""
        success, failure, unknown = self._outcome("")
        if failure is not None and failure.check == "not_reached":
            success, failure, unknown = None, None, "the episode is not over"
        elif success:
            return self.verdict()
        turns = tuple(self._turn(n) for n in range(len(self.outcomes)))
        return self._verdict(success, failure, unknown, turns, None)

    def verdict(self, *, reason: str = "", diff: Mapping[str, Any] | None = None) -> Verdict:
        """The verdict on what has happened; a turn under way is judged as it stands.

        Args:
            reason: Why the episode ended, if known.
            diff: The episode's state diff, if known.
        """
        under_way = len(self.outcomes) < len(self.verifier.oracle.turns) and all(o.success is not False for o in self.outcomes)
        if under_way and reason != "infrastructure":
            self.judge_turn()
        turns = tuple(self._turn(n) for n in range(len(self.verifier.oracle.turns)))
        success, failure, unknown = self._outcome(reason)
        oracle_diff = self.verifier.oracle_diff
        equal = None if diff is None or oracle_diff is None else same_state(diff, oracle_diff)
        return self._verdict(success, failure, unknown, turns, equal)

    def _verdict(self, success: bool | None, failure: Failure | None, unknown: str, turns: tuple[TurnVerdict, ...], equal: bool | None) -> Verdict:
        return Verdict(
            success=success,
            explanation=explain(success, failure, unknown, turns, self.acts),
            progress=1.0 if success else min(self.progress, cap(self.verifier.oracle.writes)),
            turns=turns,
            unknown_reason=unknown,
            first_failure=failure,
            history=tuple(self.history),
            end_state_equivalent=equal,
            matching_bound=any(o.matching.bound for o in self.outcomes),
            judge_name=self.verifier.config.judge_name,
            judge_questions=self.pairs.questions,
        )

    def _outcome(self, reason: str) -> tuple[bool | None, Failure | None, str]:
        if reason == "validation_failed":
            return False, Failure(len(self.outcomes) - 1, "validation"), ""
        for number, outcome in enumerate(self.outcomes):
            if outcome.success is None:
                reasons = (a.refusal.got for a in outcome.matching.attempts if a.refusal.check == "infrastructure")
                return None, None, str(next(reasons, None) or "the judge could not decide")
            if not outcome.success:
                failed = outcome.matching.failed
                named = failed if failed is not None and outcome.check != "count" else None
                return False, Failure(number, outcome.check, named.id if named else "", named.act.tool if named else ""), ""
        if len(self.outcomes) < len(self.verifier.oracle.turns):
            if reason == "infrastructure":  # what the agent would have done is not known
                return None, None, "a failure of infrastructure ended the episode"
            return False, Failure(len(self.outcomes), "not_reached"), ""
        return True, None, ""

    def _turn(self, number: int) -> TurnVerdict:
        expected = self.verifier.oracle.turns[number]
        if number >= len(self.outcomes):
            return TurnVerdict(False, {}, tuple(OracleVerdict(e.id, e.act.tool, "not_reached") for e in expected), ())
        outcome = self.outcomes[number]
        stands_for = {act.i: id for id, act in outcome.matching.matches.items()}
        failed = outcome.matching.failed
        rows = tuple(self._oracle_row(e, outcome, e is failed) for e in expected)
        agent = tuple(self._agent_row(a, stands_for, outcome.success) for a in self.acts if a.kind == "agent" and a.turn == number)
        return TurnVerdict(outcome.success, outcome.counts, rows, agent)

    def _oracle_row(self, e: Any, outcome: TurnOutcome, failed: bool) -> OracleVerdict:
        act = outcome.matching.matches.get(e.id)
        if act is not None:
            return OracleVerdict(e.id, e.act.tool, "matched", act.i, self.pairs.margin(e, act, self.matched) if e.act.kind == "agent" else None)
        attempts = outcome.matching.attempts if failed else ()
        status: OracleStatus = "refused" if attempts else "missing"
        return OracleVerdict(e.id, e.act.tool, status, attempts=tuple(_attempt(a.act.i, a.refusal) for a in attempts))

    def _agent_row(self, act: Act, stands_for: Mapping[int, str], success: bool | None) -> AgentVerdict:
        if act.i in stands_for:
            return AgentVerdict(act.i, act.tool, "matched", stands_for[act.i])
        return AgentVerdict(act.i, act.tool, "extra_message" if act.is_message else "surplus")


def same_state(mine: Mapping[str, Any], oracle: Mapping[str, Any]) -> bool:
    """Whether two state diffs are equal, free text aside."""
    return _without_prose(mine) == _without_prose(oracle)


def _without_prose(diff: Mapping[str, Any]) -> dict[str, list[str]]:
    def bare(side: Any, prose: Sequence[str]) -> Any:
        return {k: v for k, v in side.items() if k not in prose} if isinstance(side, dict) else side

    return {
        app: sorted(repr((c["path"], bare(c["before"], c["free_text"]), bare(c["after"], c["free_text"]))) for c in changes)
        for app, changes in sorted(diff.items())
        if app != "AgentUserInterface"
    }


def _attempt(record: int, refusal: Refusal) -> AttemptVerdict:
    return AttemptVerdict(record, refusal.check, refusal.argument, refusal.expected, refusal.got, refusal.margin)


def _common_check(matching: Matching) -> str:
    """The check by which every candidate of the failed act was refused, one that was already matched to another aside; `unmatched` if they differ."""
    checks = {a.refusal.check for a in matching.attempts if a.refusal.check != "taken"}
    if not checks:
        return "taken" if matching.attempts else "count"
    return next(iter(checks)) if len(checks) == 1 else "unmatched"
