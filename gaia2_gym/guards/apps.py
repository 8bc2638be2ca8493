"""The contract of an app, tried on one of its states."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from gaia2_gym.apps import App, Runtime
from gaia2_gym.engine import Stream

UNCHECKED: dict[str, frozenset[str]] = {
    "add_calendar_event": frozenset({"tag"}),
    "add_new_contact": frozenset({"gender", "age", "nationality", "city_living", "country", "status", "job", "description", "address"}),
    "reply_to_email": frozenset({"folder_name"}),
    "delete_email": frozenset({"folder_name"}),
    "open": frozenset({"block_size", "cache_options", "compression"}),
    "mkdir": frozenset({"create_parents"}),
    "makedirs": frozenset({"exist_ok"}),
    "mv": frozenset({"recursive", "maxdepth"}),
    "rm": frozenset({"maxdepth"}),
}
"""Arguments of write tools that the reference leaves unchecked; `checks="strict"` compares them all the same where the oracle gives them."""


class _Clock:
    now = 1_700_000_000.0


def check_app(cls: type[App[Any]], data: dict[str, Any]) -> list[str]:
    """What is wrong with an app class; empty when it keeps the contract.

    Args:
        cls: The app.
        data: One of its states in the official form.
    """
    app = cls("App", cls.load(data), Runtime(_Clock(), Stream(0, "App")))
    return list(dict.fromkeys((*_state(app), *_round_trip(app), *_snapshot(app), *_tools(app))))


def _state(app: App[Any]) -> Iterator[str]:
    for field in dataclasses.fields(app.state):
        value = getattr(app.state, field.name)
        for part in value.values() if isinstance(value, dict) else [value]:
            if type(part) in (list, set, dict):
                yield f"state field {field.name!r} holds a {type(part).__name__}, which a snapshot would share; use a tuple or a record"
            elif dataclasses.is_dataclass(part) and not vars(type(part))["__dataclass_params__"].frozen:
                yield f"state field {field.name!r} holds a {type(part).__name__}, which is not frozen"


def _round_trip(app: App[Any]) -> Iterator[str]:
    dumped = app.dump()
    again = type(app)(app.name, type(app).load(dumped), app.runtime)
    if again.dump() != dumped:
        yield "loading what was dumped and dumping it again gives something else"


def _snapshot(app: App[Any]) -> Iterator[str]:
    before = app.state_digest()
    copy = app.copy_state()
    for field in dataclasses.fields(copy):
        mine, theirs = getattr(app.state, field.name), getattr(copy, field.name)
        if isinstance(mine, dict) and mine is theirs:
            yield f"copy_state shares the dict {field.name!r}"
    if app.state_digest() != before:
        yield "taking a snapshot changes the state"


def _tools(app: App[Any]) -> Iterator[str]:
    if not app.tools:
        yield "it has no tools"
    for spec in app.tools.values():
        if len(spec.description) < 15:
            yield f"{spec.name}: the description {spec.description!r} helps nobody to choose the tool"
        if spec.operation == "write" and "agent" in spec.audience:
            bare = {a.name for a in spec.args} - set(spec.checks) - UNCHECKED.get(spec.name, frozenset())
            if bare:
                yield f"{spec.name}: nothing says how the verifier compares {', '.join(sorted(bare))}"
        if spec.operation == "read" and spec.checks:
            yield f"{spec.name}: a read has checks, but only writes are judged"
