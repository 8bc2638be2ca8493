"""Watches: predicates checked on a grid of ticks, without polling.

A polling simulator would check a condition every n ticks. Its answer can only change when the log has grown (or with time, if the predicate
says that it reads time), so only the first check after a change is made, dated on the grid; the number of checks that polling would have made
follows from the times.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Watch:
    """A predicate's checking plan.

    Args:
        period: Seconds between checks.
        limit: Number of the check after which the watch has timed out; None for never.
        reads_time: Whether the predicate may change with time alone; then every check is made.
    """

    period: float = 1.0
    limit: int | None = None
    reads_time: bool = False


@dataclass(frozen=True, slots=True)
class Watching:
    """A watch in progress: its first check and the number of the check it is waiting for (0 is the first; None for a change of the log)."""

    watch: Watch
    first: float
    awaited: int | None = 0

    def time_of(self, number: int) -> float:
        """When check `number` is made, Unix seconds."""
        return self.first + number * self.watch.period

    def number_after(self, time: float, *, included: bool = False) -> int:
        """Number of the first check after a time (or at it, if `included`)."""
        number = max(0, math.floor((time - self.first) / self.watch.period) - 1)
        while self.time_of(number) < time or (not included and self.time_of(number) == time):
            number += 1
        return number

    def is_last(self, number: int) -> bool:
        """Whether the watch times out with this check."""
        return self.watch.limit is not None and number + 1 >= self.watch.limit
