"""The `[agent]` table: how a model plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gaia2_gym.errors import ConfigError
from gaia2_gym.session.config import check_choice

Dialect = Literal["text", "native"]
Overflow = Literal["stop", "drop"]


@dataclass(frozen=True, slots=True)
class AgentConfig:
    """How a model plays; the defaults are the paper's (ReAct, 128K tokens of context, 16K a generation, temperature 0.5).

    Args:
        dialect: `text`: the tools stand in the prompt, and a call is written as `Action: {...}` after a thought. `native`: the endpoint's own tool
            calling.
        parallel: Whether a step may hold several calls, run in order after one thinking time.
        context: Tokens of the model's context; a conversation that would not fit is an overflow.
        max_tokens: Tokens of one generation, reasoning included.
        temperature: Sampling temperature; None leaves it to the endpoint.
        overflow: What becomes of an overflow. `stop` ends the episode (`context_limit`). `drop` takes out the oldest results, one after the other;
            what stays is never rewritten.
        system_prompt: A prompt of one's own instead of the phone's.
    """

    dialect: Dialect = "text"
    parallel: bool = False
    context: int = 128_000
    max_tokens: int = 16_384
    temperature: float | None = 0.5
    overflow: Overflow = "stop"
    system_prompt: str | None = None

    def __post_init__(self) -> None:
        check_choice("dialect", self.dialect, ("text", "native"))
        check_choice("overflow", self.overflow, ("stop", "drop"))
        for name in ("context", "max_tokens"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ConfigError(f"{name} must be a whole number of at least 1, not {value!r:.60}")
        if self.temperature is not None and not 0 <= self.temperature <= 2:
            raise ConfigError(f"temperature must be between 0 and 2, not {self.temperature}")

    @property
    def room(self) -> int:
        """Tokens that a conversation may take, so that a generation still fits.

        Raises:
            ConfigError: When a generation alone fills the context.
        """
        if self.max_tokens >= self.context:
            raise ConfigError(f"max_tokens ({self.max_tokens}) must be less than context ({self.context})")
        return self.context - self.max_tokens
