"""Ambiguity: requests that are unclear, contradictory or impossible: do what is clear, then ask or report."""

from gaia2_gym.synth.family import Family

FAMILIES: tuple[Family, ...] = ()
