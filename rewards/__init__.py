"""A library of reward functions for ablations, built on `gaia2_gym.reward`.

Use one by name, `gym.make(..., reward="rewards:Potential")`, or as an object, `reward=Weighted({...})`.
"""

from gaia2_gym.reward import Dense, Sparse
from rewards.compose import Shaped, Weighted
from rewards.terms import Efficiency, EndState, PerTurn, Potential, Timing

__all__ = ["Dense", "Efficiency", "EndState", "PerTurn", "Potential", "Shaped", "Sparse", "Timing", "Weighted"]
