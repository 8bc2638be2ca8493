"""Seeded streams: every id and random number of an episode.

A stream is a counter and a key. Its n-th draw depends on (seed, name, n) alone, so it is the same in every process and a snapshot of it is
one integer. The reference draws from a generator seeded with the salted `hash` of a string and differs from process to process.
"""

from __future__ import annotations

from hashlib import blake2b


class Stream:
    """A reproducible sequence of ids and numbers, named by (seed, name).

    >>> Stream(0, "Emails").hex_id() == Stream(0, "Emails").hex_id()
    True
    """

    __slots__ = ("_key", "count")

    def __init__(self, seed: int, name: str, count: int = 0) -> None:
        self._key = blake2b(f"{seed}/{name}".encode(), digest_size=32).digest()
        self.count = count
        """Draws made so far."""

    def _draw(self, n: int) -> bytes:
        return blake2b(n.to_bytes(8, "big"), digest_size=16, key=self._key).digest()

    def hex_id(self) -> str:
        """A new id: 32 lower-case hexadecimal digits."""
        self.count += 1
        return self._draw(self.count).hex()

    def random(self) -> float:
        """A number in [0, 1)."""
        self.count += 1
        return (int.from_bytes(self._draw(self.count)[:8], "big") >> 11) / (1 << 53)

    def uniform(self, low: float, high: float) -> float:
        """A number in [low, high)."""
        return low + (high - low) * self.random()

    def randint(self, low: int, high: int) -> int:
        """A whole number between low and high, both included."""
        return low + int(self.random() * (high - low + 1))

    def issued(self) -> list[str]:
        """Every id the stream can have given out so far, in order (draws used as numbers included)."""
        return [self._draw(n).hex() for n in range(1, self.count + 1)]
