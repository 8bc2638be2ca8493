"""The action parser's bounds: values come through unaltered or are refused, nothing escapes as another exception, and time is linear."""

from __future__ import annotations

import enum
import json
import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.errors import ToolError
from gaia2_gym.session.actions import Action, Call, parse_action, read_timing
from tests.session.test_actions import CALL, OTHER, SEARCH, check_error, refused


def parsed_or_refused(action, **options) -> Action | None:
    """The action, or None after a proper refusal; any other exception fails the test."""
    try:
        return parse_action(action, **options)
    except ToolError as error:
        check_error(error)
        return None


# Values


def test_python_words_only_as_values():
    text = r"""Action: {"tool": "X", "args": { "a" : True, "b":[False ,None,true, [ ], {}], "True": "True None\"False", "c": {"d": -1.5e3}}}"""
    assert parse_action(text).calls == (Call("X", {"a": True, "b": [False, None, True, [], {}], "True": 'True None"False', "c": {"d": -1500.0}}),)
    assert parse_action({"name": "X", "arguments": '{"a": None}'}).calls == (Call("X", {"a": None}),)
    for broken in ("Truely", "TRUE", "None1", "[True,]", "[,True]", "[True", "[True}", "{True: 1}", '{"b" True}', '{"b": True,}', '{,"b": True}'):
        refused(f'Action: {{"tool": "X", "args": {{"a": {broken}}}}}')


@pytest.mark.parametrize(
    "value",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "1" * 301,
        "-" + "1" * 301,
        "1" * 5000,
        "1." + "0" * 400,
        r'"\ud800"',
        r'{"\udc00": 1}',
        '"\udfff"',
    ],
)
@pytest.mark.parametrize("word", ["true", "True"])
def test_values_that_json_cannot_carry_in_a_text(value, word):
    refused(f'Action: {{"tool": "X", "args": {{"w": {word}, "a": {value}}}}}')
    refused({"name": "X", "arguments": f'{{"w": {word}, "a": {value}}}'})


def test_the_largest_numbers_and_depths_that_are_taken():
    deep = [0]
    for _ in range(60):
        deep = [deep]
    args = {"a": 10**300 - 1, "b": -(10**300 - 1), "c": 1e308, "d": deep}
    text = json.dumps({"tool": "X", "args": args})
    for action in ({"tool": "X", "args": args}, text, python_words({"tool": "X", "args": args}), {"name": "X", "arguments": json.dumps(args)}):
        assert parse_action(action).calls == (Call("X", args),)
    refused({"tool": "X", "args": {"a": 10**300}})


@pytest.mark.parametrize("depth", [65, 900, 100_000])
@pytest.mark.parametrize("end", ["0", "True"])
def test_depth_is_bounded(depth, end):
    deep = "[" * depth + end + "]" * depth
    assert "over 64 levels" in refused(f'Action: {{"tool": "X", "args": {{"a": {deep}}}}}')
    assert "over 64 levels" in refused({"name": "X", "arguments": f'{{"a": {deep}}}'})
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    assert "over 64 levels" in refused({"tool": "X", "args": {"a": nested}})


def test_size_is_bounded():
    for action in ("x" * 1_000_001, "é" * 600_000, {"tool": "X", "args": {"a": "é" * 600_000}}, {"tool": "X", "args": {"x" * 1_000_001: 1}}):
        with pytest.raises(ToolError) as caught:
            parse_action(action)
        assert caught.value.kind == "too_large"
    long = "é" * 499_000
    assert parse_action({"tool": "X", "args": {"a": long}}).calls[0].args["a"] == long
    assert parse_action(f'{{"tool": "X", "args": {{"a": "{long}"}}}}').calls[0].args["a"] == long


def test_graphs_that_are_no_trees_end():
    cycle: dict = {}
    cycle["again"] = [cycle]
    assert "over 64 levels" in refused({"tool": "X", "args": cycle})
    lattice: list = []
    for _ in range(50):
        lattice = [lattice, lattice]
    assert "over 1 MB" in refused({"tool": "X", "args": {"a": lattice}})
    assert "over 1 MB" in refused({"tool": "X", "args": {"a": [10**299] * 200_000}})


class Colour(enum.IntEnum):
    RED = 1


class Fruit(enum.StrEnum):
    FIG = "fig"


def test_values_of_derived_types_become_plain():
    odd = {
        "a": np.int64(5),
        "b": np.float32(0.5),
        "c": np.bool_(True),
        "d": Colour.RED,
        "e": Fruit.FIG,
        "f": np.str_("x"),
        "g": (1,),
        "h": np.float64(2),
    }
    action = parse_action({"tool": "X", "args": odd})
    assert action.calls[0].args == {"a": 5, "b": 0.5, "c": True, "d": 1, "e": "fig", "f": "x", "g": [1], "h": 2.0}
    assert [type(value) for value in action.calls[0].args.values()] == [int, float, bool, int, str, str, list, float]
    assert json.loads(json.dumps(action.raw)) == action.raw
    assert parse_action(np.str_(CALL)).calls == (SEARCH,)


class Foreign:
    """Classes whose every method raises; inside a class of ours, so that pytest does not look at them."""

    def __init__(self):
        def boom(*_args, **_kwargs):
            raise RuntimeError("foreign code ran")

        names = ("eq", "repr", "str", "bool", "len", "iter", "int", "float", "index", "format", "getattr")
        everything = {f"__{name}__": boom for name in names} | {"__class__": property(boom)}
        kind = type("Kind", (type,), {"__name__": property(boom), "__hash__": boom, "__eq__": boom, "__repr__": boom, "__subclasscheck__": boom})
        methods = dict.fromkeys(("items", "keys", "values", "get", "encode", "strip", "isascii", "__len__", "__iter__", "__contains__"), boom)
        self.object = type("Hostile", (), everything | {"__hash__": lambda _: hash("generated_tokens")})
        self.of_hostile_type = kind("Worse", (), {})
        self.dict = type("Dict", (dict,), methods | {"__getitem__": boom})
        self.text = type("Text", (str,), methods | {"__str__": boom, "__eq__": boom, "__hash__": str.__hash__})


def test_foreign_objects_are_refused_without_running_their_code():
    foreign = Foreign()
    keys = [foreign.object(), object(), b"x", 1j, math.nan, None, 5, (1,), foreign.text("tool")]
    hostile = [foreign.object(), foreign.of_hostile_type(), foreign.object, foreign.of_hostile_type]
    for value in [*hostile, object(), b"x", {1}, 1j, math.nan, math.inf, np.array([1]), np.longdouble(1), "\ud800", print]:
        refused(value)
        for args in ({"a": value}, {"a": [value]}, value):
            refused({"tool": "X", "args": args})
        refused({"tool": value, "args": {}})
        refused({"tool": "X", "thought": value})
        refused([value])
        with pytest.raises(ValueError, match="generated_tokens must be"):
            read_timing({"generated_tokens": value})
    for key in keys:
        refused({key: 1})
        refused({"tool": "X", "args": {key: 1}})


def test_derived_containers_are_read_without_running_their_code():
    foreign = Foreign()
    action = foreign.dict(tool="X", args=foreign.dict(a=foreign.text("x")), generated_tokens=2)
    assert parse_action(action) == Action((Call("X", {"a": "x"}),), "", {"tool": "X", "args": {"a": "x"}, "generated_tokens": 2}, 2, None)
    assert parse_action(foreign.text(CALL)).calls == (SEARCH,)


# Properties

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.sampled_from(
        [
            "True",
            "None",
            '{"tool": "Y"}',
            "</tool_call>",
            "<tool_call>{}",
            "Action: {}",
            "```json\n{}",
            '"',
            "\\",
            "}",
            "\u2028",
            "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
        ]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), inner, max_size=4),
    max_leaves=12,
)
ARGS = st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(["tool", "name", "True"]), JSON, max_size=4)


def python_words(value) -> str:
    if isinstance(value, dict):
        return "{ " + " , ".join(f"{json.dumps(key)} :{python_words(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n".join(map(python_words, value)) + " ]"
    return repr(value) if value is None or isinstance(value, bool) else json.dumps(value, ensure_ascii=False)


DUMPS = [json.dumps, lambda value: json.dumps(value, ensure_ascii=False, indent=1), python_words]
FRAMES = [
    "{}",
    "<tool_call>{}</tool_call>",
    "I think.\n<tool_call>\n{}\n</tool_call>\nDone.",
    "Thought: so.\nAction:\n{}<end_action>",
    "Action: ```json\n{}\n```",
    "Look:\n```json\n{}\n```\nDone.",
    "Look: {} is it.",
]


@settings(max_examples=150, deadline=None)
@given(ARGS, st.sampled_from(DUMPS), st.sampled_from(FRAMES))
def test_arguments_come_back_as_they_were_written(args, dumps, frame):
    for form in (
        {"tool": "X", "args": args},
        {"action": "X", "action_input": args},
        {"name": "X", "arguments": args},
        {"name": "X", "arguments": dumps(args)},
    ):
        text = frame.replace("{}", dumps(form))
        action = parse_action(text)
        assert json.dumps(action.calls[0].args) == json.dumps(args)
        assert (len(action.calls), action.calls[0].tool, action.raw) == (1, "X", text)
        assert action.thought == "\n".join(filter(None, (part.strip() for part in _outside(frame).split("{}"))))
        from_dict = parse_action(form)
        assert json.dumps(from_dict.calls[0].args) == json.dumps(args)


def _outside(frame: str) -> str:
    for marked in ("<tool_call>\n{}\n</tool_call>", "<tool_call>{}</tool_call>", "Action: ```json\n{}\n```", "Action:\n{}", "```json\n{}\n```"):
        frame = frame.replace(marked, "{}")
    return frame


MARKS = ["<tool_call>", "</tool_call>", "Action:", "```", "```json\n", "{", "}", "[", "]", '"', "'", "\\", ",", ":", "\n", " "]
PARTS = ["True", "NaN", "1e999", "\ud800", '{"tool": "X", "args": {', '"name"', '"tool_calls": [', CALL, OTHER, "prose", "é"]
PIECES = st.sampled_from([*MARKS, *PARTS])


@settings(max_examples=400, deadline=None)
@given(st.text() | st.lists(PIECES, max_size=25).map("".join) | st.binary(max_size=50).map(lambda data: data.decode("utf-8", "surrogateescape")))
def test_no_text_raises_anything_but_a_tool_error(text):
    for parallel in (False, True):
        for plain_text in ("malformed", "message"):
            if action := parsed_or_refused(text, parallel=parallel, plain_text=plain_text):
                assert action.calls
                assert parallel or len(action.calls) == 1
                json.dumps([call.args for call in action.calls], allow_nan=False).encode()


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.complex_numbers() | st.dates() | st.builds(object),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from(["tool", "args", "action", "action_input", "name", "arguments", "function", "tool_calls", "role", "content", "thought"])
            | st.sampled_from(["generated_tokens", "generated_seconds", "id", "type"])
            | st.text(max_size=5)
            | st.integers()
            | st.none(),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@settings(max_examples=400, deadline=None)
@given(ODD, st.booleans())
def test_no_object_raises_anything_but_a_tool_error(action, parallel):
    try:
        read_timing(action)
    except ValueError:
        with pytest.raises(ValueError, match="generated_"):
            parse_action(action)
        return
    if parsed := parsed_or_refused(action, parallel=parallel, plain_text="message"):
        assert json.loads(json.dumps(parsed.raw, allow_nan=False)) == parsed.raw


# Time

MEGABYTE = 1_000_000
FLOODS = [
    "{",
    "}",
    "[",
    '"',
    "\\",
    "`",
    "``` ",
    "```{",
    "Action:",
    "Action: \n",
    'Action:{"a":',
    'Action:{"a":1}',
    "<tool_call>",
    '<tool_call>{"',
    '{"',
    "{'",
    "{ ",
]
FLOODS += [" ", "\n", '{"a":', '[{"a":1},', '{"a":1}', '{"a":True x', '{"a":[True,', '{"a":NaN}', '{"tool":"', '{"<tool_call>{":', '"",']


@pytest.mark.parametrize("flood", FLOODS)
def test_a_megabyte_of_anything_ends_soon(flood):
    for text in ((flood * MEGABYTE)[:MEGABYTE], ("\n" * (MEGABYTE - 10_000) + flood * 10_000)[:MEGABYTE]):
        start = time.perf_counter()
        refused(text)
        assert time.perf_counter() - start < 1.0  # about 0.05 s; quadratic time would be minutes


@pytest.mark.parametrize("nesting", ['{"a":', '{"a":True,"b":', '{"<tool_call>{":', 'Action:{"a":', '<tool_call>[{"a":'])
@pytest.mark.parametrize("bulk", ["1,", '"",', "True,"])
def test_work_is_not_repeated_for_what_is_nested(nesting, bulk):
    text = nesting * 60 + "[" + bulk * 100_000
    start = time.perf_counter()
    refused(text)
    assert time.perf_counter() - start < 2.0
