"""An episode as a person would read it: time, call, result, notifications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from gaia2_gym.apps.records import format_time
from gaia2_gym.session.observe import notification_line
from gaia2_gym.session.session import Session
from gaia2_gym.trace import Record, StepInfo

Style = Literal["heading", "thought", "call", "result", "error", "notification", "end"]
WIDTH = 400
"""Characters of a result that a transcript shows."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript and what it is."""

    style: Style
    text: str


def opening(session: Session) -> Iterator[Line]:
    """What was there before the agent's first action."""
    scenario = session.scenario
    yield Line("heading", f"{scenario.scenario_id} ({scenario.split or 'no split'}), seed {session.seed}, {scenario.num_turns} turn(s)")
    for n in session.start.notifications:
        yield Line("notification", notification_line(n))


def step_lines(session: Session, index: int) -> Iterator[Line]:
    """One action: thought, calls with results, what arrived."""
    step = session.steps[index]
    if step.thought:
        yield Line("thought", f"  {_short(step.thought)}")
    records = [session.world.records[i] for i in session.step_records[index]]
    for record in records:
        yield Line("call", f"[{format_time(record.time)}] {step.step:>3}. {_call(record)}")
    yield from _outcome(step, records)


def closing(session: Session) -> Iterator[Line]:
    """How it ended."""
    if session.reason is not None:
        yield Line("end", f"[{format_time(session.world.now)}] end: {session.reason} after {len(session.steps)} steps")


def transcript(session: Session) -> Iterator[Line]:
    """The whole episode so far."""
    yield from opening(session)
    for index in range(len(session.steps)):
        yield from step_lines(session, index)
    yield from closing(session)


def _outcome(step: StepInfo, records: list[Record]) -> Iterator[Line]:
    lines = step.observation.splitlines() if isinstance(step.observation, str) else []
    arrived = [line for n in step.notifications for line in notification_line(n).splitlines()]
    results = lines[: len(lines) - len(arrived)] if arrived else lines
    failed = any(r.failed for r in records)
    if results:
        yield Line("error" if failed else "result", f"      -> {_short(' '.join(results))}")
    for n in step.notifications:
        yield Line("notification", notification_line(n))


def _call(record: Record) -> str:
    if record.tool is None:
        return "(malformed action)"
    return f"{record.public_name}({', '.join(f'{k}={_value(v)}' for k, v in record.args.items() if v is not None)})"


def _value(value: Any) -> str:
    return _short(orjson.dumps(value, default=str).decode(), 120)


def _short(text: str, width: int = WIDTH) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else f"{text[:width]}... ({len(text)} characters)"
