"""Rewards: the contract over all packaged scenarios, and the values their formulas promise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import pytest

import gaia2_gym  # noqa: F401  # registers the environments
import rewards
from gaia2_gym.errors import ConfigError, JudgeError
from gaia2_gym.guards import check_reward
from gaia2_gym.reward import Dense, EpisodeFacts, Sparse, StepFacts, make_reward, score
from gaia2_gym.scenario import open_source
from gaia2_gym.verifier import Answer
from rewards.trl import episode_reward, term
from tests.verifier.scenes import Timed, judged
from tests.verifier.test_matching import DONE, calls, three

ALL: list[Any] = [
    Sparse(),
    Dense(),
    rewards.Potential(),
    rewards.Potential(0.9),
    rewards.PerTurn(),
    rewards.EndState(),
    rewards.Timing(),
    rewards.Efficiency(),
    rewards.Weighted({"a": (0.5, Sparse()), "b": (0.5, Dense())}),
    rewards.Shaped(Sparse(), 0.99, 0.5),
]


@pytest.mark.parametrize("reward", ALL, ids=lambda r: type(r).__name__)
def test_every_reward_keeps_the_contract_on_every_packaged_scenario(reward: Any) -> None:
    for scenario in open_source("packaged"):
        assert check_reward(reward, scenario) == [], scenario.scenario_id


@dataclass
class PaysForWriting:
    """A reward that can be flooded."""

    def step(self, before: float, after: float, record: StepFacts) -> dict[str, float]:
        return {"writes": float(record.operation == "write")}

    def final(self, verdict: Any, trace: EpisodeFacts) -> dict[str, float]:
        return {}


def test_a_reward_that_pays_for_writing_is_caught() -> None:
    found = "\n".join(check_reward(PaysForWriting(), open_source("packaged:execution")[0]))
    assert "more than the oracle's" in found
    assert "more than doing nothing" in found


def total(reward: Any, episode: list[Timed]) -> dict[str, float]:
    verdict = judged(three(), episode)
    facts = tuple(StepFacts(i, "x", "write") for i, _ in verdict.history)
    return score(reward, verdict, EpisodeFacts(facts))


def test_dense_is_the_weighted_sum_of_progress_and_success() -> None:
    assert total(Dense(0.3), [*calls(1, 2, 3), DONE]) == pytest.approx({"progress": 0.3, "success": 0.7})
    near_miss = total(Dense(0.3), calls(1, 2, 3))
    assert sum(near_miss.values()) == pytest.approx(0.3 * 3 / 4)


@pytest.mark.parametrize("episode", [[*calls(1, 2, 3), DONE], calls(1, 2), [*calls(1, 1, 2), DONE], []])
def test_potential_sums_to_sparse_where_nothing_is_discounted(episode: list[Timed]) -> None:
    assert sum(total(rewards.Potential(1.0), episode).values()) == pytest.approx(sum(total(Sparse(), episode).values()))
    assert sum(total(rewards.Shaped(Dense(), 1.0), episode).values()) == pytest.approx(sum(total(Dense(), episode).values()))


def test_end_state_pays_for_the_outcome_whatever_the_path() -> None:
    undo: Timed = (20.0, "RentAFlat__remove_saved_apartment", {"apartment_id": "ap-2"})
    detour = [*calls(1, 2, 3), undo, *calls(2, start=21.0), DONE]
    assert total(rewards.EndState(), detour) == {"end_state": 1.0}
    assert total(Sparse(), detour) == {"success": 0.0}
    assert total(rewards.EndState(), calls(1)) == {"end_state": 0.0}


def test_efficiency_pays_savings_only_on_success() -> None:
    reward = rewards.Efficiency(step_cost=0.1)
    assert total(reward, [*calls(1, 2, 3), DONE])["efficiency"] == pytest.approx(0.6)
    failed = total(reward, calls(1, 1))
    assert failed["efficiency"] == 0.0
    assert failed["waste"] < 0.0


def test_weighted_names_its_parts() -> None:
    terms = total(rewards.Weighted({"win": (2.0, Sparse()), "turns": (1.0, rewards.PerTurn())}), [*calls(1, 2, 3), DONE])
    assert terms == {"win/success": 2.0, "turns/turns": 1.0}


@pytest.mark.parametrize(("setting", "message"), [("spars", "did you mean 'sparse'"), ("rewards:Nope", "cannot be imported"), (3, "methods")])
def test_what_is_no_reward_is_refused(setting: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_reward(setting)


@pytest.mark.parametrize("setting", ["sparse", "dense", "rewards:Potential", rewards.Shaped(Sparse())])
def test_an_env_pays_what_the_verdict_is_worth(setting: Any) -> None:
    env = gym.make("Gaia2-Adaptability-v0", scenarios="packaged", reward=setting)
    env.reset(seed=0)
    paid, sums = 0.0, {}
    for action in env.unwrapped.oracle_actions():
        _, reward, terminated, _, info = env.step(action)
        paid += reward
        for name, value in info["reward_terms"].items():
            sums[name] = sums.get(name, 0.0) + value
        assert reward == pytest.approx(sum(info["reward_terms"].values()))
    assert terminated
    assert info["unscored"] is False
    assert info["verdict"]["success"] is True
    assert paid == pytest.approx(1.0)
    assert sum(sums.values()) == pytest.approx(paid)


def unsure(question: Any) -> Answer:
    """A judge that never knows."""
    return Answer(None, "the endpoint is down")


def _reworded(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**a, "args": {**a["args"], "content": "It is done, all of it."}} if "content" in a["args"] else a for a in actions]


def test_an_unknown_verdict_is_never_a_number() -> None:
    env = gym.make("Gaia2-Search-v0", scenarios="packaged", judge=unsure, unscored="nan")
    env.reset(seed=0)
    for action in _reworded(env.unwrapped.oracle_actions()):
        _, reward, _, _, info = env.step(action)
    assert math.isnan(reward)
    assert info["unscored"] is True
    assert info["verdict"]["unknown_reason"] == "the endpoint is down"
    env = gym.make("Gaia2-Search-v0", scenarios="packaged", judge=unsure)
    env.reset(seed=0)
    *first, last = _reworded(env.unwrapped.oracle_actions())
    for action in first:
        env.step(action)
    with pytest.raises(JudgeError, match="the endpoint is down"):
        env.step(last)


def test_an_unknown_turn_under_the_strict_gate_is_a_failure_of_infrastructure() -> None:
    env = gym.make("Gaia2-Adaptability-v0", scenarios="packaged", judge=unsure, unscored="nan")
    env.reset(seed=0)
    for action in _reworded(env.unwrapped.oracle_actions()):
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    assert (terminated, truncated, info["reason"]) == (False, True, "infrastructure")
    assert math.isnan(reward)


def test_trl_reward_functions_pass_on_what_environments_paid_and_none_where_unscored() -> None:
    played = SimpleNamespace(total_reward=1.0, reward_terms={"success": 1.0})
    unknown = SimpleNamespace(total_reward=math.nan, reward_terms={})
    assert episode_reward(["p", "p"], ["c", "c"], environments=[played, unknown], task=["a", "b"]) == [1.0, None]
    success = term("win/success")
    assert success.__name__ == "win_success"
    assert term("success")(["p", "p"], ["c", "c"], environments=[played, unknown]) == [1.0, None]


def test_a_fork_that_was_judged_teaches_its_parent_nothing() -> None:
    """Acts of equal number in a fork and its parent may differ; what a judge said of one must not be taken for the other."""
    env = gym.make("Gaia2-Search-v0", scenarios="packaged", judge=lambda question: question.got["content"] == "the fork's words")
    env.reset(seed=0)
    message = "AgentUserInterface__send_message_to_user"
    child = env.unwrapped.fork()
    assert child.step({"tool": message, "args": {"content": "the fork's words"}})[1] == 1.0
    assert env.step({"tool": message, "args": {"content": "other words"}})[1] == 0.0


def test_what_a_truncation_is_worth_stands_in_the_trace() -> None:
    env = gym.make("Gaia2-Execution-v0", scenarios="packaged", reward="dense").unwrapped
    env.reset(seed=0)
    actions = env.oracle_actions()
    paid = sum(env.step(action)[1] for action in actions[:4])
    info = env.truncate("context_limit")
    assert info["reason"] == "context_limit"
    assert info["verdict"]["success"] is False
    end = env.trace.end
    assert end is not None
    assert end["total_reward"] == pytest.approx(paid + info["reward"])
    assert end["verdict"]["progress"] > 0.0


def test_settings_of_the_environment_are_overruled_by_keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAIA2_ENV_REWARD", "dense")
    monkeypatch.setenv("GAIA2_ENV_MAX_STEPS", "7")
    config = gym.make("Gaia2-Search-v0", scenarios="packaged", max_steps=9).unwrapped.config
    assert (config.reward, config.max_steps) == ("dense", 9)


def test_a_failure_of_infrastructure_is_no_verdict_on_the_agent() -> None:
    env = gym.make("Gaia2-Execution-v0", scenarios="packaged", unscored="nan").unwrapped
    env.reset(seed=0)
    info = env.truncate("infrastructure")
    assert math.isnan(info["reward"])
    assert info["unscored"] is True
    assert info["verdict"]["success"] is None
    assert "infrastructure" in info["verdict"]["unknown_reason"]
