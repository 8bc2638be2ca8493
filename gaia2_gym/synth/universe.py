"""A universe: one user's phone, filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from gaia2_gym.scenario import AppEntry
from gaia2_gym.synth.cast import Cast, Happening, Person

Size = Literal["pocket", "small", "full"]
SIZES: tuple[Size, ...] = ("pocket", "small", "full")


@dataclass(frozen=True, eq=False)
class Universe:
    """The content of every app, seen from one user; shared by many scenarios, never changed.

    Args:
        seed: What it was made from.
        size: `pocket` (about 20,000 tokens), `small` (60,000) or `full` (400,000 to 800,000, as in the paper).
        now: When scenarios begin, Unix seconds: a working morning.
        cast: The user and everyone in the address book.
        happenings: What happens in the user's life, by time.
        apps: The apps with their states, named as in the official files.
    """

    seed: int
    size: Size
    now: float
    cast: Cast
    happenings: tuple[Happening, ...]
    apps: tuple[AppEntry, ...]

    @cached_property
    def states(self) -> Mapping[str, Any]:
        """App name -> state."""
        return {entry.name: entry.state for entry in self.apps}

    @property
    def user(self) -> Person:
        """The user."""
        return self.cast.user

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone in the address book but the user."""
        return self.cast.people


def make_universe(seed: int, size: Size = "pocket") -> Universe:
    """The universe of a seed."""
    raise NotImplementedError
