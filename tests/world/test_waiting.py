"""Waiting, and the end of the time there is."""

from __future__ import annotations

import math

import pytest

from gaia2_gym.scenario import Event
from gaia2_gym.world import World
from tests.world.scenes import EVERY_APP, START, WAIT, env, mail, phone, user


def waited(world: World, timeout: int) -> tuple[float, list[str]]:
    """Seconds since the start after a wait, and what arrived."""
    record = world.call(WAIT, {"timeout": timeout})
    assert not record.failed
    return world.now - START, [n.tool or n.kind for n in world.take_notifications()]


def begun(*events: Event, **settings: float) -> World:
    world = World(phone(*events, **settings))  # type: ignore[arg-type]  # duration
    world.idle()
    world.take_notifications()
    return world


TIMEOUT, MAIL = "wait_for_notification", "create_and_add_email"


def test_until_the_next_notification() -> None:
    world = begun(user("u"), mail("e", delay=12.5))
    assert waited(world, 60) == (12.5, [MAIL])
    assert [(r.tool, r.time - START) for r in world.records[1:]] == [(MAIL, 12.5), (TIMEOUT, 0.0)], (
        "dated by its start, logged after what it let happen"
    )
    assert [r.tool for r in world.log[1:]] == [TIMEOUT, MAIL]


def test_until_the_timeout() -> None:
    world = begun(user("u"), mail("e", delay=12.5))
    assert waited(world, 12) == (12.0, [TIMEOUT])
    assert world.call(WAIT, {"timeout": 1}).result is None
    [note] = world.take_notifications()
    assert (note.time - START, note.kind, note.app) == (12.5, "environment", "Emails")


def test_the_notice_names_the_seconds_at_every_verbosity() -> None:
    world = World(phone(user("u")), notifications="low")
    world.idle()
    world.take_notifications()
    world.call(WAIT, {"timeout": 7})
    [note] = world.take_notifications()
    assert (note.app, note.ids, note.time) == ("SystemApp", {"seconds": 7}, START + 7)
    assert "7 seconds" in note.text


def test_an_event_exactly_at_the_timeout_wins() -> None:
    assert waited(begun(user("u"), mail("e", delay=30)), 30) == (30.0, [MAIL])


def test_silent_events_happen_on_the_way() -> None:
    world = begun(user("u"), env("e", "City__add_crime_rate", delay=5, zip_code="7", violent_crime_rate=1, property_crime_rate=1))
    assert waited(world, 30) == (30.0, [TIMEOUT])
    assert "7" in world.apps["City"].state.crime_data


def test_several_at_one_moment_arrive_together() -> None:
    world = begun(user("u"), mail("e1", delay=5), mail("e2", delay=5), mail("e3", "e1"), mail("e4", delay=6))
    assert waited(world, 30) == (5.0, [MAIL, MAIL, MAIL])


def test_zero_seconds() -> None:
    world = begun(user("u"), mail("e", delay=5))
    assert waited(world, 0) == (0.0, [TIMEOUT])
    world.think(4.5)
    world.run(START + 5)
    assert waited(world, 0) == (5.0, [MAIL]), "what has arrived already is not waited for"


def test_what_has_arrived_already_ends_a_wait_at_once_and_the_clock_stays() -> None:
    world = begun(user("u"), mail("e", delay=5))
    world.think(8)
    assert waited(world, 60) == (8.0, [MAIL])


def test_a_negative_timeout_is_an_error_and_no_time_passes() -> None:
    world = begun(user("u"), mail("e", delay=5))
    record = world.call(WAIT, {"timeout": -1})
    assert record.error is not None
    assert record.error.kind == "bad_argument"
    assert (world.now, world.pending) == (START, [])


def test_the_end_of_the_scenario_ends_a_wait_without_a_notice() -> None:
    world = begun(user("u"), mail("e", delay=700), duration=600.0)
    assert waited(world, 5000) == (600.0, [])
    world.check_time_limit()
    assert world.reason == "time_limit"


def test_events_exactly_at_the_end_still_happen() -> None:
    world = begun(user("u"), mail("e", delay=600), duration=600.0)
    assert waited(world, 5000) == (600.0, [MAIL])


def test_a_wait_that_ends_at_the_end_gets_its_notice() -> None:
    assert waited(begun(user("u"), duration=600.0), 600) == (600.0, [TIMEOUT])


def test_thinking_may_cross_the_end_and_what_is_due_by_then_happens() -> None:
    world = begun(user("u"), mail("e", delay=620), mail("f", delay=700), duration=600.0)
    world.think(650)
    assert world.now == START + 650
    assert [n.tool for n in world.take_notifications()] == [MAIL]
    assert waited(world, 10) == (650.0, []), "no time is left to wait"


def test_a_stop_ends_a_wait_and_everything() -> None:
    world = begun(user("u"), Event("s", "STOP", delay=9.0), mail("e", delay=9), mail("f", delay=10))
    assert waited(world, 60) == (9.0, [MAIL, "stop"]), "e comes before s in the order of ids"
    assert world.reason == "stopped"
    world.run(START + 100)
    world.idle()
    assert [r.id for r in world.records if r.kind in ("env", "stop")] == ["e", "s"]


def test_a_long_wait_costs_what_its_events_cost() -> None:
    world = begun(user("u"), mail("e", delay=1e8), duration=1e9)
    assert waited(world, 2**62) == (1e8, [MAIL])


def test_without_an_end_idling_with_nothing_to_come_stays_where_it_is() -> None:
    world = World(phone(user("u", delay=3)), duration=math.inf)
    world.idle()
    assert world.now == START + 3
    world.take_notifications()
    world.idle()
    assert (world.now, world.reason) == (START + 3, "time_limit")


# --- reminders


def remind(world: World, due: str, **more: object) -> str:
    record = world.call("ReminderApp__add_reminder", {"title": "Tea", "due_datetime": due, "description": "", **more})
    assert not record.failed
    return str(record.result)


def with_reminders(*events: Event) -> World:
    world = World(phone(user("u"), *events, apps=EVERY_APP, duration=6000.0))
    world.idle()
    world.take_notifications()
    return world


def test_a_reminder_wakes_a_wait_once_at_its_time() -> None:
    world = with_reminders(mail("e", delay=90))
    id = remind(world, "2024-10-15 07:01:00")
    world.call(WAIT, {"timeout": 600})
    [note] = world.take_notifications()
    assert (note.time - START, note.app, note.ids) == (60.0, "ReminderApp", {"reminder_id": id})
    assert "Tea" in note.text
    assert waited(world, 600) == (90.0, [MAIL])
    assert waited(world, 600) == (690.0, [TIMEOUT])


def test_repeated_reminders_wake_once_each() -> None:
    world = with_reminders()
    remind(world, "2024-10-15 07:01:00", repetition_unit="minute", repetition_value=2)
    assert [waited(world, 600) for _ in range(3)] == [(60.0, ["reminder"]), (180.0, ["reminder"]), (300.0, ["reminder"])]


def test_a_reminder_that_comes_due_while_the_agent_thinks_is_dated_by_its_time() -> None:
    world = with_reminders(mail("e", delay=30))
    remind(world, "2024-10-15 07:00:20")
    world.think(45)
    assert [(n.tool, n.time - START) for n in world.take_notifications()] == [("reminder", 20.0), (MAIL, 30.0)]


def test_a_reminder_of_the_past_notifies_as_soon_as_time_passes() -> None:
    world = with_reminders()
    remind(world, "2024-10-15 06:00:00")
    assert waited(world, 30) == (0.0, ["reminder"])


def test_a_deleted_reminder_wakes_nobody() -> None:
    world = with_reminders()
    world.call("ReminderApp__delete_reminder", {"reminder_id": remind(world, "2024-10-15 07:00:20")})
    assert waited(world, 60) == (60.0, [TIMEOUT])


def test_a_fork_s_reminder_rings_in_the_fork_only() -> None:
    world = with_reminders()
    remind(world, "2024-10-15 07:00:20")
    child = world.fork()
    child.think(60)
    assert [n.tool for n in child.take_notifications()] == ["reminder"]
    assert waited(world, 60) == (20.0, ["reminder"])


@pytest.mark.parametrize("level", ["low", "medium", "high"])
def test_reminders_notify_at_every_verbosity(level: str) -> None:
    world = World(phone(user("u"), apps=EVERY_APP), notifications=level)  # type: ignore[arg-type]  # a level
    world.idle()
    world.take_notifications()
    remind(world, "2024-10-15 07:00:20")
    assert waited(world, 60) == (20.0, ["reminder"])
