"""Gymnasium's own checks, its wrappers, and its registry."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

import gaia2_gym  # noqa: F401  # registers the ids
from gaia2_gym.env import Budget, CallList, ChatMessages, CompactTools
from gaia2_gym.splits import SPLITS

IDS = ["Gaia2-v0", *(f"Gaia2-{split}-v0" for split in SPLITS)]
CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
WRAPPERS: dict[str, Callable[[gym.Env[Any, Any]], gym.Env[Any, Any]]] = {
    "chat": ChatMessages,
    "compact": CompactTools,
    "budget": lambda env: Budget(env, tokens=10_000),
    "call list": CallList,
    "all": lambda env: ChatMessages(CompactTools(Budget(CallList(env), money=1.0, prices={"generated": 10.0}))),
    "statistics": RecordEpisodeStatistics,
}


def check_without_warnings(env: gym.Env[Any, Any], **settings: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "there are no app agents yet")
        check_env(env, **settings)


def test_every_id_is_registered() -> None:
    assert sorted(id for id in gym.registry if id.startswith("Gaia2-")) == sorted(IDS)


@pytest.mark.parametrize("observation", ["text", "dict", "reference"])
@pytest.mark.parametrize("id", IDS)
def test_check_env_has_nothing_to_say(id: str, observation: str) -> None:
    check_without_warnings(gym.make(id, observation=observation).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", None])
def test_check_env_with_other_settings(mode: str | None) -> None:
    settings = {"render_mode": mode, "latency": "tokens", "notifications": "high", "plain_text": "message", "parallel_calls": True}
    check_without_warnings(gym.make("Gaia2-v0", scenarios="packaged", **settings).unwrapped)


def test_check_env_while_a_human_watches(capsys: pytest.CaptureFixture[str]) -> None:
    check_without_warnings(gym.make("Gaia2-Time-v0", scenarios="packaged", render_mode="human").unwrapped)
    assert "渡辺" in capsys.readouterr().out


@pytest.mark.parametrize("name", WRAPPERS)
def test_check_env_of_the_wrapped(name: str) -> None:
    env = WRAPPERS[name](gym.make("Gaia2-Search-v0", scenarios="packaged"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version")  # which is what is meant here
        check_env(env, skip_render_check=True)


def test_the_passive_checker_has_nothing_to_say_in_a_whole_episode() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make("Gaia2-Adaptability-v0", scenarios="packaged", observation="dict")
        env.reset(seed=0)
        for action in env.unwrapped.oracle_actions():
            assert action in env.action_space
            *_, over, _, _ = env.step(action)
        assert over
        env.close()
        env.close()


def test_statistics_of_an_episode() -> None:
    env = RecordEpisodeStatistics(gym.make("Gaia2-Search-v0", scenarios="packaged"))
    env.reset(seed=0)
    env.step(CLOCK)
    *_, reward, over, _, info = env.step({"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Casa da Glicínia, 1180"}})
    assert over
    assert (info["episode"]["l"], info["episode"]["r"]) == (2, reward)


def test_gymnasium_s_own_limit_of_steps() -> None:
    env = gym.make("Gaia2-Search-v0", scenarios="packaged", max_episode_steps=2)
    assert isinstance(env, TimeLimit)
    env.reset(seed=0)
    assert [env.step(CLOCK)[2:4] for _ in range(2)] == [(False, False), (False, True)]


@pytest.mark.parametrize("id", IDS)
def test_a_spec_survives_json(id: str) -> None:
    spec = EnvSpec.from_json(gym.spec(id).to_json())
    assert spec == gym.spec(id)
    assert gym.make(spec).reset(seed=0)[1] == gym.make(id).reset(seed=0)[1]


def test_the_spec_of_an_environment_made_with_settings_makes_it_again() -> None:
    env = ChatMessages(CompactTools(gym.make("Gaia2-Time-v0", scenarios="packaged", max_steps=5, latency="tokens"), results=2), result_role="user")
    again = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert str(again) == str(env)
    assert again.unwrapped.config == env.unwrapped.config
    assert again.reset(seed=3) == env.reset(seed=3)
    search = {"tool": "search_tools", "args": {"query": "send a message"}}
    assert again.step(search) == env.step(search)


def test_unknown_settings_are_refused_by_make() -> None:
    with pytest.raises(ValueError, match="did you mean 'max_steps'"):
        gym.make("Gaia2-v0", scenarios="packaged", max_stepz=3)


def test_the_module_may_stand_in_the_id() -> None:
    program = (
        "import gymnasium, sys; assert 'gaia2_gym' not in sys.modules\n"
        "print(gymnasium.make('gaia2_gym:Gaia2-Search-v0', scenarios='packaged').reset(seed=0)[1]['scenario_id'])"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("gaia2_gym_search", "")
