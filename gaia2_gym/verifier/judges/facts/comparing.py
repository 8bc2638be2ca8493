"""The decision: does the agent's text state what the oracle's states, and nothing else of its kind?

Every test returns the reason for a refusal, "" if it finds none. They run from the most telling to the least.
"""

from __future__ import annotations

from gaia2_gym.verifier.judges.facts.binding import swapped
from gaia2_gym.verifier.judges.facts.coverage import lacking, surplus
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.force import weakened
from gaia2_gym.verifier.judges.facts.frame import replaced
from gaia2_gym.verifier.judges.facts.naming import words
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.sense import denied, exchanged_roles, mood, opposite


def difference(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, similarity: Similarity | None = None) -> str:
    """Why the agent's text does not say what the oracle's says, "" if it does.

    Args:
        expected: The oracle's text.
        got: The agent's.
        allowed: The tasks and whatever else may be mentioned.
        policy: How strict to be.
        similarity: Optional measure of meaning for texts that hold no facts, 0 to 1.
    """
    if expected.low == got.low:
        return ""
    asked = allowed.low if policy.answer or policy.title else ""
    return (
        lacking(expected, got, allowed, policy, asked)
        or surplus(expected, got, allowed, policy, asked)
        or exchanged_roles(expected, got)
        or swapped(expected, got)
        or opposite(expected, got, allowed, policy)
        or denied(expected, got, policy)
        or mood(expected, got)
        or weakened(expected, got, policy)
        or words(expected, got, allowed, policy, similarity)
        or replaced(expected, got, allowed, answer=policy.answer)
    )
