"""Guards: what must hold of apps, scenarios and rewards before anybody trains on them."""

from gaia2_gym.guards.apps import check_app
from gaia2_gym.guards.attacks import Attack, attack_actions, load_attacks
from gaia2_gym.guards.floors import check_floors
from gaia2_gym.guards.rewards import check_reward
from gaia2_gym.guards.scenarios import check_scenario, scenario_warnings

__all__ = ["Attack", "attack_actions", "check_app", "check_floors", "check_reward", "check_scenario", "load_attacks", "scenario_warnings"]
