"""The `[agent2agent]` table: apps that the agent reaches through other agents only."""

from __future__ import annotations

import dataclasses
import math
import warnings
from dataclasses import dataclass
from functools import cache
from typing import Any

from gaia2_gym.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Agent2AgentConfig:
    """Which apps are behind agents, and who these are; the defaults are those of the Gaia2 Agent2Agent split.

    Args:
        fraction: Share of the apps that are behind agents.
        model: Model that plays the app agents.
        base_url: Endpoint that serves it.
        max_steps: Calls that an app agent may make for one request.
    """

    fraction: float = 1.0
    model: str | None = None
    base_url: str | None = None
    max_steps: int = 40

    def __post_init__(self) -> None:
        fraction = self.fraction
        if isinstance(fraction, bool) or not isinstance(fraction, int | float) or not (math.isfinite(fraction) and 0 <= fraction <= 1):
            raise ConfigError(f"fraction must be a number from 0 to 1, not {fraction!r:.60}")
        for name in ("model", "base_url"):
            if not isinstance(value := getattr(self, name), str | None):
                raise ConfigError(f"{name} must be a text, not {value!r:.60}")
        if isinstance(self.max_steps, bool) or not isinstance(self.max_steps, int) or self.max_steps < 1:
            raise ConfigError(f"max_steps must be a whole number of at least 1, not {self.max_steps!r:.60}")

    def as_json(self) -> dict[str, Any]:
        """The settings as JSON values."""
        return dataclasses.asdict(self)


@cache
def warn_of_missing_agents() -> None:
    """Say, once, that no app is behind an agent yet."""
    text = "there are no app agents yet: with agent2agent, as in the Agent2Agent split, the agent still calls the tools of every app itself"
    warnings.warn(text, UserWarning, stacklevel=3)
