"""Spaces for text and tool calls: cheap to check, able to sample, equal by value.

Gymnasium's `Text` needs a character set and a length; neither fits what models and mail contain.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import orjson
from gymnasium import spaces

ROLES = ("system", "user", "assistant", "tool")
_PRINTABLE = string.ascii_letters + string.digits + " .,:;-_()'\""


class UnicodeText(spaces.Space[str]):
    """Any text up to a length.

    Args:
        max_length: Characters; unbounded by default.
        seed: Seed of `sample`.
    """

    def __init__(self, max_length: int | None = None, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=None, seed=seed)
        self.max_length = max_length

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> str:
        """A short random text."""
        length = int(self.np_random.integers(0, min(24, self.max_length or 24) + 1))
        return "".join(_PRINTABLE[i] for i in self.np_random.integers(0, len(_PRINTABLE), size=length))

    def contains(self, x: Any) -> bool:
        """Whether x is a text that is not too long."""
        return isinstance(x, str) and (self.max_length is None or len(x) <= self.max_length)

    @property
    def is_np_flattenable(self) -> bool:
        """Never: texts have no array form."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and self.max_length == other.max_length

    def __hash__(self) -> int:
        return hash(("UnicodeText", self.max_length))

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length or ''})"


class ToolCalls(spaces.Space[Any]):
    """Tool calls, as dicts or as a model's text; sampled calls fit the tools' schemas.

    Every text and every dict is an action: what is wrong with it is for the environment to answer.

    Args:
        tools_json: JSON text of OpenAI-style functions.
        seed: Seed of `sample`.
    """

    def __init__(self, tools_json: str, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=None, seed=seed)
        self.tools_json = tools_json

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> dict[str, Any]:
        """A random call `{"tool": ..., "args": {...}}` with arguments of the right types, required ones always, others sometimes."""
        tools: Sequence[dict[str, Any]] = orjson.loads(self.tools_json)
        function = tools[int(self.np_random.integers(len(tools)))]["function"]
        required = function["parameters"]["required"]
        args = {
            name: self._value(schema)
            for name, schema in function["parameters"]["properties"].items()
            if name in required or self.np_random.random() < 0.25
        }
        return {"tool": function["name"], "args": args}

    def _value(self, schema: dict[str, Any]) -> Any:
        if "enum" in schema:
            return schema["enum"][int(self.np_random.integers(len(schema["enum"])))]
        if "anyOf" in schema:
            return self._value(schema["anyOf"][int(self.np_random.integers(len(schema["anyOf"])))])
        kind = schema.get("type", "string")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "integer":
            return int(self.np_random.integers(0, 20))
        if kind == "number":
            return float(self.np_random.uniform(0, 100))
        if kind == "boolean":
            return bool(self.np_random.integers(2))
        if kind == "array":
            return [self._value(schema["items"]) for _ in range(int(self.np_random.integers(0, 3)))]
        if kind == "object":
            return {}
        return "".join(_PRINTABLE[i] for i in self.np_random.integers(0, len(_PRINTABLE), size=int(self.np_random.integers(1, 12))))

    def contains(self, x: Any) -> bool:
        """Whether x is a text, a dict or a list."""
        return isinstance(x, str | dict | list)

    @property
    def is_np_flattenable(self) -> bool:
        """Never: calls have no array form."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToolCalls) and self.tools_json == other.tools_json

    def __hash__(self) -> int:
        return hash(("ToolCalls", self.tools_json))

    def __repr__(self) -> str:
        return f"ToolCalls({len(orjson.loads(self.tools_json))} tools)"


class Conversation(spaces.Space[list[dict[str, Any]]]):
    """Lists of chat messages: dicts with a `role` and, as a rule, a text under `content`.

    Args:
        seed: Seed of `sample`.
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=None, seed=seed)
        self._texts = UnicodeText()

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> list[dict[str, Any]]:
        """A few random messages."""
        self._texts.seed(int(self.np_random.integers(1 << 31)))
        roles = self.np_random.integers(0, len(ROLES), size=int(self.np_random.integers(0, 4)))
        return [{"role": ROLES[i], "content": self._texts.sample()} for i in roles]

    def contains(self, x: Any) -> bool:
        """Whether x is a list of dicts with a role."""
        return isinstance(x, list) and all(isinstance(m, dict) and m.get("role") in ROLES for m in x)

    @property
    def is_np_flattenable(self) -> bool:
        """Never: texts have no array form."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Conversation)

    def __hash__(self) -> int:
        return hash("Conversation")

    def __repr__(self) -> str:
        return "Conversation()"
