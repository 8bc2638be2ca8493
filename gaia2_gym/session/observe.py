"""What the agent reads: results and notifications as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import orjson

from gaia2_gym.apps.records import format_time, reference_text, shown
from gaia2_gym.tools import ToolSpec
from gaia2_gym.trace import Notification, Record

Form = Literal["text", "dict", "reference"]
_PAGING = ("offset", "limit", "max_lines")


def result_text(record: Record, spec: ToolSpec | None, form: Form, limit: int) -> str:
    """The observation of one call.

    Args:
        record: The call.
        spec: Its tool, if there is one; says how a long result can be read on.
        form: `reference` for the reference's `str()` form, else compact JSON, texts as they are.
        limit: Characters after which the result is cut, with a line that says how to see the rest.
    """
    if record.error is not None:
        kind = "unavailable" if record.injected else record.error.kind  # an agent is not to know that the failure is made
        text = f"Error ({kind}): {record.error.message}"
    elif form == "reference":
        text = reference_text(record.result).strip() or "No observation"
    else:
        text = _json_text(record.result)
    return text if len(text) <= limit else _cut(text, spec, limit)


def _json_text(result: Any) -> str:
    if result is None:
        return "OK"
    view = shown(result)
    return view if isinstance(view, str) else orjson.dumps(view).decode()


def _cut(text: str, spec: ToolSpec | None, limit: int) -> str:
    paging = [a.name for a in spec.args if a.name in _PAGING] if spec else []
    more = f"use {' and '.join(paging)} to see the rest" if paging else "this tool has no paging; ask for something narrower"
    return f"{text[:limit]}\n[cut: {limit} of {len(text)} characters shown; {more}]"


def notification_line(notification: Notification) -> str:
    """One line: the time, the app (or User), and what happened."""
    who = "User" if notification.kind == "user" else notification.app
    files = notification.ids.get("attachments") or ()
    attached = f" [attachments: {', '.join(map(str, files))}]" if files else ""
    return f"[{format_time(notification.time)}] {f'{who}: ' if who else ''}{notification.text}{attached}"


def observation_text(results: Sequence[str], notifications: Sequence[Notification]) -> str:
    """Results, then one line a notification."""
    return "\n".join([*results, *(notification_line(n) for n in notifications)])
