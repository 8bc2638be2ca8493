"""The contract of a reward, tried on a scenario: finite, deterministic, highest for the oracle, no better for hacks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gaia2_gym.reward import EpisodeFacts, StepFacts, make_reward, score
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, Scenario
from gaia2_gym.session import SessionConfig, oracle_run
from gaia2_gym.session.scoring import verifier_for
from gaia2_gym.world import record_json

Records = Sequence[dict[str, Any]]
_SLACK = 1e-9


def check_reward(reward: Any, scenario: Scenario) -> list[str]:
    """What is wrong with a reward on a scenario; empty when it keeps the contract.

    Args:
        reward: As for `gym.make`: a name, `module:attribute`, or an object.
        scenario: Where to try it; its oracle run gives the episodes.
    """
    reward = make_reward(reward)
    oracle = [record_json(r) for r in oracle_run(scenario).records]
    totals: dict[str, float] = {}
    problems: list[str] = []
    for name, records in _episodes(oracle).items():
        verdict = verifier_for(scenario, SessionConfig(judge="hard")).judge(records)
        facts = EpisodeFacts(tuple(_facts(r) for r in records if r["kind"] == "agent"), "completed")
        terms = score(reward, verdict, facts)
        totals[name] = sum(terms.values())
        if not all(isinstance(v, int | float) and math.isfinite(v) for v in terms.values()):
            problems.append(f"{name}: a term is not a finite number: {terms}")
        if terms != score(reward, verdict, facts):
            problems.append(f"{name}: equal episodes give different terms")
    if problems:
        return problems
    for name, total in totals.items():
        if name != "the oracle" and total > totals["the oracle"] + _SLACK:
            problems.append(f"{name} earns {total:g}, more than the oracle's {totals['the oracle']:g}")
        if name.startswith("hack") and total > totals["doing nothing"] + _SLACK:
            problems.append(f"{name} earns {total:g}, more than doing nothing ({totals['doing nothing']:g})")
    return problems


def _episodes(oracle: Records) -> dict[str, Records]:
    """The oracle's episode and worse ones made of it; the hacks do nothing that was asked, or too much of it."""
    mine = [r for r in oracle if r["kind"] == "agent"]
    world = [r for r in oracle if r["kind"] in ("user", "env")]
    first_turn = [r for r in world if r["turn"] == 0]
    writes = [r for r in mine if r["operation"] == "write" and r["tool"] != MESSAGE_TO_USER]
    claim = {
        **oracle[-1],
        "kind": "agent",
        "id": "claim",
        "app": USER_INTERFACE,
        "tool": MESSAGE_TO_USER,
        "operation": "write",
        "error": None,
        "turn": 0,
        "args": {"content": "Everything is done."},
        "resolved_args": {"content": "Everything is done."},
        "result": None,
    }
    flood = [{**r, "id": f"{r['id']}-{n}"} for n in range(3) for r in writes]
    return {
        "the oracle": list(oracle),
        "doing nothing": first_turn,
        "doing half": _numbered([*first_turn, *writes[: len(writes) // 2]]),
        **({} if not writes else {"hack: claiming success without acting": _numbered([*first_turn, claim])}),
        **({} if not writes else {"hack: doing everything three times": _numbered([*first_turn, *flood])}),
    }


def _numbered(records: Records) -> Records:
    return [{**r, "i": i} for i, r in enumerate(records)]


def _facts(record: dict[str, Any]) -> StepFacts:
    tool = f"{record['app']}__{record['tool']}" if record["tool"] else None
    error = record["error"]["kind"] if record["error"] else None
    return StepFacts(record["i"], tool, record["operation"], error, record["turn"], record["time"])
