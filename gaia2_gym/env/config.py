"""The `[env]` table of a configuration file: how an episode is played, and what only the environment knows."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.config import DEFAULT, GIVEN, effective, read_toml, table_values
from gaia2_gym.scenario import NoiseConfig
from gaia2_gym.session.app_agents import Agent2AgentConfig
from gaia2_gym.session.config import SessionConfig

OWN_TABLES: Mapping[str, type[Any]] = {"noise": NoiseConfig, "agent2agent": Agent2AgentConfig}
"""Settings that are tables of their own in a file, with variables of their own."""


@dataclass(frozen=True, slots=True)
class EnvConfig(SessionConfig):
    """Every keyword of `gym.make` that a file, an environment variable or a flag can say.

    Args:
        scenarios: Where the scenarios come from: `synth:train`, `synth:test?difficulty=1-3`, a path, `packaged`, `hf:...`, or a list of these.
        split: Split of synthetic and packaged scenarios; an empty text for all seven.
        size: Of synthetic universes: `pocket`, `small` or `full`.
        render_mode: `ansi`, `human` or None.
    """

    scenarios: str | tuple[str, ...] = "synth:train"
    split: str = ""
    size: str = "pocket"
    render_mode: Literal["ansi", "human"] | None = None

    @property
    def session(self) -> SessionConfig:
        """The part that a session wants."""
        return SessionConfig(**{f.name: getattr(self, f.name) for f in dataclasses.fields(SessionConfig)})

    def keywords(self) -> dict[str, Any]:
        """The settings that differ from the defaults, as keyword arguments of `gym.make`."""
        return {f.name: value for f in dataclasses.fields(self) if (value := getattr(self, f.name)) != f.default}


def env_settings(
    *,
    toml: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> tuple[EnvConfig, dict[str, str]]:
    """The settings of an environment that hold, and where each came from; see `gaia2_gym.config.effective`.

    A table of its own (`[noise]`, `[agent2agent]`) in the file, or a variable of it, switches on what it is about, unless the setting of that name
    says otherwise; what the caller gives of it goes before the single values of the table.

    Raises:
        ConfigError: As `effective`.
    """
    settings, origins = effective(EnvConfig, table="env", toml=toml, environ=environ, given=given)
    held = {} if toml is None else read_toml(toml)
    tables = {}
    for name, cls in OWN_TABLES.items():
        said = table_values(name, given[name]) if given and origins[name] == GIVEN else None
        if said is False or origins[name] not in (GIVEN, DEFAULT):
            continue
        table, places = effective(cls, table=name, toml=toml, environ=environ, given=said)
        from_elsewhere = [place for place in places.values() if place not in (GIVEN, DEFAULT)]
        if said is not None or from_elsewhere or name in held:
            tables[name] = table
            origins[name] = GIVEN if said is not None else from_elsewhere[0] if from_elsewhere else str(toml)
    return dataclasses.replace(settings, **tables), origins
