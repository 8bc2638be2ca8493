"""The contract of the environment: what reset, step and the end return, and what may never happen."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import gaia2_gym  # noqa: F401  # registers the ids
from gaia2_gym.agents import RandomAgent, play
from gaia2_gym.env import Gaia2Env
from gaia2_gym.errors import ConfigError, Gaia2Error, ScenarioError
from gaia2_gym.splits import SPLITS

CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
CONTACTS = {"tool": "Contacts__get_contacts", "args": {}}
DONE = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}
START_KEYS = {"scenario_id", "split", "task", "system_prompt", "tools_json", "time", "turn", "num_turns", "notifications", "seed"}
STEP_KEYS = {
    *("tool", "args", "given_args", "result", "error", "injected_failure", "notifications", "step", "turn", "turn_ended"),
    *("time", "time_called", "time_before", "reward_terms", "unscored", "progress"),
}


def wait(seconds: int) -> dict[str, Any]:
    return {"tool": "SystemApp__wait_for_notification", "args": {"timeout": seconds}}


def made(split: str = "search", **settings: Any) -> Gaia2Env:
    return Gaia2Env(f"packaged:{split}", **settings)


def started(split: str = "search", seed: int = 0, **settings: Any) -> Gaia2Env:
    env = made(split, **settings)
    env.reset(seed=seed)
    return env


def random_actions(split: str, count: int) -> list[Any]:
    return play(started(split, max_steps=count).session, RandomAgent(seed=3))


# --- reset ------------------------------------------------------------------------------------------------------------------------------------


def test_reset_gives_the_task_and_its_facts() -> None:
    env = made()
    observation, info = env.reset(seed=7)
    assert info.keys() == START_KEYS
    assert observation == f"[2025-03-10 08:00:00] User: {info['task']}"
    assert info["scenario_id"] == "gaia2_gym_search"
    assert (info["split"], info["time"], info["turn"], info["num_turns"], info["seed"]) == ("Search", 1741593600.0, 0, 1, 7)
    assert [(n["kind"], n["text"]) for n in info["notifications"]] == [("user", info["task"])]
    assert json.loads(info["tools_json"]) == env.tools
    assert len(env.tools) == 101
    assert "tool" in info["system_prompt"]


def test_seeds_select_scenarios_round_and_round() -> None:
    env = Gaia2Env("packaged")
    assert env.num_scenarios == len(SPLITS)
    assert [env.reset(seed=k)[1]["split"] for k in range(9)] == [*SPLITS, *SPLITS[:2]]
    with pytest.raises(ScenarioError, match="unknown split"):
        Gaia2Env("packaged:serch")


def test_without_a_seed_the_next_number_of_np_random_is_used() -> None:
    first, second = Gaia2Env("packaged"), Gaia2Env("packaged")
    first.reset(seed=5)
    second.reset(seed=5)
    seeds = [[env.reset()[1]["seed"] for _ in range(5)] for env in (first, second)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 5


def test_the_seed_drives_the_episode() -> None:
    def created(seed: int) -> str:
        env = made("execution")
        env.reset(seed=seed, options={"index": 0})
        return env.step({"tool": "Contacts__add_new_contact", "args": {"first_name": "A", "last_name": "B"}})[0]

    assert created(1) == created(1)
    assert created(1) != created(2)


def test_options_select_a_scenario() -> None:
    env = Gaia2Env("packaged")
    assert env.reset(seed=1, options={"index": 4})[1]["split"] == "Time"
    assert env.reset(seed=1, options={"scenario_id": "gaia2_gym_noise"})[1]["split"] == "Noise"
    scenario = started("ambiguity").scenario
    _, info = env.reset(seed=1, options={"scenario": scenario})
    assert (info["split"], info["seed"]) == ("Ambiguity", 1)
    assert env.scenario is scenario
    assert env.reset(options={"index": 0})[1]["split"] == "Execution"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scenarioid": "x"}, "unknown option 'scenarioid' .did you mean 'scenario_id'"),
        ({"index": 7}, "from 0 to 6, not 7"),
        ({"index": -1}, "from 0 to 6, not -1"),
        ({"index": True}, "not True"),
        ({"index": "1"}, "not '1'"),
        ({"index": 1, "scenario_id": "x"}, "give one of them"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    env = Gaia2Env("packaged")
    before = env.reset(seed=0)[1]["scenario_id"]
    with pytest.raises(ConfigError, match=message):
        env.reset(seed=1, options=options)
    assert env.scenario.scenario_id == before


def test_an_unknown_scenario_is_named() -> None:
    with pytest.raises(ScenarioError, match="no scenario with the id 'nope'"):
        Gaia2Env("packaged").reset(options={"scenario_id": "nope"})


# --- step -------------------------------------------------------------------------------------------------------------------------------------


def test_a_step_and_its_info() -> None:
    env = started()
    observation, reward, terminated, truncated, info = env.step({"tool": "Contacts__search_contacts", "args": {"query": "渡辺"}, "thought": "who?"})
    assert info.keys() == STEP_KEYS
    assert (type(reward), terminated, truncated) == (float, False, False)
    assert json.loads(observation)[0]["first_name"] == "美咲"
    assert "渡辺" in observation, "characters, not escapes"
    assert info["result"][0]["first_name"] == "美咲"
    assert (info["tool"], info["args"], info["error"], info["step"]) == ("Contacts__search_contacts", {"query": "渡辺"}, None, 1)
    assert (info["time_before"], info["time_called"], info["time"]) == (1741593600.0,) * 3
    assert (info["turn"], info["turn_ended"], info["injected_failure"]) == (0, False, False)


def test_given_arguments_stand_beside_those_that_were_used() -> None:
    info = started().step({"tool": "Contacts__get_contacts", "args": {"offset": "5"}})[4]
    assert (info["given_args"], info["args"]) == ({"offset": "5"}, {"offset": 5})


@pytest.mark.parametrize(
    ("action", "kind", "hint"),
    [
        ({"tool": "Contacts__get_contact", "args": {"contact_id": "zzz"}}, "not_found", "zzz"),
        ({"tool": "Contacts__get_contactz", "args": {}}, "unknown_tool", "did you mean 'Contacts__get_contact"),
        ({"tool": "Contacts__get_contact", "args": {"contactid": "x"}}, "bad_argument", "needs the argument 'contact_id'"),
        ({"tool": "Emails__get_email_by_id", "args": {"email_id": "x", "folder": "x"}}, "bad_argument", "did you mean 'folder_name'"),
        ({"tool": "Contacts__get_contacts", "args": {"offset": "many"}}, "type", "offset"),
        ("I would rather not.", "malformed_action", "Write exactly one call as JSON"),
        ({"tool": "Emails__send_email_to_user_only", "args": {}}, "unknown_tool", "there is no tool"),
        (17, "malformed_action", "not a number"),
        (None, "malformed_action", "not null"),
    ],
)
def test_what_is_wrong_is_said_in_the_observation(action: Any, kind: str, hint: str) -> None:
    env = started()
    observation, _, terminated, truncated, info = env.step(action)
    assert observation.startswith(f"Error ({info['error']}): ")
    assert hint in observation
    assert info["error"] == kind
    assert (info["result"], terminated, truncated, info["step"]) == (None, False, False, 1)


def test_tools_of_the_environment_are_not_the_agent_s() -> None:
    info = started().step({"tool": "Emails__create_and_add_email", "args": {}})[4]
    assert info["error"] == "unknown_tool"


def test_text_actions() -> None:
    env = started()
    text = 'Let me see.\n<tool_call>{"name": "Contacts__get_contacts", "arguments": {"offset": 9}}</tool_call>'
    assert env.step(text)[4]["args"] == {"offset": 9}
    assert env.session.steps[-1].thought == "Let me see."
    assert env.session.steps[-1].raw == text


def test_turns_and_what_arrives() -> None:
    env = started("adaptability")
    infos = [env.step(action)[4] for action in env.oracle_actions()]
    ended = [i["turn_ended"] for i in infos]
    assert ended.count(True) == 2
    assert ended[-1]
    first = infos[ended.index(True)]
    assert first["turn"] == 1
    assert first["time"] == first["time_called"] + 61, "the message ends the turn, and time passes until something arrives"
    assert [(n["kind"], n["app"]) for n in first["notifications"]] == [("environment", "Emails")]
    assert first["notifications"][0]["ids"]["email_id"]
    assert "reason" not in first
    assert infos[-1]["reason"] == "completed"
    assert infos[-1]["turn"] == 2


def test_waiting_ends_with_a_notification() -> None:
    env = started("time")
    observation, *_, info = env.step(wait(200))
    assert info["time"] == info["time_called"] + 90
    assert observation.splitlines()[-1].startswith("[2025-03-10 08:01:30] Chats: ")


@pytest.mark.parametrize("split", SPLITS)
def test_the_oracle_completes_every_packaged_scenario(split: str) -> None:
    env = gym.make(f"Gaia2-{split}-v0", scenarios="packaged")
    env.reset(seed=0)
    for action in env.unwrapped.oracle_actions():
        _, _, terminated, truncated, info = env.step(action)
    assert (terminated, truncated, info["reason"]) == (True, False, "completed")


# --- the end ----------------------------------------------------------------------------------------------------------------------------------


def test_nothing_happens_before_the_first_reset() -> None:
    env = made()
    for attempt in (lambda: env.step(CLOCK), lambda: env.truncate("context_limit"), env.snapshot, lambda: env.trace, lambda: env.scenario):
        with pytest.raises(ResetNeeded, match="call reset"):
            attempt()
    assert len(env.tools) == 101, "the tools are known before"


def test_nothing_happens_after_the_end() -> None:
    env = started()
    assert env.step(DONE)[2]
    before = env.trace
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(CLOCK)
    assert env.trace == before
    assert before.end is not None
    env.reset(seed=0)
    assert not env.step(CLOCK)[2]


def test_the_caller_can_truncate() -> None:
    env = started()
    env.step(CLOCK)
    with pytest.raises(ConfigError, match="did you mean 'context_limit'"):
        env.truncate("contex_limit")
    end = env.truncate("context_limit")
    assert (end["reason"], end["step"], end["turn"]) == ("context_limit", 1, 0)
    with pytest.raises(ResetNeeded, match="context_limit"):
        env.step(CLOCK)
    assert env.truncate("time_limit")["reason"] == "context_limit", "it has ended already"
    assert (env.trace.end["truncated"], env.trace.end["terminated"]) == (True, False)


def test_the_limit_of_steps_tells_the_user() -> None:
    env = started(max_steps=3)
    ends = [env.step(CLOCK)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    assert env.session.reason == "step_limit"
    last = env.trace.records[-1]
    assert (last["kind"], last["tool"], last["args"]["content"]) == (
        "env",
        "send_message_to_user",
        "I have reached the limit of 3 steps and stop here.",
    )


def test_a_last_step_that_completes_is_no_truncation() -> None:
    env = started(max_steps=1)
    assert env.step(DONE)[2:4] == (True, False)


def test_the_limit_of_time_truncates() -> None:
    env = started("search")
    observation, _, terminated, truncated, info = env.step(wait(1800))
    assert (terminated, truncated, info["reason"]) == (False, True, "time_limit")
    assert "The time limit of the scenario was reached." in observation
    assert [n["kind"] for n in info["notifications"]][-1] == "stop"


# --- equal, fresh, forked ---------------------------------------------------------------------------------------------------------------------


def containers(value: Any) -> Iterator[Any]:
    """Every mutable container in a value."""
    if isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from containers(item)
    if isinstance(value, dict | list | np.ndarray):
        yield value


def destroy(value: Any) -> None:
    """Change everything in a value that can be changed."""
    for container in list(containers(value)):
        if isinstance(container, np.ndarray):
            container[...] = -1
        else:
            container.clear()
            container.update(x=1) if isinstance(container, dict) else container.append("x")


@pytest.mark.parametrize("split", ["execution", "adaptability", "time"])
@pytest.mark.parametrize("settings", [{}, {"observation": "dict", "parallel_calls": True}], ids=["text", "dict"])
def test_nothing_returned_or_given_is_shared(split: str, settings: dict[str, Any]) -> None:
    actions = [*random_actions(split, 40), *started(split).oracle_actions()]
    careful, careless = made(split, **settings), made(split, **settings)
    kept = [copy.deepcopy(careful.reset(seed=1))]
    wild = careless.reset(seed=1)
    assert copy.deepcopy(wild) == kept[0]
    destroy(wild)
    destroy(careless.tools)
    for action in actions:
        mine = copy.deepcopy(action)
        expected, got = careful.step(action), careless.step(mine)
        assert got == expected
        destroy(got)
        destroy(mine)
        if expected[2] or expected[3]:
            break
    assert careless.trace == careful.trace
    assert copy.deepcopy(careless.reset(seed=1)) == kept[0]


@pytest.mark.parametrize("split", ["execution", "ambiguity"])
def test_equal_seeds_and_actions_give_equal_episodes(split: str) -> None:
    actions = random_actions(split, 30)
    first, second = started(split, seed=4), started(split, seed=4)
    for action in actions:
        assert first.step(action) == second.step(action)
    assert first.trace.digest == second.trace.digest


def test_a_snapshot_brings_the_same_future_even_from_beyond_the_end() -> None:
    env = started("adaptability", seed=2)
    actions = env.oracle_actions()
    for action in actions[:3]:
        env.step(action)
    snapshot = env.snapshot()
    first = [env.step(action) for action in actions[3:]]
    assert first[-1][2]
    env.restore(snapshot)
    assert [env.step(action) for action in actions[3:]] == first
    env.reset(seed=9)
    env.restore(snapshot)
    assert [env.step(action) for action in actions[3:]] == first, "also in an environment that has gone on to another episode"


def test_restore_wants_a_snapshot() -> None:
    for env in (made(), started()):
        with pytest.raises(Gaia2Error, match=r"what snapshot\(\) returned, not dict"):
            env.restore({})


def test_a_fork_goes_its_own_way() -> None:
    env = started("adaptability", seed=2)
    actions = env.oracle_actions()
    env.step(actions[0])
    before = env.trace
    child = env.fork()
    assert [child.step(action)[0] for action in actions[1:]]
    assert child.session.over
    assert env.trace == before
    rest = [env.step(action) for action in actions[1:]]
    assert rest[-1][2]
    assert env.trace.digest == child.trace.digest
    assert env.reset()[1]["seed"] == child.reset()[1]["seed"], "the same draw comes next"


def test_oracle_actions_change_nothing() -> None:
    env = started("execution")
    before = env.trace
    assert env.oracle_actions() == env.oracle_actions()
    assert env.trace == before


def test_time_is_counted_in_finite_numbers() -> None:
    env = started("time", observation="dict")
    observation = env.step(wait(10))[0]
    assert math.isfinite(observation["time"])
    assert observation in env.observation_space
