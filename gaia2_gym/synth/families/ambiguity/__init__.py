"""Ambiguity: requests that are unclear, contradictory or impossible: do what is clear, then ask or report."""

from gaia2_gym.synth.families.ambiguity import nobody_of_that_name, over_budget, same_first_name, sold_out, two_events_fit

FAMILIES = (nobody_of_that_name.FAMILY, over_budget.FAMILY, same_first_name.FAMILY, sold_out.FAMILY, two_events_fit.FAMILY)
