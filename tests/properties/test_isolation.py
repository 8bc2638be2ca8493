"""Nothing that the environment hands out or is handed can be used to reach into the simulation afterwards."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from gaia2_gym.agents import OracleAgent, RandomAgent
from gaia2_gym.env import Gaia2Env
from gaia2_gym.scenario import Scenario, open_source, scenario_json
from tests.properties.episodes import busy_phone, facts, played


def wreck(value: Any) -> None:
    """Empty every dict and list in a value."""
    if isinstance(value, dict):
        for part in list(value.values()):
            wreck(part)
        value.clear()
    elif isinstance(value, list | tuple):
        for part in value:
            wreck(part)
        if isinstance(value, list):
            value.clear()


@pytest.mark.parametrize("settings", [{}, {"observation": "dict", "parallel_calls": True, "reward": "dense"}], ids=str)
@pytest.mark.parametrize("agent", [OracleAgent, lambda: RandomAgent(4)], ids=["oracle", "random"])
@pytest.mark.parametrize("scenario", [busy_phone(), open_source("packaged:adaptability")[0]], ids=lambda s: s.scenario_id)
def test_wrecking_what_was_handed_out_or_in_changes_nothing(scenario: Scenario, agent: Any, settings: dict[str, Any]) -> None:
    env, actions = played(scenario, agent(), 5, max_steps=150, **settings)
    want, rows, json = facts(env), copy.deepcopy(env.trace.records), scenario_json(scenario)
    for _ in range(2):  # the second time on what the first has left
        other = Gaia2Env(scenario, gate="free", max_steps=150, **settings)
        _, info = other.reset(seed=5)
        wreck(info)
        for action in copy.deepcopy(actions):
            observation, *_, info = other.step(action)
            wreck(info)
            wreck(action)
            if isinstance(observation, dict):
                wreck(observation)
            wreck(other.tools)
        got = facts(other)
        assert got == want
        wreck(got)
        trace = other.trace
        for part in (trace.header, list(trace.records), trace.oracle, trace.end):
            wreck(part)
        wreck(other.session.world.state_diff())
        assert facts(other) == want
        assert other.trace.records == rows
        assert scenario_json(scenario) == json
    env.reset(seed=5)
    for action in actions:
        env.step(action)
    assert facts(env) == want
