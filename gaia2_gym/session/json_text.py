"""JSON from models and callers, bounded in every direction.

`decode` reads the JSON value that begins somewhere in a text; `plain` copies a value into plain JSON types or refuses it. Neither ever changes
a character of a string, and neither lets an input raise anything but `ToolError`: what a decoded value must not hold (a duplicate key, an
endless number) becomes a `Refused` in its place, so that only a value that is really used is refused for it.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gaia2_gym.errors import ToolError

MAX_BYTES = 1_000_000
CONTAINER_BYTES = 16
"""What a list or object counts for, empty or not: their number decides how long an action takes, so a megabyte of brackets is too much."""
MAX_DEPTH = 64
MAX_DIGITS = 300

_TOO_LARGE = f"the action is over {MAX_BYTES // 1_000_000} MB; make it shorter"
_TOO_DEEP = f"lists and objects are nested over {MAX_DEPTH} levels deep"
_SURROGATE = "a text holds half of a surrogate pair, which no UTF-8 can carry; write the whole character"
_INT_LIMIT = 10**MAX_DIGITS
_WORDS = {"True": True, "False": False, "None": None}
_CLOSING = {"{": "}", "[": "]"}
_MARK = re.compile(r"[ \t\n\r]*+([,:\]}]?+)[ \t\n\r]*+")
_KINDS = (
    *((dict, "an object"), (list, "a list"), (str, "a text"), (type(None), "null")),
    *((bool, "true or false"), (int, "a number"), (float, "a number")),
)

# `type(x).__name__` would run a metaclass's code, which may raise.
_type_name: Callable[[type], str] = type.__dict__["__name__"].__get__


class Refused(NamedTuple):
    """Stands in a decoded value where something may not be used, and says why."""

    problem: str


def check_text(text: str) -> None:
    """Refuse a text that is too large or that UTF-8 cannot carry."""
    if len(text) > MAX_BYTES or _utf8_length(text) > MAX_BYTES:
        raise ToolError("too_large", _TOO_LARGE)


def exact(value: Any) -> Any:
    """The plain Python value of a number or text of a derived type (an enum, a numpy scalar); anything else as it is."""
    kind = type(value)
    # Not isinstance, and the base types' own methods: an object's `__class__`, `__str__` and so on may raise.
    if issubclass(kind, str):
        return str.__str__(value)
    if issubclass(kind, float):
        return float.__float__(value)
    if issubclass(kind, int) and kind is not bool:
        return int.__int__(value)
    if issubclass(kind, (np.number, np.bool_)):
        item = np.generic.item(value)
        return item if type(item) in (bool, int, float) else value
    return value


def kind_of(value: Any) -> str:
    """What JSON calls the type of a value, with its article; the name of the Python type for what is not JSON."""
    kind = type(value)
    return next((name for known, name in _KINDS if kind is known), None) or f"a Python {_type_name(kind)[:60]!a}"


def plain(value: Any) -> Any:
    """A copy of a value in plain dicts, lists, texts and numbers.

    Raises:
        ToolError: The value is too large, too deep, or holds what JSON cannot carry.
    """
    return _Copy().copy(value, 0)


class _Copy:
    """One walk over a value; its budget of bytes also ends the walk over a small graph that unfolds into a huge tree."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_BYTES

    def copy(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is str:
            self.left -= 3 + (len(value) if value.isascii() else _utf8_length(value))
        elif kind is dict or kind is list:
            return self._copy_container(value, kind, depth)
        elif kind is int:
            if not -_INT_LIMIT < value < _INT_LIMIT:
                raise ToolError("malformed_action", f"a number has over {MAX_DIGITS} digits")
            self.left -= 2 + value.bit_length() // 4
        elif kind is float:
            if not math.isfinite(value):
                raise ToolError("malformed_action", "NaN and infinite numbers are not allowed")
            self.left -= 4
        elif kind is bool or value is None:
            self.left -= 5
        elif kind is Refused:
            raise ToolError("malformed_action", value.problem)
        elif issubclass(kind, (dict, list, tuple)):
            return self._copy_container(value, kind, depth)
        elif type(base := exact(value)) is kind:
            raise ToolError("malformed_action", f"{kind_of(value)} is not a JSON value")
        else:
            return self.copy(base, depth)
        if self.left < 0:
            raise ToolError("too_large", _TOO_LARGE)
        return value

    def _copy_container(self, value: Any, kind: type, depth: int) -> Any:
        if depth == MAX_DEPTH:
            raise ToolError("malformed_action", _TOO_DEEP)
        self.left -= CONTAINER_BYTES
        if self.left < 0:
            raise ToolError("too_large", _TOO_LARGE)
        depth += 1
        # The base types' own iteration: a derived type's may do anything.
        if issubclass(kind, dict):
            return {self._key(key): self.copy(item, depth) for key, item in dict.items(value)}
        items = list.__iter__(value) if issubclass(kind, list) else tuple.__iter__(value)
        return [self.copy(item, depth) for item in items]

    def _key(self, key: Any) -> str:
        if type(key) is not str:
            raise ToolError("malformed_action", f"the keys of an object must be texts, not {kind_of(key)}")
        self.left -= 4 + (len(key) if key.isascii() else _utf8_length(key))
        return key


def decode(text: str, start: int) -> tuple[Any, int]:
    """The JSON value that begins at `start`, and where it ends; for broken JSON a `Refused`, and where it breaks.

    Takes what `json.loads(strict=False)` takes, and True, False and None for true, false and null.
    """
    try:
        try:
            return _decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            if not text.startswith(tuple(_WORDS), error.pos):
                raise
            return _python_words(text, start, 0)
    except json.JSONDecodeError as error:
        near = f" at {text[error.pos : error.pos + 30]!r}" if error.pos < len(text) else ", where the text ends"
        return Refused(f"the JSON is broken: {error.msg.removesuffix(' at')}{near}"), error.pos
    except RecursionError:
        # Where it broke is unknown, so the caller could only start again: refused for good.
        raise ToolError("malformed_action", _TOO_DEEP) from None


def decode_all(text: str) -> Any:
    """The one JSON value that a text consists of, as `plain` gives it."""
    text = text.strip(" \t\n\r")
    value, end = decode(text, 0)
    if type(value) is not Refused and end < len(text):
        value = Refused(f"the JSON is broken: there is more after its end at {text[end : end + 30]!r}")
    return plain(value)


def _python_words(text: str, at: int, depth: int) -> tuple[Any, int]:
    """Like the decoder of the standard library, which leaves off at a True, False or None where a value should be."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        word = next((word for word in _WORDS if text.startswith(word, at)), None)
        return (_WORDS[word], at + len(word)) if word else _decoder.raw_decode(text, at)
    if depth == MAX_DEPTH:
        raise RecursionError
    parts: list[tuple[str, Any]] = []
    mark, at = _mark(text, at + 1)
    while mark != _CLOSING[opening]:
        if mark != ("," if parts else ""):
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        key = ""
        if opening == "{":
            if not text.startswith('"', at):
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
            key, at = _decoder.raw_decode(text, at)
            mark, at = _mark(text, at)
            if mark != ":":
                raise json.JSONDecodeError("Expecting ':' delimiter", text, at)
        value, at = _python_words(text, at, depth + 1)
        parts.append((key, value))
        mark, at = _mark(text, at)
    return (_object(parts) if opening == "{" else [value for _, value in parts]), at


def _mark(text: str, at: int) -> tuple[str, int]:
    """The punctuation at `at`, or an empty text, and where the next thing begins."""
    mark = _MARK.match(text, at)
    return (mark[1], mark.end()) if mark else ("", at)


def _utf8_length(text: str) -> int:
    if len(text) > MAX_BYTES:
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise ToolError("malformed_action", _SURROGATE) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Refused:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
    return Refused(f"the key {twice[:60]!r} stands twice in one object")


def _number(convert: Callable[[str], Any]) -> Callable[[str], Any]:
    def number(digits: str) -> Any:
        return convert(digits) if len(digits) <= MAX_DIGITS + digits.startswith("-") else Refused(f"a number has over {MAX_DIGITS} digits")

    return number


_decoder = json.JSONDecoder(strict=False, object_pairs_hook=_object, parse_int=_number(int), parse_float=_number(float))
