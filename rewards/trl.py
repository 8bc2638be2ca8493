"""Reward functions with the signature that TRL's trainers expect.

TRL calls a reward function with lists, one entry a completion: `prompts`, `completions`, every other column of the data set, and `environments`
where the trainer was given an `environment_factory`. None means "not scored" and is left out of the advantage.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

RewardFunction = Callable[..., list[float | None]]


def episode_reward(prompts: Sequence[Any], completions: Sequence[Any], environments: Sequence[Any] = (), **columns: Any) -> list[float | None]:
    """The reward that each environment has paid over its episode; None for one that is unscored.

    Args:
        prompts: One a completion; not looked at.
        completions: One a prompt; not looked at.
        environments: The environments that played them, each with a `total_reward` (a float, NaN or None).
        **columns: The data set's other columns; not looked at.
    """
    return [_number(getattr(environment, "total_reward", None)) for environment in environments]


def term(name: str) -> RewardFunction:
    """A reward function of one named term, for logging or weighting terms apart.

    Args:
        name: Name of the term, as in `info["reward_terms"]`.
    """

    def reward(prompts: Sequence[Any], completions: Sequence[Any], environments: Sequence[Any] = (), **columns: Any) -> list[float | None]:
        return [_number(getattr(environment, "reward_terms", {}).get(name)) for environment in environments]

    reward.__name__ = name.replace("/", "_")
    return reward


def _number(value: Any) -> float | None:
    return None if value is None or math.isnan(value) else float(value)
