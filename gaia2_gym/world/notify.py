"""From a call to what the agent is told about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaia2_gym.tools import LEVELS, Level, Notify
from gaia2_gym.trace import Notification, Record


def delivered(notify: Notify | None, level: Level) -> bool:
    """Whether a tool's notification is delivered at a verbosity."""
    return notify is not None and LEVELS.index(notify.level) <= LEVELS.index(level)


def notification(notify: Notify, record: Record, result: Any, time: float) -> Notification:
    """The notification of one call.

    Args:
        notify: The tool's template.
        record: The call.
        result: Its result as JSON values.
        time: When it reaches the agent, Unix seconds.
    """
    values: Mapping[str, Any] = {**record.resolved_args, "result": result}
    ids = {name: values.get(source) for name, source in notify.ids.items() if values.get(source) is not None}
    return Notification(time, notify.kind, record.app, notify.text.format_map(values), ids, record.tool or "")
