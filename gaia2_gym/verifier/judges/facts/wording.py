"""How alike two texts are where no fact decides: shared meanings of their words, and shared letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from gaia2_gym.verifier.judges.facts.fact import Sheet, Word
from gaia2_gym.verifier.judges.facts.words import alike, is_known


def covered(word: Word, other: Sheet) -> bool:
    """Whether a word of one text has its like in the other: the same stem, a synonym, another form of it, a slip of the pen.

    Words in quotation marks are titles: no synonym will do.
    """
    if not word.quoted and word.concepts & other.concepts:
        return True
    return word.stem in other.stems or _has_like(word.stem, other.stems)


@lru_cache(maxsize=65536)
def _has_like(word: str, stems: frozenset[str]) -> bool:
    if any(alike(word, s) for s in stems):
        return True
    if len(word) >= 7 and any(len(s) >= 6 and Levenshtein.distance(word, s, score_cutoff=1) <= 1 for s in stems):
        return True
    if not word.isascii() and any(word in s or s in word for s in stems if not s.isascii()):
        return True
    if any(word == a + b for a in stems if word.startswith(a) and len(a) > 2 for b in stems):
        return True
    return len(word) >= 3 and any(len(s) >= len(word) + 3 and s.endswith(word) and is_known(s.removesuffix(word)) for s in stems)


def nearly_covered(word: Word, other: Sheet) -> bool:
    """As `covered`, for languages whose endings are not known here: words that begin alike are forms of one."""
    return covered(word, other) or any(len(s) >= 4 and len(word.stem) >= 4 and s[:4] == word.stem[:4] for s in other.stems)


def missing(words: Iterable[Word], other: Sheet) -> list[Word]:
    """The words that the other text lacks."""
    return [w for w in words if not covered(w, other)]


def share(words: Iterable[Word], other: Sheet) -> float:
    """The share of some words that the other text has; specific words count double."""
    total = found = 0.0
    for word in words:
        weight = 2.0 if word.specific else 1.0
        total += weight
        found += weight if covered(word, other) else 0.0
    return found / total if total else 1.0


def overlap(a: Sheet, b: Sheet) -> float:
    """Similarity of two texts by their words and letters, 0 to 1, symmetric.

    Half of it is the mean of the shares of words that each has in common with the other, half the Dice coefficient of their letter trigrams, or
    the first alone where it is higher.
    """
    words = (share(a.words, b) + share(b.words, a)) / 2 if a.words and b.words else 0.0
    return max(words, (words + _dice(a.low, b.low)) / 2)


@lru_cache(maxsize=8192)
def _trigrams(low: str) -> frozenset[str]:
    padded = f"  {' '.join(low.split())} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


def _dice(a: str, b: str) -> float:
    x, y = _trigrams(a), _trigrams(b)
    return 2 * len(x & y) / (len(x) + len(y)) if x or y else 1.0
