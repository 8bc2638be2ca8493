"""What the agent sees of the phone: its tools, as specs and as one JSON text, and the system prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from gaia2_gym.apps import App
from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.scenario import USER_INTERFACE, Scenario
from gaia2_gym.session.prompt import SYSTEM_PROMPT
from gaia2_gym.tools import ToolSpec, tools_of

ALWAYS = (USER_INTERFACE, "SystemApp")
"""Apps that cannot be left out: without them a turn could not end and time could not pass."""


@dataclass(frozen=True)
class Phone:
    """The agent's view of the phone; immutable, shared by all episodes of a scenario."""

    tools: Mapping[str, ToolSpec]
    """The agent's tools by public name, in the order of the scenario's apps."""
    tools_json: str
    """The same as one JSON text of OpenAI-style functions."""
    system_prompt: str


def phone_of(scenario: Scenario, apps: tuple[str, ...] | None) -> Phone:
    """The phone with the apps to keep (None for all).

    Raises:
        ConfigError: For an unknown app, or when one is left out that the oracle uses.
    """
    known: dict[tuple[str, ...] | None, Phone] = scenario.kept.setdefault(Phone, {})
    if apps not in known:
        known[apps] = _make(scenario, apps)
    return known[apps]


def _make(scenario: Scenario, apps: tuple[str, ...] | None) -> Phone:
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
    return Phone(tools, orjson.dumps([spec.as_function() for spec in tools.values()]).decode(), SYSTEM_PROMPT)


def _shown_tools(cls: type[App[Any]]) -> list[str]:
    return [name for name, spec in tools_of(cls).items() if "agent" in spec.audience and name not in cls.hidden_tools]
