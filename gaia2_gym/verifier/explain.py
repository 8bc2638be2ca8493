"""A verdict in words that a person can act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.match import EXTRA_MESSAGES
from gaia2_gym.verifier.verdict import AttemptVerdict, Failure, OracleVerdict, TurnVerdict


def explain(success: bool | None, failure: Failure | None, unknown: str, turns: Sequence[TurnVerdict], acts: Sequence[Act]) -> str:
    """One paragraph: the outcome, and for a failure what was expected, what was done instead, and by how much it missed."""
    if success:
        count = sum(len(t.oracle) for t in turns)
        return f"All {count} expected events happened, in order and in time, in {len(turns)} turn{'s' if len(turns) > 1 else ''}."
    if success is None:
        return f"Not decided: {unknown}."
    assert failure is not None
    where = f"Turn {failure.turn}" if len(turns) > 1 else "The turn"
    if failure.check == "validation":
        return "A validation of the scenario failed."
    if failure.check == "not_reached":
        return f"{where} was never reached: the episode ended before it."
    turn = turns[failure.turn]
    if failure.check == "count":
        return f"{where} has not the expected calls: {_counts(turn.counts)}."
    refused = next((o for o in turn.oracle if o.id == failure.oracle_id), None)
    if refused is None:
        return f"{where} failed ({failure.check})."
    tried = "; ".join(_attempt(a) for a in refused.attempts) or "no call could stand for it"
    return f"{where}: the expected {_name(refused)} was not matched: {tried}."


def _counts(counts: Mapping[str, tuple[int, int]]) -> str:
    different = [(tool, mine, theirs) for tool, (mine, theirs) in counts.items() if mine != theirs and not _tolerated(tool, mine, theirs)]
    wrong = [f"{tool} happened {mine} time{'' if mine == 1 else 's'} instead of {theirs}" for tool, mine, theirs in different]
    return ", ".join(wrong) or "the calls are right, but not their turn"


def _tolerated(tool: str, mine: int, theirs: int) -> bool:
    return tool == f"{USER_INTERFACE}__{MESSAGE_TO_USER}" and theirs <= mine <= theirs + EXTRA_MESSAGES


def _name(oracle: OracleVerdict) -> str:
    return f"{oracle.tool} ({oracle.id})"


def _attempt(a: AttemptVerdict) -> str:
    who = f"record {a.agent_record}"
    if a.check == "time" and a.margin is not None:
        return f"{who} came {abs(a.margin):.1f} s too {'early' if a.margin < 0 else 'late'}"
    if a.check == "hard":
        return f"{who} has {a.argument}={_short(a.got)} where {_short(a.expected)} is expected"
    if a.check == "causality":
        return f"{who} came before what it depends on ({a.argument})"
    if a.check == "taken":
        return f"{who} already stands for another expected call"
    return f"{who} was refused by the {a.argument or a.check} check" + (f" ({a.got})" if a.got else "")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
