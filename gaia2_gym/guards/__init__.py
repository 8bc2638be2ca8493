"""Guards: what must hold of apps, scenarios and rewards before anybody trains on them."""

from gaia2_gym.guards.apps import check_app
from gaia2_gym.guards.rewards import check_reward
from gaia2_gym.guards.scenarios import check_scenario, scenario_warnings

__all__ = ["check_app", "check_reward", "check_scenario", "scenario_warnings"]
