"""The judge: a question in, an answer with its reason out."""

from __future__ import annotations

from gaia2_gym.verifier.judges.facts.checks import CHECKS
from gaia2_gym.verifier.judges.facts.policy import Similarity
from gaia2_gym.verifier.soft import Answer, Question

_LIMITS = {"user_message": (500, 6.0), "email": (400, 3.0), "message": (300, 3.0), "event": (200, 4.0), "content": (120, 4.0), "cab": (120, 4.0)}
"""Check -> characters that any text may have, and how many times the oracle's length."""


class Facts:
    """Rubric judge without a model: the checkable facts of the oracle's text must stand in the agent's, and none that contradict them.

    Deterministic, needs nothing but the texts. It reads numbers, money, percentages, measures, durations, dates and times in any form, people,
    countries, emails, phone numbers, links, paths and codes, then compares what is left word by word: names and titles, things named, denials,
    opposites, questions. The reason of an answer names what is missing, changed or too much.

    Args:
        similarity: Optional measure of meaning, 0 to 1, for texts that hold no facts (see `judges.embedding`).
        length: Factor on the bounds of length.
    """

    def __init__(self, similarity: Similarity | None = None, length: float = 1.0) -> None:
        self.similarity = similarity
        self.length = length

    def __call__(self, question: Question) -> Answer:
        """The answer to one question."""
        if all(question.got.get(name, "") == text for name, text in question.expected.items()):
            return Answer(True, "equal")
        check = CHECKS.get(question.check)
        if check is None:
            return Answer(None, f"no such check: {question.check}")
        if long := self._too_long(question):
            return Answer(False, long)
        reason = check(question, self.similarity)
        return Answer(not reason, reason or "states the same")

    def _too_long(self, question: Question) -> str:
        """A text far longer than the oracle's could hold every answer at once."""
        base, factor = _LIMITS.get(question.check, (600, 6.0))
        tasks = sum(map(len, question.context.tasks)) if question.check == "user_message" else 0
        for name, text in question.expected.items():
            bound = self.length * (base + factor * len(text) + min(tasks, 1500))
            if len(question.got.get(name, "")) > bound:
                return f"{name} has {len(question.got[name])} characters, more than {int(bound)}"
        return ""
