"""Conditions, validations and stops in an episode. Times and numbers against polling: see `tests/properties/test_polling.py`."""

from __future__ import annotations

from typing import Any

import pytest

from gaia2_gym.scenario import Condition, Event, Scenario, Validation
from gaia2_gym.session import Session
from gaia2_gym.world import World
from tests.world.scenes import MESSAGE, START, answer, mail, oracle, phone, user

ADD = "Calendar__add_calendar_event"


def titled(title: str) -> Any:
    return lambda world, record=None: any(e.title == title for e in world.apps["Calendar"].state.events.values())


def checked(check: Condition | Validation, *more: Event, tick: int = 1, delay: float = 0.0) -> Scenario:
    kind: Any = "CONDITION" if isinstance(check, Condition) else "VALIDATION"
    return phone(user("u0"), Event("c", kind, check=check, delay=delay), mail("then", "c", delay=2), *more, tick=tick, duration=100.0)


def played(scenario: Scenario, *steps: tuple[float, str]) -> World:
    """Think, then add an event of that title; then run to the end."""
    world = World(scenario)
    world.idle()
    for seconds, title in steps:
        world.think(seconds)
        world.call(ADD, {"title": title})
    world.take_notifications()
    world.run(world.end)
    world.close()
    return world


def watched(world: World) -> tuple[float, int, bool]:
    """Last time since the start, number of checks, and value of the one watch."""
    [result] = [r.result for r in world.records if r.kind in ("condition", "validation")]
    return result["last"] - START, result["checks"], result["value"]


def arrived(world: World) -> list[float]:
    return [r.time - START for r in world.records if r.id == "then"]


def test_a_condition_is_dated_on_its_grid_and_releases_what_waits() -> None:
    world = played(checked(Condition(titled("x"), every_ticks=3), tick=2, delay=1), (8.5, "x"))
    assert watched(world) == (13.0, 3, True), "checks at 1, 7, 13"
    assert arrived(world) == [15.0]


def test_a_condition_that_times_out_releases_nothing() -> None:
    """Given up once checks x every exceeds the timeout."""
    world = played(checked(Condition(titled("x"), every_ticks=2, timeout=7)), (50.0, "x"))
    assert watched(world) == (6.0, 4, False)
    assert arrived(world) == []


def test_a_condition_that_never_held_is_recorded_at_the_end() -> None:
    assert watched(played(checked(Condition(titled("x"), every_ticks=10)))) == (100.0, 11, False)


def test_a_condition_that_held_for_a_moment_between_two_checks_did_not_hold() -> None:
    world = World(checked(Condition(titled("x"), every_ticks=10)))
    world.idle()
    world.think(3)
    id = world.call(ADD, {"title": "x"}).result
    world.think(3)
    world.call("Calendar__delete_calendar_event", {"event_id": id})
    world.run(START + 50)
    assert arrived(world) == []


def test_milestones_must_each_become_true_once() -> None:
    world = played(checked(Validation((titled("x"), titled("y")), timeout=60)), (5.0, "x"), (5.0, "y"))
    assert (world.reason, watched(world), arrived(world)) == (None, (11.0, 12, True), [13.0])


def test_milestones_left_at_the_timeout_fail_the_episode() -> None:
    world = played(checked(Validation((titled("x"), titled("y")), timeout=60)), (5.0, "x"))
    assert (world.reason, watched(world), arrived(world)) == ("validation_failed", (59.0, 60, False), [])


def test_a_minefield_fails_the_episode_and_that_check_is_not_counted() -> None:
    world = played(checked(Validation((), (titled("x"),), timeout=60)), (5.0, "x"))
    assert (world.reason, watched(world), arrived(world)) == ("validation_failed", (5.0, 6, True), [])
    assert world.now == START + 6


def test_the_record_of_a_minefield_tells_the_milestones_as_they_were_before() -> None:
    world = played(checked(Validation((titled("x"),), (titled("x"),), timeout=60)), (5.0, "x"))
    assert watched(world) == (5.0, 6, False)


def test_a_minefield_not_hit_in_its_time_is_fine() -> None:
    world = played(checked(Validation((), (titled("x"),), timeout=60)), (70.0, "x"))
    assert (world.reason, watched(world), arrived(world)) == (None, (59.0, 60, True), [61.0])


def test_a_minefield_without_a_timeout_is_guarded_to_the_end() -> None:
    assert watched(played(checked(Validation((), (titled("x"),))))) == (100.0, 101, True)


@pytest.mark.parametrize(("timeout", "fails"), [(2, True), (3, False), (None, False)])
def test_agent_validations_are_checked_at_the_agent_s_calls(timeout: int | None, fails: bool) -> None:
    third = Validation((lambda world, record: record.args.get("title") == "z",), on_agent=True, timeout=timeout)
    world = played(checked(third), (1.0, "x"), (1.0, "y"), (1.0, "z"))
    assert world.reason == ("validation_failed" if fails else None)
    assert arrived(world) == [2.0], "what waits for it comes when it begins"


def test_a_milestone_of_the_agent_left_at_the_end_fails_the_episode() -> None:
    check = Validation((titled("x"),), on_agent=True)
    scenario = phone(user("u0"), Event("c", "VALIDATION", check=check), oracle("o", ADD, "u0", title="x"), answer("m", "o"))
    for calls, reason in (([ADD], "completed"), ([], "validation_failed")):
        session = Session(scenario)
        for tool in calls:
            session.step({"tool": tool, "args": {"title": "x"}})
        step = session.step({"tool": MESSAGE, "args": {}})
        assert (session.reason, step.terminated, step.truncated) == (reason, True, False)
    assert session.world.pending == []


def test_a_stop_ends_everything_at_its_time() -> None:
    world = played(phone(user("u0"), Event("s", "STOP", delay=7.0), mail("e", delay=8), duration=100.0))
    assert (world.reason, world.now - START) == ("stopped", 7.0)
    assert [r.kind for r in world.records] == ["user", "stop"]
    assert [n.kind for n in world.take_notifications()] == ["stop"]
