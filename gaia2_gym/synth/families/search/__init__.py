"""Search: one answer, computed from what the phone holds."""

from gaia2_gym.synth.families.search import oldest_in_city

FAMILIES = (oldest_in_city.FAMILY,)
