"""Time: acting at a moment, or when something does not happen in time."""

from gaia2_gym.synth.family import Family

FAMILIES: tuple[Family, ...] = ()
