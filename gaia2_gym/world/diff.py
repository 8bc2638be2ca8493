"""What changed between two states of the phone, with generated ids canonicalised.

Two episodes that did the same have equal diffs, whatever ids the seeds gave and whenever things were done: incidental fields (read flags, times
of sending, random prices) are left out, and ids that were drawn during the episode are numbered in an order that depends on the content alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gaia2_gym.apps.records import plain, plan_of
from gaia2_gym.scenario import USER_INTERFACE
from gaia2_gym.trace import canonical

Change = dict[str, Any]
"""{"path": [collection, key], "before": fields or null, "after": fields or null, "free_text": names of prose fields among them}"""


def state_diff(
    before: Mapping[str, Any], after: Mapping[str, Any], generated: Collection[str], ignored: Collection[str] = ()
) -> dict[str, list[Change]]:
    """The changes of every app that changed.

    Args:
        before: App states by instance name, at the start.
        after: The same, later.
        generated: Ids drawn in between.
        ignored: Ids; a change that holds one of them is left out.

    Returns:
        App name -> changes, as JSON values in a canonical order.
    """
    changes = {name: list(_changes(before[name], after[name])) for name in after if after[name] is not before[name]}
    if ignored:
        changes = {name: [c for c in found if not _number(c, frozenset(ignored), {})] for name, found in changes.items()}
    return _canonical_ids({name: found for name, found in changes.items() if found}, frozenset(generated))


def _changes(before: Any, after: Any) -> Iterator[Change]:
    for field in dataclasses.fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old is new or field.metadata.get("incidental"):
            continue
        if isinstance(new, dict):
            for key in (*old, *(k for k in new if k not in old)):
                a, b = old.get(key), new.get(key)
                if a is not b:
                    yield from _entry(field.name, str(key), a, b)
        else:
            yield from _entry(field.name, "", old, new)


def _entry(collection: str, key: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(old, tuple) or isinstance(new, tuple):
        yield from _tuple(collection, key, old or (), new or ())
        return
    a, b = _fields(old), _fields(new)
    if isinstance(a, dict) and isinstance(b, dict):
        names = [name for name in b if a.get(name) != b[name]]
        a, b = {n: a.get(n) for n in names}, {n: b[n] for n in names}
    if a != b:
        yield _change(collection, key, a, b, new if new is not None else old)


def _tuple(collection: str, key: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Iterator[Change]:
    """Tuples as bags: what left and what came. An entry of which only incidental fields changed has done neither."""
    left = [(canonical(_fields(v)), v) for v in old if not any(v is w for w in new)] if old is not new else []
    came = [(canonical(_fields(v)), v) for v in new if not any(v is w for w in old)]
    for form, value in list(left):
        match = next((c for c in came if c[0] == form), None)
        if match is not None:
            came.remove(match)
            left.remove((form, value))
    yield from (_change(collection, key, _fields(v), None, v) for _, v in left)
    yield from (_change(collection, key, None, _fields(v), v) for _, v in came)


def _change(collection: str, key: str, before: Any, after: Any, record: Any) -> Change:
    prose = sorted(plan_of(type(record)).free_text) if dataclasses.is_dataclass(record) else []
    present = {**(before if isinstance(before, dict) else {}), **(after if isinstance(after, dict) else {})}
    return {"path": [collection, key], "before": before, "after": after, "free_text": [name for name in prose if name in present]}


def _fields(value: Any) -> Any:
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return plain(value)
    plan = plan_of(type(value))
    return {name: plain(getattr(value, name)) for name in plan.names if name not in plan.incidental}


def _canonical_ids(changes: dict[str, list[Change]], generated: frozenset[str]) -> dict[str, list[Change]]:
    def place(change: Change) -> tuple[bytes, bytes]:
        masked = _masked(change, generated, {})
        return canonical(_without_prose(masked)), canonical(masked)

    ordered = {name: sorted(found, key=place) for name, found in sorted(changes.items())}
    numbers: dict[str, str] = {}
    # what was said to the user is numbered last: an extra message must not shift the numbers of everything else
    ordered = {name: ordered[name] for name in sorted(ordered, key=lambda name: (name == USER_INTERFACE, name))}
    if not _number(ordered, generated, numbers):
        return ordered
    return {name: [_masked(c, generated, numbers) for c in found] for name, found in ordered.items()}


def _without_prose(change: Change) -> Change:
    """What counts first for a change's place: other words must not lead to other numbers."""
    sides = {side: change[side] for side in ("before", "after")}
    prose = change["free_text"]
    return {**change, **{side: {k: v for k, v in c.items() if k not in prose} if isinstance(c, dict) else c for side, c in sides.items()}}


def _number(value: Any, generated: frozenset[str], numbers: dict[str, str]) -> bool:
    """Number the generated ids in order of appearance; true if there are any."""
    if isinstance(value, str) and value in generated:
        numbers.setdefault(value, f"<id:{len(numbers) + 1}>")
    elif isinstance(value, dict):
        for k, v in value.items():
            _number(k, generated, numbers)
            _number(v, generated, numbers)
    elif isinstance(value, list):
        for v in value:
            _number(v, generated, numbers)
    return bool(numbers)


def _masked(value: Any, generated: frozenset[str], numbers: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return numbers.get(value, "<id>") if value in generated else value
    if isinstance(value, dict):
        return {_masked(k, generated, numbers): _masked(v, generated, numbers) for k, v in value.items()}
    if isinstance(value, list):
        return [_masked(v, generated, numbers) for v in value]
    return value
