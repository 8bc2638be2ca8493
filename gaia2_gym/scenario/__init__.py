"""Scenarios: schema, loading, graph, checks, export."""

from gaia2_gym.scenario.completed import Completed, completed_events, completed_records
from gaia2_gym.scenario.export import episode_json, scenario_json
from gaia2_gym.scenario.load import parse_scenario
from gaia2_gym.scenario.model import MESSAGE_TO_USER, USER_INTERFACE, AppEntry, Condition, Event, Scenario, Validation
from gaia2_gym.scenario.noise import NOISE_PREFIX, NoiseConfig, noisy
from gaia2_gym.scenario.sources import Source, load_scenario, open_source
from gaia2_gym.scenario.values import format_value, parse_value, placeholder
from gaia2_gym.splits import SPLITS

__all__ = [
    "MESSAGE_TO_USER",
    "NOISE_PREFIX",
    "SPLITS",
    "USER_INTERFACE",
    "AppEntry",
    "Completed",
    "Condition",
    "Event",
    "NoiseConfig",
    "Scenario",
    "Source",
    "Validation",
    "completed_events",
    "completed_records",
    "episode_json",
    "format_value",
    "load_scenario",
    "noisy",
    "open_source",
    "parse_scenario",
    "parse_value",
    "placeholder",
    "scenario_json",
]
