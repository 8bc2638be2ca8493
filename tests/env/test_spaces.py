"""The spaces: what they hold, what they sample, when they are equal."""

from __future__ import annotations

import copy
import pickle
import time
from typing import Any

import orjson
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate

from gaia2_gym.env import Conversation, Gaia2Env, ToolCalls, UnicodeText
from gaia2_gym.session.actions import parse_action

TOOLS_JSON = Gaia2Env("packaged:search").action_space.tools_json
SPACES: dict[str, spaces.Space[Any]] = {"text": UnicodeText(), "short text": UnicodeText(7), "calls": ToolCalls(TOOLS_JSON), "chat": Conversation()}


@pytest.fixture(params=SPACES)
def space(request: pytest.FixtureRequest) -> spaces.Space[Any]:
    return copy.deepcopy(SPACES[request.param])


def test_samples_are_contained_and_follow_the_seed(space: spaces.Space[Any]) -> None:
    twice = []
    for _ in range(2):
        space.seed(11)
        twice.append([space.sample() for _ in range(200)])
    assert all(sample in space for sample in twice[0])
    assert twice[0] == twice[1]
    assert len({repr(sample) for sample in twice[0]}) > 20
    space.seed(12)
    assert [space.sample() for _ in range(200)] != twice[0]


def test_copies_are_equal_and_usable(space: spaces.Space[Any]) -> None:
    for other in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert other == space
        assert hash(other) == hash(space)
        assert other.sample() in space
    assert space != spaces.Discrete(2)
    assert type(space).__name__ in repr(space)
    assert space.is_np_flattenable is False


def test_different_spaces_are_unequal() -> None:
    assert len({*SPACES.values(), UnicodeText(8), ToolCalls("[]")}) == len(SPACES) + 2


def test_vector_environments_can_batch_them(space: spaces.Space[Any]) -> None:
    batched = batch_space(space, 3)
    assert batched.sample() in batched
    items = tuple(space.sample() for _ in range(3))
    assert concatenate(space, items, create_empty_array(space, 3)) == items
    assert tuple(iterate(batched, items)) == items


def test_texts_hold_any_character() -> None:
    space = UnicodeText()
    assert all(text in space for text in ("", "a\n\t{}", "é 你 👩‍💻 \u202e \x00", "\ud800"))
    assert not any(other in space for other in (None, 1, b"x", ["x"]))


def test_texts_may_be_bounded() -> None:
    assert "1234567" in UnicodeText(7)
    assert "12345678" not in UnicodeText(7)
    assert repr(UnicodeText(7)) == "UnicodeText(7)"
    assert {len(UnicodeText(1, seed=i).sample()) for i in range(30)} == {0, 1}


def test_a_long_text_is_checked_at_once() -> None:
    text = "x" * 5_000_000
    start = time.perf_counter()
    assert all(text in UnicodeText() for _ in range(100))
    assert time.perf_counter() - start < 0.1


def test_whatever_may_be_an_action_is_contained() -> None:
    space = SPACES["calls"]
    assert all(action in space for action in ("no call at all", {}, {"tool": 5}, [{"name": "x"}], {"tool": "x", "args": {"a": object()}}))
    assert not any(other in space for other in (None, 3, 1.5, b"x", object()))


def test_sampled_calls_fit_the_schemas() -> None:
    space, env = ToolCalls(TOOLS_JSON, seed=5), Gaia2Env("packaged:search")
    env.reset(seed=0)
    specs = env.session.phone.tools
    names = set()
    for _ in range(1500):
        call = parse_action(space.sample()).calls[0]
        specs[call.tool].validate(call.args)
        names.add(call.tool)
    assert names == {tool["function"]["name"] for tool in orjson.loads(TOOLS_JSON)}, "every tool comes up"


def test_conversations() -> None:
    space = Conversation()
    message = {"role": "assistant", "content": "", "tool_calls": []}
    assert all(chat in space for chat in ([], [message], [message, {"role": "tool", "content": "x", "tool_call_id": "1"}]))
    assert not any(other in space for other in (None, "x", (message,), [{"role": "robot", "content": ""}], [{"content": ""}], ["x"]))
