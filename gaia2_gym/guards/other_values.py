"""Other values of a call's arguments: forms that mean the same, and values that mean something else."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from gaia2_gym.scenario import Scenario
from gaia2_gym.tools import ArgSpec

MOMENT = "%Y-%m-%d %H:%M:%S"
_TRIED = 6
"""Values of one kind that are offered."""

Named = tuple[str, Any]
"""What was done to a value, in a word or two, and what came of it."""


def same(check: str, value: Any, user: str = "") -> Iterator[Named]:
    """Forms of a value that a check takes for equal.

    Args:
        check: The check's name.
        value: The oracle's value.
        user: The user's full name.
    """
    if check in ("unordered", "unordered_paths", "attendees") and not value:
        yield from (("null", None), ("empty", []))
    elif isinstance(value, list | tuple):
        yield from _same_list(check, list(value), user)
    elif check == "stripped" and not value:
        yield from (("null", None), ("empty", ""))
    elif check == "eq" and isinstance(value, int) and not isinstance(value, bool):
        yield "as text", str(value)
    elif isinstance(value, str) and value:
        yield from _same_text(check, value)


def _same_list(check: str, value: list[Any], user: str) -> Iterator[Named]:
    if len(value) > 1:
        yield "other order", value[::-1]
    if check == "unordered_paths":
        yield "other slashes", [_other_slash(v) for v in value]
    if check == "attendees":
        yield "capitals", [v.upper() if v.upper().lower() == v.lower() else v for v in value]  # not of a Turkish dotless i
        yield "no accents", [bare(v) for v in value]
        if user and user not in value:
            yield "the user added", [*value, user]
        elif user and len(value) > 1:
            yield "the user left out", [v for v in value if v != user]


def _same_text(check: str, value: str) -> Iterator[Named]:
    if check == "stripped":
        yield "blanks around", f" {value} "
    elif check == "phone":
        digits = re.sub(r"[\s().-]", "", value)
        yield "in groups", " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))
        yield "with dashes", f"({digits[:4]}) {digits[4:7]}-{digits[7:]}"
    elif check == "path":
        yield "other slash", _other_slash(value)
        yield "a detour", value.replace("/", "/./", 1) if "/" in value.lstrip("/") else f"./{value}"
    elif check == "folder":
        yield from (("small letters", value.lower()), ("a capital", value.capitalize()))
    elif check == "datetime":
        yield "with a T", value.replace(" ", "T")
        if value.endswith(":00"):
            yield "without seconds", value.removesuffix(":00")


def same_words(text: str) -> Iterator[Named]:
    """Forms of a free text that are equal once case, accents, outer blanks and punctuation are taken away; numbers as they are."""
    yield "blanks around", f"  {text} "
    if text.lower() == text.upper().lower() and text != text.upper():
        yield "capitals", text.upper()
    if bare(text) != text:
        yield "no accents", bare(text)
    if text[-1] in ".!?":
        yield "no full stop", text[:-1]
    elif text[-1].isalpha():
        yield "a full stop", f"{text}."
    grouped = re.sub(r"(?<![\w.,:/+-])(\d{1,3})(\d{3})(?![\w,:/-]|\.\d)", r"\1,\2", text)
    if grouped != text and not re.search(r"\b(?:19|20)\d\d\b", text):  # a year has no separator
        yield "thousands", grouped


def other(check: str, name: str, value: Any, spec: ArgSpec | None, state: Any, scenario: Scenario, user: str = "") -> Iterator[Named]:
    """Values that a check does not take for equal; not all of them are possible.

    Args:
        check: The check's name.
        name: The argument's name.
        value: The oracle's value.
        spec: The argument.
        state: The app's state at the start.
        scenario: The scenario.
        user: The user's full name, whom a check of attendees does not see.
    """
    if spec is not None and (choices := spec.type.schema.get("enum")):
        yield from ((f"to {c}", c) for c in choices if c != value)
    elif isinstance(value, bool):
        yield "negated", not value
    elif isinstance(value, int | float):
        yield "one more", value + 1
    elif check in ("unordered", "unordered_paths", "attendees"):
        yield from _other_lists(check, name, list(value or ()), state, scenario, user)
    elif check == "path":
        yield from (("another file", path) for path in _files(scenario) if path.strip("/") != str(value or "").strip("/"))
        yield "another name", f"{value}2"
    elif check == "datetime" and isinstance(value, str):
        moment = datetime.strptime(value, MOMENT)
        yield from ((f"{hours:+.1f} h", f"{moment + timedelta(hours=hours):{MOMENT}}") for hours in (-0.5, 0.5, 24.0))
    elif check == "phone":
        last = str(value or "")[-1:]
        yield "another digit", f"{value[:-1]}{(int(last) + 1) % 10}" if last.isdigit() else f"{value or '+351 900 000 00'}1"
    elif isinstance(value, str) and value:
        yield from _other_texts(check, name, value, state)
        if spec is not None and not spec.required:
            yield "left out", spec.default


def _other_lists(check: str, name: str, value: list[Any], state: Any, scenario: Scenario, user: str) -> Iterator[Named]:
    seen = [v for v in value if v != user] if check == "attendees" else value
    if len(seen) > 1:
        yield "one fewer", [v for v in value if v != seen[-1]]
    for entry in _offers(check, name, state, scenario):
        if entry not in value and entry != user:
            yield "one more", [*value, entry]
            if seen:
                yield "another", [*(v for v in value if v != seen[-1]), entry]


def _offers(check: str, name: str, state: Any, scenario: Scenario) -> Iterator[Any]:
    contacts = [c for e in scenario.apps if hasattr(e.state, "contacts") for c in e.state.contacts.values() if not c.is_user]
    if check == "attendees":
        yield from (f"{c.first_name} {c.last_name}" for c in contacts[:_TRIED])
    elif check == "unordered_paths":
        yield from _files(scenario)
    elif name == "user_ids":
        yield from list(getattr(state, "id_to_name", ()))[:_TRIED]
    else:
        yield from [c.email for c in contacts if c.email][:_TRIED]


def _other_texts(check: str, name: str, value: str, state: Any) -> Iterator[Named]:
    known = list(siblings(state, name, value))
    yield from (("another", v) for v in known[:_TRIED])
    if not known and check == "stripped":
        yield "another", f"x{value}" if "@" in value else f"{value}a"


def siblings(state: Any, name: str, value: str) -> Iterator[str]:
    """What stands where an id stands in an app's state: other keys of the same dict, other members of the same tuple, the smallest first.

    Args:
        state: The app's state.
        name: The argument's name, which is often a field of the records too.
        value: The id, or one that is not there (yet): then all ids of that name.
    """
    groups: list[list[str]] = []
    named: list[list[str]] = []
    for field in dataclasses.fields(state):
        content = getattr(state, field.name)
        if isinstance(content, dict):
            named += [_ids(name, content.values()), *(_ids(name, v) for v in content.values() if isinstance(v, tuple))]
            keys = [k for k in content if isinstance(k, str)]
            (named if field.name == f"{name.removesuffix('_id')}s" else groups).append(keys)
        elif isinstance(content, tuple):
            groups += [[v for v in content if isinstance(v, str)], _ids(name, content)]
    holding = sorted((g for g in (*groups, *named) if value in g), key=len) or named
    yield from dict.fromkeys(v for group in holding for v in group if v != value)


def _ids(name: str, records: Iterable[Any]) -> list[str]:
    found = (getattr(r, name, None) for r in records if dataclasses.is_dataclass(r))
    return [v for v in found if isinstance(v, str)]


def _files(scenario: Scenario) -> list[str]:
    """Some files of the phone, the paths with a leading slash."""
    nodes: Mapping[str, Any] = next((e.state.nodes for e in scenario.apps if hasattr(e.state, "nodes")), {})
    return [path for path, node in nodes.items() if node.kind == "file"][:_TRIED]


def _other_slash(path: str) -> str:
    return path[1:] if path.startswith("/") else f"/{path}"


def bare(text: str) -> str:
    """A text without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
