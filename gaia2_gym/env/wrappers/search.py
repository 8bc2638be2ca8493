"""Which tools fit a few words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

NAME_WEIGHT = 3.0
"""How much more a word counts in a tool's name than in its descriptions."""
STEM = 5
"""Letters of a word that count, so that "message", "messages" and "messaging" are one."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_a-zA-Z]+")


class ToolSearch:
    """Tools by the words in their names and descriptions; rare words count more.

    Args:
        functions: Schemas: dicts with `name`, `description` and `parameters`.
    """

    def __init__(self, functions: Sequence[Mapping[str, Any]]) -> None:
        self._functions = functions
        self._weights = [_weights(f) for f in functions]
        self.apps = Counter(str(f["name"]).partition("__")[0] for f in functions)
        """Number of tools of each app, in their order."""

    def find(self, query: str, limit: int) -> list[Mapping[str, Any]]:
        """The tools that fit best, best first; of equals the first listed. None without a word in common."""
        scores = [0.0] * len(self._functions)
        for word in dict.fromkeys(_words(query)):
            hits = [max((w for known, w in weights.items() if _fits(word, known)), default=0.0) for weights in self._weights]
            rarity = math.log(1 + len(hits) / max(1, sum(hit > 0 for hit in hits)))
            scores = [score + hit * rarity for score, hit in zip(scores, hits, strict=True)]
        order = sorted(range(len(scores)), key=lambda i: -scores[i])
        return [self._functions[i] for i in order[:limit] if scores[i] > 0]


def _weights(function: Mapping[str, Any]) -> dict[str, float]:
    properties = function["parameters"]["properties"]
    about = [function["description"], *properties, *(p.get("description", "") for p in properties.values())]
    return dict.fromkeys(_words(" ".join(about)), 1.0) | dict.fromkeys(_words(function["name"]), NAME_WEIGHT)


def _fits(word: str, known: str) -> bool:
    """Whether they are the same, or a word that is not short is part of a longer one: "mail" of "email"."""
    return word == known or (len(word) >= 4 and word in known)


def _words(text: str) -> list[str]:
    """The stems of a text's words; names like `RentAFlat__get_apartment` are several words.

    >>> _words("Emails__search_emails, RentAFlat")
    ['email', 'searc', 'email', 'rent', 'a', 'flat']
    """
    return [word.lower()[:STEM] for word in _WORD.findall(text)]
