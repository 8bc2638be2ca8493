"""The soft checks, one function each: a question in, the reason for a refusal out ("" for yes)."""

from __future__ import annotations

from collections.abc import Callable

from gaia2_gym.verifier.judges.facts.answers import user_message
from gaia2_gym.verifier.judges.facts.contents import content
from gaia2_gym.verifier.judges.facts.events import cab, event
from gaia2_gym.verifier.judges.facts.manner import sanity, signature, tone
from gaia2_gym.verifier.judges.facts.policy import Similarity
from gaia2_gym.verifier.judges.facts.writing import email, message
from gaia2_gym.verifier.soft import Question

Check = Callable[[Question, Similarity | None], str]

CHECKS: dict[str, Check] = {
    "signature": signature,
    "tone": tone,
    "sanity": sanity,
    "user_message": user_message,
    "message": message,
    "email": email,
    "event": event,
    "cab": cab,
    "content": content,
}
"""Name of a soft check -> the function that answers it."""
