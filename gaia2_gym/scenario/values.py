"""Argument values of scenario files: texts with a type beside them."""

from __future__ import annotations

import re
from typing import Any

import orjson

from gaia2_gym.trace import dump_json

PLACEHOLDER = re.compile(r"\s*\{\{([^{}]+)\}\}\s*")
_TRUE = frozenset(("true", "1", "t", "y", "yes"))


def placeholder(value: Any) -> tuple[str, ...] | None:
    """The parts of a placeholder `{{event_id.key.key}}` (event id first), or None for any other value.

    >>> placeholder("{{e1.ride.price}}")
    ('e1', 'ride', 'price')
    """
    if not isinstance(value, str):
        return None
    match = PLACEHOLDER.fullmatch(value)
    return tuple(match.group(1).strip().split(".")) if match else None


def parse_value(value: Any, value_type: str | None, *, allow_empty: bool = False) -> Any:
    """The value of an argument.

    Args:
        value: A text or null; real JSON values are taken as they are.
        value_type: Such as `int`, `list[str]`, `Optional[str]`, `str | None`; the first member of a union counts.
        allow_empty: Take an empty text for itself where the type is a plain `str` (completed events hold such).

    Raises:
        ValueError: Says what was expected.
    """
    if placeholder(value) is not None or not isinstance(value_type, str):
        return value
    kind, optional = _first_member(value_type)
    if value is None or value == "":
        if optional:
            return None
        if allow_empty and value == "" and kind == "str":
            return ""
        raise ValueError(f"an empty value is only possible for an optional type, and the type is {value_type!r}")
    if not isinstance(value, str):
        return value
    return _convert(value, kind, value_type)


def _first_member(value_type: str) -> tuple[str, bool]:
    text = value_type.replace("typing.", "").strip()
    optional = False
    match = re.fullmatch(r"(Optional|Union)\[(.*)\]", text, re.DOTALL)
    if match:
        optional = match.group(1) == "Optional"
        text = match.group(2)
    depth = 0
    members = [""]
    for char in text:
        depth += (char in "[(") - (char in "])")
        if depth == 0 and (char == "|" or (char == "," and match)):
            members.append("")
        else:
            members[-1] += char
    names = [m.strip() for m in members]
    optional = optional or any(n in ("None", "NoneType") for n in names)
    first = next((n for n in names if n not in ("None", "NoneType")), "None")
    return first.split("[")[0].lower(), optional


def _convert(value: str, kind: str, value_type: str) -> Any:
    if kind == "bool":
        return value.strip().lower() in _TRUE
    if kind in ("int", "float"):
        try:
            return int(value) if kind == "int" else float(value)
        except ValueError:
            raise ValueError(f"{value[:40]!r} is not a {value_type}") from None
    if kind in ("list", "dict", "set", "tuple"):
        try:
            parsed = orjson.loads(value)
        except orjson.JSONDecodeError:
            raise ValueError(f"{value[:40]!r} is not the JSON of a {value_type}") from None
        wanted = dict if kind == "dict" else list
        if not isinstance(parsed, wanted):
            raise ValueError(f"{value[:40]!r} is JSON, but not of a {value_type}")
        return parsed
    if kind in ("str", "any", "none", "nonetype", "object"):
        return value
    raise ValueError(f"unknown value_type {value_type!r}; known are int, float, str, bool, list[...], dict[...], Optional[...] and unions of them")


def format_value(value: Any) -> tuple[str | None, str | None]:
    """Value and type of an argument, as the official format writes them; `parse_value` gives the value back."""
    if value is None:
        return None, None
    if isinstance(value, bool):
        return str(value), "bool"
    if isinstance(value, int | float):
        return repr(value), type(value).__name__
    if isinstance(value, str):
        return value, "str" if value else None  # an empty text of a type is no value (see `parse_value`)
    if isinstance(value, dict):
        return dump_json(value).decode(), "dict"
    return dump_json(list(value)).decode(), "list"
