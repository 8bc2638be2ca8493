"""An endless, verified training set: synthetic universes and scenario families.

`Pack` makes scenarios by number, `ScenarioBuilder` lets you write one, `Family` is a kind of scenario, and `check_task` proves that one is fit for
training. See docs/scenarios.md.
"""

from gaia2_gym.synth.builder import Beat, ScenarioBuilder
from gaia2_gym.synth.draft import Draft, Unfit
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import Family, Task, make_task
from gaia2_gym.synth.packs import PACKS, Pack, open_scenarios
from gaia2_gym.synth.proof import check_task
from gaia2_gym.synth.solver import Phone
from gaia2_gym.synth.universe import Universe, make_universe

__all__ = [
    "FAMILIES",
    "PACKS",
    "Beat",
    "Draft",
    "Family",
    "Pack",
    "Phone",
    "ScenarioBuilder",
    "Task",
    "Unfit",
    "Universe",
    "check_task",
    "make_task",
    "make_universe",
    "open_scenarios",
]
