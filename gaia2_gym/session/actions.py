"""What an agent does in one step: its tool calls, read from a dict of the caller or from the text of a model.

The ways to write a call, and the wrappers that chat servers put around the third:

    {"tool": name, "args": {...}}              ours
    {"action": name, "action_input": {...}}    the reference's ReAct agent
    {"name": name, "arguments": {...}}         OpenAI, Hermes, Qwen; also inside {"function": ...} and {"tool_calls": [...]}

Nothing is ever altered or guessed: a value reaches the tool as it was written, or the action is malformed and its error says how to write it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.errors import ToolError
from gaia2_gym.session.call_text import read_text
from gaia2_gym.session.calls import Call, looks_like_call, read_calls
from gaia2_gym.session.json_text import check_text, exact, kind_of, plain

__all__ = ["Action", "Call", "parse_action", "read_timing"]

_HOW = 'Write {count} as JSON: {{"tool": "App__function", "args": {{"argument": "value"}}}}'


@dataclass(frozen=True, slots=True)
class Action:
    """One step of an agent; its parts are not to be changed, as `raw` and the calls may share them."""

    calls: tuple[Call, ...]
    """One call, or several when parallel calls are allowed."""
    thought: str
    """What a text says beside its calls; of a dict its `thought`, or the `content` of a chat message."""
    raw: Any
    """What was given: the text, or a copy of the dict or list in plain JSON types."""
    generated_tokens: int | None
    """Tokens the agent generated, as the caller counted them."""
    generated_seconds: float | None
    """Seconds the agent took, as the caller measured them."""


def read_timing(action: Any) -> tuple[int | None, float | None]:
    """The caller's `generated_tokens` and `generated_seconds`, which only a dict can carry: in a text they would be the model's own word.

    Works on malformed actions too, as those take their thinking time like any other.

    Raises:
        ValueError: One of them is not a number, not finite or negative, or the tokens are not whole.
    """
    if not issubclass(type(action), dict):
        return None, None
    tokens = seconds = None
    for key, value in dict.items(action):  # not get(): the comparison with a foreign key may run foreign code
        if type(key) is str:
            if key == "generated_tokens":
                tokens = _number(key, value)
            elif key == "generated_seconds":
                seconds = _number(key, value)
    if tokens is not None and tokens != int(tokens):
        raise ValueError(f"generated_tokens must be a whole number, not {tokens!r}")
    return None if tokens is None else int(tokens), None if seconds is None else float(seconds)


def parse_action(action: Mapping[str, Any] | str, *, parallel: bool = False, plain_text: Literal["malformed", "message"] = "malformed") -> Action:
    """Read an action in any of the forms a model or a caller may give it.

    Args:
        action: A dict (of the mappings only dicts, whose reading runs no foreign code), a text, or a list of calls.
        parallel: Whether several calls are allowed.
        plain_text: What a text without any call is: malformed, or a message to the user.

    Raises:
        ToolError: `malformed_action` or `too_large`, with a message that tells a model how to do it right.
        ValueError: The caller's timing is wrong (see `read_timing`).
    """
    tokens, seconds = read_timing(action)
    try:
        calls, thought, raw = _parse(action, plain_text)
        if len(calls) > 1 and not parallel:
            raise ToolError("malformed_action", f"it holds {len(calls)} calls, and only one is allowed")
    except ToolError as error:
        how = _HOW.format(count="your calls" if parallel else "exactly one call")
        raise ToolError(error.kind, f"This is not a valid action: {error.message}. {how}") from None
    return Action(tuple(calls), thought, raw, tokens, seconds)


def _parse(action: Any, plain_text: Literal["malformed", "message"]) -> tuple[list[Call], str, Any]:
    kind = type(action)
    if issubclass(kind, str):
        text = exact(action)
        check_text(text)
        return *read_text(text, plain_text), text
    if not issubclass(kind, (dict, list, tuple)):
        raise ToolError("malformed_action", f"an action is a JSON object or a text, not {kind_of(action)}")
    raw = plain(action)
    if type(raw) is list:
        return read_calls(raw), "", raw
    thought = raw.get("thought")
    if type(thought) not in (str, type(None)):
        raise ToolError("malformed_action", f"'thought' must be a text, not {kind_of(thought)}")
    content = raw.get("content") if "role" in raw else None
    if type(content) is not str:
        return read_calls(raw), thought or "", raw
    if raw.get("tool_calls") or looks_like_call(raw) or "tool" in raw or "action" in raw:
        return read_calls(raw), thought or content, raw
    # A chat message whose server has no parser for tool calls.
    calls, rest = read_text(content, plain_text)
    return calls, thought or rest, raw


def _number(name: str, given: Any) -> int | float | None:
    if given is None:
        return None
    value = exact(given)
    if type(value) is not int and type(value) is not float:  # not `in`: it would compare, and a foreign metaclass may raise
        raise ValueError(f"{name} must be a number, not {kind_of(value)}")
    try:
        finite = math.isfinite(value)  # an int too large for a float is an OverflowError
    except OverflowError:
        finite = False
    if not finite or value < 0:
        raise ValueError(f"{name} must be finite and not negative")
    return value
