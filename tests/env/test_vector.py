"""Vector environments: our own, and Gymnasium's around our environment."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList

import gaia2_gym  # noqa: F401  # registers the ids
from gaia2_gym.env import CallList, ChatMessages, Gaia2Env, Gaia2VectorEnv, ToolCalls
from gaia2_gym.env.vector import merged
from gaia2_gym.errors import ConfigError

N = 4
MODES = list(AutoresetMode)
CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
DONE = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}


def ours(id: str = "Gaia2-v0", num_envs: int = N, **settings: Any) -> Gaia2VectorEnv:
    env = gym.make_vec(id, num_envs=num_envs, **{"scenarios": "packaged", **settings})
    assert isinstance(env, Gaia2VectorEnv)
    return env


def gymnasiums(mode: AutoresetMode, wrapper: Any = None, **settings: Any) -> SyncVectorEnv:
    def make() -> gym.Env[Any, Any]:
        env = gym.make("Gaia2-v0", scenarios="packaged", **settings)
        return wrapper(env) if wrapper else env

    return SyncVectorEnv([make] * N, autoreset_mode=mode)


def waits_and_messages(step: int) -> list[dict[str, Any]]:
    """Calls whose results Gymnasium can merge; the episodes end at different steps."""
    return [DONE if (step + i) % 5 == 4 else {"tool": "SystemApp__wait_for_notification", "args": {"timeout": 10 * i + 1}} for i in range(N)]


def random_actions(seed: int = 0) -> Iterator[list[Any]]:
    """Any calls, some of them malformed or naming no tool, and now and then the message that may end an episode."""
    space = ToolCalls(Gaia2Env("packaged:search").action_space.tools_json, seed=seed)
    step = 0
    while True:
        step += 1
        actions: list[Any] = [space.sample() for _ in range(N)]
        actions[step % N] = [DONE, "no call", {"tool": "x", "args": {"limit": "many", "_limit": 2, "offset": {"a": 1}}}][step % 3]
        yield actions


def reset_those_that_are_over(envs: list[Any], terminated: Any, truncated: Any, seed: int) -> list[Any]:
    mask = terminated | truncated
    return [env.reset(seed=seed, options={"reset_mask": mask.copy()}) for env in envs] if mask.any() else []


# --- the same as Gymnasium's ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("observation", ["text", "dict"])
@pytest.mark.parametrize("mode", MODES)
def test_it_equals_gymnasium_s_step_by_step(mode: AutoresetMode, observation: str) -> None:
    settings = {"observation": observation, "max_steps": 6, "latency": "tokens"}
    pair = [ours(autoreset_mode=mode, **settings), gymnasiums(mode, **settings)]
    first, second = [env.reset(seed=5) for env in pair]
    assert data_equivalence(first, second, exact=True)
    ends = 0
    for step in range(30):
        actions = waits_and_messages(step)
        first, second = [env.step(copy.deepcopy(actions)) for env in pair]
        assert data_equivalence(first, second, exact=True)
        assert first[0] in pair[0].observation_space
        ends += int((first[2] | first[3]).sum())
        assert ("final_info" in first[4]) is (mode == AutoresetMode.SAME_STEP and bool((first[2] | first[3]).any()))
        if mode == AutoresetMode.DISABLED and (after := reset_those_that_are_over(pair, first[2], first[3], step)):
            assert data_equivalence(*after, exact=True)
    assert ends > 4 * N


@pytest.mark.parametrize("mode", MODES)
def test_it_equals_gymnasium_s_for_any_calls(mode: AutoresetMode) -> None:
    """Gymnasium's fails on calls of different tools, so its environments are wrapped in `CallList`, and compared without the calls."""
    pair = [ours(autoreset_mode=mode, max_steps=9), gymnasiums(mode, CallList, max_steps=9)]
    for env in pair:
        env.reset(seed=[3, 1, 4, 1])
    varying = {f"{mask}{key}" for key in ("args", "given_args", "result", "calls") for mask in ("", "_")}
    for step, actions in zip(range(40), random_actions(), strict=False):
        first, second = [list(env.step(copy.deepcopy(actions))) for env in pair]
        for result in (first, second):
            infos = result.pop()
            for info in [infos, infos.get("final_info", {})]:
                assert [info.pop(key, None) for key in varying]
            result.append(infos)
        assert data_equivalence(first, second, exact=True)
        if mode == AutoresetMode.DISABLED:
            reset_those_that_are_over(pair, first[2], first[3], step)


def python(value: Any) -> Any:
    """A value without numpy's numbers."""
    if isinstance(value, dict):
        return {key: python(item) for key, item in value.items()}
    return value.item() if isinstance(value, np.generic) else value


def test_every_session_does_what_a_single_environment_does() -> None:
    together = DictInfoToList(ours(autoreset_mode="Disabled"))
    alone = [gym.make("Gaia2-v0", scenarios="packaged") for _ in range(N)]
    observations, infos = together.reset(seed=2)
    assert [(o, python(i)) for o, i in zip(observations, infos, strict=True)] == [env.reset(seed=2 + n) for n, env in enumerate(alone)]
    over = np.zeros(N, np.bool_)
    for actions in random_actions(seed=1):
        expected = [env.step(action) for env, action in zip(alone, actions, strict=True)]
        observations, rewards, terminated, truncated, infos = together.step(actions)
        got = zip(observations, rewards.tolist(), terminated.tolist(), truncated.tolist(), map(python, infos), strict=True)
        assert list(got) == expected
        if (over := terminated | truncated).any():
            break
    assert over.any()


# --- autoreset --------------------------------------------------------------------------------------------------------------------------------


def test_next_step_resets_in_the_step_after_the_end() -> None:
    env = ours("Gaia2-Search-v0", 2)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    start = env.reset(seed=0)[0]
    assert env.step([DONE, CLOCK])[2].tolist() == [True, False]
    observations, rewards, terminated, _, infos = env.step([{"generated_tokens": -1}, CLOCK])
    assert observations[0] == start[0], "the action is not even looked at"
    assert (rewards.tolist(), terminated.tolist()) == ([0.0, 0.0], [False, False])
    assert (infos["_seed"].tolist(), infos["_step"].tolist()) == ([True, False], [False, True])
    assert infos["step"][1] == 2


def test_same_step_keeps_the_last_observation_and_info() -> None:
    env = ours("Gaia2-Search-v0", 2, autoreset_mode="SameStep")
    start = env.reset(seed=0)[0]
    observations, _, terminated, _, infos = env.step([CLOCK, DONE])
    assert terminated.tolist() == [False, True]
    assert observations[1] == start[1]
    assert (infos["final_obs"][0], infos["_final_obs"].tolist()) == (None, [False, True])
    assert infos["final_obs"][1] == "OK"
    assert infos["final_info"]["tool"][1] == DONE["tool"]
    assert infos["final_info"]["_tool"].tolist() == [False, True]
    assert (infos["tool"][0], infos["_tool"].tolist()) == (CLOCK["tool"], [True, False])


def test_disabled_leaves_resets_to_the_caller() -> None:
    env = ours("Gaia2-Search-v0", 2, autoreset_mode="Disabled")
    env.reset(seed=0)
    env.step([DONE, CLOCK])
    for _ in range(2):
        with pytest.raises(ResetNeeded, match="the episodes of the sessions 0 are over"):
            env.step([CLOCK, CLOCK])
    assert len(env.envs[1].session.steps) == 1, "no session has moved"
    options = {"reset_mask": np.array([True, False])}
    _, infos = env.reset(seed=7, options=options)
    assert (infos["seed"].tolist(), infos["_seed"].tolist()) == ([7, 0], [True, False])
    assert "reset_mask" in options, "the caller's options are left alone"
    assert env.step([CLOCK, CLOCK])[4]["step"].tolist() == [1, 2]


def test_a_session_ended_from_outside_is_reset_too() -> None:
    env = ours("Gaia2-Search-v0", 2)
    env.reset(seed=0)
    env.envs[0].truncate("context_limit")
    assert env.step([CLOCK, CLOCK])[4]["_seed"].tolist() == [True, False]
    for mode in ("Disabled", "SameStep"):
        env = ours("Gaia2-Search-v0", 2, autoreset_mode=mode)
        env.reset(seed=0)
        env.envs[1].truncate("context_limit")
        with pytest.raises(ResetNeeded, match="sessions 1 are over"):
            env.step([CLOCK, CLOCK])
        assert env.envs[0].session.steps == []


def test_a_limit_of_steps_as_gymnasium_s() -> None:
    env = ours("Gaia2-Search-v0", 2, max_episode_steps=2)
    env.reset(seed=0)
    assert [env.step([CLOCK, CLOCK])[3].tolist() for _ in range(4)] == [[False, False], [True, True], [False, False], [False, False]]
    assert not ours("Gaia2-Search-v0", 1, max_episode_steps=-1).envs[0].spec


# --- seeds, actions, settings -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "seeds"),
    [(3, [3, 4, 5, 6]), ([9, 2, 2, 0], [9, 2, 2, 0]), (np.int64(3), [3, 4, 5, 6]), (np.array([4, 3, 2, 1]), [4, 3, 2, 1]), ((1, 1, 1, 1), [1] * 4)],
)
def test_seeds_are_dealt_out_as_in_gymnasium(seed: Any, seeds: list[int]) -> None:
    infos = ours().reset(seed=seed)[1]
    assert infos["seed"].tolist() == seeds
    assert infos["split"].tolist() == [Gaia2Env("packaged").reset(seed=s)[1]["split"] for s in seeds]


def test_without_seeds_sessions_differ() -> None:
    env = ours()
    assert len(set(env.reset()[1]["seed"].tolist())) == N
    seeds = []
    for _ in range(2):
        env.reset(seed=0)
        seeds.append(env.reset(seed=[None] * N)[1]["seed"].tolist())
    assert seeds[0] == seeds[1]


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (-1, "at least 0, or None, not -1"),
        ([1, 2], "there must be 4 seeds, one for each session, not 2"),
        ([1, 2, 3, -4], "not -4"),
        ([1, 2, 3, 4.0], "not 4.0"),
        ([1, 2, 3, True], "not True"),
        (1.5, "a whole number, a list of them, or None, not 1.5"),
        ("1234", "not '1234'"),
    ],
)
def test_wrong_seeds_are_named_before_anything_is_reset(seed: Any, message: str) -> None:
    env = ours()
    env.reset(seed=0)
    with pytest.raises(ConfigError, match=message):
        env.reset(seed=seed)
    assert [e.session.seed for e in env.envs] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number of at least 1, not 0"),
        ({"num_envs": -2}, "not -2"),
        ({"num_envs": 2.0}, "not 2.0"),
        ({"num_envs": True}, "not True"),
        ({"autoreset_mode": "NextSteps"}, "autoreset_mode must be one of NextStep, SameStep, Disabled, not 'NextSteps' .did you mean 'NextStep'"),
        ({"max_episode_steps": 0}, "max_episode_steps must be"),
        ({"max_stepz": 5}, "did you mean 'max_steps'"),
        ({"render_mode": "html5"}, "render_mode must be one of"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        gym.make_vec("Gaia2-Search-v0", scenarios="packaged", **settings)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([CLOCK], "step wants a list of 2 actions, one for each session, not 1 actions"),
        ([CLOCK] * 3, "not 3 actions"),
        ("ab", "not a str"),
        (CLOCK, "not a dict"),
        ([CLOCK, CLOCK | {"generated_tokens": -5}], "generated_tokens must be finite and not negative"),
    ],
)
def test_wrong_actions_move_no_session(actions: Any, message: str) -> None:
    env = ours("Gaia2-Search-v0", 2)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=message):
        env.step(actions)
    assert [e.session.steps for e in env.envs] == [[], []]


def test_a_step_before_the_first_reset() -> None:
    with pytest.raises(ResetNeeded, match="call reset"):
        ours("Gaia2-Search-v0", 2).step([CLOCK, CLOCK])


def test_sessions_share_scenarios_and_have_no_wrappers() -> None:
    env = ours(vectorization_mode="vector_entry_point", render_mode="ansi")
    env.reset(seed=[0, 7, 14, 1])
    assert all(type(e) is Gaia2Env for e in env.envs)
    assert env.envs[0].scenario is env.envs[1].scenario is env.envs[2].scenario
    assert [text.startswith("gaia2_gym_") for text in env.render()] == [True] * N
    assert env.spec.id == "Gaia2-v0"
    assert env.get_attr("num_scenarios") == (7,) * N
    env.close()
    env.close()


# --- what infos may hold ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2], np.array([1, 2])),
        ([1.5, 2], np.array([1.5, 2.0])),
        ([True, False], np.array([True, False])),
        ([1, 2.5], np.array([1, 2.5], dtype=object)),
        ([2.5, None], np.array([2.5, None], dtype=object)),
        ([1, "a"], np.array([1, "a"], dtype=object)),
        ([2**80, 1], np.array([2**80, 1], dtype=object)),
        (["a", {"x": 1}], np.array(["a", {"x": 1}], dtype=object)),
        ([{"x": 1}, None], np.array([{"x": 1}, None], dtype=object)),
        ([{"_x": 1}, {"x": 1}], np.array([{"_x": 1}, {"x": 1}], dtype=object)),
        ([{"x": 1}, {"x": 2}], {"x": np.array([1, 2]), "_x": np.array([True, True])}),
        ([{"x": 1}, {}], {"x": np.array([1, 0]), "_x": np.array([True, False])}),
    ],
)
def test_values_that_do_not_go_together_are_kept_whole(values: list[Any], expected: Any) -> None:
    infos = merged({i: {"key": value} for i, value in enumerate(values)}, 2)
    assert data_equivalence(infos["key"], expected, exact=True)
    assert infos["_key"].tolist() == [True, True]


# --- Gymnasium's own vector environments ------------------------------------------------------------------------------------------------------

VECTORS: dict[str, dict[str, Any]] = {
    "sync": {"vectorization_mode": "sync"},
    "async": {"vectorization_mode": "async", "vector_kwargs": {"shared_memory": False}},
}


@pytest.mark.parametrize("vectors", VECTORS)
@pytest.mark.parametrize("observation", ["text", "dict"])
def test_gymnasium_s_vector_environments_work(vectors: str, observation: str) -> None:
    theirs = gym.make_vec("Gaia2-v0", scenarios="packaged", num_envs=N, observation=observation, max_steps=5, wrappers=[CallList], **VECTORS[vectors])
    assert isinstance(theirs, SyncVectorEnv if vectors == "sync" else AsyncVectorEnv)
    mine = ours(observation=observation, max_steps=5)
    try:
        assert data_equivalence(theirs.reset(seed=1)[0], mine.reset(seed=1)[0], exact=True)
        for _, actions in zip(range(15), random_actions(seed=2), strict=False):
            assert data_equivalence(theirs.step(copy.deepcopy(actions))[:4], mine.step(actions)[:4], exact=True)
    finally:
        theirs.close()


@pytest.mark.parametrize("vectors", VECTORS)
def test_gymnasium_s_vector_environments_take_the_oracle_s_calls_without_a_wrapper(vectors: str) -> None:
    theirs = gym.make_vec("Gaia2-Execution-v0", scenarios="packaged", num_envs=2, **VECTORS[vectors])
    env = gym.make("Gaia2-Execution-v0", scenarios="packaged")
    env.reset(seed=0)
    actions = env.unwrapped.oracle_actions()
    try:
        theirs.reset(seed=[0, 0])
        for action in actions:
            _, _, terminated, _, infos = theirs.step([action, action])
        assert terminated.tolist() == [True, True]
        assert infos["reason"].tolist() == ["completed", "completed"]
    finally:
        theirs.close()


def test_chat_messages_in_a_vector_environment() -> None:
    env = gym.make_vec("Gaia2-Search-v0", scenarios="packaged", num_envs=2, vectorization_mode="sync", wrappers=[CallList, ChatMessages])
    observations, _ = env.reset(seed=0)
    assert [[m["role"] for m in chat] for chat in observations] == [["system", "user"]] * 2
    observations = env.step([CLOCK, "nothing"])[0]
    assert [chat[-1]["role"] for chat in observations] == ["tool", "tool"]
    assert observations in env.observation_space
