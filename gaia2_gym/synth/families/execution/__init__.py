"""Execution: chains of writes over several apps."""

from gaia2_gym.synth.family import Family

FAMILIES: tuple[Family, ...] = ()
