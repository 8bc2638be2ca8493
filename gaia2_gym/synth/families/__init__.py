"""The scenario families: one file each, listed by split."""

from gaia2_gym.synth.families import adaptability, ambiguity, execution, search, time
from gaia2_gym.synth.family import Family

FAMILIES: tuple[Family, ...] = (
    *execution.FAMILIES,
    *search.FAMILIES,
    *ambiguity.FAMILIES,
    *adaptability.FAMILIES,
    *time.FAMILIES,
)
