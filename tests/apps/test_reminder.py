"""Reminders: repetitions, deletion, coming due."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.records import parse_time, plain, reference_text, shown
from gaia2_gym.apps.reminder import Reminder
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError

START = 1728975600.0  # 2024-10-15 07:00:00
DAY = 86400.0


@dataclass
class Clock:
    now: float = START


def make(compat: bool = False, now: float = START) -> Reminder:
    return Reminder("Reminders", Reminder.load({}), Runtime(Clock(now), Stream(0, "Reminders"), compat=compat))


def add(app: Reminder, due: str = "2024-10-15 08:00:00", unit: str | None = None, value: int | None = 1, title: str = "Water") -> str:
    return app.add_reminder(title, due, "the plants", unit, value)


def dates(app: Reminder) -> list[str]:
    return [item.due.strftime("%m-%d") for item in app.get_all_reminders()]


def test_repetitions_have_numbered_ids_and_the_words_of_the_first() -> None:
    app = make()
    first = add(app, unit="week", value=4)
    assert list(app.state.reminders) == [first, f"{first}_rep_1", f"{first}_rep_2"]
    assert {(r.title, r.description, r.repetition_unit, r.repetition_value) for r in app.get_all_reminders()} == {("Water", "the plants", "week", 4)}
    assert dates(app) == ["10-15", "11-12", "12-10"]


def test_repetitions_stay_before_twelve_weeks_from_now() -> None:
    app = make()
    add(app, "2024-10-15 07:00:00", unit="week")
    assert len(app.get_all_reminders()) == 1 + 11  # the twelfth would be due at the horizon itself
    app = make(now=START - DAY)
    add(app, "2024-10-15 07:00:00", unit="day")
    assert len(app.get_all_reminders()) == 1 + 82
    app = make()
    add(app, "2030-01-01 00:00:00", unit="day")
    assert len(app.get_all_reminders()) == 1


@pytest.mark.parametrize("unit", ["second", "minute", "hour"])
def test_there_are_at_most_a_hundred_repetitions(unit: str) -> None:
    app = make()
    add(app, unit=unit)
    assert len(app.get_all_reminders()) == 101


def test_a_month_without_the_day_has_its_last_one_and_the_next_the_day_again() -> None:
    app = make(now=parse_time("2024-01-30 00:00:00", "now"))
    add(app, "2024-01-31 09:00:00", unit="month")
    assert dates(app) == ["01-31", "02-29", "03-31"]
    app = make(now=parse_time("2024-11-01 00:00:00", "now"))
    add(app, "2024-11-30 09:00:00", unit="month")
    assert dates(app) == ["11-30", "12-30"]


def test_a_huge_interval_is_a_reminder_without_repetition() -> None:
    for unit in ("month", "week"):
        app = make()
        add(app, unit=unit, value=(1 << 63) - 1)
        assert len(app.get_all_reminders()) == 1


def test_without_a_unit_the_value_means_nothing() -> None:
    app = make()
    for unit, value in ((None, 0), ("", -3), (None, None)):
        add(app, unit=unit, value=value)
    assert len(app.get_all_reminders()) == 3


def test_deleting_a_reminder_deletes_its_repetitions_and_no_others() -> None:
    app = make()
    first, other = add(app, unit="week"), add(app, unit="week", value=6)
    app.delete_reminder(f"{first}_rep_3")
    assert len(app.get_all_reminders()) == 11 + 2
    app.delete_reminder(first)
    assert list(app.state.reminders) == [other, f"{other}_rep_1"]
    app.delete_all_reminders()
    assert app.get_all_reminders() == []


def test_compat_chains_ids_and_deletes_the_first_repetition_alone() -> None:
    app = make(compat=True)
    first = add(app, unit="week", value=3)
    assert list(app.state.reminders)[2] == f"{first}_rep_1_rep_1"
    app.delete_reminder(first)
    assert list(app.state.reminders) == [f"{first}_rep_1_rep_1", f"{first}_rep_1_rep_1_rep_1"]


def test_compat_repeats_into_the_past_but_not_before_the_calendar_begins() -> None:
    app = make(compat=True)
    add(app, unit="month", value=-12)
    assert dates(app)[:2] == ["10-15", "10-15"]
    assert app.get_all_reminders()[1].due.year == 2023
    for unit, value in (("month", -300), ("week", -(1 << 63))):
        before = app.state_digest()
        with pytest.raises(ToolError, match="before the year 1"):
            add(app, unit=unit, value=value)
        assert app.state_digest() == before


@pytest.mark.parametrize(
    ("tool", "args", "kind"),
    [
        ("add_reminder", {"due_datetime": "2024-10-16"}, "bad_argument"),
        ("add_reminder", {"repetition_unit": "Day"}, "bad_argument"),
        ("add_reminder", {"repetition_unit": "year" * 99}, "bad_argument"),
        ("add_reminder", {"repetition_unit": "day", "repetition_value": 0}, "bad_argument"),
        ("add_reminder", {"repetition_unit": "day", "repetition_value": -1}, "bad_argument"),
        ("add_reminder", {"repetition_unit": "day", "repetition_value": None}, "bad_argument"),
        ("delete_reminder", {"reminder_id": "x" * 500}, "not_found"),
    ],
)
def test_a_failed_call_changes_nothing_and_is_short(tool: str, args: dict[str, Any], kind: str) -> None:
    app = make()
    add(app)
    before = app.state_digest()
    given = {"title": "t", "due_datetime": "2024-10-16 00:00:00", "description": "d"} if tool == "add_reminder" else {}
    with pytest.raises(ToolError) as caught:
        getattr(app, tool)(**(given | args))
    assert caught.value.kind == kind
    assert len(str(caught.value)) < 200
    assert (app.state_digest(), app.runtime.stream.count) == (before, 1)


def test_due_means_the_time_has_come_in_order_of_addition() -> None:
    app = make()
    add(app, "2024-10-15 07:00:00", title="now")
    add(app, "2024-10-15 06:00:00", title="earlier")
    add(app, "2024-10-15 07:00:01", title="soon")
    assert [item.title for item in app.get_due_reminders()] == ["now", "earlier"]


def test_each_reminder_comes_up_once_at_its_time() -> None:
    app = make()
    late, soon = add(app, "2024-10-15 09:00:00"), add(app, "2024-10-15 08:00:00")
    assert app.next_due(START) == START + 3600
    assert app.next_due(START + 3600) == START + 7200
    assert app.next_due(START + 7200) is None
    assert [item.reminder_id for item in app.due_between(START, START + 7200)] == [soon, late]
    assert [item.reminder_id for item in app.due_between(START + 3600, START + 7200)] == [late]
    app.runtime.clock.now = START + 3600  # type: ignore[misc]
    app.mark_notified(soon)
    assert [item.reminder_id for item in app.due_between(-math.inf, START + 7200)] == [late]
    assert app.next_due(START) == START + 7200
    assert shown(app.get_due_reminders())[0]["time_notified"] == "2024-10-15 08:00:00"


def test_forms_of_a_result() -> None:
    app = make()
    assert reference_text(app.get_all_reminders()) == ""
    first = add(app, "2024-10-15 09:30:00")
    add(app, "2024-10-16 00:00:00")
    listed = app.get_all_reminders()
    assert plain(listed)[0] == {
        "reminder_id": first,
        "title": "Water",
        "due_datetime": "2024-10-15T09:30:00+00:00",
        "description": "the plants",
        "repetition_unit": None,
        "repetition_value": 1,
        "time_notified": None,
    }
    assert shown(listed)[0]["due_datetime"] == "2024-10-15 09:30:00"
    assert reference_text(listed).split("\n\n")[1] == "Reminder: Water\nDescription: the plants\nDue Date: 2024-10-16 00:00:00+00:00"


def test_a_copy_of_the_state_keeps_what_later_calls_change() -> None:
    app = make()
    first = add(app)
    copy = app.copy_state()
    app.mark_notified(first)
    add(app)
    assert [(item.reminder_id, item.time_notified) for item in copy.reminders.values()] == [(first, None)]


def test_load_reads_what_dump_writes() -> None:
    app = make()
    app.mark_notified(add(app, unit="week"))
    state = Reminder.load(app.dump())
    assert state == app.state
    assert list(state.reminders) == list(app.state.reminders)


def test_a_file_may_leave_out_the_time_zone_and_what_has_a_default() -> None:
    item = {"reminder_id": "r", "title": "t", "due_datetime": "2024-10-15 07:00:00", "description": None}
    zoned = {"reminder_id": "s", "title": "t", "due_datetime": "2024-10-15T09:00:00+02:00"}
    state = Reminder.load({"reminders": [item, zoned]})
    assert [(r.due_datetime, r.description, r.repetition_value) for r in state.reminders.values()] == [(START, "", 1)] * 2


@pytest.mark.parametrize(
    ("reminders", "place"),
    [
        ([{"reminder_id": "r", "title": "t"}], "reminders.0.due_datetime"),
        ([{"reminder_id": "r", "title": "t", "due_datetime": "soon"}], "reminders.0.due_datetime: not a time"),
        ([{"reminder_id": "r", "title": "t", "due_datetime": START}], "reminders.0.due_datetime: not a time"),
        ([{"reminder_id": "r", "title": 5, "due_datetime": "2024-10-15"}], "reminders.0.title"),
        ([{"reminder_id": "r", "title": "t", "due_datetime": "2024-10-15"}] * 2, "same reminder_id"),
        ({"r": {}}, "reminders"),
        (["r"], "reminders.0"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(reminders: Any, place: str) -> None:
    with pytest.raises(ScenarioError, match=place):
        Reminder.load({"reminders": reminders})
