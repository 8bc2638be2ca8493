"""One JSON value, read as tool calls: every way in which models and chat servers write a call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gaia2_gym.errors import ToolError, nearest
from gaia2_gym.session.json_text import decode_all, kind_of

# Where each form keeps the tool's name, and where its arguments belong.
_ARGUMENTS_OF = {"tool": "args", "action": "action_input", "name": "arguments", "function": "arguments"}
# Any of them is taken beside any name: which was meant is never in doubt. Llama's templates say "parameters".
_ARGUMENT_KEYS = ("args", "action_input", "arguments", "parameters")
_CALLERS_KEYS = frozenset({"thought", "generated_tokens", "generated_seconds"})
# What servers add to a call. Without arguments beside it, such a key may be a misplaced argument.
_SERVERS_KEYS = frozenset({"id", "call_id", "type", "index", "role", "content", "status"})
_KEYS = frozenset(_ARGUMENTS_OF) | frozenset(_ARGUMENT_KEYS) | _CALLERS_KEYS
_KEYS_BESIDE_ARGUMENTS = _KEYS | _SERVERS_KEYS


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call as it was written: the name unchecked, the arguments neither validated nor coerced."""

    tool: str
    args: dict[str, Any]


def read_calls(value: Any) -> list[Call]:
    """The calls that a plain JSON value stands for: one, or those of a list or of a chat message.

    Raises:
        ToolError: It is no call, or one that can be understood in two ways; the message is a phrase without a full stop.
    """
    if type(value) is dict and value.get("tool_calls"):
        if twice := [key for key in ("tool", "action") if key in value]:
            raise ToolError("malformed_action", f"there are calls under both {twice[0]!r} and 'tool_calls'")
        value = value["tool_calls"]
    if type(value) is not list:
        return [_read_call(value)]
    if not value:
        raise ToolError("malformed_action", "the list of calls is empty")
    return [_read_call(item) for item in value]


def looks_like_call(value: Any) -> bool:
    """Whether a JSON value found in a text is meant as a call, or list of calls, and not as some other data."""
    if type(value) is list:
        return bool(value) and all(looks_like_call(item) for item in value)
    if type(value) is not dict:
        return False
    if value.get("tool_calls") or type(value.get("function")) is dict:
        return True
    return names_tool(value) and (any(key in value for key in _ARGUMENT_KEYS) or value.keys() <= _KEYS)


def names_tool(value: Any) -> bool:
    """Whether a JSON value has a key that could hold the name of a tool."""
    return type(value) is dict and any(key in value for key in _ARGUMENTS_OF)


def _read_call(value: Any) -> Call:
    if type(value) is not dict:
        raise ToolError("malformed_action", f"a call must be an object, not {kind_of(value)}")
    named = [key for key in _ARGUMENTS_OF if key in value]
    given = [key for key in _ARGUMENT_KEYS if key in value]
    if not named:
        raise ToolError("malformed_action", "the call does not name a tool: there is no key 'tool'")
    for keys, what in ((named, "tool's name"), (given, "arguments")):
        if len(keys) > 1:
            raise ToolError("malformed_action", f"the {what} may stand under {keys[0]!r} or {keys[1]!r}, but not both")
    key = named[0]
    if key == "function" and type(value[key]) is dict and not given:
        return _read_call(value[key])
    _refuse_strange_key(value, given[0] if given else None, _ARGUMENTS_OF[key])
    if type(name := value[key]) is not str or not name:
        raise ToolError("malformed_action", f"{key!r} must be the name of a tool, not {kind_of(name) if name != '' else 'an empty text'}")
    return Call(name, _arguments(value[given[0]], given[0]) if given else {})


def _refuse_strange_key(value: dict[str, Any], given: str | None, wanted: str) -> None:
    known = _KEYS_BESIDE_ARGUMENTS if given else _KEYS
    if not value.keys() <= known:
        strange = next(key for key in value if key not in known)
        hint = nearest(strange[:60], (wanted,))
        raise ToolError("malformed_action", f"unexpected key {strange[:60]!r}{hint}; the tool's arguments go inside {(given or wanted)!r}")


def _arguments(given: Any, key: str) -> dict[str, Any]:
    """The arguments as an object; chat servers send them as JSON text, or send null or nothing for none."""
    args = given
    if type(given) is str:
        args = decode_all(given) if given.strip() else {}
    if args is None:
        return {}
    if type(args) is not dict:
        raise ToolError("malformed_action", f"{key!r} must be an object with the tool's arguments, not {kind_of(args)}")
    return args
