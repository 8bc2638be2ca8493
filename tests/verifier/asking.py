"""Short ways to ask the `facts` judge, for the tests."""

from __future__ import annotations

from datetime import UTC, datetime

from gaia2_gym.verifier.judges.facts import Facts
from gaia2_gym.verifier.soft import Answer, Context, Question

NAMES = ("Nora Lindqvist", "Piotr Zieliński", "Zoë Márquez", "Sam Okafor", "Sam Adler", "Élodie Blanc", "渡辺 美咲")
USER = "Nora Lindqvist"
ADDRESS = "5 Mill Lane, York YO1 7EP"
NOW = datetime(2024, 10, 15, 7, tzinfo=UTC)
"""A Tuesday."""

JUDGE = Facts()


def context(task: str = "", now: datetime = NOW) -> Context:
    """What the judge may know."""
    return Context((task,) if task else (), now.timestamp(), USER, ADDRESS, NAMES)


def ask(check: str, expected: dict[str, str], got: dict[str, str], task: str = "") -> Answer:
    """The answer to one question."""
    return JUDGE(Question(check, "App__tool", expected, got, context(task)))  # type: ignore[arg-type]


def message(expected: str, got: str, task: str = "") -> Answer:
    """Whether one message says what another says."""
    return ask("message", {"content": expected}, {"content": got}, task)


def answer(expected: str, got: str, task: str = "") -> Answer:
    """Whether one message to the user says what another says."""
    return ask("user_message", {"content": expected}, {"content": got}, task)


def same(expected: str, got: str) -> bool:
    """Whether two phrases state the same, in the same sentence."""
    result = message(f"The plan is set: {expected}.", f"The plan is set: {got}.")
    assert result.reason
    return result.accepted is True
