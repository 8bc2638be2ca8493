"""Every open vector of the engine (mode `exact`): times, notifications, execution order and the oracle's timeline equal the reference's.

A vector flagged as a quirk may differ only if docs/quirks.md lists it as not copied, by the vector's number.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from gaia2_gym.scenario import Condition, Event, Scenario, Validation, parse_scenario
from gaia2_gym.trace import Notification, Record
from gaia2_gym.world import TurnOutcome, World, open_gate, run_oracle
from tests.shared import CONFORMANCE, NO_CONFORMANCE, ROOT

FOLDER = CONFORMANCE / "engine" / "open"
WHAT = {
    "create_and_add_email": "email_received",
    "send_email_to_user_only": "email_received",
    "reply_to_email_from_user": "email_reply_received",
    "create_and_add_message": "message_received",
    "wait_for_notification": "wait_timeout",
    "add_product": "product_added",
    "reminder": "reminder_due",
}


def _vectors() -> list[Any]:
    cases = [json.loads(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))]
    return [pytest.param(case, id=case["name"]) for case in cases]


def _not_copied(name: str) -> bool:
    rows = re.findall(r"^\| `(e\d+)` \|", (ROOT / "docs" / "quirks.md").read_text(encoding="utf-8"), re.MULTILINE)
    return name.split("_")[0] in rows


def _predicate(spec: dict[str, Any]) -> Any:
    kind = spec["pred"]
    if kind == "calendar_events_at_least":
        return lambda world: len(world.apps["Calendar"].state.events) >= spec["value"]
    if kind == "calendar_events_at_most":  # a minefield names what must stay true
        return lambda world: len(world.apps["Calendar"].state.events) <= spec["value"]
    if kind == "call_of":
        return lambda world, record: record.tool == spec["function"] and not record.failed
    raise AssertionError(f"unknown predicate {kind}")


def extended(case: dict[str, Any]) -> Scenario:
    """The vector's scenario with the events that JSON cannot carry."""
    scenario = parse_scenario(json.dumps(case["scenario"]), case["name"])
    events = list(scenario.events)
    for x in (case["extension"] or {}).get("ext", []):
        common: dict[str, Any] = {"dependencies": tuple(x["depends_on"]), "delay": float(x.get("delay", 0))}
        if x["kind"] == "stop":
            events.append(Event(x["id"], "STOP", **common))
        elif x["kind"] == "condition":
            check = Condition(_predicate(x["when"]), x.get("every_ticks", 1), x.get("timeout"))
            events.append(Event(x["id"], "CONDITION", check=check, **common))
            then = x["then"]
            app, function = then["tool"].split("__")
            events.append(Event(then["id"], "ENV", app, function, then["args"], (x["id"],), float(then["delay"])))
        else:
            check_ = Validation(
                tuple(_predicate(m) for m in x["milestones"]),
                tuple(_predicate(m) for m in x["minefields"]),
                x.get("every_ticks", 1),
                x.get("timeout"),
                on_agent=x["kind"] == "agent_validation",
            )
            events.append(Event(x["id"], "VALIDATION", check=check_, **common))
    return replace(scenario, events=tuple(events))


def strict_gate(world: World, turn: int) -> TurnOutcome:
    """Accepts a turn whose writes equal the oracle's, argument for argument."""
    outcome = open_gate(world, turn)
    scenario = world.scenario
    oracle = [e for e in scenario.events if e.kind == "AGENT" and scenario.tools[f"{e.app}__{e.function}"].operation == "write"]
    due = [e for e in oracle if scenario.turns.of[e.id] <= turn]
    done = [r for r in world.records if r.kind == "agent" and not r.failed and r.operation == "write" and r.turn <= turn]
    equal = len(due) == len(done) and all(
        e.id in outcome.matches | dict(world.aliases)
        and all(_same(world.records[(outcome.matches | dict(world.aliases))[e.id]].args.get(k), v) for k, v in e.args.items())
        for e in due
    )
    return replace(outcome, released=equal, accepted=equal)


def _same(got: Any, wanted: Any) -> bool:
    return got == wanted or (isinstance(wanted, str) and wanted.startswith("{{"))


def _note(n: Notification, start: float, world: World) -> dict[str, Any]:
    time = round(n.time - start, 6)
    if n.kind == "user":
        return {"type": "user", "time": time, "content": n.text}
    if n.kind == "stop":
        return {"type": "stop", "time": time, "state": "FAILED" if world.reason == "validation_failed" else "STOPPED"}
    classes = {entry.name: entry.cls.class_name for entry in world.scenario.apps}
    return {"type": "environment", "time": time, "app_class": classes.get(n.app, n.app), "what": WHAT.get(n.tool, n.tool), **n.ids}


def _differs(expected: list[dict[str, Any]], got: list[dict[str, Any]]) -> bool:
    """Notifications in order of time, equal times in any order; ours may carry more ids than the vector names."""
    if len(expected) != len(got) or [n["time"] for n in expected] != [n["time"] for n in got]:
        return True
    left = list(got)
    for e in expected:
        match = next((g for g in left if all(g.get(k) == v for k, v in e.items())), None)
        if match is None:
            return True
        left.remove(match)
    return False


def _row(record: Record, start: float) -> dict[str, Any]:
    if record.kind in ("condition", "validation"):
        r = record.result
        return {
            "type": record.kind.upper(),
            "id": record.id,
            "first": round(r["first"] - start, 6),
            "last": round(r["last"] - start, 6),
            "checks": r["checks"],
            "result": r["value"],
        }
    row = {
        "time": round(record.time - start, 6),
        "type": record.kind.upper(),
        "app": record.app,
        "function": record.tool,
        "failed": record.failed,
    }
    changed = {k: v for k, v in record.resolved_args.items() if isinstance(record.args.get(k), str) and record.args[k].strip().startswith("{{")}
    return row | ({"resolved_args": changed} if changed else {})


def _check_log(expected: list[dict[str, Any]], records: list[Record], start: float, where: str) -> list[str]:
    watched = [r for r in records if r.kind in ("condition", "validation")]
    folded = [r for r in expected if r["type"] in ("CONDITION", "VALIDATION")]
    rows = sorted((_row(r, start) for r in watched), key=str)
    bare = [{k: v for k, v in r.items() if k != "executed_as"} for r in folded]
    wanted = sorted(bare, key=lambda r: str({k: r[k] for k in rows[0]}) if rows else "")
    want = sorted((r for r in expected if not r.get("nested") and r not in folded), key=lambda r: r.get("executed_as", 0))
    got = [r for r in records if r.kind not in ("stop", "condition", "validation")]
    problems = [] if len(want) == len(got) else [f"{where}: {len(want)} records expected, {len(got)} found: {[_row(r, start) for r in got]}"]
    problems += [] if rows == wanted else [f"{where}: watches {rows}, expected {wanted}"]
    for e, r in zip(want, got, strict=False):
        row = _row(r, start)
        keys = set(row) | ({"id"} if e.get("id") and "action" not in e else set())
        mine = row | {"id": r.id}
        if any(e.get(k) != mine.get(k) for k in keys if k in e or k == "resolved_args"):
            problems.append(f"{where}: record {mine} expected {e}")
    return problems


def play(case: dict[str, Any], scenario: Scenario, verbosity: Any) -> list[str]:
    """Play the vector's script and list the differences."""
    want = case["expected"]["exact"][verbosity]
    gate = strict_gate if case["trigger"] == "judge_accept" else None
    duration = case["scenario"]["metadata"]["definition"]["duration"]
    world = World(scenario, notifications=verbosity, gate=gate, duration=float("inf") if duration is None else None)
    start = scenario.start_time
    problems: list[str] = []
    results: list[Any] = []

    def compare(where: str, expected: dict[str, Any], time: float) -> None:
        notes = [_note(n, start, world) for n in world.take_notifications()]
        if abs(time - start - expected.get("time_after", expected.get("time"))) > 1e-6:
            problems.append(f"{where}: time {time - start}, expected {expected}")
        if _differs(expected["notifications"], notes):
            problems.append(f"{where}: notifications {notes}, expected {expected['notifications']}")

    world.idle()
    compare("initial", want["initial"], world.now)
    for expected in want["steps"]:
        action = case["script"][expected["action"]]
        if action["tool"] == "IDLE":
            world.idle()
            compare(f"step {expected['action']}", expected, world.now)
            continue
        world.think(action["think_seconds"])
        executed = not world.stopped
        if executed:
            record = world.call(action["tool"], _filled(action["args"], results))
            results.append(None if record.failed else record.result)
            if abs(record.time - start - expected.get("call_time", -1)) > 1e-6 or record.failed != expected["failed"]:
                problems.append(f"step {expected['action']}: called {record.time - start} failed={record.failed}, expected {expected}")
            final = world.turn >= scenario.num_turns
            if record.tool == "send_message_to_user" and not record.failed and not final and not action.get("no_idle"):
                world.check_time_limit()
                world.idle()
            world.check_time_limit()
        if executed != expected.get("executed", True):
            problems.append(f"step {expected['action']}: executed={executed}, expected {expected}")
        compare(f"step {expected['action']}", expected, world.now)
    world.close()
    problems += _check_log(want["log"], world.records, start, "log")
    state = "RUNNING" if not world.stopped else "FAILED" if world.reason == "validation_failed" else "STOPPED"
    if state != want["end"]["state"] or abs(world.now - start - want["end"]["time"]) > 1e-6:
        problems.append(f"end {world.now - start} {state}, expected {want['end']}")
    if (world.turn >= scenario.num_turns and not world.stopped) != want["agent_finished"]:
        problems.append(f"agent finished {world.turn} of {scenario.num_turns}, expected {want['agent_finished']}")
    return problems


def _filled(args: dict[str, Any], results: list[Any]) -> dict[str, Any]:
    return {k: results[v["$result_of"]] if isinstance(v, dict) and "$result_of" in v else v for k, v in args.items()}


def play_oracle(case: dict[str, Any], scenario: Scenario) -> list[str]:
    """Run the oracle and list the differences."""
    duration = case["scenario"]["metadata"]["definition"]["duration"]
    run = run_oracle(scenario, duration=float("inf") if duration is None else None)
    want = case["oracle_mode"]
    problems = _check_log(want["log"], run.records, scenario.start_time, "oracle")
    state = "FAILED" if run.failed else "STOPPED"
    if state != want["end"]["state"] or abs(run.time - scenario.start_time - want["end"]["time"]) > 1e-6:
        problems.append(f"oracle end {run.time - scenario.start_time} {state}, expected {want['end']}")
    return problems


@pytest.mark.skipif(not FOLDER.is_dir(), reason=NO_CONFORMANCE)
@pytest.mark.parametrize("case", _vectors())
def test_vector(case: dict[str, Any]) -> None:
    scenario = extended(case)
    problems = [f"{v}: {p}" for v in ("low", "medium", "high") for p in play(case, scenario, v)]
    problems += play_oracle(case, scenario)
    if problems and case.get("quirk") and _not_copied(case["name"]):
        return
    assert not problems, "\n".join(problems[:10])
