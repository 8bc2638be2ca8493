"""Noise and app agents as settings of the environment: keywords, variables, tables of a file, flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import gaia2_gym  # noqa: F401
from gaia2_gym.env import Gaia2Env
from gaia2_gym.env.config import EnvConfig, env_settings
from gaia2_gym.errors import ConfigError
from gaia2_gym.scenario import NoiseConfig
from tests.shared import ROOT

QUIET = {"tool_failure_probability": 0.0, "env_events_per_minute": 0}


def noise_of(env: gym.Env[Any, Any]) -> NoiseConfig | None:
    env.reset(seed=0)
    noise: NoiseConfig | None = env.unwrapped.session.noise  # type: ignore[attr-defined]  # it is ours
    return noise


@pytest.mark.parametrize(
    ("id", "settings", "expected"),
    [
        ("Gaia2-Noise-v0", {}, NoiseConfig()),
        ("Gaia2-Noise-v0", {"noise": False}, None),
        ("Gaia2-Noise-v0", {"noise": {"seed": 4}}, NoiseConfig(seed=4)),
        ("Gaia2-Noise-v0", {"scenarios": "packaged:search"}, NoiseConfig()),
        ("Gaia2-Search-v0", {}, None),
        ("Gaia2-Search-v0", {"noise": True}, NoiseConfig()),
        ("Gaia2-v0", {"scenarios": "packaged:noise"}, NoiseConfig()),
        ("Gaia2-v0", {"scenarios": "packaged:noise", "noise": "none"}, None),
    ],
)
def test_what_an_environment_plays_with(id: str, settings: dict[str, Any], expected: NoiseConfig | None) -> None:
    assert noise_of(gym.make(id, **settings)) == expected


def test_spaces_and_tools_have_the_names_that_the_agent_knows() -> None:
    env = Gaia2Env("packaged:search", noise=QUIET)
    names = {tool["function"]["name"] for tool in env.tools}
    env.action_space.seed(0)
    sampled = {env.action_space.sample()["tool"] for _ in range(50)}
    assert sampled <= names
    _, info = env.reset(seed=0)
    assert env.session.phone.tools_json == info["tools_json"]
    assert {tool["function"]["name"] for tool in env.tools} == names
    assert "Emails__search_emails" not in names


def test_the_oracle_s_actions_play_again() -> None:
    env = Gaia2Env("packaged:noise")
    for seed in range(4):
        env.reset(seed=seed)
        rewards = [env.step(action)[1] for action in env.oracle_actions()]
        assert sum(rewards) == 1.0


def test_an_environment_goes_back_under_noise() -> None:
    env = Gaia2Env("packaged:noise", noise={"tool_failure_probability": 0.5})
    env.reset(seed=3)
    moment = env.snapshot()
    actions = env.oracle_actions()
    first = [env.step(a)[0] for a in actions]
    other = Gaia2Env("packaged:noise", noise={"tool_failure_probability": 0.5})
    other.restore(moment)
    assert [other.step(a)[0] for a in actions] == first


def test_sessions_of_a_vector_have_the_noise_of_their_seeds() -> None:
    envs = gym.make_vec("Gaia2-Noise-v0", scenarios="packaged", num_envs=3)
    envs.reset(seed=5)
    seen = [env.unwrapped.session.world.scenario.events for env in envs.envs]  # type: ignore[attr-defined]  # they are ours
    assert seen[0] != seen[1] != seen[2]
    alone = Gaia2Env("packaged:noise")
    alone.reset(seed=6)
    assert alone.session.world.scenario.events == seen[1]


# --- where it comes from ----------------------------------------------------------------------------------------------------------------------


def written(folder: Path, text: str) -> Path:
    file = folder / "my.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_table_of_its_own_switches_it_on(tmp_path: Path) -> None:
    file = written(tmp_path, "[noise]\nseed = 3\n[noise.weights]\nEmails = 2\n[agent2agent]\nfraction = 0.5\n")
    settings, origins = env_settings(toml=file, environ={})
    assert settings.noise == NoiseConfig(seed=3, weights={"Emails": 2.0})
    assert settings.agent2agent.fraction == 0.5
    assert (origins["noise"], origins["agent2agent"], origins["latency"]) == (str(file), str(file), "default")
    assert env_settings(toml=written(tmp_path, "[noise]\n"), environ={})[0].noise == NoiseConfig()
    assert env_settings(environ={})[0].noise is None


def test_each_setting_is_looked_for_in_order(tmp_path: Path) -> None:
    file = written(tmp_path, "[noise]\nseed = 1\nrename_tools = false\nenv_events_per_minute = 3\ntool_failure_probability = 0.3\n")
    environ = {"GAIA2_NOISE_SEED": "2", "GAIA2_NOISE_TOOL_FAILURE_PROBABILITY": "0.2", "GAIA2_NOISE_WEIGHTS": "Emails=1, Chats=0.5"}
    given = {"noise": "tool_failure_probability = 0.1, env_events_per_minute = 10"}
    noise = env_settings(toml=file, environ=environ, given=given)[0].noise
    assert noise == NoiseConfig(seed=2, rename_tools=False, weights={"Emails": 1.0, "Chats": 0.5})
    assert env_settings(toml=file, environ=environ, given={"noise": False})[0].noise is False
    assert env_settings(toml=file, environ={"GAIA2_ENV_NOISE": "none"})[0].noise is False
    assert env_settings(environ={"GAIA2_ENV_NOISE": "seed=7"})[0].noise == NoiseConfig(seed=7)


@pytest.mark.parametrize(
    ("text", "environ", "message"),
    [
        ("[noise]\nsede = 1\n", {}, "my.toml: .noise. unknown setting 'sede' .did you mean 'seed'"),
        ("[noise]\nseed = true\n", {}, "my.toml: .noise. seed must be a whole number, not True"),
        ("[noise]\nenv_events_per_minute = nan\n", {}, "env_events_per_minute must be a number from 0 to 600, not nan"),
        ("", {"GAIA2_NOISE_RATE": "1"}, "GAIA2_NOISE_RATE: unknown setting 'rate'"),
        ('[env]\nnoise = "a lot"\n', {}, "my.toml: .env. noise must be official, none, or pairs"),
        ("[agent2agent]\nfraction = -1\n", {}, "fraction must be a number from 0 to 1"),
    ],
)
def test_wrong_ones_say_where_they_stand(tmp_path: Path, text: str, environ: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        env_settings(toml=written(tmp_path, text), environ=environ)


def test_the_example_file_holds_the_defaults() -> None:
    settings, _ = env_settings(toml=ROOT / "configs" / "env" / "noise.toml", environ={})
    assert settings == EnvConfig(noise=True)
