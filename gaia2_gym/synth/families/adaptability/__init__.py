"""Adaptability: after the user was told, something happens that calls for a correction."""

from gaia2_gym.synth.families.adaptability import (
    better_flat,
    calendar_clash,
    check_numbers,
    crime_figures,
    driver_cancels,
    group_leaver,
    guest_list,
    new_place,
    order_cancelled,
    organiser_moves,
    parcel_day,
    price_fell,
    reschedule_on_reply,
    stand_in,
    wrong_file,
)

FAMILIES = (
    better_flat.FAMILY,
    calendar_clash.FAMILY,
    check_numbers.FAMILY,
    crime_figures.FAMILY,
    driver_cancels.FAMILY,
    group_leaver.FAMILY,
    guest_list.FAMILY,
    new_place.FAMILY,
    order_cancelled.FAMILY,
    organiser_moves.FAMILY,
    parcel_day.FAMILY,
    price_fell.FAMILY,
    reschedule_on_reply.FAMILY,
    stand_in.FAMILY,
    wrong_file.FAMILY,
)
