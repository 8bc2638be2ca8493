"""The `[env]` table of a configuration file: how an episode is played, and what only the environment knows."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.session.config import SessionConfig


@dataclass(frozen=True, slots=True)
class EnvConfig(SessionConfig):
    """Every keyword of `gym.make` that a file, an environment variable or a flag can say.

    Args:
        scenarios: Where the scenarios come from: a path, `packaged`, `packaged:search`, `hf:...`, or a list of these.
        render_mode: `ansi`, `human` or None.
    """

    scenarios: str | tuple[str, ...] = "packaged"
    render_mode: Literal["ansi", "human"] | None = None

    @property
    def session(self) -> SessionConfig:
        """The part that a session wants."""
        return SessionConfig(**{f.name: getattr(self, f.name) for f in dataclasses.fields(SessionConfig)})

    def keywords(self) -> dict[str, Any]:
        """The settings that differ from the defaults, as keyword arguments of `gym.make`."""
        return {f.name: value for f in dataclasses.fields(self) if (value := getattr(self, f.name)) != f.default}
