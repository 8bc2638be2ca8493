"""The wrappers for language models."""

from __future__ import annotations

import copy
import json
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import gaia2_gym  # noqa: F401  # registers the ids
from gaia2_gym.agents import RandomAgent, play
from gaia2_gym.env import Budget, CallList, ChatMessages, CompactTools
from gaia2_gym.env.wrappers.search import ToolSearch
from gaia2_gym.errors import ConfigError

CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
DONE = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}


def made(split: str = "Search", **settings: Any) -> gym.Env[Any, Any]:
    return gym.make(f"Gaia2-{split}-v0", scenarios="packaged", **settings)


def search(query: Any, **more: Any) -> dict[str, Any]:
    return {"tool": "search_tools", "args": {"query": query}} | more


# --- ChatMessages -----------------------------------------------------------------------------------------------------------------------------


def test_a_conversation_begins_with_system_and_task() -> None:
    env = ChatMessages(made())
    messages, info = env.reset(seed=0)
    system, user = messages
    assert system["role"] == "system"
    assert system["content"].startswith(info["system_prompt"].rstrip() + "\n\nTools:\n")
    schemas = [json.loads(line) for line in system["content"].partition("\nTools:\n")[2].splitlines()]
    assert schemas == [tool["function"] for tool in env.unwrapped.tools]
    assert user == {"role": "user", "content": f"[2025-03-10 08:00:00] User: {info['task']}"}
    plain = ChatMessages(made(), tools=False).reset(seed=0)[0]
    assert plain == [{"role": "system", "content": info["system_prompt"]}, user]
    assert ChatMessages(made(), tools=False, system="Be brief.").reset(seed=0)[0][0]["content"] == "Be brief."


@pytest.mark.parametrize("split", ["Adaptability", "Time"])
@pytest.mark.parametrize("settings", [{}, {"observation": "dict"}], ids=["text", "dict"])
def test_an_earlier_message_never_changes(split: str, settings: dict[str, Any]) -> None:
    env, plain = ChatMessages(made(split, **settings)), made(split)
    messages, _ = env.reset(seed=0)
    plain.reset(seed=0)
    actions = [*play(plain.unwrapped.session.fork(), RandomAgent())[:25], "no call", *plain.unwrapped.oracle_actions()]
    for action in actions:
        kept = copy.deepcopy(messages)
        messages[0]["content"] = "changed by the caller"
        messages[-1].clear()
        messages.append({"role": "user", "content": "not mine"})
        messages, _, terminated, truncated, _ = env.step(action)
        assert messages[: len(kept)] == kept
        assert [m["role"] for m in messages[len(kept) :]] == ["assistant", "tool"]
        assert messages[-1]["content"] == plain.step(action)[0]
        if terminated or truncated:
            break
    assert terminated or truncated
    assert len(env.reset(seed=0)[0]) == 2


@pytest.mark.parametrize("text", ['  Hm. <tool_call>{"name": "x", "arguments": {}}</tool_call>\n\n', "", "nothing \u2028 é👩‍💻", "\ud800"])
def test_a_text_stands_as_it_was_written(text: str) -> None:
    env = ChatMessages(made())
    env.reset(seed=0)
    assert env.step(text)[0][2] == {"role": "assistant", "content": text}


@pytest.mark.parametrize(
    ("action", "content"),
    [
        (CLOCK, '{"tool":"SystemApp__get_current_time","args":{}}'),
        (CLOCK | {"generated_tokens": 3, "thought": "What time is it?"}, 'What time is it?\n{"tool":"SystemApp__get_current_time","args":{}}'),
        ({"name": "x", "arguments": {"é": 2**70}}, "{'name': 'x', 'arguments': {'é': 1180591620717411303424}}"),
        ([CLOCK], '[{"tool":"SystemApp__get_current_time","args":{}}]'),
        ({"tool": float("nan")}, "<dict>"),
    ],
)
def test_a_dict_stands_as_the_text_it_would_have_been(action: Any, content: str) -> None:
    env = ChatMessages(gym.make("Gaia2-Search-v0", scenarios="packaged", disable_env_checker=True))
    env.reset(seed=0)
    assert env.step(action)[0][2] == {"role": "assistant", "content": content}


def server_call(id: str, tool: str, **args: Any) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": tool, "arguments": json.dumps(args)}}


def test_a_message_of_a_chat_server_stands_as_it_was_given() -> None:
    env = ChatMessages(made(parallel_calls=True))
    env.reset(seed=0)
    calls = [server_call("c1", "SystemApp__get_current_time"), server_call("c2", "Contacts__get_contact", contact_id="zzz")]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    sent = copy.deepcopy(message | {"generated_tokens": 5})
    messages = env.step(sent)[0]
    sent["tool_calls"].clear()
    messages[2]["tool_calls"].clear()
    assert env.messages[2] == message
    assert [m["tool_call_id"] for m in env.messages[3:]] == ["c1", "c2"]
    assert env.messages[3]["content"].startswith('{"current_timestamp"')
    assert env.messages[4]["content"].startswith("Error (not_found)")


def test_what_arrives_stands_in_the_last_of_several_results() -> None:
    env = ChatMessages(made("Time", parallel_calls=True, latency="fixed:100"))
    env.reset(seed=0)
    calls = [server_call(f"c{i}", "SystemApp__get_current_time") for i in range(3)]
    results = env.step({"role": "assistant", "content": "", "tool_calls": calls})[0][3:]
    assert [m["content"].count("\n[2025-03-10 08:01:30] Chats: ") for m in results] == [0, 0, 1]
    assert [m["content"].count("current_weekday") for m in results] == [1, 1, 1]


def test_every_id_gets_an_answer_even_if_the_action_was_refused() -> None:
    env = ChatMessages(made())
    env.reset(seed=0)
    calls = [server_call(f"c{i}", "SystemApp__get_current_time") for i in range(2)]
    results = env.step({"role": "assistant", "content": "", "tool_calls": calls})[0][3:]
    assert [m["tool_call_id"] for m in results] == ["c0", "c1"]
    assert results[0]["content"].startswith("Error (malformed_action)")
    assert results[1]["content"] == "See the first result."


def test_results_may_come_from_the_user() -> None:
    env = ChatMessages(made(), result_role="user")
    env.reset(seed=0)
    message = {"role": "assistant", "content": "", "tool_calls": [server_call("c1", "SystemApp__get_current_time")]}
    assert [m["role"] for m in env.step(message)[0]] == ["system", "user", "assistant", "user"]
    with pytest.raises(ConfigError, match=r"result_role must be tool or user, not 'users' .did you mean 'user'"):
        ChatMessages(made(), result_role="users")


# --- CompactTools -----------------------------------------------------------------------------------------------------------------------------


def test_the_prompt_holds_two_tools() -> None:
    env = CompactTools(made())
    _, info = env.reset(seed=0)
    assert json.loads(info["tools_json"]) == env.tools
    assert [tool["function"]["name"] for tool in env.tools] == ["search_tools", "call_tool"]
    assert "search_tools" in info["system_prompt"]
    assert "Chats (16)" in info["system_prompt"]
    env.tools[0]["function"].clear()
    assert env.tools[0]["function"]["name"] == "search_tools"
    chat = ChatMessages(CompactTools(made())).reset(seed=0)[0]
    assert len(chat[0]["content"]) < 5_000
    assert '"name":"search_tools"' in chat[0]["content"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("send an email", "Emails__send_email"),
        ("violent crime by zip code", "City__get_crime_rate"),
        ("order a cab", "Cabs__order_ride"),
        ("saved flats", "RentAFlat__list_saved_apartments"),
        ("wait until something happens", "SystemApp__wait_for_notification"),
        ("message the user", "AgentUserInterface__send_message_to_user"),
        ("Shopping__checkout", "Shopping__checkout"),
        ("deleting calendar events", "Calendar__delete_calendar_event"),
    ],
)
def test_a_search_finds_the_tool(query: str, name: str) -> None:
    env = CompactTools(made())
    env.reset(seed=0)
    observation, *_, info = env.step(search(query))
    found = json.loads(observation)
    assert name in [function["name"] for function in found]
    assert len(found) <= 5
    assert info["result"] == found
    assert found[0] in [tool["function"] for tool in env.unwrapped.tools], "whole schemas"


def test_the_number_of_results() -> None:
    env = CompactTools(made(), results=2)
    env.reset(seed=0)
    assert len(json.loads(env.step(search("message"))[0])) == 2
    assert env.step(search("zzz 你好"))[0].startswith("No tool fits 'zzz 你好'. The apps are AgentUserInterface, SystemApp, ")
    with pytest.raises(ConfigError, match="at least 1, not 0"):
        CompactTools(made(), results=0)


def test_equally_good_tools_come_in_their_order() -> None:
    functions = [{"name": name, "description": "Do it.", "parameters": {"properties": {}}} for name in ("B__b", "A__a", "C__c")]
    assert [f["name"] for f in ToolSearch(functions).find("do", 3)] == ["B__b", "A__a", "C__c"]
    assert ToolSearch(functions).find("", 3) == []


def test_a_search_is_a_step_with_its_thinking_time() -> None:
    env = CompactTools(made("Time", latency="tokens:ttft=0,rate=1", max_steps=3))
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(search("chats", generated_tokens=100, thought="Where?"))
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (info["tool"], info["args"], info["error"], info["step"]) == ("search_tools", {"query": "chats"}, None, 1)
    assert info["time"] - info["time_before"] == 100.0
    assert observation.splitlines()[1].startswith("[2025-03-10 08:01:30] Chats: "), "what happened meanwhile"
    ends = [env.step(search("chats"))[2:4] for _ in range(2)]
    assert ends == [(False, False), (False, True)], "searching for ever ends at the limit of steps"


@pytest.mark.parametrize("action", [search("mail"), json.dumps(search("mail")), f"Hm. <tool_call>{json.dumps(search('mail'))}</tool_call>"])
def test_the_trace_says_what_was_written_and_read(action: Any) -> None:
    env = CompactTools(made())
    env.reset(seed=0)
    observation = env.step(action)[0]
    record = env.unwrapped.trace.records[-1]
    assert (record["tool"], record["raw"], record["observation"]) == ("get_current_time", action, observation)
    assert record["thought"] == ("Hm." if str(action).startswith("Hm.") else "")


def test_tools_are_called_by_name_either_way() -> None:
    plain, env = made(), CompactTools(made())
    call = {"tool": "Contacts__search_contacts", "args": {"query": "Tomé"}}
    wrapped = {"name": "call_tool", "arguments": call}
    as_text = {"tool": "call_tool", "args": {"tool": call["tool"], "args": json.dumps(call["args"])}}
    for action in (call, json.dumps(call), wrapped, json.dumps(wrapped), as_text, wrapped | {"thought": "He knows.", "generated_tokens": 7}):
        plain.reset(seed=0)
        env.reset(seed=0)
        assert env.step(action) == plain.step(call)
        assert env.unwrapped.trace.digest == plain.unwrapped.trace.digest
    assert env.unwrapped.session.steps[-1].raw == wrapped | {"thought": "He knows.", "generated_tokens": 7}


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"tool": "search_tools", "args": {}}, "search_tools takes one text"),
        (search(5), "search_tools takes one text"),
        ({"tool": "search_tools", "args": {"query": "x", "limit": 3}}, "search_tools takes one text"),
        ({"tool": "call_tool", "args": {}}, "call_tool takes a tool's name and its arguments"),
        ({"tool": "call_tool", "args": {"tool": "x", "args": 5}}, "call_tool takes a tool's name and its arguments"),
        ({"tool": "call_tool", "args": {"tool": "x", "query": "x"}}, "call_tool takes a tool's name and its arguments"),
        ({"tool": "call_tool", "args": {"tool": "x", "args": "{broken"}}, "the JSON is broken"),
        ({"tool": "call_tool", "args": {"tool": "Nope__x", "args": {}}}, "there is no tool 'Nope__x'"),
        ("no call", "This is not a valid action"),
    ],
)
def test_wrong_calls_are_answered_and_take_a_step(action: Any, message: str) -> None:
    env = CompactTools(made())
    env.reset(seed=0)
    observation, *_, info = env.step(action)
    assert observation.startswith(f"Error ({info['error']}): ")
    assert message in observation
    assert (info["step"], info["result"]) == (1, None)


def test_a_search_must_be_alone() -> None:
    env = CompactTools(made(parallel_calls=True))
    env.reset(seed=0)
    observation, *_, info = env.step([search("mail"), {"tool": "Contacts__delete_contact", "args": {"contact_id": "e035189650f0"}}])
    assert "must be the only call" in observation
    assert [record["tool"] for record in env.unwrapped.trace.records[1:]] == ["get_current_time"]
    observation, *_, info = env.step([search("mail")])
    assert ([c["tool"] for c in info["calls"]], info["texts"]) == (["search_tools"], [observation])
    two = [{"tool": "call_tool", "args": CLOCK}, CLOCK]
    assert [c["tool"] for c in env.step(two)[4]["calls"]] == [CLOCK["tool"]] * 2


def test_a_search_while_time_runs_out() -> None:
    env = CompactTools(made("Time", latency="fixed:1000"))
    env.reset(seed=0)
    observation, _, _, truncated, info = env.step(search("mail"))
    assert truncated
    assert info["reason"] == "time_limit"
    assert "The time limit of the scenario was reached." in observation


def test_searches_with_observations_as_dicts() -> None:
    env = CompactTools(made("Time", observation="dict", latency="fixed:100"))
    env.reset(seed=0)
    observation = env.step(search("chats"))[0]
    assert json.loads(observation["result"])[0]["name"].startswith("Chats__")
    assert len(observation["notifications"]) == 1
    assert observation in env.observation_space


def test_messages_go_above_compact_tools() -> None:
    env = ChatMessages(CompactTools(made()))
    env.reset(seed=0)
    messages = env.step(json.dumps(search("mail")))[0]
    assert messages[2] == {"role": "assistant", "content": json.dumps(search("mail"))}
    assert json.loads(messages[3]["content"])[0]["name"].startswith("Emails__")
    with pytest.raises(ConfigError, match="below wrappers that change observations"):
        CompactTools(ChatMessages(made()))


# --- Budget -----------------------------------------------------------------------------------------------------------------------------------


def test_a_budget_of_tokens() -> None:
    env = Budget(made(), tokens=100)
    assert env.reset(seed=0)[1]["tokens_used"] == 0
    info = env.step(CLOCK | {"generated_tokens": 99})[4]
    assert (info["tokens_used"], "reason" in info) == (99, False)
    observation, _, terminated, truncated, info = env.step(CLOCK | {"generated_tokens": 1})
    assert "current_weekday" in observation, "the action that uses up the rest is carried out"
    assert (terminated, truncated, info["reason"], info["tokens_used"], info["step"]) == (False, True, "context_limit", 100, 2)
    assert env.unwrapped.session.over
    assert env.unwrapped.trace.end["reason"] == "context_limit"
    assert env.reset(seed=0)[1]["tokens_used"] == 0
    assert not env.step(CLOCK | {"generated_tokens": 99})[3]


def test_the_reward_of_the_end_comes_with_the_last_step() -> None:
    plain = made("Execution", reward="dense")
    plain.reset(seed=0)
    actions = plain.unwrapped.oracle_actions()[:-1]
    rewards = [plain.step(action)[1] for action in actions]
    end = plain.unwrapped.truncate("context_limit")
    env = Budget(made("Execution", reward="dense"), tokens=len(actions))
    env.reset(seed=0)
    results = [env.step(action | {"generated_tokens": 1}) for action in actions]
    assert [r[1] for r in results[:-1]] == rewards[:-1]
    assert results[-1][1] == pytest.approx(rewards[-1] + end["reward"])
    assert sum(results[-1][4]["reward_terms"].values()) == pytest.approx(results[-1][1])
    assert results[-1][4]["verdict"] == end["verdict"]


def test_an_end_of_its_own_is_kept() -> None:
    env = Budget(made(), tokens=5)
    env.reset(seed=0)
    _, _, terminated, truncated, info = env.step(DONE | {"generated_tokens": 50})
    assert (terminated, truncated) == (True, False)
    assert info["reason"] != "context_limit"


def test_a_budget_of_money() -> None:
    env = Budget(made(), money=0.01, prices={"generated": 10.0, "prompt": 2.0})
    env.reset(seed=0)
    info = env.step(CLOCK | {"generated_tokens": 500, "prompt_tokens": 2_000})[4]
    assert info["error"] is None, "the environment does not see the prompt's tokens"
    assert (info["tokens_used"], info["money_used"]) == (500, pytest.approx(0.009))
    assert env.step(CLOCK | {"generated_tokens": 0, "prompt_tokens": np.int64(500)})[3]


@pytest.mark.parametrize(("action", "tokens"), [("x" * 41, 11), ("", 1), ({"tool": "abc"}, 4), ({"tool": 2**70}, 1), ({"tool": object()}, 1)])
def test_what_was_not_counted_is_never_free(action: Any, tokens: int) -> None:
    env = Budget(made(), tokens=1_000)
    env.reset(seed=0)
    assert env.step(action)[4]["tokens_used"] == tokens


def test_a_search_costs_tokens_too() -> None:
    for env in (Budget(CompactTools(made()), tokens=10), CompactTools(Budget(made(), tokens=10))):
        env.reset(seed=0)
        info = env.step(search("mail", generated_tokens=10))[4]
        assert (info["tokens_used"], info["reason"]) == (10, "context_limit")


@pytest.mark.parametrize(("name", "value"), [("generated_tokens", -1), ("prompt_tokens", -1), ("prompt_tokens", 1.5), ("prompt_tokens", True)])
def test_wrong_numbers_of_tokens_change_nothing(name: str, value: Any) -> None:
    env = Budget(made(), tokens=10)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=name):
        env.step(CLOCK | {name: value})
    assert (env.tokens_used, env.unwrapped.session.steps) == (0, [])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "needs tokens or money"),
        ({"tokens": 0}, "tokens must be a number above 0, not 0"),
        ({"tokens": True}, "not True"),
        ({"tokens": "5"}, "not '5'"),
        ({"money": 1.0}, "needs prices"),
        ({"money": float("nan"), "prices": {"generated": 1}}, "not nan"),
        ({"money": 1.0, "prices": {"generate": 1}}, "did you mean 'generated'"),
        ({"money": 1.0, "prices": {"generated": -1}}, "the price of generated tokens must be a number of at least 0"),
    ],
)
def test_wrong_budgets_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Budget(made(), **settings)


# --- CallList ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parallel", [False, True])
def test_calls_stand_in_a_list(parallel: bool) -> None:
    plain, env = made(), CallList(made(parallel_calls=parallel))
    plain.reset(seed=0)
    env.reset(seed=0)
    call = {"tool": "Contacts__get_contacts", "args": {"offset": "3"}}
    expected, info = plain.step(call)[4], env.step(call)[4]
    assert info["calls"] == [{key: expected[key] for key in ("tool", "args", "given_args", "result", "error")}]
    assert expected.keys() - info.keys() == {"args", "given_args", "result"}
    assert (info["tool"], info["error"]) == (expected["tool"], None)
