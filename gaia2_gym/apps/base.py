"""What every app is: a name, a state of flat immutable records, and tools over it.

An app is plain Python. It checks before it changes, so that a call that raises `ToolError` leaves no trace; it never mutates a record, only
replaces it, so that a snapshot is a shallow copy; it takes time, ids and random numbers from the `Runtime` it is lent, never from the machine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import orjson

from gaia2_gym.apps.records import memo, plain
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError
from gaia2_gym.tools import ToolSpec, tools_of
from gaia2_gym.tools.types import INT_LIMIT

S = TypeVar("S")


class Clock(Protocol):
    """Whatever knows the simulated time."""

    @property
    def now(self) -> float:
        """Simulated Unix seconds, UTC."""
        ...


class FileStore(Protocol):
    """What mail and chat need of the files: attachments are read from it and saved to it."""

    def read_bytes(self, path: str) -> bytes:
        """Contents of a file; ToolError when it is missing or a directory."""
        ...

    def write_bytes(self, path: str, content: bytes) -> None:
        """Create or overwrite a file; ToolError when its directory is missing."""
        ...

    def is_file(self, path: str) -> bool:
        """Whether the path names a file."""
        ...

    def exists(self, path: str) -> bool:
        """Whether the path names anything."""
        ...

    def is_dir(self, path: str) -> bool:
        """Whether the path names a directory."""
        ...


@dataclass(slots=True)
class Runtime:
    """What the World lends to an app.

    Args:
        clock: The simulated clock.
        stream: The app's own ids and random numbers.
        compat: Whether the reference's visible quirks are wanted where apps.md offers a switch.
        files: The files app, if there is one.
        wait: Lets time pass until a notification or the timeout in seconds (the System app's).
    """

    clock: Clock
    stream: Stream
    compat: bool = False
    files: FileStore | None = None
    wait: Callable[[int], None] | None = None


class App(Generic[S]):
    """One app on the phone.

    Subclasses define `State` (a dataclass with slots whose fields are dicts of records, tuples or scalars), `load`, `dump`, and tools.
    """

    class_name: ClassVar[str]
    """Class in scenario files; also the name the reference's notifications and verifier use."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Further class names of the same app."""
    visible: ClassVar[bool] = True
    """Whether the agent sees the app at all."""
    hidden_tools: ClassVar[frozenset[str]] = frozenset()
    """Agent tools that a Gaia2 phone does not show."""

    def __init__(self, name: str, state: S, runtime: Runtime) -> None:
        self.name = name
        self.state = state
        self.runtime = runtime

    @classmethod
    def load(cls, data: dict[str, Any]) -> S:
        """Read the official `app_state`.

        Raises:
            ScenarioError: With the place of every wrong field.
        """
        raise ScenarioError(f"{cls.class_name} cannot be read from a scenario file")

    def dump(self) -> dict[str, Any]:
        """The official `app_state` of the present state."""
        raise ScenarioError(f"{self.class_name} has no form in scenario files")

    @property
    def now(self) -> float:
        """Simulated Unix seconds, UTC."""
        return self.runtime.clock.now

    @cached_property
    def tools(self) -> dict[str, ToolSpec]:
        """All tools by function name, whoever may call them."""
        return bound_tools(type(self), self.name)

    def copy_state(self) -> S:
        """A copy that later calls do not change: dicts copied, records shared."""
        return copy_state(self.state)

    def state_digest(self) -> str:
        """Hash of the state: equal digests mean equal states."""
        data = orjson.dumps(plain(self.state), option=orjson.OPT_SORT_KEYS)
        return blake2b(data, digest_size=16).hexdigest()


@memo
def bound_tools(cls: type[App[Any]], name: str) -> dict[str, ToolSpec]:
    """The tools of an app class under an instance name; shared by all worlds, not to be changed."""
    return {function: spec.bound(name, cls.class_name) for function, spec in tools_of(cls).items()}


@memo
def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(cls))


def copy_state(state: S) -> S:
    """A shallow copy of an app state: its dicts are copied, everything in them is shared."""
    cls = type(state)
    copy = cls.__new__(cls)
    for name in _field_names(cls):
        value = getattr(state, name)
        object.__setattr__(copy, name, value.copy() if isinstance(value, dict) else value)
    return copy


def page(items: list[Any], offset: int, limit: int) -> tuple[list[Any], tuple[int, int]]:
    """A slice of a list and its reported range, unguarded as in the reference: negative numbers follow Python's slice rules."""
    return items[offset : offset + limit], page_range(offset, limit, len(items))


def page_range(offset: int, limit: int, total: int) -> tuple[int, int]:
    """The range that a page reports: past the end or negative, as it was asked for, but within the 64 bits that JSON tools carry.

    >>> page_range(100, 10, 13), page_range(-(2**63), -1, 13)[1] == -(2**63)
    ((100, 13), True)
    """
    return offset, max(min(offset + limit, total), -INT_LIMIT)
