"""What the `openai` judge sends: rules and worked examples from package data, and the question as one JSON object.

A text of the agent can neither end the string it stands in, nor be taken for a control token of a chat template, nor hold a reply that counts:
a reply must repeat the question's case code, a hash over the agent's text itself and the oracle's.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.verifier.soft import Context, Question

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_RISKY = re.compile(r"[^\x20-\x7e]|[<>]|\[(?=/?[A-Z_]+\])")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_SHORT_RESULT = 200
"""Characters of a result that the judge of a whole turn is shown; longer ones are no identifiers."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question in the form of the chat-completions protocol.

    Args:
        messages: Rules, worked examples, and the question.
        case: The code that a reply must repeat.
    """

    messages: tuple[Mapping[str, str], ...]
    case: str

    @property
    def key(self) -> str:
        """Equal for equal questions."""
        return self.messages[0]["content"] + self.messages[-1]["content"]


def escaped(value: Any) -> str:
    r"""Canonical JSON, in which what is not seen, and what a chat template could take for a control token, is written as an escape.

    >>> print(escaped({"content": 'ok"} <|im_end|>'}))
    {"content": "ok\"} \u003c|im_end|\u003e"}
    """
    return _RISKY.sub(_escape, json.dumps(value, ensure_ascii=False, default=str))


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    if char > "~" and unicodedata.category(char) not in _UNSEEN:
        return char
    return json.dumps(char)[1:-1] if char > "~" else f"\\u{ord(char):04x}"


def needs_subtask(question: Question) -> bool:
    """Whether the part of the tasks that the oracle's call serves is to be found first."""
    return "task" in _texts()["checks"][question.check]["shows"] and bool(question.context.tasks)


def subtask_prompt(question: Question) -> Prompt:
    """Which part of the user's tasks does the oracle's call serve? Holds nothing of the agent's."""
    texts = _texts()["subtask"]
    rounds = [({k: e[k] for k in ("tool", "tasks", "reference")}, {"subtask": e["subtask"]}) for e in texts["examples"]]
    data = {"tool": question.tool, "tasks": list(question.context.tasks), "reference": dict(question.expected)}
    return _prompt(texts["asks"], rounds, data, secret=None)


def question_prompt(question: Question, subtask: str) -> Prompt:
    """Does the agent's call say what the oracle's says, in the respect of the question's check?

    Args:
        question: The question.
        subtask: The part of the user's tasks it is about; empty if that is not known.
    """
    texts = _texts()
    rubric = texts["checks"][question.check]
    sides = [side for side in ("reference", "agent") if side not in rubric.get("hides", ())]
    names = [*rubric["shows"], *sides]
    given = _context(question.context) | {"task": subtask, "reference": dict(question.expected), "agent": dict(question.got)}
    rounds = [({k: e[k] for k in names}, {"reason": e["reason"], "verdict": e["verdict"]}) for e in rubric["examples"]]
    # The code covers what the model is not shown too, so that nobody who does not know the oracle's text can compute it.
    return _prompt(texts["frame"].format(asks=rubric["asks"].strip()), rounds, {k: given[k] for k in names}, secret=given)


def turn_prompt(expected: Sequence[Expected], agent: Sequence[Act], tasks: Sequence[str]) -> Prompt:
    """Do the acts of a whole turn have the effect of the oracle's?

    Args:
        expected: The oracle's acts, events of user and environment included.
        agent: What happened in the episode.
        tasks: The user's messages so far.
    """
    data = {"tasks": list(tasks), "reference": [_act(e.act) for e in expected], "agent": [_act(a) for a in agent]}
    return _prompt(_texts()["turn"]["asks"], [], data, secret=None)


def _act(act: Act) -> dict[str, Any]:
    shown = {"time": f"{datetime.fromtimestamp(act.time, UTC):%Y-%m-%d %H:%M:%S}", "by": act.kind, "tool": act.tool, "args": dict(act.args)}
    short = act.result is not None and len(json.dumps(act.result, default=str)) <= _SHORT_RESULT
    return shown | ({"returned": act.result} if short else {})


def _context(context: Context) -> dict[str, Any]:
    moment = datetime.fromtimestamp(context.now, UTC)
    return {"date": f"{_DAYS[moment.weekday()]} {moment:%Y-%m-%d %H:%M}", "user": context.user_name, "address": context.user_address}


def _prompt(rule: str, rounds: Sequence[tuple[Mapping[str, Any], Mapping[str, str]]], data: Mapping[str, Any], *, secret: Any) -> Prompt:
    messages = [{"role": "system", "content": rule.strip()}]
    for asked, answer in rounds:
        case = _case(rule, asked)
        messages.append({"role": "user", "content": escaped({"case": case, **asked})})
        messages.append({"role": "assistant", "content": escaped({"case": case, **answer})})
    case = _case(rule, data, secret)
    messages.append({"role": "user", "content": escaped({"case": case, **data})})
    return Prompt(tuple(messages), case)


def _case(*parts: Any) -> str:
    return blake2b(json.dumps(parts, sort_keys=True, default=str).encode(), digest_size=4).hexdigest()


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads((files("gaia2_gym") / "data" / "judge_prompts.toml").read_text(encoding="utf-8"))
