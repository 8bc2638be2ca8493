"""Every setting does what it says, and a wrong one is named."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import pytest

from gaia2_gym.env import Gaia2Env
from gaia2_gym.errors import ConfigError

CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
CONTACTS = {"tool": "Contacts__get_contacts", "args": {}}


def started(split: str = "search", **settings: Any) -> Gaia2Env:
    env = Gaia2Env(f"packaged:{split}", **settings)
    env.reset(seed=0)
    return env


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_step": 3}, "unknown setting 'max_step' .did you mean 'max_steps'"),
        ({"observation": "txt"}, "observation must be one of text, dict, reference, not 'txt' .did you mean 'text'"),
        ({"notifications": "hihg"}, "did you mean 'high'"),
        ({"plain_text": "messages"}, "did you mean 'message'"),
        ({"parallel_calls": 1}, "parallel_calls must be true or false, not 1"),
        ({"max_steps": 0}, "max_steps must be a whole number of at least 1, not 0"),
        ({"max_steps": True}, "not True"),
        ({"max_observation_chars": 1.5}, "not 1.5"),
        ({"compat": "1.2"}, "compat must be one of None, 1.2.0"),
        ({"latency": "token"}, "the forms are zero, measured, fixed:SECONDS"),
        ({"latency": "tokens:rate=0"}, "rate must be above 0"),
        ({"latency": "fixed:nan"}, "finite"),
        ({"latency": 2.5}, "an object with a `seconds` method, not 2.5"),
        ({"apps": "Emails"}, "apps must be a list, not 'Emails'"),
        ({"apps": ["Email"]}, "there is no app 'Email' on this phone .did you mean 'Emails'"),
        ({"render_mode": "anse"}, "render_mode must be one of ansi, human or None, not 'anse' .did you mean 'ansi'"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Gaia2Env("packaged:search", **settings)


# --- what an action may be --------------------------------------------------------------------------------------------------------------------


def test_plain_text() -> None:
    text = "It is Casa da Glicínia, 1180 euros."
    assert started().step(text)[4]["error"] == "malformed_action"
    *_, terminated, _, info = started(plain_text="message").step(text)
    assert terminated
    assert (info["tool"], info["args"]) == ("AgentUserInterface__send_message_to_user", {"content": text})


def test_parallel_calls() -> None:
    both = [CLOCK, CONTACTS]
    assert started().step(both)[4]["error"] == "malformed_action"
    env = started(parallel_calls=True, latency="fixed:2")
    observation, *_, info = env.step({"tool_calls": [{"name": c["tool"], "arguments": c["args"]} for c in both]})
    assert [c["tool"] for c in info["calls"]] == [CLOCK["tool"], CONTACTS["tool"]]
    assert "\n".join(info["texts"]) == observation
    assert (info["tool"], info["step"]) == (CONTACTS["tool"], 1), "the last call stands for the step"
    assert info["time_called"] == info["time_before"] + 2, "one thinking time for all"


def test_no_call_runs_after_the_message_to_the_user() -> None:
    env = started(parallel_calls=True)
    done = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}
    observation, *_, info = env.step([CLOCK, done, CONTACTS])
    assert observation.splitlines()[2] == "Not run: the message to the user ended the turn."
    assert [c["tool"] for c in info["calls"]] == [CLOCK["tool"], done["tool"]]


def test_apps_can_be_left_out() -> None:
    env = started(apps=["Chats", "RentAFlat", "City"])
    names = {tool["function"]["name"].partition("__")[0] for tool in env.tools}
    assert names == {"AgentUserInterface", "SystemApp", "Chats", "RentAFlat", "City"}
    assert json.loads(env.action_space.tools_json) == env.tools
    assert env.step(CONTACTS)[4]["error"] == "unknown_tool"
    with pytest.raises(ConfigError, match=r"the oracle of gaia2_gym_execution uses .*Calendar.*, which cannot be left out"):
        Gaia2Env("packaged:execution", apps=["Emails"])


# --- what is seen -----------------------------------------------------------------------------------------------------------------------------


def test_long_results_are_cut_with_advice() -> None:
    env = started(max_observation_chars=50)
    observation, *_, info = env.step(CONTACTS)
    first, advice = observation.splitlines()
    assert len(first) == 50
    assert advice.startswith("[cut: 50 of ")
    assert advice.endswith("use offset to see the rest]")
    assert len(info["result"]["contacts"]) == 10, "the info keeps everything"
    assert env.step(CLOCK)[0].endswith("this tool has no paging; ask for something narrower]")


def test_dict_observations() -> None:
    env = started("time", observation="dict")
    start = env.reset(seed=0)[0]
    assert start.keys() == {"result", "notifications", "time", "turn"}
    assert (start["result"], len(start["notifications"])) == ("", 1)
    observation, *_, info = env.step({"tool": "SystemApp__wait_for_notification", "args": {"timeout": 200}})
    assert observation["result"] == "OK"
    assert observation["notifications"][0].startswith("[2025-03-10 08:01:30] Chats: ")
    assert (float(observation["time"]), int(observation["turn"])) == (info["time"], 0)
    assert (observation["time"].dtype, observation["turn"].dtype) == (np.float64, np.int64)
    assert observation in env.observation_space


def test_reference_observations() -> None:
    ours, theirs = (started(observation=form).step(CONTACTS)[0] for form in ("text", "reference"))
    assert ours.startswith('{"contacts":[{"first_name"')
    assert theirs.startswith("{'contacts': [")


def test_verbosity_of_notifications() -> None:
    def arrived(level: str) -> list[str]:
        info = started("time", notifications=level).step({"tool": "SystemApp__wait_for_notification", "args": {"timeout": 200}})[4]
        return [n["app"] for n in info["notifications"]]

    assert arrived("low") == ["SystemApp"], "only that nothing came"
    assert arrived("medium") == arrived("high") == ["Chats"]


# --- thinking time ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latency", "timing", "seconds"),
    [
        ("zero", {"generated_tokens": 1000, "generated_seconds": 9.0}, 0.0),
        ("fixed:2.5", {}, 2.5),
        ("fixed:2.5", {"generated_seconds": 4.0}, 4.0),
        ("fixed:2.5", {"generated_tokens": 1000}, 2.5),
        ("tokens", {}, 0.5),
        ("tokens", {"generated_tokens": 160}, 2.5),
        ("tokens", {"generated_tokens": 160, "generated_seconds": 1.0}, 1.0),
        ("tokens:ttft=1,rate=10", {"generated_tokens": 25}, 3.5),
        ("measured", {"generated_seconds": 7.0}, 7.0),
    ],
)
def test_thinking_takes_time(latency: str, timing: dict[str, Any], seconds: float) -> None:
    env = started(latency=latency)
    info = env.step(CLOCK | timing)[4]
    assert info["time_called"] - info["time_before"] == seconds
    assert info["result"]["current_timestamp"] == info["time_called"]
    malformed = env.step({"nonsense": 1} | timing)[4]
    assert malformed["error"] == "malformed_action"
    assert malformed["time_called"] - malformed["time_before"] == seconds, "a wrong action takes its time too"


def test_measured_latency_is_the_wall_clock_s() -> None:
    env = started(latency="measured")
    time.sleep(0.05)
    info = env.step(CLOCK)[4]
    assert 0.05 <= info["time_called"] - info["time_before"] < 5


def test_a_latency_of_one_s_own() -> None:
    class Slow:
        def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
            return 100.0 if tokens is None else 1.0 * tokens

    info = started("time", latency=Slow()).step(CLOCK)[4]
    assert info["time_called"] - info["time_before"] == 100.0
    assert [n["app"] for n in info["notifications"]] == ["Chats"], "what happened while the agent was thinking"


def test_a_model_cannot_set_its_own_clock() -> None:
    text = json.dumps(CLOCK | {"generated_tokens": 0, "generated_seconds": 0})
    info = started(latency="fixed:3").step(text)[4]
    assert info["time_called"] - info["time_before"] == 3.0


@pytest.mark.parametrize("name", ["generated_tokens", "generated_seconds"])
@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "5", True])
def test_wrong_timing_is_the_caller_s_error(name: str, value: Any) -> None:
    env = started(latency="tokens")
    before = env.trace
    with pytest.raises(ValueError, match=name):
        env.step(CLOCK | {name: value})
    assert env.trace == before
    assert env.session.steps == []
