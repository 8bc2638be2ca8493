"""Ambiguity: requests that are unclear, contradictory or impossible: do what is clear, then ask or report."""

from gaia2_gym.synth.families.ambiguity import (
    ends_before_it_starts,
    no_such_file,
    nobody_of_that_name,
    nothing_to_delete,
    over_budget,
    same_first_name,
    sold_out,
    two_events_fit,
    unknown_time,
    which_order,
)

FAMILIES = (
    ends_before_it_starts.FAMILY,
    no_such_file.FAMILY,
    nobody_of_that_name.FAMILY,
    nothing_to_delete.FAMILY,
    over_budget.FAMILY,
    same_first_name.FAMILY,
    sold_out.FAMILY,
    two_events_fit.FAMILY,
    unknown_time.FAMILY,
    which_order.FAMILY,
)
