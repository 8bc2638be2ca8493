"""Doing again what a trace says was done, and saying where the outcome departs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

import orjson

from gaia2_gym.apps.records import format_time, reference_text
from gaia2_gym.config import read_table
from gaia2_gym.errors import ScenarioError, ToolError, TraceError
from gaia2_gym.scenario import (
    MESSAGE_TO_USER,
    USER_INTERFACE,
    Completed,
    Event,
    NoiseConfig,
    Scenario,
    completed_events,
    load_scenario,
    noisy,
    parse_scenario,
)
from gaia2_gym.session.session import STEP_LIMIT_EVENT
from gaia2_gym.trace import Record, Trace, dump_json
from gaia2_gym.world import Change, Gate, TurnOutcome, World, record_json

_FACTS = ("kind", "id", "time", "app", "tool", "args", "resolved_args", "result", "error", "turn")


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay gave.

    Args:
        records: What happened in the replay.
        state_diff: What has changed since the start, see `World.state_diff`.
        calls: How many of the agent's calls were made.
        departure: Where and how it departs from the trace; None where it does not.
    """

    records: list[Record]
    state_diff: dict[str, list[Change]]
    calls: int
    departure: str | None


def replay(trace: Trace | Scenario, scenario: Scenario | None = None) -> Replay:
    """Replay a trace of ours, or an exported episode in the official format.

    Calls are made at their times, also past the point where the episode would have ended. Of an official trace, which holds results as texts with
    foreign ids, only success and failure of each call are compared.

    Args:
        trace: A trace, or a scenario read from a file with completed events.
        scenario: What to play it on; by default the one that the trace holds or names.

    Raises:
        TraceError: When the scenario is missing or is not the trace's.
    """
    if isinstance(trace, Scenario):
        return _replay_official(trace, scenario or trace)
    return _replay_own(trace, scenario or scenario_of(trace))


def scenario_of(trace: Trace) -> Scenario:
    """The scenario a trace was played on.

    Raises:
        TraceError: When its file is missing, cannot be read, or has changed.
    """
    header, name = trace.header, trace.source or "trace"
    try:
        held = header.get("scenario")
        scenario = parse_scenario(orjson.dumps(held), f"{name} (scenario)") if held else load_scenario(header["path"])
    except (ScenarioError, KeyError) as error:
        raise TraceError(f"{name}: its scenario cannot be read: {error}; give the scenario's file") from None
    if scenario.digest != header.get("scenario_digest"):
        raise TraceError(f"{name}: the scenario {scenario.source} is not the one that was played: its digest differs")
    return scenario


def _replay_own(trace: Trace, scenario: Scenario) -> Replay:
    config = trace.header.get("config") or {}
    seed, noise = trace.header.get("seed", 0), read_table(NoiseConfig, "noise", config.get("noise") or False)
    world = World(
        noisy(scenario, noise, seed) if noise else scenario,
        seed=seed,
        notifications=config.get("notifications", "medium"),
        compat=config.get("compat") is not None,
        gate=_recorded_gate(trace),
    )
    world.idle()
    world.take_notifications()
    calls = 0
    own = [r for r in trace.records if r["kind"] == "agent"]
    for _, group in groupby(own, key=lambda r: r.get("step")):
        if world.stopped:
            break
        calls += _do_step(world, list(group))
    if any(r["id"] == STEP_LIMIT_EVENT for r in trace.records):
        said = next(r for r in trace.records if r["id"] == STEP_LIMIT_EVENT)
        world.call(f"{USER_INTERFACE}__{MESSAGE_TO_USER}", said["args"], "env", event=Event(STEP_LIMIT_EVENT, "ENV"))
    if trace.end is not None:
        world.close()
    return Replay(world.records, world.state_diff(), calls, _departure(trace.records, [record_json(r) for r in world.records]))


def _recorded_gate(trace: Trace) -> Gate | None:
    """The gate as the trace says it decided, so that a replay needs no judge; the open gate for a trace without a verdict."""
    end = trace.end or {}
    turns = (end.get("verdict") or {}).get("turns")
    if turns is None:
        return None
    free = (trace.header.get("config") or {}).get("gate") == "free"

    def gate(world: World, turn: int) -> TurnOutcome:
        matches = {o["id"]: o["agent_record"] for o in turns[turn]["oracle"] if o["status"] == "matched"}
        accepted = turns[turn]["success"] is True
        reason: Literal["turn_refused", "infrastructure"] = "turn_refused" if turns[turn]["success"] is False else "infrastructure"
        return TurnOutcome(accepted or free, accepted, matches, reason)

    return gate


def _do_step(world: World, records: list[Mapping[str, Any]]) -> int:
    """One action of the trace, as a session does it."""
    turn = world.turn
    world.think(max(0.0, records[0]["time"] - world.now))
    for record in records:
        if record["id"].startswith("AGENT-refused"):
            error = record["error"]
            name = f"{record['app']}__{record['tool']}" if record["app"] else record["tool"]
            world.refuse(name, record["args"], ToolError(error["kind"], error["message"]))
        else:
            error = record["error"] or {}
            failure = ToolError("injected", error["message"]) if error.get("kind") == "injected" else None
            world.call(f"{record['app']}__{record['tool']}", record["args"], failure=failure)
    if not world.stopped and not (world.turn > turn and world.turn >= world.scenario.num_turns):
        world.check_time_limit()
        if world.turn > turn:
            world.idle()
    world.take_notifications()
    return len(records)


def _departure(expected: Iterable[Mapping[str, Any]], got: list[dict[str, Any]]) -> str | None:
    expected = list(expected)
    for e, g in zip(expected, got, strict=False):
        for fact in _FACTS:
            if e.get(fact) != g[fact]:
                where = f"record {e['i']} ({e.get('app')}__{e.get('tool')} at {format_time(e['time'])})"
                return f"{where}: {fact} was {_short(e.get(fact))}, and is {_short(g[fact])}"
    if len(expected) != len(got):
        return f"the trace has {len(expected)} records, the replay {len(got)}"
    return None


def _replay_official(trace: Scenario, scenario: Scenario) -> Replay:
    world = World(scenario, duration=math.inf)
    departure, calls = None, 0
    for done in completed_events(trace):
        if done.kind != "agent" or done.public_name not in scenario.tools or _is_inner(done, scenario):
            continue
        world.think(max(0.0, done.time - world.now))
        world.take_notifications()
        # how long the reference waited is in the times of what follows, so a wait itself takes no time here
        args = {"timeout": 0} if done.tool == "wait_for_notification" else done.args
        record = world.call(done.public_name, args)
        calls += 1
        if departure is None and record.failed != (done.error is not None):
            outcome = record.error.message if record.error else _short(reference_text(record.result))
            before = "failed" if done.error else "succeeded"
            departure = f"{done.id} ({done.public_name} at {format_time(done.time)}): it {before}, and now gives: {outcome}"
    return Replay(world.records, world.state_diff(), calls, departure)


def _is_inner(done: Completed, scenario: Scenario) -> bool:
    """Calls that the reference logs for tools of its own making, which no agent can see."""
    return "agent" not in scenario.tools[done.public_name].audience


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else dump_json(value, str).decode()
    return text if len(text) <= 160 else f"{text[:160]}..."
