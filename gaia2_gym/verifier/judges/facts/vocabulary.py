"""Common English words, from `gaia2_gym/data/words`.

What stands in neither list is *specific*: a word that names something ("racket", "invoice", "Lysverket"), which a paraphrase must keep or replace by
a synonym, and which must not be added.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[3] / "data" / "words"


def lines(name: str) -> list[str]:
    """The lines of a word list, comments left out."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def spaced(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


STOP_WORDS = frozenset(spaced(" ".join(lines("stop"))))
"""Words without content of their own."""

GENERAL = frozenset(spaced(" ".join(lines("general"))))
"""Words whose presence or absence alone does not change what is said."""

LIGHT = STOP_WORDS | frozenset(spaced(" ".join(lines("light"))))
"""Words that may be exchanged even where the rest of two texts is the same."""
