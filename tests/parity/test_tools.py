"""Every open vector of the app tools: results, errors, reference texts and final states equal those of the reference.

A quirk may differ only if docs/quirks.md lists it as not copied.
"""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime, app_class
from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import plain, reference_text
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ToolError
from tests.shared import CONFORMANCE, NO_CONFORMANCE, ROOT

FOLDER = CONFORMANCE / "tools"
AUDIENCE = {"app": "agent", "env": "env", "user": "user", "data": "data"}


def _cases() -> list[Any]:
    files = sorted((FOLDER / "open").glob("*.jsonl"))
    cases = [json.loads(line) for file in files for line in file.read_bytes().splitlines() if line]
    return [pytest.param(case, id=f"{case['app_name']}:{case['name']}") for case in cases]


def _not_copied() -> set[str]:
    return set(re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / "quirks.md").read_text(encoding="utf-8"), re.MULTILINE))


def _matcher() -> Any:
    spec = importlib.util.spec_from_file_location("matcher", FOLDER / "matcher.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Clock:
    now: float


def build(class_name: str, app_name: str, state: Any, runtime: Runtime, content_root: str | None) -> App[Any]:
    cls = app_class(class_name)
    assert cls is not None, f"no app for the class {class_name}"
    data = dict(state or {})
    if content_root is not None and hasattr(cls, "load_with_contents"):
        return cls(app_name, cls.load_with_contents(data, FOLDER / content_root), runtime)
    return cls(app_name, cls.load(data), runtime)


def call(app: App[Any], kind: str, tool: str, args: dict[str, Any]) -> Any:
    spec = app.tools[tool]
    assert AUDIENCE[kind] in spec.audience, f"{tool} is not for {kind}"
    return getattr(app, tool)(**spec.validate(args))


@pytest.mark.skipif(not FOLDER.is_dir(), reason=NO_CONFORMANCE)
@pytest.mark.parametrize("case", _cases())
def test_vector(case: dict[str, Any]) -> None:
    matcher = _matcher()
    env = matcher.Env(case.get("symbols"))
    clock = Clock(case["clock"])
    root = case.get("fs_content_root")
    companion = case.get("companion")
    files = None
    if companion:
        files = build(companion["app_class"], "Files", companion["initial_state"], Runtime(clock, Stream(0, "Files"), compat=True), root)
    runtime = Runtime(clock, Stream(0, case["app_name"]), compat=True, files=files)  # type: ignore[arg-type]  # the files app is a FileStore
    excused = _not_copied()
    rebased = "aui-load-rebases-time" in excused  # not copied: start from what the reference made of the state when it loaded it
    initial = case.get("state_after_load", case["initial_state"]) if rebased else case["initial_state"]
    app = build(case["app_class"], case["app_name"], initial, runtime, root)
    departed = False  # a documented difference has shown: what follows it may differ too
    problems: list[str] = []
    for i, c in enumerate(case["calls"]):
        clock.now = c["at"]
        target = files if c.get("app") == "Files" and files is not None else app
        try:
            result = call(target, c["kind"], c["tool"], env.fill(c["args"]))
            error = None
        except ToolError as e:
            result, error = None, e
        found: list[str] = []
        if (error is None) != c["ok"]:
            found.append(f"ok={c['ok']} expected, got {error if error else result!r:.200}")
        elif error is not None:
            kinds = {c["error_kind"], *_listed(c.get("error_kind_alt"))}
            if error.kind not in kinds and "other" not in kinds:
                found.append(f"error kind {error.kind!r}, expected one of {sorted(kinds)}: {error}")
        else:
            found += env.match(c["result"], plain(result), unordered=c["tool"] in matcher.UNORDERED_TOOLS)
            text = c.get("text")
            if not found and text is not None and c["tool"] not in matcher.UNORDERED_TOOLS and c["tool"] != "read_document":
                got = app_text(result)
                found += [f"text {p}" for p in env.match(text, got)]
        quirks = set(c.get("quirks", []))
        departed = departed or bool(found and quirks & excused)
        if found and not departed:
            problems += [f"call {i} {c['tool']}({json.dumps(c['args'])[:200]}) quirks={quirks or None}: {p}" for p in found]
    departed = departed or bool({q["id"] for q in case.get("quirks", [])} & excused)
    if case["final_state"] is not None and not departed:
        problems += [f"final state {p}" for p in env.match(case["final_state"], plain(app.dump()))]
    if case["app_class"] == "ReminderApp" and not departed:
        problems += [f"final view {p}" for p in env.match(case["final_view"], plain(app.state.reminders))]
    assert not problems, "\n".join(problems[:12])


def app_text(result: Any) -> str:
    return reference_text(result).strip() or "No observation"


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or [])
