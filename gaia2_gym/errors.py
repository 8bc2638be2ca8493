"""The one hierarchy of errors.

`ToolError` is part of the simulation: the agent reads it as an observation and plays on. Every other class stops what is going on and says
where and why. Anything that is not a `Gaia2Error` is a bug of this package and propagates as it is.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Literal

ErrorKind = Literal["not_found", "bad_argument", "type", "conflict", "unknown_tool", "malformed_action", "too_large", "injected", "other"]


class Gaia2Error(Exception):
    """Root of all errors this package raises on purpose."""


class ToolError(Gaia2Error):
    """A tool call that could not be done; shown to the agent, changes no state.

    Args:
        kind: What was wrong, one word of the fixed vocabulary.
        message: A sentence for the agent: what was wrong and, where it helps, what would be right.
    """

    def __init__(self, kind: ErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = message

    def __reduce__(self) -> tuple[type[ToolError], tuple[ErrorKind, str]]:
        return (ToolError, (self.kind, self.message))


class ScenarioError(Gaia2Error):
    """A scenario that cannot be used; lists every problem found, each with its place.

    Args:
        problems: One line a problem: place, what was found, what was expected.
        source: File or id the scenario came from.
    """

    def __init__(self, problems: str | Sequence[str], source: str = "") -> None:
        self.problems = (problems,) if isinstance(problems, str) else tuple(problems)
        self.source = source
        head = f"{source}: " if source else ""
        body = self.problems[0] if len(self.problems) == 1 else "\n  - ".join((f"{len(self.problems)} problems", *self.problems))
        super().__init__(head + body)

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[tuple[str, ...], str]]:
        return (ScenarioError, (self.problems, self.source))


class TraceError(Gaia2Error):
    """A trace file that cannot be read, or that does not belong to the scenario given."""


class JudgeError(Gaia2Error):
    """A judge that could not decide: never a reward, always a reason."""


class ConfigError(Gaia2Error, ValueError):
    """An unknown or ill-typed setting; names the nearest valid one."""


class MissingExtraError(Gaia2Error, ImportError):
    """An optional dependency is not installed.

    Args:
        what: What needs it, as the subject of a sentence.
        extra: Name of the extra to install.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'gaia2-gym[{extra}]'")


def nearest(word: str, choices: Iterable[str]) -> str:
    """The phrase ` (did you mean 'x'?)` for the choice closest to `word`, or an empty text.

    >>> nearest("sparce", ["sparse", "dense"])
    " (did you mean 'sparse'?)"
    >>> nearest("zebra", ["sparse", "dense"])
    ''
    """
    match = difflib.get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f" (did you mean {match[0]!r}?)" if match else ""
