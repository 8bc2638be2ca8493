"""Time: acting at a moment, or when something does not happen in time."""

from gaia2_gym.synth.families.time import (
    cab_later,
    cancelled_meeting,
    count_until,
    first_answer_wins,
    forward_when_it_comes,
    order_update,
    price_watch,
    repeat_message,
    reply_or_else,
    send_at,
)

FAMILIES = (
    cab_later.FAMILY,
    cancelled_meeting.FAMILY,
    count_until.FAMILY,
    first_answer_wins.FAMILY,
    forward_when_it_comes.FAMILY,
    order_update.FAMILY,
    price_watch.FAMILY,
    repeat_message.FAMILY,
    reply_or_else.FAMILY,
    send_at.FAMILY,
)
