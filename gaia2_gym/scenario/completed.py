"""Completed events: what an exported episode says was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario.model import MESSAGE_TO_USER, USER_INTERFACE, Scenario
from gaia2_gym.scenario.values import parse_value


@dataclass(frozen=True, slots=True)
class Completed:
    """One executed call or event of an exported episode; `result` is the return value's text, `error` the exception's."""

    kind: str
    id: str
    time: float
    app: str
    tool: str
    args: Mapping[str, Any]
    result: str | None
    error: str | None

    @property
    def public_name(self) -> str:
        """`<app>__<function>`."""
        return f"{self.app}__{self.tool}"


def completed_events(scenario: Scenario) -> list[Completed]:
    """The completed events of the file a scenario was read from, by time; empty for a scenario that was never played.

    Raises:
        ScenarioError: Lists every completed event that cannot be read.
    """
    raw = orjson.loads(scenario.raw).get("completed_events") if scenario.raw else None
    problems: list[str] = []
    found = [c for i, item in enumerate(raw or []) if (c := _completed(item, i, scenario, problems)) is not None]
    if problems:
        raise ScenarioError(problems, scenario.source)
    return sorted(found, key=lambda c: c.time)


def completed_records(scenario: Scenario) -> list[dict[str, Any]]:
    """The completed events as records in JSON form, as the verifier reads them."""
    records: list[dict[str, Any]] = []
    turn = 0
    for i, done in enumerate(completed_events(scenario)):
        spec = scenario.tools.get(done.public_name)
        args = {a.name: a.default for a in spec.args if not a.required} | dict(done.args) if spec else dict(done.args)
        records.append(
            {
                "i": i,
                "kind": done.kind,
                "id": done.id,
                "time": done.time,
                "app": done.app,
                "app_class": spec.app_class if spec else "",
                "tool": done.tool,
                "args": args,
                "resolved_args": args,
                "operation": spec.operation if spec else "read",
                "result": done.result,
                "error": {"kind": "other", "message": done.error} if done.error else None,
                "turn": turn,
            }
        )
        turn += done.kind == "agent" and done.error is None and (done.app, done.tool) == (USER_INTERFACE, MESSAGE_TO_USER)
    return records


def _completed(item: Any, i: int, scenario: Scenario, problems: list[str]) -> Completed | None:
    if not isinstance(item, dict) or not isinstance(item.get("action"), dict):
        if not (isinstance(item, dict) and item.get("event_type") in ("CONDITION", "VALIDATION", "STOP")):
            problems.append(f"completed_events[{i}]: expected an object with an action")
        return None
    action, meta = item["action"], item.get("metadata") or {}
    where = f"completed event {item.get('event_id')!r}"
    time = item.get("event_time")
    if isinstance(time, bool) or not isinstance(time, int | float):
        problems.append(f"{where}: event_time is {time!r:.40}, expected Unix seconds")
        return None
    app, tool = str(action.get("app")), str(action.get("function"))
    spec = scenario.tools.get(f"{app}__{tool}")
    types = {a.name: a.type for a in spec.args} if spec else {}
    args: dict[str, Any] = {}
    for arg in action.get("args") or ():
        try:
            value = parse_value(arg["value"], arg.get("value_type"), allow_empty=True)
        except (ValueError, KeyError, TypeError) as error:
            problems.append(f"{where}: argument {arg!r:.60}: {error}")
            continue
        known = types.get(arg["name"])
        args[arg["name"]] = known.read(value) if known is not None and not known.fits(value) else value
    kind = str(item.get("event_type", "")).lower()
    return Completed(kind, str(item.get("event_id")), float(time), app, tool, args, meta.get("return_value"), meta.get("exception"))
