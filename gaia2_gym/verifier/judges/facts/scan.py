"""A text while it is read: each kind of fact takes its part, what was taken is blanked for those that follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from gaia2_gym.verifier.judges.facts.fact import Fact, Kind

TAKEN = "\x00"
"""Stands in the rest where a fact was taken; cleaned texts hold no control characters."""


_LATIN = re.compile(r"[a-z]+")
_DIGIT = re.compile(r"\d")


class Scan:
    """A text being read.

    Args:
        text: The cleaned text, numbers in figures.
        low: The same, lower case.
        today: Ordinal of the day that date words refer to; 0 if unknown.
        lang: Language of the text.
        title: Whether it is a title, whose every word may have a capital.
    """

    __slots__ = ("_digits", "facts", "lang", "low", "rest", "text", "title", "today", "tokens")

    def __init__(self, text: str, low: str, today: int = 0, lang: str = "en", *, title: bool = False) -> None:
        self.text = text
        self.low = low
        self.rest = low
        self.today = today
        self.lang = lang
        self.title = title
        self.tokens = frozenset(_LATIN.findall(low))
        self.facts: list[Fact] = []
        self._digits = _DIGIT.search(low) is not None

    @property
    def has_digits(self) -> bool:
        """Whether digits are left; most kinds of facts need one."""
        return self._digits and _DIGIT.search(self.rest) is not None

    def each(self, pattern: re.Pattern[str], read: Callable[[re.Match[str]], Fact | Iterable[Fact] | None], group: int | str = 0) -> None:
        """Read every match of a pattern in the rest; what yields a fact is taken, from the beginning of a group on."""
        if pattern.search(self.rest) is None:
            return
        spans: list[tuple[int, int]] = []
        for match in pattern.finditer(self.rest):
            found = read(match)
            if found is None:
                continue
            start = match.start(group)
            self.facts.extend((found._replace(start=start) if group else found,) if isinstance(found, Fact) else found)
            spans.append((start, match.end()))
        for start, end in spans:
            self.take(start, end)

    def take(self, start: int, end: int) -> None:
        """Blank a part of the rest."""
        self.rest = self.rest[:start] + TAKEN * (end - start) + self.rest[end:]

    def fact(self, kind: Kind, value: Hashable, match: re.Match[str], **more: Any) -> Fact:
        """A fact that stands where a pattern matched."""
        return Fact(kind, value, self.text[match.start() : match.end()], match.start(), match.end(), **more)
