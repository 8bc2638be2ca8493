"""An episode as a person would read it: time, call, result, notifications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.apps.records import format_time
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE
from gaia2_gym.session.observe import notification_line, result_text
from gaia2_gym.session.session import Session
from gaia2_gym.trace import Notification, Record, dump_json

Style = Literal["heading", "thought", "call", "result", "error", "user", "notification", "end", "stopped"]
WIDTH = 400
"""Characters of a result or an argument that a transcript shows."""
MESSAGE_WIDTH = 2_000
"""Characters of a message that it shows."""

_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), "\N{REPLACEMENT CHARACTER}")
"""What a text from a scenario or a model must not send to a terminal."""
_TIME = len("[2024-10-15 07:00:00] ")
_NUMBER = len("  1. ")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a transcript: what it is, its text, and the column at which its further lines begin."""

    style: Style
    text: str
    hang: int = 0

    def __str__(self) -> str:
        """The entry as plain text."""
        return self.text.replace("\n", "\n" + " " * self.hang)


def opening(session: Session) -> Iterator[Line]:
    """What was there before the agent's first action."""
    scenario = session.scenario
    turns = "1 turn" if scenario.num_turns == 1 else f"{scenario.num_turns} turns"
    yield Line("heading", _short(f"{scenario.scenario_id} ({scenario.split or 'no split'}), seed {session.seed}, {turns}"))
    yield from _arrived(session.start.notifications)


def step_lines(session: Session, index: int) -> Iterator[Line]:
    """One action: thought, calls with results, what arrived."""
    step = session.steps[index]
    if step.thought:
        yield Line("thought", f"{'':{_TIME}}{_short(step.thought)}", _TIME)
    records = [session.world.records[i] for i in session.step_records[index]]
    for record in records:
        yield _entry("call", record.time, f"{step.step:>3}. {_call(record, step.raw)}")
        yield _outcome(session, record)
    if not records:
        yield Line("call", f"{'':{_TIME}}{step.step:>3}. (not done: the simulation had stopped)", _TIME + _NUMBER)
    if (turn := _begun_turn(session, index, records)) is not None:
        yield Line("heading", f"turn {turn + 1} of {session.scenario.num_turns}")
    yield from _arrived(step.notifications)


def closing(session: Session) -> Iterator[Line]:
    """How it ended."""
    if session.reason is not None:
        steps = "1 step" if len(session.steps) == 1 else f"{len(session.steps)} steps"
        style: Style = "end" if session.reason == "completed" else "stopped"
        yield Line(style, f"[{format_time(session.world.now)}] end: {session.reason} after {steps}", _TIME)


def transcript(session: Session) -> Iterator[Line]:
    """The whole episode so far."""
    yield from opening(session)
    for index in range(len(session.steps)):
        yield from step_lines(session, index)
    yield from closing(session)


def _entry(style: Style, time: float, text: str) -> Line:
    return Line(style, f"[{format_time(time)}] {text}", _TIME + _NUMBER)


def _arrived(notifications: tuple[Notification, ...]) -> Iterator[Line]:
    for n in notifications:
        yield Line("user" if n.kind == "user" else "notification", _cut(_clean(notification_line(n)), MESSAGE_WIDTH), _TIME)


def _begun_turn(session: Session, index: int, records: list[Record]) -> int | None:
    """The turn, from 0, that began with an action: it sent the user a message, and the episode went on."""
    is_last = session.over and index == len(session.steps) - 1
    sent = next((r for r in records if r.app == USER_INTERFACE and r.tool == MESSAGE_TO_USER and not r.failed), None)
    return None if sent is None or is_last else sent.turn + 1


def _outcome(session: Session, record: Record) -> Line:
    config = session.config
    text = result_text(record, session.scenario.tools.get(record.public_name), config.observation, config.max_observation_chars)
    return Line("error" if record.failed else "result", f"{'':{_TIME + _NUMBER}}-> {_short(text)}", _TIME + _NUMBER + len("-> "))


def _call(record: Record, raw: Any) -> str:
    if record.tool is None:
        return f"(malformed action) {_short(raw if isinstance(raw, str) else _json(raw))}"
    arguments = ", ".join(f"{_short(k)}={_short(_json(v))}" for k, v in record.args.items() if v is not None)
    return f"{_short(record.public_name)}({arguments})"


def _json(value: Any) -> str:
    return dump_json(value, str).decode()


def _short(text: str) -> str:
    return _cut(_clean(" ".join(text.split())), WIDTH)


def _clean(text: str) -> str:
    return text.translate(_CONTROLS)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[:width]}... ({len(text)} characters)"
