"""Adaptability: after the user was told, something happens that calls for a correction."""

from gaia2_gym.synth.families.adaptability import (
    better_flat,
    calendar_clash,
    check_numbers,
    crime_figures,
    driver_cancels,
    group_leaver,
    new_place,
    order_cancelled,
    reschedule_on_reply,
    stand_in,
)

FAMILIES = (
    better_flat.FAMILY,
    calendar_clash.FAMILY,
    check_numbers.FAMILY,
    crime_figures.FAMILY,
    driver_cancels.FAMILY,
    group_leaver.FAMILY,
    new_place.FAMILY,
    order_cancelled.FAMILY,
    reschedule_on_reply.FAMILY,
    stand_in.FAMILY,
)
