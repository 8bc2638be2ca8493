"""Reminders that come due at a time, once or again and again."""

from __future__ import annotations

import math
from calendar import monthrange
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import attribute, drop_nulls, load, parse_time, plain, plan_of
from gaia2_gym.errors import ScenarioError, ToolError
from gaia2_gym.tools import OneOf, tool

UNITS = OneOf(("second", "minute", "hour", "day", "week", "month"))
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
HORIZON = 12 * SECONDS["week"]
MOST_REPETITIONS = 100
FIRST_TIME = datetime(1, 1, 1, tzinfo=UTC).timestamp()


@dataclass(frozen=True, slots=True)
class ReminderItem:
    """One reminder, or one repetition of it."""

    reference_name: ClassVar[str] = "Reminder"
    reminder_id: str
    title: str
    due_datetime: float = attribute(time=True)
    description: str = attribute("", free_text=True)
    repetition_unit: str | None = None
    repetition_value: int | None = 1
    time_notified: float | None = attribute(None, time=True, incidental=True)
    """When its coming due was notified."""

    @property
    def due(self) -> datetime:
        """The due time as a date."""
        return datetime.fromtimestamp(self.due_datetime, UTC)

    def as_plain(self) -> dict[str, Any]:
        """The fields, with the due time in ISO 8601."""
        return {name: getattr(self, name) for name in plan_of(ReminderItem).names} | {"due_datetime": self.due.isoformat()}

    def as_text(self) -> str:
        """The reference's text form."""
        return f"Reminder: {self.title}\nDescription: {self.description}\nDue Date: {self.due}"


class ReminderList(list[ReminderItem]):
    """Reminders whose text in the reference is that of each, with blank lines between."""

    def as_text(self) -> str:
        """The reference's text form."""
        return "\n\n".join(item.as_text() for item in self)


@dataclass(slots=True)
class ReminderState:
    """Reminders by id, in order of addition, repetitions after the reminder they repeat."""

    reminders: dict[str, ReminderItem] = field(default_factory=dict)


class Reminder(App[ReminderState]):
    """Reminders that come due at a time; official scenario files do not carry this app, its state form is this package's own."""

    class_name: ClassVar[str] = "ReminderApp"
    State = ReminderState

    @classmethod
    def load(cls, data: dict[str, Any]) -> ReminderState:
        """Read `{"reminders": [...]}`, each with its due time in ISO 8601 (UTC where no zone is given)."""
        raw = data.get("reminders") or []
        if isinstance(raw, list):
            raw = [_with_due_time(drop_nulls(ReminderItem, r), f"reminders.{i}") for i, r in enumerate(raw)]
        items: list[ReminderItem] = load(list[ReminderItem], raw, "reminders")
        reminders = {item.reminder_id: item for item in items}
        if len(reminders) < len(items):
            raise ScenarioError("reminders: two of them have the same reminder_id")
        return ReminderState(reminders)

    def dump(self) -> dict[str, Any]:
        """What `load` reads."""
        return {"reminders": plain(list(self.state.reminders.values()))}

    @tool(
        write=True,
        checks={
            "title": "stripped",
            "due_datetime": "datetime",
            "repetition_unit": "eq",
            "repetition_value": "eq",
            "description": "soft",
        },
    )
    def add_reminder(
        self,
        title: str,
        due_datetime: str,
        description: str,
        repetition_unit: Annotated[str, UNITS] | None = None,
        repetition_value: int | None = 1,
    ) -> str:
        """Set a reminder and return its id; it notifies once, when it is due.

        With a repetition unit it repeats within the next 12 weeks, at most 100 times; each repetition is listed as a reminder of its own.

        Args:
            title: What to be reminded of.
            due_datetime: When it is due, `YYYY-MM-DD HH:MM:SS` in UTC.
            description: Details.
            repetition_unit: Unit of the time between repetitions; null for a reminder that does not repeat.
            repetition_value: How many units lie between repetitions, at least 1.
        """
        due = parse_time(due_datetime, "due_datetime")
        times = self._repetitions(due, repetition_unit, repetition_value) if repetition_unit else []
        reminder_id = self.runtime.stream.hex_id()
        first = ReminderItem(reminder_id, title, due, description, repetition_unit, repetition_value)
        self.state.reminders[reminder_id] = first
        for n, time in enumerate(times, start=1):
            repetition_id = reminder_id + ("_rep_1" * n if self.runtime.compat else f"_rep_{n}")
            self.state.reminders[repetition_id] = replace(first, reminder_id=repetition_id, due_datetime=time)
        return reminder_id

    @tool(write=True, checks={"reminder_id": "eq"})
    def delete_reminder(self, reminder_id: str) -> None:
        """Delete a reminder and all its repetitions. The id of a repetition deletes that one alone.

        Args:
            reminder_id: Id of the reminder, as add_reminder returned it or get_all_reminders lists it.
        """
        reminders = self.state.reminders
        if reminder_id not in reminders:
            raise ToolError("not_found", f"no reminder with id {reminder_id[:60]!r}; get_all_reminders lists them.")
        # in the reference, whose repetition ids are chained, the first repetition alone goes with its reminder
        repeats = [f"{reminder_id}_rep_1"] if self.runtime.compat else [i for i in reminders if i.startswith(f"{reminder_id}_rep_")]
        for gone in (reminder_id, *repeats):
            reminders.pop(gone, None)

    @tool(write=True)
    def delete_all_reminders(self) -> None:
        """Delete every reminder, repetitions included."""
        self.state.reminders.clear()

    @tool()
    def get_due_reminders(self) -> list[ReminderItem]:
        """List the reminders whose due time has come, in order of addition; also those notified long ago."""
        return ReminderList(item for item in self.state.reminders.values() if item.due_datetime <= self.now)

    @tool()
    def get_all_reminders(self) -> list[ReminderItem]:
        """List all reminders, repetitions included, in order of addition."""
        return ReminderList(self.state.reminders.values())

    def next_due(self, after: float) -> float | None:
        """Earliest due time later than `after` of a reminder not yet notified; None when there is none."""
        return min((item.due_datetime for item in self._waiting() if item.due_datetime > after), default=None)

    def due_between(self, after: float, until: float) -> list[ReminderItem]:
        """Reminders not yet notified that come due later than `after` and not later than `until`, in order of their due times."""
        return sorted((item for item in self._waiting() if after < item.due_datetime <= until), key=lambda item: item.due_datetime)

    def mark_notified(self, reminder_id: str) -> None:
        """Note that the reminder was notified now, so that it does not come up again."""
        self.state.reminders[reminder_id] = replace(self.state.reminders[reminder_id], time_notified=self.now)

    def _waiting(self) -> list[ReminderItem]:
        return [item for item in self.state.reminders.values() if item.time_notified is None]

    def _repetitions(self, due: float, unit: str, value: int | None) -> list[float]:
        """Due times of the repetitions; checks unit and value."""
        if unit not in UNITS:
            raise ToolError("bad_argument", f"repetition_unit must be one of {', '.join(UNITS)} or null, not {unit[:40]!r}.")
        # the reference repeats into the past when the value is negative
        if not value or (value < 0 and not self.runtime.compat):
            raise ToolError("bad_argument", "repetition_value must be at least 1 when a repetition_unit is given.")
        times: list[float] = []
        for n in range(1, MOST_REPETITIONS + 1):
            time = _months_later(due, n * value) if unit == "month" else due + n * value * SECONDS[unit]
            if time >= self.now + HORIZON:
                break
            if time < FIRST_TIME:
                raise ToolError("bad_argument", "the repetitions would reach back before the year 1.")
            times.append(time)
        return times


def _months_later(due: float, months: int) -> float:
    """The same day and time that many months later, in a month without that day its last one."""
    first = datetime.fromtimestamp(due, UTC)
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        return math.copysign(math.inf, months)
    return first.replace(year=year, month=month + 1, day=min(first.day, monthrange(year, month + 1)[1])).timestamp()


def _with_due_time(raw: Any, place: str) -> Any:
    """A reminder of a scenario file with its due time in Unix seconds."""
    if not isinstance(raw, dict) or "due_datetime" not in raw:
        return raw
    try:
        due = datetime.fromisoformat(raw["due_datetime"])
        due = due.astimezone(UTC) if due.tzinfo else due.replace(tzinfo=UTC)
    except (TypeError, ValueError, OverflowError):
        found = repr(raw["due_datetime"])[:80]
        raise ScenarioError(f"{place}.due_datetime: not a time like '2024-10-15T18:30:00+00:00' (found {found})") from None
    return {**raw, "due_datetime": due.timestamp()}
