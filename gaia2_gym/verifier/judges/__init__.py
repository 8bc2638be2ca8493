"""Rubric judges: who answers the questions about free text.

`facts` (the default) compares the facts of both texts, without a model; `hard` lets every text pass; `openai` asks a model behind any
OpenAI-compatible endpoint; any callable `(question) -> Answer | bool | None` may be one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.verifier.soft import Answer, Judge, Question

NAMES = ("facts", "hard", "openai")


class Hard:
    """Lets every text pass: what remains of the verdict are the rigid arguments, counts, order and time."""

    def __call__(self, question: Question) -> Answer:
        """Yes."""
        return Answer(True)


def make_judge(judge: Any) -> Judge:
    """A judge from its setting.

    Args:
        judge: One of the names, or a callable.

    Raises:
        ConfigError: When it is neither.
        MissingExtraError: When a judge needs an optional dependency.
    """
    if isinstance(judge, str):
        if judge not in NAMES:
            raise ConfigError(f"judge must be one of {', '.join(NAMES)} or a callable, not {judge!r:.60}{nearest(judge, NAMES)}")
        return _BUILDERS[judge]()
    if not callable(judge):
        raise ConfigError(f"judge must be one of {', '.join(NAMES)} or a callable, not {judge!r:.60}")
    chosen: Judge = judge
    return chosen


def _facts() -> Judge:
    try:
        from gaia2_gym.verifier.judges.facts import Facts
    except ImportError:  # until it lands
        return lambda question: Answer(False, "the texts differ")
    return Facts()


def _openai() -> Judge:
    from gaia2_gym.verifier.judges.openai import OpenAIJudge

    return OpenAIJudge()


_BUILDERS: dict[str, Callable[[], Judge]] = {"facts": _facts, "hard": Hard, "openai": _openai}
