"""How records are stored, shown and loaded.

A record is a frozen dataclass with slots. What is special about a field (a time, a free text, a name the reference prints differently) stands
in its metadata, made by `attribute(...)`; the functions here read it once per class.

Four forms of a tool's result:

- the record itself, shared by everyone, never mutated;
- `plain(x)`: JSON values, fields by name, as traces and placeholders want them;
- `shown(x)`: what the agent reads: times as `YYYY-MM-DD HH:MM:SS`, bulky fields reduced;
- `reference_text(x)`: the reference implementation's `str()` form.
"""

from __future__ import annotations

import base64
import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar, cast

from gaia2_gym.errors import ScenarioError, ToolError

DT_FORMAT = "%Y-%m-%d %H:%M:%S"
_EPOCH = datetime(1970, 1, 1)
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def memo(function: F) -> F:
    """Remember a function's results; for facts about classes, of which there are few."""
    return cast(F, cache(function))


def format_time(timestamp: float) -> str:
    """Unix seconds as `YYYY-MM-DD HH:MM:SS`, UTC, fractions cut.

    >>> format_time(1728975600.9)
    '2024-10-15 07:00:00'
    """
    try:
        return (_EPOCH + timedelta(seconds=timestamp // 1)).isoformat(" ")  # twice as fast as strftime
    except (OverflowError, ValueError, OSError):
        return repr(timestamp)


def parse_time(text: str, argument: str) -> float:
    """Unix seconds of a `YYYY-MM-DD HH:MM:SS` text, read as UTC.

    Args:
        text: The text; missing zero padding is accepted, as in the reference.
        argument: Name of the argument, for the message.

    Raises:
        ToolError: `bad_argument` when the text is no such time.
    """
    try:
        return datetime.strptime(text, DT_FORMAT).replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        raise ToolError("bad_argument", f"{argument} must be a time like '2024-10-15 18:30:00', not {text[:40]!r}.") from None


def attribute(
    default: Any = dataclasses.MISSING,
    *,
    factory: Any = dataclasses.MISSING,
    time: bool = False,
    free_text: bool = False,
    incidental: bool = False,
    shown: Callable[[Any], Any] | None = None,
    reference: Callable[[Any], str] | None = None,
) -> Any:
    """A dataclass field with its facts.

    Args:
        default: Default value.
        factory: Default factory.
        time: Unix seconds, shown to the agent as a date and time.
        free_text: Wording that an end state may differ in without being another state.
        incidental: Follows from when or how often something was done, not from what was done; state diffs leave it out.
        shown: What the agent sees instead of the value.
        reference: The value's text in the reference's `str()` form, where `repr` is not it.
    """
    shown = _shown_time if time and shown is None else shown
    metadata = {"free_text": free_text, "incidental": incidental, "shown": shown, "reference": reference}
    if factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata) if default is not dataclasses.MISSING else dataclasses.field(metadata=metadata)


def _shown_time(value: Any) -> Any:
    return format_time(value) if isinstance(value, int | float) else value


@dataclass(frozen=True, slots=True)
class _Plan:
    names: tuple[str, ...]
    shown: tuple[tuple[str, Callable[[Any], Any] | None], ...]
    reference: tuple[tuple[str, Callable[[Any], str] | None], ...]
    reference_name: str
    free_text: frozenset[str]
    incidental: frozenset[str]


@memo
def plan_of(cls: Any) -> _Plan:
    """What is known about a record class, read once."""
    fields = dataclasses.fields(cls)
    return _Plan(
        names=tuple(f.name for f in fields),
        shown=tuple((f.name, f.metadata.get("shown")) for f in fields),
        reference=tuple((f.name, f.metadata.get("reference")) for f in fields),
        reference_name=getattr(cls, "reference_name", cls.__name__),
        free_text=frozenset(f.name for f in fields if f.metadata.get("free_text")),
        incidental=frozenset(f.name for f in fields if f.metadata.get("incidental")),
    )


_ATOMS = (str, int, float, bool, type(None))


def plain(value: Any) -> Any:
    """JSON values: a record becomes its fields, a tuple a list, bytes `{"$bytes": text}` or `{"$bytes_b64": ...}`, keys texts."""
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, dict):
        return {k if isinstance(k, str) else str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, bytes):
        return plain_bytes(value)
    if hasattr(value, "as_plain"):
        return value.as_plain()
    return {name: plain(getattr(value, name)) for name in plan_of(type(value)).names}


def plain_bytes(value: bytes) -> dict[str, str]:
    """Bytes as a JSON object: as text where they are UTF-8, else in base64."""
    try:
        return {"$bytes": value.decode("utf-8")}
    except UnicodeDecodeError:
        return {"$bytes_b64": base64.b64encode(value).decode("ascii")}


def shown(value: Any) -> Any:
    """What the agent reads, as JSON values."""
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, dict):
        return {k if isinstance(k, str) else str(k): shown(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [shown(v) for v in value]
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return f"<{len(value)} bytes that are not text>"
    if hasattr(value, "as_shown"):
        return value.as_shown()
    result = {}
    for name, form in plan_of(type(value)).shown:
        part = getattr(value, name)
        result[name] = form(part) if form is not None else part if isinstance(part, _ATOMS) else shown(part)
    return result


def reference_text(value: Any) -> str:
    """The reference's observation text of a result: `str()` of its object, a record through its own text form where it has one."""
    if isinstance(value, str):
        return value
    text = getattr(value, "as_text", None)
    return text() if text is not None else reference_repr(value)


def reference_repr(value: Any) -> str:
    """The reference's `repr` of a result: records as `Class(field=value, ...)`."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if hasattr(value, "as_reference"):
            text: str = value.as_reference()
            return text
        plan = plan_of(type(value))
        parts = ((n, getattr(value, n), form) for n, form in plan.reference)
        return f"{plan.reference_name}({', '.join(f'{n}={form(v) if form else reference_repr(v)}' for n, v, form in parts)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {reference_repr(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(reference_repr, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(reference_repr, value)) + ("," if len(value) == 1 else "") + ")"
    return repr(value)


def as_list(values: tuple[str, ...]) -> str:
    """Reference form of a tuple that the reference keeps as a list."""
    return reference_repr(list(values))


@memo
def _adapter(cls: Any) -> Any:
    from pydantic import TypeAdapter  # only where scenario data is read

    return TypeAdapter(cls)


def load(cls: type[T] | Any, data: Any, where: str) -> Any:
    """Validate JSON data into records.

    Args:
        cls: A record class or a type over records, such as `dict[str, Contact]`.
        data: JSON values; a null in a record stands for the field's default.
        where: Place for messages, such as `Contacts.contacts`.

    Raises:
        ScenarioError: Names every field that is wrong, what was found and what was expected.
    """
    from pydantic import ValidationError

    try:
        return _adapter(cls).validate_python(data)
    except ValidationError as error:
        raise ScenarioError([_problem(where, e) for e in error.errors(include_url=False)[:20]]) from None


def _problem(where: str, error: Mapping[str, Any]) -> str:
    place = ".".join([where, *(str(p) for p in error["loc"])])
    found = "" if error["type"] == "missing" else f" (found {error['input']!r:.80})"
    return f"{place}: {error['msg']}{found}"


@memo
def _never_null(cls: Any) -> frozenset[str]:
    hints = typing.get_type_hints(cls)
    return frozenset(f.name for f in dataclasses.fields(cls) if type(None) not in typing.get_args(hints[f.name]))


def drop_nulls(cls: type, record: Any) -> Any:
    """A JSON object without the nulls of fields that cannot be null, so that their defaults apply; anything else unchanged."""
    if not isinstance(record, dict):
        return record
    never = _never_null(cls)
    return {k: v for k, v in record.items() if v is not None or k not in never}
