"""The official files: they load, pass the guardrails, play to the end, export and replay. Skipped, visibly, where they are absent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import orjson
import pytest

import gaia2_gym  # noqa: F401  # registers the environments
from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.guards import check_scenario
from gaia2_gym.scenario import Scenario, completed_events, episode_json, load_scenario, parse_scenario, scenario_json
from gaia2_gym.session import Session, trace_of
from gaia2_gym.session.replay import replay
from gaia2_gym.trace import read_trace
from gaia2_gym.world import record_json
from tests.shared import GAIA2_DATA, NO_DATA

FILES = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))
UNCHECKED = {
    "add_calendar_event": {"tag"},
    "add_new_contact": {"gender", "age", "nationality", "city_living", "country", "status", "job", "description", "address"},
    "reply_to_email": {"folder_name"},
    "delete_email": {"folder_name"},
    "mkdir": {"create_parents"},
    "mv": {"recursive", "maxdepth"},
    "rm": {"maxdepth"},
}
"""Arguments that the reference leaves unchecked (spec of the verifier)."""

pytestmark = pytest.mark.skipif(not FILES, reason=NO_DATA)


@pytest.fixture(params=FILES, ids=lambda p: p.name.split(".")[0])
def scenario(request: Any) -> Scenario:
    return load_scenario(request.param)


def test_passes_the_guardrails_and_the_oracle_plays_it_to_the_end(scenario: Scenario) -> None:
    assert check_scenario(scenario) == []
    session = Session(scenario, seed=3)
    play(session, OracleAgent())
    assert session.reason == "completed"
    failed = [r for r in session.world.records if r.failed]
    assert failed == []
    oracle_writes = [e for e in scenario.events if e.kind == "AGENT" and not e.ends_turn]
    done = [r for r in session.world.records if r.kind == "agent" and r.operation == "write" and r.tool != "send_message_to_user"]
    assert len(done) == len(oracle_writes)


def test_a_gaia2_phone_shows_101_tools(scenario: Scenario) -> None:
    assert len(Session(scenario).phone.tools) == 101


def test_export_of_an_episode_loads_again_and_replays(scenario: Scenario, tmp_path: Path) -> None:
    session = Session(scenario, seed=1)
    play(session, OracleAgent())
    exported = orjson.dumps(episode_json(scenario, [record_json(r) for r in session.world.records]))
    again = parse_scenario(exported, "export")
    assert again.digest == scenario.digest
    done = completed_events(again)
    calls = [r for r in session.world.log if r.tool]
    assert [(c.id, c.time, c.public_name) for c in done] == [(r.id, r.time, r.public_name) for r in calls]
    assert [dict(c.args) for c in done] == [dict(r.args) for r in calls]
    assert replay(again).departure is None
    trace = trace_of(session)
    trace.write(tmp_path / "trace.jsonl")
    assert replay(read_trace(tmp_path / "trace.jsonl")).departure is None


def test_writing_back_is_the_identity(scenario: Scenario) -> None:
    assert parse_scenario(orjson.dumps(scenario_json(scenario))).digest == scenario.digest


def test_exported_trace_of_the_reference_replays() -> None:
    trace = load_scenario(GAIA2_DATA / "trace_xvc7uo_run1.json.gz")
    assert len(completed_events(trace)) == 33
    result = replay(trace)
    assert result.departure is None
    assert result.calls == 29


def test_every_official_oracle_call_fits_the_schemas_and_is_covered_by_checks() -> None:
    scenario = load_scenario(FILES[0])
    calls = 0
    for line in (GAIA2_DATA / "oracle_actions.jsonl").read_text(encoding="utf-8").splitlines():
        for call in json.loads(line)["data"]["oracle"]:
            spec = scenario.tools[f"{call['app']}__{call['function']}"]
            spec.validate(call["args"], lenient=True)
            assert spec.operation == "write"
            assert set(call["args"]) <= set(spec.checks) | UNCHECKED.get(spec.name, set()), spec.public_name
            calls += 1
    assert calls > 500


def test_events_after_a_message_wait_for_the_turn() -> None:
    data = scenario_json(load_scenario(FILES[0]))
    data["events"] = json.loads((GAIA2_DATA / "events_22_6wkrhc.json").read_bytes())
    scenario = parse_scenario(orjson.dumps(data))
    assert scenario.num_turns == 2
    waiting = [n for n in scenario.play.nodes.values() if "condition_turn_1" in n.parents]
    assert {scenario.by_id[n.id].kind for n in waiting} == {"ENV"}


def test_a_step_through_gym_make_is_deterministic() -> None:
    def run(seed: int) -> str:
        env = gym.make("Gaia2-v0", scenarios=str(FILES[-1]))
        env.reset(seed=seed)
        for action in env.unwrapped.oracle_actions():
            env.step(action)
        digest: str = env.unwrapped.trace.digest
        return digest

    assert run(5) == run(5)
