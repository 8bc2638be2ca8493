"""Reproducible choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeVar

from gaia2_gym.engine import Stream

T = TypeVar("T")


class Draw:
    """Choices that depend on (seed, name) and on the choices before them alone; the same on every machine.

    >>> Draw(1, "demo").pick(["tea", "coffee"]) == Draw(1, "demo").pick(["tea", "coffee"])
    True
    """

    def __init__(self, seed: int, name: str) -> None:
        self.seed = seed
        self.name = name
        self._stream = Stream(seed, name)

    def part(self, name: str) -> Draw:
        """Choices of their own for a part: what is drawn there changes nothing here."""
        return Draw(self.seed, f"{self.name}/{name}")

    def integer(self, low: int, high: int) -> int:
        """A whole number between low and high, both included."""
        return self._stream.randint(low, high)

    def uniform(self, low: float, high: float) -> float:
        """A number in [low, high)."""
        return self._stream.uniform(low, high)

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self._stream.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """One of the items.

        Raises:
            IndexError: When there is none.
        """
        return items[self._stream.randint(0, len(items) - 1)] if items else items[0]

    def weighted(self, weights: dict[T, float]) -> T:
        """One of the keys, each in proportion to its weight."""
        totals = list(accumulate(weights.values()))
        point = self._stream.uniform(0, totals[-1])
        return next((key for key, total in zip(weights, totals, strict=True) if point < total), list(weights)[-1])

    def sample(self, items: Iterable[T], n: int) -> list[T]:
        """Different items, n or as many as there are, in random order."""
        pool = list(items)
        for i in range(min(n, len(pool))):
            j = self._stream.randint(i, len(pool) - 1)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:n]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """All items in random order."""
        pool = list(items)
        return self.sample(pool, len(pool))

    def id(self) -> str:
        """A new id: 32 lower-case hexadecimal digits."""
        return self._stream.hex_id()
