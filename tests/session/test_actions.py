"""The action parser: every form of a call, where it may stand in a text, and what is said of a broken one."""

from __future__ import annotations

import collections
import json
import math
from types import MappingProxyType

import numpy as np
import pytest

from gaia2_gym.errors import ToolError
from gaia2_gym.session.actions import Action, Call, parse_action, read_timing

SEND = "AgentUserInterface__send_message_to_user"
CALL = '{"tool": "Emails__search_emails", "args": {"query": "invoice"}}'
SEARCH = Call("Emails__search_emails", {"query": "invoice"})
OTHER = '{"name": "Contacts__get_contacts", "arguments": {"offset": 10}}'
CONTACTS = Call("Contacts__get_contacts", {"offset": 10})


def refused(action, **options) -> str:
    """The message of the error, which parsing must raise."""
    with pytest.raises(ToolError) as caught:
        parse_action(action, **options)
    check_error(caught.value)
    return caught.value.message


def check_error(error: ToolError) -> None:
    assert error.kind in ("malformed_action", "too_large")
    assert len(error.message.encode()) < 1000


# Forms of a dict


@pytest.mark.parametrize(
    "action",
    [
        {"tool": "X", "args": {"a": 1}},
        {"action": "X", "action_input": {"a": 1}},
        {"name": "X", "arguments": {"a": 1}},
        {"name": "X", "arguments": ' {"a": 1} '},
        {"name": "X", "parameters": {"a": 1}},
        {"function": {"name": "X", "arguments": '{"a": 1}'}},
        {"id": "c1", "type": "function", "index": 0, "function": {"name": "X", "arguments": {"a": 1}}},
        {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "X", "arguments": '{"a": 1}'}}]},
        {"role": "assistant", "content": None, "refusal": None, "tool_calls": [{"name": "X", "arguments": {"a": 1}}]},
        {"type": "function_call", "call_id": "c1", "status": "completed", "name": "X", "arguments": '{"a": 1}'},
        {"tool": "X", "arguments": {"a": 1}},
        {"name": "X", "args": {"a": 1}},
        {"function": "X", "arguments": {"a": 1}},
        [{"tool": "X", "args": {"a": 1}}],
        collections.OrderedDict(tool="X", args={"a": 1}),
    ],
)
def test_every_form_of_a_dict(action):
    assert parse_action(action).calls == (Call("X", {"a": 1}),)
    text = json.dumps(action)
    assert parse_action(text).calls == (Call("X", {"a": 1}),)
    assert parse_action(f"<tool_call>{text}</tool_call>").calls == (Call("X", {"a": 1}),)


@pytest.mark.parametrize("action", [{"tool": "X"}, {"action": "X"}, {"name": "X"}, {"function": {"name": "X"}}, {"tool_calls": [{"name": "X"}]}])
def test_missing_arguments_are_none_at_all(action):
    assert parse_action(action).calls == parse_action(json.dumps(action)).calls == (Call("X", {}),)


@pytest.mark.parametrize("args", [None, "", " ", "null", "{}"])
def test_servers_send_nothing_for_no_arguments(args):
    assert parse_action({"name": "X", "arguments": args}).calls == (Call("X", {}),)


@pytest.mark.parametrize(
    ("action", "hint"),
    [
        ({"tool": "X", "argz": {"a": 1}}, "did you mean 'args'?"),
        ({"tool": "X", "query": "invoice"}, "unexpected key 'query'; the tool's arguments go inside 'args'"),
        ({"tool": "X", "args": {}, "query": "invoice"}, "go inside 'args'"),
        ({"action": "X", "query": "invoice"}, "go inside 'action_input'"),
        ({"tool": SEND, "content": "Hello"}, "unexpected key 'content'"),
        ({"tol": "X", "args": {}}, "no key 'tool'"),
        ({}, "no key 'tool'"),
        ({"tool": "X", "name": "Y", "args": {}}, "'tool' or 'name', but not both"),
        ({"tool": "X", "args": {}, "arguments": {}}, "'args' or 'arguments', but not both"),
        ({"tool": "X", "function": {"name": "Y"}}, "'tool' or 'function', but not both"),
        ({"tool": "X", "tool_calls": [{"name": "Y"}]}, "under both 'tool' and 'tool_calls'"),
        ({"tool": 5}, "'tool' must be the name of a tool, not a number"),
        ({"tool": ""}, "not an empty text"),
        ({"tool": None, "args": {}}, "not null"),
        ({"tool": "X", "args": [1]}, "'args' must be an object with the tool's arguments, not a list"),
        ({"name": "X", "arguments": "[1]"}, "not a list"),
        ({"name": "X", "arguments": "{broken"}, "the JSON is broken"),
        ({"name": "X", "arguments": '{"a": 1} {"b": 2}'}, "more after its end at ' {\"b\": 2}'"),
        ({"name": "X", "arguments": '{"a": 1, "a": 2}'}, "'a' stands twice"),
        ({"tool_calls": "X"}, "must be an object, not a text"),
        ({"tool_calls": ["X"]}, "must be an object, not a text"),
        ({"tool_calls": []}, "no key 'tool'"),
        ([], "the list of calls is empty"),
        ({"tool": "X", "thought": 5}, "'thought' must be a text"),
        (None, "a JSON object or a text, not null"),
        (5, "not a number"),
        (b"{}", "not a Python 'bytes'"),
        (MappingProxyType({"tool": "X"}), "not a Python 'mappingproxy'"),
        ("", "it is empty"),
        (" \n", "it is empty"),
    ],
)
def test_what_is_wrong_is_said(action, hint):
    message = refused(action)
    assert hint in message
    assert '{"tool": "App__function", "args": {"argument": "value"}}' in message


def test_thought_and_raw_of_a_dict():
    given_action = {"tool": "X", "args": {"a": (1, 2)}, "thought": "I must.", "generated_tokens": 143, "generated_seconds": 2}
    action = parse_action(given_action)
    assert action == Action((Call("X", {"a": [1, 2]}),), "I must.", {**given_action, "args": {"a": [1, 2]}}, 143, 2.0)
    assert type(action.generated_seconds) is float
    given_action["args"] = None
    assert action.raw["args"] == {"a": [1, 2]}
    assert parse_action({"role": "assistant", "content": "I must.", "tool_calls": [{"name": "X"}]}).thought == "I must."
    assert parse_action({"tool": "X", "thought": None}).thought == ""


def test_a_chat_message_without_tool_calls_is_read_like_its_text():
    message = {"role": "assistant", "content": f"I search.\n<tool_call>{CALL}</tool_call>", "tool_calls": None, "generated_tokens": 7}
    action = parse_action(message)
    assert action == Action((SEARCH,), "I search.", message, 7, None)
    hello = {"role": "assistant", "content": "Hello!", "tool_calls": []}
    refused(hello)
    assert parse_action(hello, plain_text="message").calls == (Call(SEND, {"content": "Hello!"}),)
    assert "unexpected key 'role'" in refused({"role": "assistant", "content": "Hello!", "tool": "X"})


# Timing


@pytest.mark.parametrize(
    ("timing", "expected"),
    [
        ({}, (None, None)),
        ({"generated_tokens": 0, "generated_seconds": 0}, (0, 0.0)),
        ({"generated_tokens": 12.0, "generated_seconds": 1.5}, (12, 1.5)),
        ({"generated_tokens": np.int64(12), "generated_seconds": np.float32(1.5)}, (12, 1.5)),
        ({"generated_tokens": None, "generated_seconds": None}, (None, None)),
    ],
)
def test_timing_of_a_dict(timing, expected):
    assert read_timing(timing) == expected
    action = parse_action({"tool": "X", **timing})
    assert (action.generated_tokens, action.generated_seconds) == expected
    assert [type(value) for value in read_timing(timing)] == [type(value) for value in expected]


@pytest.mark.parametrize("value", [-1, -0.5, math.nan, math.inf, -math.inf, "5", True, [1], 10**400, object(), np.float64("nan"), 1j])
@pytest.mark.parametrize("name", ["generated_tokens", "generated_seconds"])
def test_bad_timing_is_the_callers_error(name, value):
    for action in ({"tool": "X", name: value}, {"malformed": True, name: value}):
        with pytest.raises(ValueError, match=name) as caught:
            read_timing(action)
        assert not isinstance(caught.value, ToolError)
        with pytest.raises(ValueError, match=name):
            parse_action(action)


def test_tokens_are_whole():
    with pytest.raises(ValueError, match="whole"):
        read_timing({"generated_tokens": 1.5})


def test_a_model_does_not_set_its_own_clock():
    text = '{"tool": "X", "args": {}, "generated_tokens": -1, "generated_seconds": 0, "thought": "quick"}'
    assert read_timing(text) == (None, None)
    action = parse_action(text)
    assert (action.generated_tokens, action.generated_seconds, action.thought) == (None, None, "")
    assert read_timing([{"generated_tokens": -1}]) == (None, None)


# Where a call stands in a text


@pytest.mark.parametrize(
    ("text", "thought"),
    [
        (CALL, ""),
        (f"I search.\n<tool_call>\n{CALL}\n</tool_call>", "I search."),
        (f"I search.\n<tool_call>{CALL}", "I search."),
        (f"<tool_call>\n```json\n{CALL}\n```\n</tool_call>\nDone.", "Done."),
        (f"<tool_call>[{CALL}]</tool_call>", ""),
        (f"Thought: I search.\nAction:\n{CALL}<end_action>", "Thought: I search.\n<end_action>"),
        (f"Thought: I search.\nAction: ```json\n{CALL}\n```", "Thought: I search."),
        (f"Action: {OTHER}\nObservation: none\nAction: {CALL}", f"Action: {OTHER}\nObservation: none"),
        (f"My next Action: is a search.\nAction: {CALL}\nThis Action: finds it.", "My next Action: is a search.\nThis Action: finds it."),
        (f"Action: {{broken}}\nAction: {CALL}", "Action: {broken}"),
        (f"I search:\n```json\n{CALL}\n```\nThat is all.", "I search:\nThat is all."),
        (f"```\n{CALL}\n```", ""),
        (f"````json\n{CALL}\n````", "`\n`"),
        (f"I search for {{braces}} with {CALL} now.", "I search for {braces} with\nnow."),
        (f'Found {{"name": "Dana", "age": 3}} and {{"x": NaN}} so {CALL}', 'Found {"name": "Dana", "age": 3} and {"x": NaN} so'),
        (f'Found [{{"tool_id": 1}}, {{"name": "Dana", "age": 3}}] so {CALL}', 'Found [{"tool_id": 1}, {"name": "Dana", "age": 3}] so'),
        (f'An open {{"quote and {CALL}', 'An open {"quote and'),
        # The first form there is, in this order, decides.
        (f"{OTHER}\n```\n{OTHER}\n```\nAction: {OTHER}\n<tool_call>{CALL}</tool_call>", f"{OTHER}\n```\n{OTHER}\n```\nAction: {OTHER}"),
        (f"{OTHER}\n```\n{OTHER}\n```\nAction: {CALL}", f"{OTHER}\n```\n{OTHER}\n```"),
        (f"{OTHER}\n```\n{CALL}\n```", OTHER),
        (f"I must write <tool_call>{{...}}</tool_call>, so <tool_call>{CALL}</tool_call>", "I must write <tool_call>{...}</tool_call>, so"),
        (f'I must write {{"tool": name, "args": ...}}, so {CALL}', 'I must write {"tool": name, "args": ...}, so'),
    ],
)
def test_where_a_call_stands(text, thought):
    action = parse_action(text)
    assert action.calls == (SEARCH,)
    assert action.thought == thought
    assert action.raw == text


TWO = [
    f"<tool_call>{CALL}</tool_call>\n<tool_call>{OTHER}</tool_call>",
    f"<tool_call>{CALL}\n{OTHER}</tool_call>",
    f"<tool_call>[{CALL}, {OTHER}]</tool_call>",
    f"Action: {CALL}\n{OTHER}",
    f"Action: [{CALL}, {OTHER}]",
    f"```json\n{CALL}\n{OTHER}\n```",
    f"```json\n{CALL}\n```\nand\n```json\n{OTHER}\n```",
    f"```json\n[{CALL},\n{OTHER}]\n```",
    f"{CALL} and {OTHER}",
    f"[{CALL}, {OTHER}]",
    f'{{"tool_calls": [{CALL}, {OTHER}]}}',
]


@pytest.mark.parametrize("text", TWO)
def test_two_calls_only_where_they_are_allowed(text):
    assert "holds 2 calls, and only one is allowed" in refused(text)
    assert "holds 2 calls" in refused(text, plain_text="message")
    assert parse_action(text, parallel=True).calls == (SEARCH, CONTACTS)


def test_two_calls_of_a_caller():
    calls = [json.loads(CALL), json.loads(OTHER)]
    for action in (calls, tuple(calls), {"tool_calls": calls, "generated_tokens": 3}):
        assert "holds 2 calls" in refused(action)
        assert parse_action(action, parallel=True).calls == (SEARCH, CONTACTS)
    assert "must be an object, not a list" in refused([calls], parallel=True)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("I will search for it.", "the text holds no call"),
        ("Action: Emails__search_emails\nAction Input: query", "the text holds no call"),
        ("<tool_call><function=X></function></tool_call>", "the text holds no call"),
        ('<tool_call>{"name": "X", "arguments": {"a": 1}</tool_call>', "Expecting ',' delimiter at '</tool_call>'"),
        ('<tool_call>{"name": "X", "arguments": {"a": 1}}}</tool_call>', "the JSON ends too early: '}"),
        ('Action: {"tool": "X", "args": {"a": 1}}, "b": 2}}', "the JSON ends too early"),
        (f'Action: {CALL}\nAction: {{"tool": "X", "args": oops}}', "Expecting value at 'oops}'"),
        ("Action: {'tool': 'X'}", "double quotes"),
        ("{'tool': 'X'}", "double quotes"),
        ('Action: {"tool": "X", "args": {"a": 1,}}', "double quotes"),
        ('Action: {"query": "x"}', "no key 'tool'"),
        ('Action: {"tool": "X", "args": {"a": "unended', "Unterminated string starting at '\"unended'"),
        ('{"tool": "X", "query": "invoice"}', "go inside 'args'"),
        ('{"tool": "X", "args": {}, "args": {}}', "'args' stands twice"),
        (f'{{"tool_calls": [{CALL} {OTHER}]}}', "Expecting ',' delimiter"),
        (f'[{{"tool": "X", "args": {{"a": 1 2}}}}, {OTHER}]', "Expecting ',' delimiter"),
        (f'<tool_call>{{"tool": "X", oops}}</tool_call><tool_call>{CALL}</tool_call>', "double quotes at 'oops"),
        (f"Action: {CALL}\n{OTHER[:-1]}", "Expecting ',' delimiter, where the text ends"),
    ],
)
def test_what_is_wrong_in_a_text_is_said(text, hint):
    assert hint in refused(text)


@pytest.mark.parametrize(
    "text", ["Hello!", " Two lines,\n {curly} ", 'He wrote {"name": "Dana", "age": 3}.', "True\u2028None", '{"a": 1', "Use ```x```"]
)
def test_plain_text_as_a_message(text):
    refused(text)
    assert parse_action(text, plain_text="message") == Action((Call(SEND, {"content": text}),), "", text, None, None)
    assert parse_action(CALL, plain_text="message").calls == (SEARCH,)


@pytest.mark.parametrize(
    "text",
    ["", " \n", "<tool_call>", '<tool_call>{"tool"}', '<tool_call>{"a": 1}', 'So: Action: {"tool": "X"', "Hm.\n Action: X", "Action: {}", "x\ud800"],
)
def test_a_broken_call_is_never_a_message(text):
    refused(text, plain_text="message")
