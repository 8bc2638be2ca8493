"""Argument types of tools: from a Python annotation to a JSON schema, a strict check and a lenient reading.

Only the shapes that tools use are supported; an annotation outside them fails at import.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

INT_LIMIT = 1 << 63
"""Whole numbers must fit 64 signed bits, as every JSON tool down the line expects; so must others, that no sum or product becomes infinite."""


class OneOf(tuple[str, ...]):
    """Annotation marker: the values a text argument is meant to have, shown in the schema (the app itself says what it takes)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ArgType:
    """One argument type: its schema, how it is called in messages, and how values are checked."""

    schema: dict[str, Any]
    wanted: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any]
    """Lenient reading of a value that does not fit: returns a fitting value, or the value unchanged."""


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -INT_LIMIT <= value < INT_LIMIT


def _is_number(value: Any) -> bool:
    return (isinstance(value, float) and -INT_LIMIT <= value < INT_LIMIT) or _is_int(value)


def _is_text(value: Any) -> bool:
    """Texts that UTF-8 can carry; a lone surrogate could not be written to any trace or observation."""
    if not isinstance(value, str):
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_text(k) and _is_json(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return all(_is_json(v) for v in value)
    return value is None or isinstance(value, bool) or _is_text(value) or _is_number(value)


def _read_int(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < INT_LIMIT:
        return int(value)
    if isinstance(value, str) and len(value) <= 20:
        try:
            return int(value)
        except ValueError:
            return value
    return value


def _read_number(value: Any) -> Any:
    if isinstance(value, str) and len(value) <= 40:
        try:
            number = float(value)
        except ValueError:
            return value
        whole = _read_int(value)
        return whole if isinstance(whole, int) else number
    return value


def _read_bool(value: Any) -> Any:
    return {"true": True, "false": False}.get(value.lower(), value) if isinstance(value, str) else value


def _read_json(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in "[{" and value:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _unchanged(value: Any) -> Any:
    return value


_TEXT = ArgType({"type": "string"}, "a text", _is_text, _unchanged)
_SCALARS: dict[Any, ArgType] = {
    str: _TEXT,
    int: ArgType({"type": "integer"}, "a whole number", _is_int, _read_int),
    float: ArgType({"type": "number"}, "a number", _is_number, _read_number),
    bool: ArgType({"type": "boolean"}, "true or false", lambda v: isinstance(v, bool), _read_bool),
    type(None): ArgType({"type": "null"}, "null", lambda v: v is None, _unchanged),
    Any: ArgType({}, "any JSON value", _is_json, _unchanged),
}


def _list_of(item: ArgType) -> ArgType:
    def read(value: Any) -> Any:
        value = _read_json(value)
        if not isinstance(value, list | tuple):
            return value
        return [v if item.fits(v) else item.read(v) for v in value]

    return ArgType(
        {"type": "array", "items": item.schema},
        f"a list, each element {item.wanted}",
        lambda v: isinstance(v, list | tuple) and all(item.fits(x) for x in v),
        read,
    )


def _dict_of(item: ArgType) -> ArgType:
    def read(value: Any) -> Any:
        value = _read_json(value)
        if not isinstance(value, dict):
            return value
        return {k: v if item.fits(v) else item.read(v) for k, v in value.items()}

    schema: dict[str, Any] = {"type": "object", "additionalProperties": item.schema or True}
    return ArgType(
        schema,
        "an object" if not item.schema else f"an object, each value {item.wanted}",
        lambda v: isinstance(v, dict) and all(isinstance(k, str) and item.fits(x) for k, x in v.items()),
        read,
    )


def _union(members: list[ArgType]) -> ArgType:
    def read(value: Any) -> Any:
        for member in members:
            got = member.read(value)
            if got is not value and member.fits(got):
                return got
        if value == "" and any(m.fits(None) for m in members):
            return None
        return value

    plain = [m for m in members if m.schema.get("type") != "null"]
    if {m.schema.get("type") for m in plain} == {"integer", "number"}:
        plain = [_SCALARS[float]]
    optional = len(members) != len(plain) and any(m.fits(None) for m in members)
    if len(plain) == 1:
        schema = dict(plain[0].schema)
        if optional and "type" in schema:
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:
                schema["enum"] = [*schema["enum"], None]
    else:
        schema = {"anyOf": [m.schema for m in members]}
    wanted = " or ".join([m.wanted for m in plain] + (["null"] if optional else []))
    return ArgType(schema, wanted, lambda v: any(m.fits(v) for m in members), read)


def arg_type(annotation: Any) -> ArgType:
    """The argument type of a Python annotation.

    Args:
        annotation: One of str, int, float, bool, None, Any, list[...], dict[str, ...], a union, a Literal of texts, or Annotated[str, OneOf(...)].

    Raises:
        TypeError: For any other annotation.

    >>> arg_type(int | None).schema
    {'type': ['integer', 'null']}
    >>> arg_type(list[str]).read('["a"]')
    ['a']
    """
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        base = arg_type(args[0])
        values = next((a for a in args[1:] if isinstance(a, OneOf)), None)
        return base if values is None else ArgType({**base.schema, "enum": list(values)}, base.wanted, base.fits, base.read)
    if origin is Literal:
        return ArgType({"type": "string", "enum": list(args)}, "one of " + ", ".join(map(repr, args)), lambda v: v in args, _unchanged)
    if origin is list:
        return _list_of(arg_type(args[0]))
    if origin is dict and args[0] is str:
        return _dict_of(arg_type(args[1]))
    if origin in (Union, types.UnionType):
        return _union([arg_type(a) for a in args])
    raise TypeError(f"no argument type for the annotation {annotation!r}")


def shown(value: Any, limit: int = 60) -> str:
    """A short form of any value for messages; bounded whatever the value is."""
    if isinstance(value, str):
        return f"the text {value[:limit]!r}" + ("..." if len(value) > limit else "")
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and not isinstance(value, bool) and not _is_int(value):
        return "a whole number beyond 64 bits"
    if isinstance(value, float) and math.isfinite(value) and not _is_number(value):
        return "a number beyond 64 bits"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
