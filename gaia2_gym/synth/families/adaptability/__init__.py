"""Adaptability: after the user was told, something happens that calls for a correction."""

from gaia2_gym.synth.families.adaptability import (
    better_flat,
    check_numbers,
    driver_cancels,
    guest_list,
    new_place,
    order_cancelled,
    reschedule_on_reply,
    stand_in,
)

FAMILIES = (
    better_flat.FAMILY,
    check_numbers.FAMILY,
    driver_cancels.FAMILY,
    guest_list.FAMILY,
    new_place.FAMILY,
    order_cancelled.FAMILY,
    reschedule_on_reply.FAMILY,
    stand_in.FAMILY,
)
