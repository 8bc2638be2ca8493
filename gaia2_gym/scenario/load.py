"""Reading the official scenario JSON. All problems are collected and reported at once; nothing is half loaded."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from gaia2_gym.apps import App, app_class, known_classes
from gaia2_gym.apps.base import bound_tools
from gaia2_gym.errors import ScenarioError, ToolError, nearest
from gaia2_gym.scenario.model import AppEntry, Event, Scenario
from gaia2_gym.scenario.values import parse_value, placeholder

VERSION = "are_simulation_v1"
KINDS = ("USER", "ENV", "AGENT", "CONDITION", "VALIDATION", "STOP")
COMPARATORS = ("LESS_THAN", "GREATER_THAN", "EQUAL")
TURN_GATE = "wrapped_condition__turn_idx_"


def parse_scenario(raw: bytes | str, source: str = "", *, contents: Path | None = None, skip_unknown_apps: bool = False) -> Scenario:
    """A scenario from its official JSON.

    Args:
        raw: The JSON text.
        source: File name or id, for messages.
        contents: Folder with the real contents behind the Files app; without it files have names only.
        skip_unknown_apps: Leave out apps of unknown classes with a warning instead of refusing the file.

    Raises:
        ScenarioError: Lists everything that is wrong, with event or app, field, what was found and what was expected.
    """
    raw = raw.encode() if isinstance(raw, str) else raw
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise ScenarioError(f"not valid JSON: {error}", source) from None
    return _Reader(source, contents, skip_unknown_apps).read(data, raw)


class _Reader:
    """One reading of one file: collects problems."""

    def __init__(self, source: str, contents: Path | None, skip_unknown_apps: bool) -> None:
        self.source = source
        self.contents = contents
        self.skip_unknown_apps = skip_unknown_apps
        self.problems: list[str] = []

    def read(self, data: Any, raw: bytes) -> Scenario:
        if not isinstance(data, dict):
            raise ScenarioError(f"the top level must be an object, not {_kind(data)}", self.source)
        if data.get("version") != VERSION:
            self.problems.append(f"version: found {data.get('version')!r:.60}, expected {VERSION!r}")
        definition = self._object(self._object(data.get("metadata"), "metadata").get("definition"), "metadata.definition")
        apps = self._apps(data.get("apps"))
        classes = {a.name: a.cls for a in apps}
        events, gates = self._events(data.get("events"), classes)
        tags = definition.get("tags") or ()
        fields = {
            "scenario_id": self._field(definition, "scenario_id", str, ""),
            "seed": self._field(definition, "seed", int, 0),
            "start_time": float(self._field(definition, "start_time", float, 0.0)),
            "duration": self._field(definition, "duration", float, None),
            "tick": self._field(definition, "time_increment_in_seconds", int, 1),
        }
        if not fields["scenario_id"]:
            self.problems.append("metadata.definition.scenario_id: missing or empty, expected a text")
        if fields["tick"] < 1:
            self.problems.append(f"metadata.definition.time_increment_in_seconds: found {fields['tick']}, expected a whole number of at least 1")
        if not isinstance(tags, list | tuple) or not all(isinstance(t, str) for t in tags):
            self.problems.append(f"metadata.definition.tags: found {_kind(tags)}, expected a list of texts")
            tags = ()
        self._check_graph(events, gates)
        if self.problems:
            raise ScenarioError(self.problems, self.source)
        scenario = Scenario(apps=tuple(apps), events=tuple(events), tags=tuple(tags), raw=raw, source=self.source, turn_gates=gates, **fields)
        try:
            scenario.play  # noqa: B018  # an episode must be possible: raises where events wait for what never comes
        except ValueError as error:
            raise ScenarioError(str(error), self.source) from None
        return scenario

    def _apps(self, data: Any) -> list[AppEntry]:
        entries: list[AppEntry] = []
        for i, app in enumerate(self._list(data, "apps")):
            if not isinstance(app, dict) or not isinstance(app.get("name"), str):
                self.problems.append(f"apps[{i}]: expected an object with a name")
                continue
            name = app["name"]
            class_name = app.get("class_name") or name
            cls = app_class(class_name) if isinstance(class_name, str) else None
            if cls is None:
                known = known_classes()
                message = f"app {name!r}: unknown class {class_name!r:.60}{nearest(str(class_name), known)}; known are {', '.join(known)}"
                if self.skip_unknown_apps:
                    warnings.warn(f"{self.source}: {message}; skipped", stacklevel=5)
                else:
                    self.problems.append(message)
                continue
            if any(e.name == name for e in entries):
                self.problems.append(f"app {name!r}: the name is used twice")
                continue
            entries.append(AppEntry(name, class_name, cls, self._state(name, cls, app.get("app_state"))))
        if all(e.cls.class_name != "SystemApp" for e in entries):
            system = app_class("SystemApp")
            assert system is not None
            entries.append(AppEntry("SystemApp", "SystemApp", system, system.load({})))
        return entries

    def _state(self, name: str, cls: type[App[Any]], data: Any) -> Any:
        if data is None:
            data = {}
        if not isinstance(data, dict):
            self.problems.append(f"app {name!r}: app_state is {_kind(data)}, expected an object")
            return None
        try:
            with_contents = getattr(cls, "load_with_contents", None)
            return with_contents(data, self.contents) if with_contents and self.contents else cls.load(data)
        except ScenarioError as error:
            self.problems += [f"app {name!r}: {p}" for p in error.problems]
            return None

    def _events(self, data: Any, classes: Mapping[str, type[App[Any]]]) -> tuple[list[Event], dict[str, int]]:
        events: list[Event] = []
        gates: list[tuple[int, str]] = []
        for i, item in enumerate(self._list(data, "events")):
            if not isinstance(item, dict) or not isinstance(item.get("event_id"), str):
                self.problems.append(f"events[{i}]: expected an object with an event_id")
                continue
            id = item["event_id"]
            function = (item.get("action") or {}).get("function") if isinstance(item.get("action"), dict) else None
            if item.get("event_type") == "CONDITION" and isinstance(function, str) and function.startswith(TURN_GATE):
                number = function[len(TURN_GATE) :].split("_")[0]
                gates.append((int(number) if number.isdigit() else 0, id))
                continue
            event = self._event(id, item, classes)
            if event is not None:
                events.append(event)
        return events, {id: turn for turn, (_, id) in enumerate(sorted(gates), start=1)}

    def _event(self, id: str, item: dict[str, Any], classes: Mapping[str, type[App[Any]]]) -> Event | None:
        where = f"event {id!r}"
        kind = item.get("event_type")
        if kind not in KINDS:
            self.problems.append(f"{where}: event_type {kind!r:.40}, expected one of {', '.join(KINDS)}")
            return None
        if kind in ("CONDITION", "VALIDATION"):
            self.problems.append(f"{where}: a {kind} event cannot be read from a file (its predicate is code); build it in Python")
            return None
        relative, absolute = item.get("event_relative_time"), item.get("event_time")
        delay = self._number(where, "event_relative_time", relative) or 0.0
        if delay < 0:
            self.problems.append(f"{where}: event_relative_time {delay}, expected at least 0")
        comparator = item.get("event_time_comparator")
        if comparator not in (None, *COMPARATORS):
            self.problems.append(f"{where}: event_time_comparator {comparator!r:.40}, expected one of {', '.join(COMPARATORS)}")
            comparator = None
        dependencies = item.get("dependencies") or []
        if not isinstance(dependencies, list) or not all(isinstance(d, str) for d in dependencies):
            self.problems.append(f"{where}: dependencies must be a list of event ids")
            dependencies = []
        at = self._number(where, "event_time", absolute) if relative is None else None
        app, function, args = ("", "", {}) if kind == "STOP" else self._action(where, item.get("action"), classes)
        return Event(id, kind, app, function, args, tuple(dict.fromkeys(dependencies)), delay, at, comparator)

    def _action(self, where: str, action: Any, classes: Mapping[str, type[App[Any]]]) -> tuple[str, str, dict[str, Any]]:
        if not isinstance(action, dict):
            self.problems.append(f"{where}: action is {_kind(action)}, expected an object with app, function and args")
            return "", "", {}
        app, function = str(action.get("app")), str(action.get("function"))
        if app not in classes:
            self.problems.append(f"{where}: app {app!r:.60} is not in this scenario{nearest(app, classes)}")
            return app, function, {}
        specs = bound_tools(classes[app], app)
        if function not in specs:
            self.problems.append(f"{where}: {app} has no function {function!r:.60}{nearest(function, specs)}")
            return app, function, {}
        args: dict[str, Any] = {}
        types = {a.name: a.type for a in specs[function].args}
        for arg in self._list(action.get("args"), f"{where}: args", missing_ok=True):
            name = arg.get("name") if isinstance(arg, dict) else None
            if not isinstance(name, str):
                self.problems.append(f"{where}: every argument must be an object with a name")
                continue
            try:
                value = parse_value(arg.get("value"), arg.get("value_type"))
            except ValueError as error:
                self.problems.append(f"{where}: argument {name!r}: {error}")
                continue
            known = types.get(name)
            unfit = known is not None and not known.fits(value) and placeholder(value) is None
            args[name] = known.read(value) if unfit and known is not None else value
        return app, function, args

    def _check_graph(self, events: list[Event], gates: Mapping[str, int]) -> None:
        seen: set[str] = set()
        for event in events:
            if event.id in seen:
                self.problems.append(f"event {event.id!r}: the id is used twice")
            seen.add(event.id)
        for event in events:
            for parent in event.dependencies:
                if parent not in seen and parent not in gates:
                    self.problems.append(f"event {event.id!r}: depends on {parent!r}, which does not exist{nearest(parent, seen)}")

    def _object(self, data: Any, where: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.problems.append(f"{where}: found {_kind(data)}, expected an object")
            return {}
        return data

    def _list(self, data: Any, where: str, *, missing_ok: bool = False) -> list[Any]:
        if data is None and missing_ok:
            return []
        if not isinstance(data, list):
            self.problems.append(f"{where}: found {_kind(data)}, expected a list")
            return []
        return data

    def _number(self, where: str, key: str, value: Any) -> float | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.problems.append(f"{where}: {key} is {value!r:.40}, expected a number of seconds or null")
            return None
        return float(value)

    def _field(self, data: dict[str, Any], key: str, kind: type, default: Any) -> Any:
        value = data.get(key)
        if value is None:
            return default
        fits = isinstance(value, int | float) if kind is float else isinstance(value, kind)
        if not fits or isinstance(value, bool):
            self.problems.append(f"metadata.definition.{key}: found {value!r:.60}, expected {'a number' if kind is float else kind.__name__}")
            return default
        return float(value) if kind is float else value


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a boolean", int: "a number", float: "a number", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)


def call_problem(cls: type[App[Any]], event: Event) -> str | None:
    """What is wrong with an event's arguments for its tool, or None; placeholders fit everywhere."""
    spec = bound_tools(cls, event.app)[event.function]
    known = {a.name: a for a in spec.args}
    given = {n: v for n, v in event.args.items() if placeholder(v) is None or n not in known}
    try:
        spec.validate({**{n: _stand_in(known[n].type) for n in event.args if n not in given}, **given})
    except ToolError as error:
        return error.message
    return None


def _stand_in(arg_type: Any) -> Any:
    candidates: tuple[Any, ...] = ("", 0, [], {}, None)
    return next((v for v in candidates if arg_type.fits(v)), None)
