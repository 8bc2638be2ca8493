"""What the agent sees of the phone: its tools, as specs and as one JSON text, and the system prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from gaia2_gym.apps import App
from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.scenario import USER_INTERFACE, NoiseConfig, Scenario
from gaia2_gym.session.prompt import SYSTEM_PROMPT
from gaia2_gym.session.renames import Reworder, as_it_is, renamed
from gaia2_gym.tools import ToolSpec, tools_of

ALWAYS = (USER_INTERFACE, "SystemApp")
"""Apps that cannot be left out: without them a turn could not end and time could not pass."""


@dataclass(frozen=True)
class Phone:
    """The agent's view of the phone; immutable, shared by all episodes of a scenario."""

    tools: Mapping[str, ToolSpec]
    """The agent's tools as it sees them, by the name it calls them by, in the order of the scenario's apps."""
    public: Mapping[str, str]
    """The name by which the agent calls a tool -> its public name; the same but with noise."""
    tools_json: str
    """The same as one JSON text of OpenAI-style functions."""
    system_prompt: str
    reword: Reworder = as_it_is
    """A text that an app wrote, with tools called by the names that the agent knows."""

    def called(self, public_name: str) -> str:
        """The name by which the agent calls a tool; the name given, where it is no tool of this phone."""
        return self._called.get(public_name, public_name)

    @cached_property
    def _called(self) -> Mapping[str, str]:
        return {public: shown for shown, public in self.public.items()}


def phone_of(scenario: Scenario, apps: tuple[str, ...] | None, noise: NoiseConfig | None = None) -> Phone:
    """The phone with the apps to keep (None for all), its tools renamed where the noise says so.

    Raises:
        ConfigError: For an unknown app, or when one is left out that the oracle uses.
        ScenarioError: When the names that the scenario's file has for tools cannot be used.
    """
    seed = noise.seed if noise is not None and noise.rename_tools else None
    known: dict[Any, Phone] = scenario.kept.setdefault(Phone, {})
    if (apps, seed) not in known:
        known[apps, seed] = _make(scenario, apps, seed)
    return known[apps, seed]


def _make(scenario: Scenario, apps: tuple[str, ...] | None, seed: int | None) -> Phone:
    names = [entry.name for entry in scenario.apps if entry.cls.visible]
    for app in apps or ():
        if app not in names:
            raise ConfigError(f"apps: there is no app {app!r:.60} on this phone{nearest(app, names)}; it has {', '.join(names)}")
    keep = set(names if apps is None else (*apps, *ALWAYS))
    needed = {e.app for e in scenario.events if e.kind == "AGENT"} - keep
    if needed:
        raise ConfigError(f"apps: the oracle of {scenario.scenario_id} uses {', '.join(sorted(needed))}, which cannot be left out")
    tools = {
        spec.public_name: spec
        for entry in scenario.apps
        if entry.name in keep and entry.cls.visible
        for spec in (scenario.tools[f"{entry.name}__{name}"] for name in _shown_tools(entry.cls))
    }
    if seed is None:
        return Phone(tools, {name: name for name in tools}, _json(tools), SYSTEM_PROMPT)
    others, reword = renamed(scenario, tools, seed, ALWAYS)
    shown = {spec.public_name: spec for spec in others.values()}
    return Phone(shown, {spec.public_name: public for public, spec in others.items()}, _json(shown), SYSTEM_PROMPT, reword)


def _json(tools: Mapping[str, ToolSpec]) -> str:
    return orjson.dumps([spec.as_function() for spec in tools.values()]).decode()


def _shown_tools(cls: type[App[Any]]) -> list[str]:
    return [name for name, spec in tools_of(cls).items() if "agent" in spec.audience and name not in cls.hidden_tools]
