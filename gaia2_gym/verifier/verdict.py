"""The verdict: what was expected, what was done, and why it does or does not fit. Frozen, serialises to JSON and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

OracleStatus = Literal["matched", "open", "lost", "refused", "missing", "not_reached"]
AgentStatus = Literal["matched", "surplus", "pending", "extra_message", "failed"]


@dataclass(frozen=True, slots=True)
class AttemptVerdict:
    """An agent's call that was tried for an oracle's act and refused; fields as in `Refusal`."""

    agent_record: int
    check: str
    argument: str = ""
    expected: Any = None
    got: Any = None
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class OracleVerdict:
    """One act of the oracle: its status, the record that matched it, how much later than the oracle it came (seconds, where time is checked)."""

    id: str
    tool: str
    status: OracleStatus
    agent_record: int | None = None
    time_margin: float | None = None
    attempts: tuple[AttemptVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentVerdict:
    """One write of the agent: its status and the oracle's act it stands for."""

    record: int
    tool: str
    status: AgentStatus
    oracle_id: str | None = None


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """One turn. `counts` is tool -> (agent, oracle)."""

    success: bool | None
    counts: Mapping[str, tuple[int, int]]
    oracle: tuple[OracleVerdict, ...]
    agent: tuple[AgentVerdict, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """What failed first: the turn, the check of the vocabulary, and the oracle's act (empty for a count)."""

    turn: int
    check: str
    oracle_id: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an episode.

    Args:
        success: True, False, or None when it is not known.
        unknown_reason: Why it is not known.
        first_failure: What failed first, or None.
        explanation: A paragraph a person can act on.
        progress: Share of the oracle's writes that is done, less surplus writes; 1 exactly on success.
        history: (record index, progress after it), for every write of the agent.
        end_state_equivalent: Whether the phone's final state equals the oracle's, generated ids and free text aside; None where it is not known.
        matching_bound: Whether a search for a complete assignment was cut off.
        turns: The turns, also those not reached.
        judge_name: Which rubric judge.
        judge_questions: How many questions it was asked.
    """

    success: bool | None
    explanation: str
    progress: float
    turns: tuple[TurnVerdict, ...]
    unknown_reason: str = ""
    first_failure: Failure | None = None
    history: tuple[tuple[int, float], ...] = ()
    end_state_equivalent: bool | None = None
    matching_bound: bool = False
    judge_name: str = ""
    judge_questions: int = 0

    def as_json(self) -> dict[str, Any]:
        """JSON values (fresh objects)."""
        data: dict[str, Any] = dataclasses.asdict(self)
        data["judge"] = {"name": data.pop("judge_name"), "questions": data.pop("judge_questions")}
        return {key: _listed(value) for key, value in data.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """The verdict that `as_json` wrote."""
        rest = {k: v for k, v in data.items() if k not in ("judge", "turns", "first_failure", "history")}
        return cls(
            **rest,
            turns=tuple(_turn(t) for t in data["turns"]),
            first_failure=Failure(**data["first_failure"]) if data["first_failure"] else None,
            history=tuple((i, p) for i, p in data["history"]),
            judge_name=data["judge"]["name"],
            judge_questions=data["judge"]["questions"],
        )

    def __str__(self) -> str:
        return table(self)


def table(verdict: Verdict) -> str:
    """The verdict as a text table: one line for each act of the oracle, one for each write that stands for none."""
    outcome = {True: "accepted", False: "refused", None: "unknown"}[verdict.success]
    lines = [f"{outcome}: {verdict.explanation}"]
    for number, turn in enumerate(verdict.turns):
        lines.append(f"turn {number}: {({True: 'accepted', False: 'refused', None: 'unknown'})[turn.success]}")
        for o in turn.oracle:
            record = "" if o.agent_record is None else f" by record {o.agent_record}"
            margin = "" if o.time_margin is None else f", {o.time_margin:+.1f} s"
            lines.append(f"  {o.status:<14}{o.tool} [{o.id}]{record}{margin}")
        lines += [f"  {a.status:<14}{a.tool} (record {a.record})" for a in turn.agent if a.status != "matched"]
    return "\n".join(lines)


def _listed(value: Any) -> Any:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {k: _listed(v) for k, v in value.items()}
    return [_listed(v) for v in value] if isinstance(value, list | tuple) else value


def _turn(data: Mapping[str, Any]) -> TurnVerdict:
    oracle = tuple(OracleVerdict(**{**o, "attempts": tuple(AttemptVerdict(**a) for a in o["attempts"])}) for o in data["oracle"])
    counts = {tool: (mine, theirs) for tool, (mine, theirs) in data["counts"].items()}
    return TurnVerdict(data["success"], counts, oracle, tuple(AgentVerdict(**a) for a in data["agent"]))
