"""Adaptability: after the user was told, something happens that calls for a correction."""

from gaia2_gym.synth.family import Family

FAMILIES: tuple[Family, ...] = ()
