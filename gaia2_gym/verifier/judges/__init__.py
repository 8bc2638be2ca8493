"""Rubric judges: who answers the questions about free text.

| name | judge |
| --- | --- |
| `facts` | the default: compares the checkable facts of two texts; no model, no network |
| `hard` | free text always passes |
| `openai` | a language model behind any OpenAI-compatible endpoint |
| `in_context` | a language model that sees a whole turn at once, the baseline |

Any callable from a question to an answer will do as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.verifier.judges.facts import Facts
from gaia2_gym.verifier.screen import screened
from gaia2_gym.verifier.soft import Answer, Question

__all__ = ["NAMES", "Facts", "Hard", "make_judge"]


class Hard:
    """Soft arguments always pass: only the rigid ones decide."""

    def __call__(self, question: Question) -> Answer:
        """Yes."""
        return Answer(True, "free text is not judged")


def _openai() -> Any:
    from gaia2_gym.verifier.judges.openai import OpenAIJudge

    return OpenAIJudge()


def _in_context() -> Any:
    from gaia2_gym.verifier.judges.openai import InContextJudge

    return InContextJudge()


_MAKERS: dict[str, Callable[[], Any]] = {"facts": lambda: screened(Facts()), "hard": Hard, "openai": _openai, "in_context": _in_context}
NAMES = tuple(_MAKERS)
"""Names that `make_judge` knows."""


def make_judge(judge: Any = "facts") -> Any:
    """The judge of a name; anything else is taken for a judge and returned as it is.

    Args:
        judge: One of `NAMES`, or a judge.

    Raises:
        ConfigError: No judge has that name.

    """
    if not isinstance(judge, str):
        return judge
    if judge not in _MAKERS:
        raise ConfigError(f"no judge is called {judge!r}{nearest(judge, NAMES)}; known are {', '.join(NAMES)}")
    return _MAKERS[judge]()
