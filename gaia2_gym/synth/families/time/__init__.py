"""Time: acting at a moment, or when something does not happen in time."""

from gaia2_gym.synth.families.time import (
    ahead_of_event,
    cab_later,
    cancelled_meeting,
    chase_up,
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
    ahead_of_event.FAMILY,
    cab_later.FAMILY,
    cancelled_meeting.FAMILY,
    chase_up.FAMILY,
    count_until.FAMILY,
    first_answer_wins.FAMILY,
    forward_when_it_comes.FAMILY,
    order_update.FAMILY,
    price_watch.FAMILY,
    repeat_message.FAMILY,
    reply_or_else.FAMILY,
    send_at.FAMILY,
)
