"""Agents without a model: random calls, and nothing at all. Floors for any reward."""

from __future__ import annotations

from typing import Any

from gaia2_gym.engine import Stream
from gaia2_gym.session import Session, Step
from gaia2_gym.tools import ToolSpec


class NoopAgent:
    """Waits until the episode is over, and does nothing else."""

    def act(self, session: Session, last: Step) -> dict[str, Any]:
        """A long wait."""
        return {"tool": "SystemApp__wait_for_notification", "args": {"timeout": 600}}


class RandomAgent:
    """Calls random tools with arguments of the right types, often with texts it has seen.

    Args:
        seed: Of its choices.
    """

    def __init__(self, seed: int = 0) -> None:
        self._stream = Stream(seed, "random agent")

    def act(self, session: Session, last: Step) -> dict[str, Any]:
        """A random call."""
        specs = list(session.phone.tools.values())
        spec = self._pick(specs)
        words = last.text.replace('"', " ").replace(",", " ").split()
        return {"tool": spec.public_name, "args": self._args(spec, words or ["x"])}

    def _args(self, spec: ToolSpec, words: list[str]) -> dict[str, Any]:
        chosen = (a for a in spec.args if a.required or self._stream.random() < 0.3)
        return {a.name: self._value(a.type.schema, words) for a in chosen}

    def _value(self, schema: dict[str, Any], words: list[str]) -> Any:
        if "enum" in schema:
            return self._pick(schema["enum"])
        kind = schema.get("type", "string")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "integer":
            return self._stream.randint(0, 10)
        if kind == "number":
            return self._stream.uniform(0, 100)
        if kind == "boolean":
            return self._stream.random() < 0.5
        if kind == "array":
            return [self._value(schema.get("items", {}), words) for _ in range(self._stream.randint(0, 2))]
        return {} if kind == "object" else self._pick(words)[:80]

    def _pick(self, items: list[Any]) -> Any:
        return items[self._stream.randint(0, len(items) - 1)]
