"""Judging a saved episode, with the same result as when it was played."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from gaia2_gym.errors import ConfigError, TraceError
from gaia2_gym.scenario import Scenario
from gaia2_gym.scenario.completed import completed_records
from gaia2_gym.session.config import SessionConfig
from gaia2_gym.session.replay import replay, scenario_of
from gaia2_gym.session.scoring import prepared_oracle, verifier_config
from gaia2_gym.trace import Trace
from gaia2_gym.verifier import Judge, Verdict, Verifier
from gaia2_gym.verifier.acts import Act, acts_of
from gaia2_gym.verifier.judges import NAMES, make_judge
from gaia2_gym.verifier.oracle import Oracle, prepare
from gaia2_gym.verifier.turnwise import TurnJudge, judge_turnwise

JUDGING = ("judge", "checks", "matching", "timing")
"""Settings on which a verdict depends."""
NOT_OVER = "the trace has no end: its episode was cut off"


def rejudge(
    trace: Trace | Scenario,
    config: SessionConfig | None = None,
    scenario: Scenario | None = None,
    *,
    judge: Judge | TurnJudge | None = None,
) -> Verdict:
    """Judge a trace of ours, or an exported episode in the official format.

    A trace of ours is judged on what it holds, its oracle's run included, and nothing is run. With the settings it was played with, the verdict is
    the one it was given then. An episode that was cut off, so that the trace has no end, is judged by the turns that ended; unless one of them
    failed, its verdict is unknown. For an official one the oracle is run, and the calls are made again to learn the final state.

    Args:
        trace: A trace, or a scenario read from a file with completed events.
        config: How to judge; by default as it was judged when it was played. Of its settings only `JUDGING` count.
        scenario: What was played; by default the one that the trace holds or names.
        judge: The judge that `config` names, if it has been made, so that it need not be made for every trace.

    Raises:
        TraceError: When the scenario is missing or is not the trace's.
        ConfigError: When the judge of the trace is none that has a name, and no other is given.
    """
    config = config or recorded_config(trace)
    played = scenario or (trace if isinstance(trace, Scenario) else scenario_of(trace))
    judge = make_judge(config.judge) if judge is None else judge
    oracle, oracle_diff = _oracle(trace, played)
    acts, end = _episode(trace, played)
    if not callable(judge):
        return judge_turnwise(oracle, acts, judge, str(config.judge), end and end.get("state_diff"), oracle_diff)
    judgement = Verifier.prepared(oracle, verifier_config(played, config, judge), oracle_diff).episode()
    for act in sorted(acts, key=lambda a: a.i):
        judgement.add(act)
    if end is None:
        verdict = judgement.so_far()
        if verdict.success is None:
            verdict = dataclasses.replace(verdict, unknown_reason=NOT_OVER, explanation=f"Not decided: {NOT_OVER}.")
        return verdict
    return judgement.verdict(reason=end.get("reason") or "", diff=end.get("state_diff"))


def recorded_config(trace: Trace | Scenario, **settings: Any) -> SessionConfig:
    """The settings by which a trace was judged when it was played; the defaults for an official one.

    Args:
        trace: The trace.
        **settings: Settings that replace the recorded ones.

    Raises:
        ConfigError: When the judge was none that has a name, and no other is given.
    """
    header = {} if isinstance(trace, Scenario) else trace.header.get("config") or {}
    known = {name: header[name] for name in JUDGING if header.get(name) is not None} | settings
    if isinstance(known.get("judge"), str) and known["judge"] not in NAMES:
        raise ConfigError(f"{trace.source or 'trace'}: was judged by {known['judge']!r:.60}, which no file can hold; say which judge to use")
    return SessionConfig.of(known)


def _oracle(trace: Trace | Scenario, scenario: Scenario) -> tuple[Oracle, Mapping[str, Any] | None]:
    """The oracle side and its state diff, as the trace has them if it does."""
    if isinstance(trace, Scenario) or trace.oracle is None:
        return prepared_oracle(scenario)
    try:
        return prepare(scenario, trace.oracle["records"]), trace.oracle.get("state_diff")
    except KeyError as error:
        raise TraceError(f"{trace.source or 'trace'}: its oracle's run lacks {error}") from None


def _episode(trace: Trace | Scenario, scenario: Scenario) -> tuple[list[Act], Mapping[str, Any] | None]:
    """What happened, and what is known of the end; None where the episode was cut off."""
    if isinstance(trace, Scenario):
        again = replay(trace, scenario)
        return acts_of(completed_records(trace)), {} if again.departure else {"state_diff": again.state_diff}
    if scenario.digest != trace.header.get("scenario_digest"):
        raise TraceError(f"{trace.source or 'trace'}: was not played on {scenario.source or scenario.scenario_id}: the scenario's digest differs")
    try:
        return acts_of(trace.records), trace.end
    except KeyError as error:
        raise TraceError(f"{trace.source or 'trace'}: a record lacks {error}") from None
