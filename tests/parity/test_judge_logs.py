"""The reference's verdicts on ready-made event logs, turn by turn, without any model."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from gaia2_gym.scenario import parse_scenario
from gaia2_gym.verifier import Verifier, VerifierConfig
from gaia2_gym.verifier.acts import act_of
from gaia2_gym.world import record_json, run_oracle
from tests.shared import CONFORMANCE, NO_CONFORMANCE

FILE = CONFORMANCE / "judge_logs.json"
OURS = {
    "datetime_unparsable": [True, True],  # HH:MM is a time; the reference raises
}


@cache
def _verifier(name: str) -> Verifier:
    raw = (CONFORMANCE / "judge_logs_scenarios" / f"{name}.json").read_bytes()
    scenario = parse_scenario(raw, name)
    records = [record_json(r) for r in run_oracle(scenario).records]
    return Verifier(scenario, records, VerifierConfig(lambda q: None, "none", matching="reference"))


def _logs() -> list[Any]:
    logs = json.loads(FILE.read_bytes()) if FILE.is_file() else []
    return [pytest.param(log, id=f"{log['scenario']}:{log['case']}") for log in logs]


def _records(log: dict[str, Any], verifier: Verifier) -> list[dict[str, Any]]:
    records, turn = [], 0
    start = verifier.oracle.scenario.start_time
    for i, e in enumerate(sorted(log["events"], key=lambda e: e["t"])):
        kind = e["type"].lower()
        records.append(
            {
                "i": i,
                "kind": kind,
                "id": e.get("agent_id", e["id"]) if kind == "agent" else e["id"],
                "time": start + e["t"],
                "app": e["app"],
                "app_class": "",
                "tool": e["fn"],
                "args": e["args"],
                "resolved_args": e["args"],
                "operation": e["op"],
                "result": e["rv"],
                "error": {"kind": "other", "message": "failed"} if e["failed"] else None,
                "turn": turn,
            }
        )
        turn += kind == "agent" and e["fn"] == "send_message_to_user" and not e["failed"]
    return records


@pytest.mark.skipif(not FILE.is_file(), reason=NO_CONFORMANCE)
@pytest.mark.parametrize("log", _logs())
def test_log(log: dict[str, Any]) -> None:
    verifier = _verifier(log["scenario"])
    judgement = verifier.episode()
    for record in _records(log, verifier):
        act = act_of(record)
        if act is not None:
            judgement.add(act)
    verdict = judgement.verdict()
    want = OURS.get(log["case"], log["turn_verdicts"])
    got = [turn.success for turn in verdict.turns][: len(want)]
    expected = [None if w == "needs_llm" else w for w in want]
    assert got == expected, verdict.explanation
