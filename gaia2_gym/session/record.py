"""From a session to a trace."""

from __future__ import annotations

import copy
from typing import Any

from gaia2_gym._version import __version__
from gaia2_gym.scenario import scenario_json
from gaia2_gym.session.session import TRUNCATING, Session, oracle_run
from gaia2_gym.trace import StepInfo, Trace, digest
from gaia2_gym.trace.file import FORMAT
from gaia2_gym.trace.records import canonical_digest
from gaia2_gym.world import record_json


def trace_of(session: Session, *, embed: bool | None = None) -> Trace:
    """The trace of a session so far; it has an end only if the episode is over.

    Args:
        session: The session.
        embed: Whether the trace holds the whole scenario; by default only where the scenario came from no file.
    """
    records = [record_json(r) for r in session.world.records]
    for step, indices in zip(session.steps, session.step_records, strict=True):
        for n, i in enumerate(indices):
            records[i] |= _step_json(step, last=n == len(indices) - 1) | {"injected_failure": session.world.records[i].injected}
    run = oracle_run(session.scenario)
    oracle = {"records": [record_json(r) for r in run.records], "state_diff": run.world.state_diff()}
    return Trace(_header(session, embed), records, oracle, _end(session, records) if session.over else None)


def _header(session: Session, embed: bool | None) -> dict[str, Any]:
    scenario = session.scenario
    embed = not scenario.source if embed is None else embed
    where: dict[str, Any] = {"scenario": scenario_json(scenario)} if embed else {"path": scenario.source}
    return {
        "format": FORMAT,
        "version": __version__,
        "scenario_id": scenario.scenario_id,
        "scenario_digest": scenario.digest,
        **where,
        "seed": session.seed,
        "config": session.config.played_json(scenario),  # once embedded, every scenario is from a file
        "tools_digest": canonical_digest(session.phone.tools_json),
    }


def _step_json(step: StepInfo, *, last: bool) -> dict[str, Any]:
    """What the session adds to an agent's record; what came after the action stands with its last call."""
    return {
        "step": step.step,
        "thinking": {"seconds": step.thinking_seconds, "tokens": step.thinking_tokens},
        "thought": step.thought,
        "raw": copy.deepcopy(step.raw),
        "given_args": copy.deepcopy(step.given_args),
        "observation": step.observation if last else "",
        "notifications": [n.as_json() for n in step.notifications] if last else [],
        "reward": step.reward if last else None,
        "reward_terms": dict(step.reward_terms) if last else {},
        "children": copy.deepcopy(list(step.children)),
    }


def _end(session: Session, records: list[dict[str, Any]]) -> dict[str, Any]:
    reason = session.reason
    return {
        "terminated": reason not in TRUNCATING,
        "truncated": reason in TRUNCATING,
        "reason": reason,
        "time": session.world.now,
        "state_diff": session.world.state_diff(),
        "verdict": session.verdict.as_json() if session.verdict else None,
        "total_reward": sum(step.reward or 0.0 for step in session.steps),
        "timings": {},
        "digest": digest(records),
    }
