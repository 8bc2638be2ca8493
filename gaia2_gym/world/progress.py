"""The World's own mutable state, and what a snapshot of a World holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gaia2_gym.engine import Simulator
from gaia2_gym.trace import Notification, Record

StopReason = Literal["stopped", "turn_refused", "validation_failed", "time_limit", "infrastructure"]


@dataclass(slots=True)
class Progress:
    """Everything about a running World that changes, apart from the clock and the apps; copied for a snapshot."""

    records: list[Record] = field(default_factory=list)
    pending: list[Notification] = field(default_factory=list)
    by_event: dict[str, int] = field(default_factory=dict)
    """Event id -> index of its record."""
    aliases: dict[str, int] = field(default_factory=dict)
    """Oracle event id -> index of the agent's record that stands for it."""
    milestones: dict[str, frozenset[int]] = field(default_factory=dict)
    """Validation id -> milestones not yet reached, while it runs."""
    agent_checks: dict[str, int] = field(default_factory=dict)
    """Agent validation id -> checks made, while it runs."""
    marked_turns: tuple[int, ...] = ()
    """Turns that were released without being accepted."""
    messages_sent: int = 0
    reason: StopReason | None = None
    closed: bool = False

    def copy(self) -> Progress:
        """An independent copy: lists and dicts copied, what they hold is immutable."""
        other = Progress()
        for field_ in dataclasses.fields(self):
            value = getattr(self, field_.name)
            setattr(other, field_.name, value.copy() if isinstance(value, list | dict) else value)
        return other


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A World at one moment. Restoring it gives exactly the same future, any number of times."""

    simulator: Simulator
    progress: Progress
    states: Mapping[str, Any]
    counts: Mapping[str, int]
