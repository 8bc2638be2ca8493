"""Time: acting at a moment, or when something does not happen in time."""

from gaia2_gym.synth.families.time import forward_when_it_comes, price_watch, reply_or_else, send_at

FAMILIES = (forward_when_it_comes.FAMILY, price_watch.FAMILY, reply_or_else.FAMILY, send_at.FAMILY)
