"""The texts of a universe: what its people write to each other, in emails and chats, about what happens and about nothing in particular."""

from gaia2_gym.synth.content.chats import make_chats
from gaia2_gym.synth.content.mail import make_mail

__all__ = ["make_chats", "make_mail"]
