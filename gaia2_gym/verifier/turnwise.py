"""The baseline that the paper compares with: a judge that sees whole turns and decides alone, without counts, arguments, order or time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.match import count_tools
from gaia2_gym.verifier.oracle import Expected, Oracle
from gaia2_gym.verifier.soft import Answer
from gaia2_gym.verifier.verdict import Failure, TurnVerdict, Verdict
from gaia2_gym.verifier.verifier import same_state


class TurnJudge(Protocol):
    """A judge of whole turns."""

    def judge_turn(self, expected: Sequence[Expected], agent: Sequence[Act], tasks: Sequence[str]) -> Answer:
        """Whether what happened in a turn has the effect of what the oracle does in it."""
        ...


def judge_turnwise(
    oracle: Oracle, acts: Sequence[Act], judge: TurnJudge, name: str = "", diff: Mapping[str, Any] | None = None, oracle_diff: Any = None
) -> Verdict:
    """Judge a finished episode turn by turn; the first turn that is not accepted decides. There is no partial progress.

    Args:
        oracle: The oracle side.
        acts: What happened, in order.
        judge: Who decides.
        name: Its name, for the verdict.
        diff: The episode's state diff, if known.
        oracle_diff: The oracle's state diff, if known.
    """
    turns: list[TurnVerdict] = []
    answer = Answer(True)
    reached = sum(a.is_message for a in acts)
    for number, expected in enumerate(oracle.turns):
        if answer.accepted is not True or number > reached:
            break
        mine = [a for a in acts if (a.turn if a.kind == "agent" else oracle.scenario.turns.of.get(a.id, a.turn)) == number]
        tasks = [str(a.args.get("content", "")) for a in acts if a.kind == "user" and a.turn <= number]
        answer = judge.judge_turn(expected, mine, tasks)
        turns.append(TurnVerdict(answer.accepted, count_tools(expected, mine), (), ()))
    success = answer.accepted
    failure = None
    if success is False:
        failure = Failure(len(turns) - 1, answer.check or "soft")
    elif success and len(turns) < len(oracle.turns):
        success, failure = False, Failure(len(turns), "not_reached")
    missing = [TurnVerdict(False, {}, (), ())] * (len(oracle.turns) - len(turns))
    said = answer.reason or ("the turn was never reached" if failure and failure.check == "not_reached" else "no reason given")
    return Verdict(
        success=success,
        explanation=f"{({True: 'Accepted', False: 'Refused', None: 'Not decided'})[success]} by the judge of whole turns: {said}.",
        progress=float(success is True),
        turns=(*turns, *missing),
        unknown_reason=said if success is None else "",
        first_failure=failure,
        end_state_equivalent=None if diff is None or oracle_diff is None else same_state(diff, oracle_diff),
        judge_name=name,
        judge_questions=len(turns),
    )
