"""Soft checks: free text, by a fixed sequence of questions to a rubric judge; the first "no" refuses.

What can be decided without a judge is: arguments equal after normalisation pass at once, unfilled placeholders are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from gaia2_gym.tools import SoftCheck, ToolSpec
from gaia2_gym.verifier.checks import normalise_content


@dataclass(frozen=True, slots=True)
class Context:
    """What a judge may know besides the two texts.

    Args:
        tasks: The user's messages so far, oldest first.
        now: Unix seconds of the oracle's act; date words refer to it.
        user_name: The user's full name, if known.
        user_address: The user's address, which may stand for home.
        names: Full names of the user's contacts.
    """

    tasks: tuple[str, ...] = ()
    now: float = 0.0
    user_name: str = ""
    user_address: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """One yes/no question to a rubric judge: does the agent's call say what the oracle's says, in one respect?

    Args:
        check: Which respect.
        tool: Public name of the tool.
        expected: The oracle's soft arguments, non-empty ones only.
        got: The agent's values of the same arguments.
        context: What else may be known.
    """

    check: SoftCheck
    tool: str
    expected: Mapping[str, str]
    got: Mapping[str, str]
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Answer:
    """A judge's answer: yes, no, or None when it could not decide, why, and which check said so, if not the one that was asked for."""

    accepted: bool | None
    reason: str = ""
    check: str = ""


class Judge(Protocol):
    """A rubric judge. Any callable may be one; a plain bool or None is taken for an answer without a reason."""

    def __call__(self, question: Question) -> Answer | bool | None:
        """The answer to one question."""
        ...


@dataclass(frozen=True, slots=True)
class SoftResult:
    """Outcome of the soft comparison of one pair of calls."""

    accepted: bool | None
    check: str = ""
    reason: str = ""
    questions: int = 0


_BRACKETED = re.compile(
    r"\[[^\[\]\n]{0,40}\b(?:name|date|time|address|phone|number|title|company|position|email|location|place|signature)\b[^\[\]\n]{0,40}\]",
    re.IGNORECASE,
)
_SIGNED_OFF = re.compile(
    r"(?:^|\n)\s*(?:best|best regards|kind regards|regards|sincerely|cheers|thanks|yours),?\s*\n+\s*(?:your|my) (?:full )?name\s*[.!]?\s*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def has_placeholder(text: str) -> bool:
    r"""Whether a text holds an unfilled placeholder such as `[Your Name]`, or is signed "Your Name".

    >>> has_placeholder("See you then.\n\nBest,\nYour Name")
    True
    """
    return bool(_BRACKETED.search(text) or _SIGNED_OFF.search(text))


def soft_arguments(spec: ToolSpec, oracle: Mapping[str, Any]) -> dict[str, str]:
    """The oracle's free-text arguments that are not empty, as texts."""
    return {name: text for name, check in spec.checks.items() if check == "soft" and (text := as_text(oracle.get(name)))}


def as_text(value: Any) -> str:
    """A soft argument as text: objects as JSON with sorted keys, so that the order of keys does not matter."""
    if value is None:
        return ""
    return value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_SORT_KEYS, default=str).decode()


def compare(spec: ToolSpec, oracle: Mapping[str, Any], agent: Mapping[str, Any], judge: Judge, context: Context) -> SoftResult:
    """Compare the free-text arguments of two calls of one tool.

    Args:
        spec: The tool.
        oracle: The oracle's arguments, placeholders resolved.
        agent: The agent's arguments.
        judge: Who answers what cannot be decided by rule.
        context: What the judge may know.
    """
    expected = soft_arguments(spec, oracle)
    if not expected:
        return SoftResult(True)
    got = {name: as_text(agent.get(name)) for name in expected}
    sequence = spec.soft or ("content",)
    if all(normalise_content(got[name]) == normalise_content(text) for name, text in expected.items()):
        return SoftResult(True)
    if "placeholder" in sequence and (bad := next((n for n, t in got.items() if has_placeholder(t)), None)):
        return SoftResult(False, "placeholder", f"{bad} holds an unfilled placeholder")
    asked = 0
    for check in sequence:
        if check == "placeholder" or (check == "sanity" and _NUMBER.fullmatch(got.get("content", "").strip())):
            continue
        asked += 1
        answer = as_answer(judge(Question(check, spec.public_name, expected, got, context)))
        if answer.accepted is not True:
            return SoftResult(answer.accepted, answer.check or check, answer.reason, asked)
    return SoftResult(True, questions=asked)


def as_answer(answer: Answer | bool | None) -> Answer:
    """A judge's return value as an answer."""
    return answer if isinstance(answer, Answer) else Answer(answer)
