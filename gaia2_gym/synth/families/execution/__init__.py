"""Execution: chains of writes over several apps."""

from gaia2_gym.synth.families.execution import (
    answer_sender,
    buy_cheapest,
    cab_to_event,
    clear_day,
    edit_contacts,
    group_chat,
    invite_city,
    keep_attachment,
    move_series,
    save_flats,
    tidy_files,
)

FAMILIES = (
    answer_sender.FAMILY,
    buy_cheapest.FAMILY,
    cab_to_event.FAMILY,
    clear_day.FAMILY,
    edit_contacts.FAMILY,
    group_chat.FAMILY,
    invite_city.FAMILY,
    keep_attachment.FAMILY,
    move_series.FAMILY,
    save_flats.FAMILY,
    tidy_files.FAMILY,
)
