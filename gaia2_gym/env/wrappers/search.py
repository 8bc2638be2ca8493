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
        self._tools_with = Counter(word for weights in self._weights for word in weights)
        self.apps = Counter(str(f["name"]).partition("__")[0] for f in functions)
        """Number of tools of each app, in their order."""

    def find(self, query: str, limit: int) -> list[Mapping[str, Any]]:
        """The tools that fit best, best first; of equals the first listed. None without a word in common."""
        words = set(_words(query))
        scores = [sum(weights.get(w, 0.0) * self._rarity(w) for w in words) for weights in self._weights]
        order = sorted(range(len(scores)), key=lambda i: -scores[i])
        return [self._functions[i] for i in order[:limit] if scores[i] > 0]

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._functions) / self._tools_with[word]) if self._tools_with[word] else 0.0


def _weights(function: Mapping[str, Any]) -> dict[str, float]:
    properties = function["parameters"]["properties"]
    about = [function["description"], *properties, *(p.get("description", "") for p in properties.values())]
    return dict.fromkeys(_words(" ".join(about)), 1.0) | dict.fromkeys(_words(function["name"]), NAME_WEIGHT)


def _words(text: str) -> list[str]:
    """The stems of a text's words; names like `RentAFlat__get_apartment` are several words.

    >>> _words("Emails__search_emails, RentAFlat")
    ['email', 'searc', 'email', 'rent', 'a', 'flat']
    """
    return [word.lower()[:STEM] for word in _WORD.findall(text)]
