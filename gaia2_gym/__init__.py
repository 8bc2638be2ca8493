"""Gaia2 as a Gymnasium environment: a simulated phone with verifiable rewards for training and evaluating LLM agents.

Importing this package registers `Gaia2-v0` and `Gaia2-{Execution,Search,Ambiguity,Adaptability,Time,Noise,Agent2Agent}-v0` with Gymnasium.
"""

from gaia2_gym._version import __version__
from gaia2_gym.env.registration import register_all

register_all()

__all__ = ["__version__"]
