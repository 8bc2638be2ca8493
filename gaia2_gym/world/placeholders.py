"""Placeholders `{{event_id}}` and `{{event_id.key}}`: values that an earlier event returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaia2_gym.apps.records import plain
from gaia2_gym.scenario import placeholder
from gaia2_gym.trace import Record

_MISSING = object()


class Resolver:
    """Looks up what placeholders mean.

    Args:
        records: What happened.
        by_event: Event id -> index of its record.
        aliases: Oracle event id -> index of the agent's record that stands for it.
    """

    def __init__(self, records: Sequence[Record], by_event: Mapping[str, int], aliases: Mapping[str, int]) -> None:
        self.records = records
        self.by_event = by_event
        self.aliases = aliases

    def resolve(self, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """The arguments with every placeholder replaced that can be; the same object when there is none. Others stay literal, as in the reference."""
        found = {name: value for name, text in args.items() if (value := self._value(text)) is not _MISSING}
        return {**args, **found} if found else args

    def has_unresolved(self, args: Mapping[str, Any]) -> bool:
        """Whether an argument is a placeholder that means nothing yet."""
        return any(placeholder(text) is not None and self._value(text) is _MISSING for text in args.values())

    def _value(self, text: Any) -> Any:
        parts = placeholder(text)
        if parts is None:
            return _MISSING
        for length in range(len(parts), 0, -1):  # ids may hold dots
            id = ".".join(parts[:length])
            index = self.aliases.get(id, self.by_event.get(id))
            if index is not None:
                return self._nested(self.records[index], parts[length:])
        return _MISSING

    def _nested(self, record: Record, keys: Sequence[str]) -> Any:
        value = plain(record.result)
        for key in keys:
            if not isinstance(value, dict) or key not in value:
                return _MISSING
            value = value[key]
        return _MISSING if value is None or record.failed else value
