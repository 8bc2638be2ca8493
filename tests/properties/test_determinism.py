"""The same scenario, seed and calls give the same trace: here, in other processes, after any snapshot, however one looks at it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from gaia2_gym.agents import OracleAgent, RandomAgent
from gaia2_gym.env import Gaia2Env
from gaia2_gym.scenario import open_source
from tests.properties.episodes import busy_phone, everything, facts, played, scenarios
from tests.shared import ROOT

SCENARIOS = [pytest.param(scenario, id=name) for name, scenario in scenarios(official=False).items()]


@pytest.mark.slow
def test_other_processes_with_other_hash_seeds_do_the_same() -> None:
    command = [sys.executable, "-m", "tests.properties.episodes"]
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "4242")]
    running = [subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE) for env in environments]
    here = json.loads(json.dumps(everything()))
    for process in running:
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        there = json.loads(output)
        assert there.keys() == here.keys()
        assert {name: there[name] for name in there if there[name] != here[name]} == {}


@pytest.mark.parametrize("agent", [OracleAgent, lambda: RandomAgent(3)], ids=["oracle", "random"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_playing_twice_and_after_snapshots_and_forks_is_the_same(scenario: Any, agent: Any) -> None:
    env, actions = played(scenario, agent(), 5)
    want = facts(env)
    assert facts(replayed(scenario, actions)) == want
    assert facts(replayed(scenario, actions, Random(1))) == want


def replayed(scenario: Any, actions: list[Any], detours: Random | None = None, **settings: Any) -> Gaia2Env:
    """The same actions again; on detours something else is done in between, and undone, or the episode goes on in a fork."""
    env = Gaia2Env(scenario, **{"gate": "free", "max_steps": 600, **settings})
    env.reset(seed=5)
    for action in actions:
        turn = detours.random() if detours else 1.0
        if turn < 0.05:
            snapshot = env.snapshot()
            while detours and not env.session.over and detours.random() < 0.8:
                env.step(detours.choice(actions))
            env.restore(snapshot)
        elif turn < 0.1:
            env = env.fork()
        env.step(action)
    return env


@pytest.mark.parametrize(
    "settings",
    [
        {"observation": "dict"},
        {"observation": "reference"},
        {"max_observation_chars": 50},
        {"reward": "dense"},
        {"judge": "hard"},
        {"matching": "reference"},
        {"checks": "strict"},
        {"render_mode": "ansi"},
        {"plain_text": "message"},
        {"parallel_calls": True},
    ],
    ids=str,
)
def test_the_digest_does_not_depend_on_how_one_looks_or_judges(settings: dict[str, Any]) -> None:
    for scenario, agent in ((busy_phone(), RandomAgent(1)), (open_source("packaged:adaptability")[0], OracleAgent())):
        env, actions = played(scenario, agent, 5)
        assert replayed(scenario, actions, **settings).trace.digest == env.trace.digest


def test_another_seed_gives_other_ids_and_other_cab_prices() -> None:
    """And nothing else: the seed drives ids and random numbers."""
    calls = [
        {"tool": "Calendar__add_calendar_event", "args": {"title": "Walk"}},
        {"tool": "Cabs__get_quotation", "args": {"start_location": "Here", "end_location": "There", "service_type": "Default"}},
        {"tool": "Contacts__get_contacts", "args": {}},
        {"tool": "Emails__list_emails", "args": {}},
    ]
    scenario = busy_phone()

    def results(seed: int) -> list[Any]:
        env = Gaia2Env(scenario)
        env.reset(seed=seed, options={"index": 0})
        return [env.step(call)[4]["result"] for call in calls]

    (event_id, quote, *reads), (other_id, other_quote, *other_reads) = results(1), results(2)
    assert results(1) == [event_id, quote, *reads]
    assert event_id != other_id
    for field in ("ride_id", "price", "distance_km", "duration"):
        assert quote[field] != other_quote[field], field
    assert reads == other_reads


def test_state_diffs_do_not_depend_on_the_seed() -> None:
    for scenario in scenarios(official=False).values():
        one, other = (played(scenario, OracleAgent(), seed)[0].session.world.state_diff() for seed in (1, 2))
        assert one == other
