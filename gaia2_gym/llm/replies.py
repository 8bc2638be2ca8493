"""Structured replies: the JSON object that ends a reply, validated.

Only an object that the reply ends with counts. A model may think aloud before it, and may quote what an agent wrote; whatever else in the
reply looks like an answer is not one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound=BaseModel)

_FENCE = re.compile(r"\s*```\s*$")
_MOST_BRACES = 500
"""Opening braces that are looked at, from the end."""


def read_reply(text: str, schema: type[T], context: Any = None) -> T:
    """The object that ends a reply, as the schema has it.

    Args:
        text: The reply.
        schema: What it must fit.
        context: Handed to the schema's validators.

    Raises:
        ValueError: There is no such object, or it does not fit; the message says what is wrong without quoting values.
    """
    try:
        return schema.model_validate(last_object(text), context=context)
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, p['loc'])) or 'the object'}: {p['msg']}" for p in error.errors(include_input=False, include_url=False)]
    raise ValueError("; ".join(problems[:3]))


def last_object(text: str) -> dict[str, Any]:
    """The JSON object that a reply ends with; a closing code fence may follow.

    >>> last_object('First {"verdict": "accept"}? No: {"verdict": "refuse"}')
    {'verdict': 'refuse'}

    Raises:
        ValueError: The reply ends with something else, or a key stands in the object twice.
    """
    text = _FENCE.sub("", text).strip()
    for start in _starts(text) if text.endswith("}") else ():
        try:
            found, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError:
            continue
        except RecursionError:
            break
        if end == len(text) and isinstance(found, dict):
            return found
    raise ValueError("the reply does not end with a JSON object")


def _starts(text: str) -> Iterator[int]:
    """Where the object may begin: where the text does, or at one of the last braces, innermost first."""
    if text.startswith("{"):
        yield 0
    start = len(text)
    for _ in range(_MOST_BRACES):
        start = text.rfind("{", 0, start)
        if start < 0:
            return
        yield start


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("a key stands in the JSON object twice")
    return dict(pairs)


_DECODER = json.JSONDecoder(object_pairs_hook=_without_doubles)
