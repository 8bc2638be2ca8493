"""The JSON form of records, for traces and digests."""

from __future__ import annotations

from typing import Any

from gaia2_gym.apps.records import plain
from gaia2_gym.trace import Record


def record_json(record: Record) -> dict[str, Any]:
    """A record as JSON values (fresh objects), the fields in the order of the trace format."""
    error = record.error
    return {
        "i": record.i,
        "kind": record.kind,
        "id": record.id,
        "time": record.time,
        "app": record.app,
        "app_class": record.app_class,
        "tool": record.tool,
        "args": plain(record.args),
        "resolved_args": plain(record.resolved_args),
        "operation": record.operation,
        "result": plain(record.result),
        "error": None if error is None else {"kind": error.kind, "message": error.message},
        "turn": record.turn,
    }
