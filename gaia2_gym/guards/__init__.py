"""Guards: what must hold of a scenario before anybody trains on it."""

from gaia2_gym.guards.scenarios import check_scenario, scenario_warnings

__all__ = ["check_scenario", "scenario_warnings"]
