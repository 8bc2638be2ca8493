"""Thinking time: how many simulated seconds pass before an action takes effect.

The numbers come from the caller (tokens generated, seconds taken), never from the model's text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol


class Latency(Protocol):
    """Turns what is known about a generation into simulated seconds."""

    def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
        """Simulated seconds of one generation.

        Args:
            tokens: Tokens generated, if the caller said.
            given: Seconds taken, if the caller said; they prevail in every mode but `Zero`.
            measured: Wall-clock seconds since the last observation was returned.
        """
        ...


@dataclass(frozen=True, slots=True)
class Zero:
    """No time passes while the agent thinks (the paper's "instant")."""

    def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
        """Always 0."""
        return 0.0


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same number of seconds for every action."""

    value: float = 1.0

    def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
        """The seconds given, else the fixed number."""
        return self.value if given is None else given


@dataclass(frozen=True, slots=True)
class Measured:
    """The wall clock, as the reference does; not reproducible."""

    def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
        """The seconds given, else those measured."""
        return measured if given is None else given


@dataclass(frozen=True, slots=True)
class Tokens:
    """Seconds = ttft + tokens / rate: reproducible on any hardware.

    Args:
        ttft: Seconds to the first token.
        rate: Tokens per second.
    """

    ttft: float = 0.5
    rate: float = 80.0

    def seconds(self, tokens: int | None, given: float | None, measured: float) -> float:
        """The seconds given, else those the tokens took (none counted: the time to the first)."""
        return self.ttft + (tokens or 0) / self.rate if given is None else given


def parse_latency(text: str) -> Latency:
    """Read a latency setting: `zero`, `measured`, `fixed:2.5`, `tokens`, `tokens:ttft=0.5,rate=80`.

    Raises:
        ValueError: Says what is wrong and what the forms are.

    >>> parse_latency("tokens:rate=40")
    Tokens(ttft=0.5, rate=40.0)
    """
    name, _, rest = text.partition(":")
    try:
        if name in ("zero", "measured") and not rest:
            return Zero() if name == "zero" else Measured()
        if name == "fixed":
            return Fixed(_positive("fixed", rest)) if rest else Fixed()
        if name == "tokens":
            numbers = {}
            for part in filter(None, rest.split(",")):
                key, _, value = part.partition("=")
                if key.strip() not in ("ttft", "rate"):
                    raise ValueError(f"unknown parameter {key.strip()!r}")
                numbers[key.strip()] = _positive(key, value)
            if numbers.get("rate") == 0:
                raise ValueError("rate must be above 0")
            return Tokens(**numbers)
        raise ValueError("unknown mode")
    except ValueError as error:
        forms = "zero, measured, fixed:SECONDS, tokens, tokens:ttft=SECONDS,rate=TOKENS_PER_SECOND"
        raise ValueError(f"latency {text!r}: {error}; the forms are {forms}") from None


def _positive(name: str, text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"{name} must be a finite number of at least 0")
    return value
