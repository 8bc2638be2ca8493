"""What a model reads: a list of chat messages that only grows, and what it takes of the model's context."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gaia2_gym.agents.config import AgentConfig
from gaia2_gym.llm import Completion
from gaia2_gym.session import Session, Step
from gaia2_gym.tools import ToolSpec

CHARS_PER_TOKEN = 3.5
"""How tokens are estimated before an endpoint has counted any: JSON and names take more than plain English (four characters a token)."""
DROPPED = "(This result was dropped: the conversation became too long.)"

_TEXT_FORM = """\
Answer in this form, and write nothing after the call:

Thought: what you know and what to do next
Action: {"tool": "<App>__<function>", "args": {"argument": "value"}}

The tools (an argument with = may be left out):

"""
_PARALLEL_FORM = """\
Answer in this form, and write nothing after the calls. Calls that do not need each other's results may be made at once; they run in order.

Thought: what you know and what to do next
Action: [{"tool": "<App>__<function>", "args": {"argument": "value"}}, ...]

The tools (an argument with = may be left out):

"""


class Conversation:
    """The messages of one episode.

    Args:
        session: The episode, at its start.
        config: How the model plays.
    """

    def __init__(self, session: Session, config: AgentConfig) -> None:
        self.config = config
        self.tools: list[dict[str, Any]] = session.tools if config.dialect == "native" else []
        """Functions to be called natively; none where they stand in the prompt."""
        system = config.system_prompt or session.phone.system_prompt
        if config.dialect == "text":
            form = _PARALLEL_FORM if config.parallel else _TEXT_FORM
            system = f"{system.rstrip()}\n\n{form}{tool_list(session.phone.tools)}"
        self.messages: list[dict[str, Any]] = [{"role": "system", "content": system}, {"role": "user", "content": session.start.text}]
        self._results: list[int] = []  # where results stand, the oldest first
        self._counted = 0  # messages that the endpoint has counted
        self._tokens = 0.0 if not self.tools else len(session.phone.tools_json) / CHARS_PER_TOKEN

    @property
    def tokens(self) -> int:
        """Tokens of the whole: counted by the endpoint as far as it goes, estimated beyond."""
        return int(self._tokens + sum(_chars(m) for m in self.messages[self._counted :]) / CHARS_PER_TOKEN)

    def fits(self) -> bool:
        """Whether another generation fits into the context; where the policy allows it, made so by dropping the oldest results."""
        room = self.config.room
        while self.tokens > room and self.config.overflow == "drop" and self._results:
            oldest = self.messages[self._results.pop(0)]
            self._tokens -= (len(oldest["content"]) - len(DROPPED)) / CHARS_PER_TOKEN
            oldest["content"] = DROPPED
        return self.tokens <= room

    def add(self, answer: Completion, step: Step) -> None:
        """Add what the model answered, and what came of it."""
        said = _sendable(answer.text)
        if self.config.dialect == "native" and answer.calls:
            functions = [{"name": _sendable(call.name), "arguments": _sendable(call.arguments)} for call in answer.calls]
            ids = [_sendable(call.id) or f"call_{len(self.messages)}_{n}" for n, call in enumerate(answer.calls)]
            calls = [{"id": id, "type": "function", "function": function} for id, function in zip(ids, functions, strict=True)]
            self.messages.append({"role": "assistant", "content": said, "tool_calls": calls})
            counted = len(self.messages)
            texts = _dealt(step, len(calls))
            for call, text in zip(calls, texts, strict=True):
                self._results.append(len(self.messages))
                self.messages.append({"role": "tool", "tool_call_id": call["id"], "content": _sendable(text)})
        else:
            self.messages.append({"role": "assistant", "content": said})
            counted = len(self.messages)
            self._results.append(len(self.messages))
            self.messages.append({"role": "user", "content": _sendable(step.text)})
        if answer.usage.prompt_tokens:
            self._tokens, self._counted = answer.usage.prompt_tokens + answer.usage.completion_tokens, counted


def _dealt(step: Step, n: int) -> list[str]:
    """The texts of a step for its n calls: a result each, the notifications with the last; what is wrong with all of them goes to the last."""
    if len(step.results) == n:
        seen = step.text[len("\n".join(step.results)) :]
        return [*step.results[:-1], step.results[-1] + seen]
    return [*["(not done)"] * (n - 1), step.text]


def _sendable(text: str) -> str:
    """A text that can be sent: half a surrogate pair, which a model can write as an escape, cannot."""
    return text.encode("utf-8", "replace").decode()


def _chars(message: Mapping[str, Any]) -> int:
    calls = message.get("tool_calls") or ()
    return len(message["content"]) + sum(len(c["function"]["arguments"]) + len(c["function"]["name"]) for c in calls)


def tool_list(tools: Mapping[str, ToolSpec]) -> str:
    """The tools as text, in three fifths of what their JSON schemas take."""
    return "\n".join(_tool_text(name, spec) for name, spec in tools.items())


def _tool_text(name: str, spec: ToolSpec) -> str:
    args = ", ".join(f"{a.name}: {_type_text(a.type.schema)}" + ("" if a.required else f" = {json.dumps(a.default)}") for a in spec.args)
    about = "".join(f"\n    {a.name}: {a.description}" for a in spec.args)
    return f"{name}({args}): {spec.description}{about}"


def _type_text(schema: Mapping[str, Any]) -> str:
    """A JSON schema in a few characters: `string`, `[string]`, `string or null`, `"A" | "B"`."""
    if "anyOf" in schema:
        return " or ".join(_type_text(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(_type_text({**schema, "type": one}) for one in kind)
    return f"[{_type_text(schema.get('items', {}))}]" if kind == "array" else str(kind)
