"""Records: what happened, one a call or event, and what a session knows besides.

A `Record` is the simulation's fact and decides the digest. A `StepInfo` is what the session adds for an agent's call (thought, observation,
reward); it never changes the digest.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

import orjson

_LONG_NUMBER = re.compile(rb"[0-9]{19}")
RecordKind = Literal["agent", "user", "env", "condition", "validation", "stop"]


@dataclass(frozen=True, slots=True)
class ErrorInfo:
    """Why a call failed: a kind of the vocabulary and a sentence."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Record:
    """One call or event, as it happened.

    `time` is Unix seconds UTC: when an agent's call was made, an event's scheduled time, or a watch's last check. `result` may hold the apps' own
    immutable records; `plain_result` is its JSON form.
    """

    i: int
    kind: RecordKind
    id: str
    time: float
    app: str
    app_class: str
    tool: str | None
    args: Mapping[str, Any]
    resolved_args: Mapping[str, Any]
    operation: Literal["read", "write"]
    result: Any
    error: ErrorInfo | None
    turn: int

    @property
    def failed(self) -> bool:
        """Whether the call raised."""
        return self.error is not None

    @property
    def injected(self) -> bool:
        """Whether noise made the call fail; it never ran."""
        return self.error is not None and self.error.kind == "injected"

    @property
    def public_name(self) -> str:
        """`<app>__<function>`, or the kind for a record without a call."""
        return f"{self.app}__{self.tool}" if self.tool else self.kind


@dataclass(frozen=True, slots=True)
class Notification:
    """Something the agent is told between its calls.

    Args:
        time: Unix seconds at which it arrived.
        kind: `user`, `environment` or `stop`.
        app: The app's instance name, or an empty text.
        text: What the agent reads, without the app's name.
        ids: What it refers to, by name.
        tool: The function whose call it announces, or an empty text.
    """

    time: float
    kind: Literal["user", "environment", "stop"]
    app: str
    text: str
    ids: Mapping[str, Any] = field(default_factory=dict)
    tool: str = ""

    def as_json(self) -> dict[str, Any]:
        """A fresh JSON object."""
        return {"time": self.time, "kind": self.kind, "app": self.app, "text": self.text, "ids": deepcopy(dict(self.ids))}


@dataclass(frozen=True, slots=True)
class StepInfo:
    """What the session knows about an agent's record besides the simulation."""

    step: int
    thinking_seconds: float = 0.0
    thinking_tokens: int | None = None
    thought: str = ""
    raw: Any = None
    given_args: Mapping[str, Any] | None = None
    injected_failure: bool = False
    observation: Any = ""
    notifications: tuple[Notification, ...] = ()
    reward: float | None = None
    reward_terms: Mapping[str, float] = field(default_factory=dict)
    children: tuple[Mapping[str, Any], ...] = ()


DIGESTED = ("kind", "id", "time", "app", "tool", "args", "resolved_args", "result", "error", "turn")


def digest(records: Iterable[Mapping[str, Any]]) -> str:
    """Hash of what happened: equal digests mean equal simulations, whatever the reward, judge or observation form.

    Args:
        records: Records in their JSON form (see `as_json`), in order.

    Returns:
        Hexadecimal blake2b over the canonical JSON (sorted keys, no spaces, floats by repr) of the facts of every record.
    """
    h = blake2b(digest_size=16)
    for record in records:
        h.update(canonical({key: record[key] for key in DIGESTED}))
        h.update(b"\n")
    return h.hexdigest()


def dump_json(value: Any, default: Callable[[Any], Any] | None = None) -> bytes:
    """Compact JSON.

    Args:
        value: JSON values; NaN becomes null.
        default: Called with what is no JSON value.

    >>> dump_json({"n": 1 << 70})
    b'{"n":1180591620717411303424}'
    """
    try:
        return orjson.dumps(value, default=default)
    except orjson.JSONEncodeError:  # orjson knows no number beyond 64 bits, and a call that was refused may hold one
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=default).encode()


def load_json(data: bytes) -> Any:
    """The value of a JSON text, numbers beyond 64 bits exact (orjson makes floats of them).

    Raises:
        ValueError: When it is none.
    """
    try:
        return json.loads(data, parse_constant=_no_constant) if _LONG_NUMBER.search(data) else orjson.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, floats by repr, bytes as base64 objects."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, default=_bytes).encode()


def _bytes(value: Any) -> dict[str, str]:
    if isinstance(value, bytes):
        return {"$bytes_b64": base64.b64encode(value).decode("ascii")}
    raise TypeError(f"not JSON: {type(value).__name__}")


def canonical_digest(value: Any) -> str:
    """Hash of a JSON value by its canonical form."""
    return blake2b(canonical(value), digest_size=16).hexdigest()
