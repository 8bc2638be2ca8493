"""The `[judge]` table of a configuration file: who answers the questions about free text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gaia2_gym.errors import ConfigError
from gaia2_gym.llm.config import LLMConfig


@dataclass(frozen=True, slots=True)
class JudgeConfig(LLMConfig):
    """A rubric judge; all but `kind` is about a model, and without effect where none is asked.

    Args:
        kind: `facts` and `hard` ask no model.
        votes: How often a model is asked each question; more than half of the votes accept. Wants a temperature above 0.
    """

    kind: Literal["facts", "hard", "openai", "in_context"] = "facts"
    votes: int = 1

    def __post_init__(self) -> None:
        LLMConfig.__post_init__(self)
        if self.votes < 1:
            raise ConfigError(f"votes must be at least 1, not {self.votes}")
