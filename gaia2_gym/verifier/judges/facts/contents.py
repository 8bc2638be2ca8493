"""Titles of conversations, notes, updates of contacts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from gaia2_gym.verifier.judges.facts.comparing import difference
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.material import prose, tasks, title
from gaia2_gym.verifier.judges.facts.places import country, same_place
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.text import fold
from gaia2_gym.verifier.soft import Context, Question

_TITLE = Policy(title=True)

_NOTE = Policy(imperative=True)

_LITERAL = frozenset({"email", "phone", "first_name", "last_name", "age", "gender"})


def content(question: Question, similarity: Similarity | None = None) -> str:
    """The same content: titles, updates of a contact, descriptions."""
    context = question.context
    for name, text in question.expected.items():
        given = question.got.get(name, "")
        if not given.strip():
            return f"{name}: it is empty"
        fields = _fields(text)
        if fields is not None:
            reason = _updates(fields, _fields(given), context, similarity)
        elif name == "title":
            reason = difference(title(text, context), title(given, context), prose(tasks(context), context), _TITLE, similarity)
        else:
            reason = difference(prose(text, context), prose(given, context), prose(tasks(context), context), _NOTE, similarity)
        if reason:
            return f"{name}: {reason}"
    return ""


def _fields(text: str) -> dict[str, Any] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _updates(expected: Mapping[str, Any], got: Mapping[str, Any] | None, context: Context, similarity: Similarity | None) -> str:
    if got is None:
        return "it is no object"
    for key, value in expected.items():
        if key not in got:
            return f"{key} is missing"
        if reason := _field(key, _plain(value), _plain(got[key]), context, similarity):
            return f"{key}: {reason}"
    more = [k for k, v in got.items() if k not in expected and v not in (None, "")]
    return f"{more[0]} is not expected" if more else ""


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else orjson.dumps(value).decode()


def _field(key: str, expected: str, got: str, context: Context, similarity: Similarity | None) -> str:
    if fold(expected) == fold(got) and key not in ("email",):
        return ""
    if key == "phone":
        wanted, given = (title(f"{t} ", context).facts for t in (expected, got))
        digits = ["".join(c for c in t.replace("(0)", "") if c.isdigit()) for t in (expected, got)]
        return "" if digits[0] == digits[1] or (wanted and given and same(wanted[0], given[0])) else f"it is {got!r}, expected was {expected!r}"
    if key in _LITERAL:
        return "" if expected.strip().lower() == got.strip().lower() else f"it is {got!r}, expected was {expected!r}"
    if key in ("address", "city_living", "city"):
        return same_place(expected, got)
    if key in ("country", "nationality"):
        return "" if country(expected) and country(expected) == country(got) else f"it is {got!r}, expected was {expected!r}"
    return difference(title(expected, context), title(got, context), Sheet(), _TITLE, similarity)
