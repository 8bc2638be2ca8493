"""Tokens and money."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gaia2_gym.llm.config import Price

_DATED = re.compile(r"-\d{4}-\d{2}-\d{2}$")


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several answers, as the endpoint counts them.

    Args:
        prompt_tokens: Read.
        completion_tokens: Written, reasoning included.
        reasoning_tokens: Written as reasoning.
        cached_tokens: Read from the endpoint's own prompt cache; part of `prompt_tokens`.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(slots=True)
class Spent:
    """What a client has used since it was made.

    Args:
        answers: Completions returned, those of the cache included.
        cached: Of these, from the cache.
        requests: Requests sent, retries included.
        usage: Tokens of all replies, those that could not be read included.
        seconds: Time of all replies, added up.
        cost: US dollars, as far as the prices are known.
        unpriced: Replies whose price is not known.
    """

    answers: int = 0
    cached: int = 0
    requests: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    cost: float = 0.0
    unpriced: int = 0


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """The price of a model; a date at the end of its name does not matter.

    >>> price_of("m-2025-01-31", {"m": Price(1.0, 2.0, 0.5)})
    Price(input=1.0, output=2.0, cached_input=0.5)
    """
    return prices.get(model) or prices.get(_DATED.sub("", model))


def cost_of(usage: Usage, price: Price) -> float:
    """US dollars.

    >>> cost_of(Usage(prompt_tokens=1_000_000, cached_tokens=400_000, completion_tokens=100_000), Price(1.0, 2.0, 0.5))
    1.0
    """
    fresh = usage.prompt_tokens - usage.cached_tokens
    return (fresh * price.input + usage.cached_tokens * price.cached_input + usage.completion_tokens * price.output) / 1e6
