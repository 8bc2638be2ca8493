"""How strict a comparison is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Similarity = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class Policy:
    """How strict a comparison is.

    Args:
        answer: A message to the user: what the task says may be repeated or left out, and only facts of the oracle's kinds are too much.
        title: A title: every word counts.
        wording: Similarity that a text without facts or specific words must reach.
        spare_words: Specific words that the agent may add.
        imperative: A note that begins with what is to be done.
    """

    answer: bool = False
    title: bool = False
    wording: float = 0.34
    spare_words: int = 2
    imperative: bool = False
