"""Writing the official scenario JSON: a scenario as it was read, and an episode as a scenario with `completed_events`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from gaia2_gym.apps import Runtime
from gaia2_gym.engine import Stream
from gaia2_gym.scenario.model import AppEntry, Event, Scenario
from gaia2_gym.scenario.values import format_value


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """The official JSON of a scenario: what was read, unknown keys included, or, for one built in Python, its parts."""
    if scenario.raw:
        data: dict[str, Any] = orjson.loads(scenario.raw)
        return data
    definition = {
        "scenario_id": scenario.scenario_id,
        "seed": scenario.seed,
        "duration": scenario.duration,
        "time_increment_in_seconds": scenario.tick,
        "start_time": scenario.start_time,
        "tags": list(scenario.tags),
        "hints": [],
    }
    return {
        "version": "are_simulation_v1",
        "metadata": {"definition": definition},
        "apps": [app_json(entry) for entry in scenario.apps],
        "events": [_event_json(event) for event in scenario.events],
        "completed_events": [],
        "world_logs": [],
        "context": None,
        "augmentation": None,
    }


class _Still:
    """A clock for apps that are only asked for their state."""

    now = 0.0


def app_json(entry: AppEntry) -> dict[str, Any]:
    """An app of a scenario with its state, in the official form."""
    app = entry.cls(entry.name, entry.state, Runtime(_Still(), Stream(0, entry.name)))
    return {"name": entry.name, "class_name": entry.class_name, "app_state": app.dump()}


def _event_json(event: Event) -> dict[str, Any]:
    if event.check is not None:
        raise ValueError(f"event {event.id!r}: a {event.kind} event holds code and has no form in a file")
    data = {
        "class_name": "OracleEvent" if event.kind == "AGENT" else "Event",
        "event_type": event.kind,
        "event_id": event.id,
        "event_time": event.at,
        "event_relative_time": None if event.at is not None else event.delay,
        "dependencies": list(event.dependencies),
        "action": None if event.kind == "STOP" else action_json(event.app, event.function, event.args),
    }
    return data | ({"event_time_comparator": event.comparator} if event.kind == "AGENT" else {})


def action_json(app: str, function: str, args: Mapping[str, Any], operation: str | None = None) -> dict[str, Any]:
    """An action in the official form, every value a text with its type."""
    rows = [dict(zip(("name", "value", "value_type"), (name, *format_value(value)), strict=True)) for name, value in args.items()]
    return {"action_id": f"{app}.{function}", "app": app, "function": function, "operation_type": operation, "args": rows}


def episode_json(scenario: Scenario, completed: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A played episode in the official form.

    Args:
        scenario: What was played.
        completed: One mapping an executed call or event: `kind`, `id`, `time`, `app`, `tool`, `args`, `operation`, `result` (JSON value), `error`.
    """
    return scenario_json(scenario) | {"completed_events": [_completed_json(r) for r in completed if r["tool"]], "world_logs": []}


def _completed_json(record: Mapping[str, Any]) -> dict[str, Any]:
    value, value_type = format_value(record["result"])
    error = record["error"]
    return {
        "class_name": "CompletedEvent",
        "event_type": record["kind"].upper(),
        "event_id": record["id"],
        "event_time": record["time"],
        "event_relative_time": None,
        "dependencies": [],
        "action": action_json(record["app"], record["tool"], record["args"], record["operation"].upper()),
        "metadata": {
            "return_value": value,
            "return_value_type": value_type,
            "exception": error["message"] if error else None,
            "exception_stack_trace": None,
        },
    }
