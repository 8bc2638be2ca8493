"""Turns: when the next one begins, and what it waits for."""

from __future__ import annotations

import pytest

from gaia2_gym.scenario import Scenario
from gaia2_gym.world import TurnOutcome, World
from tests.world.scenes import MESSAGE, START, answer, mail, phone, user


def two_turns(tick: int = 1, **when: float) -> Scenario:
    return phone(user("u0"), answer("m0", "u0", delay=1), user("u1", "m0", **when), answer("m1", "u1", delay=1), tick=tick)


def begun(scenario: Scenario) -> World:
    world = World(scenario)
    world.idle()
    world.take_notifications()
    return world


def say(world: World) -> None:
    world.call(MESSAGE, {"content": "Done."})


@pytest.mark.parametrize(
    ("tick", "message", "check"),
    [(1, 12.3, 13), (5, 12.3, 15), (1, 13, 14), (5, 15, 20), (1, 0, 1), (5, 0, 5), (3, 0.1, 3), (3, 299.9, 300)],
)
def test_the_next_turn_begins_at_the_first_check_after_the_message(tick: int, message: float, check: float) -> None:
    world = begun(two_turns(tick, delay=2.5))
    world.think(message)
    say(world)
    assert world.turn == 1
    world.idle()
    [note] = world.take_notifications()
    assert (note.kind, note.time - START, world.now - START) == ("user", check + 2.5, check + 2.5)
    record = world.records[-1]
    assert (record.id, record.turn, record.time - START) == ("u1", 1, check + 2.5)
    [condition] = [r for r in world.records if r.kind == "condition"]
    assert condition.result == {"first": START, "last": START + check, "checks": check // tick + 1, "value": True}


def test_a_fractional_start_carries_the_grid_with_it() -> None:
    scenario = phone(user("u0"), answer("m0", "u0"), user("u1", "m0"), start=START + 0.25, tick=2)
    world = World(scenario)
    world.idle()
    world.think(2.1)
    say(world)
    world.take_notifications()
    world.idle()
    assert world.now == START + 0.25 + 4


def test_two_messages_between_two_checks_end_one_turn() -> None:
    """The reference compares for equality and never starts the next turn."""
    asked: list[int] = []

    def gate(world: World, turn: int) -> TurnOutcome:
        asked.append(turn)
        return TurnOutcome()

    world = World(two_turns(), gate=gate)
    world.idle()
    world.take_notifications()
    world.think(0.2)
    say(world)
    world.think(0.2)
    say(world)
    world.idle()
    assert [n.text for n in world.take_notifications()] == ["Please."]
    assert asked == [0]
    assert world.turn == 2


def test_three_turns_end_one_after_the_other_even_if_the_messages_came_at_once() -> None:
    scenario = phone(user("u0"), answer("m0", "u0"), user("u1", "m0"), answer("m1", "u1"), user("u2", "m1"))
    world = begun(scenario)
    for _ in range(2):
        say(world)
    world.idle()
    assert [n.time - START for n in world.take_notifications()] == [1, 1], "the second condition starts when the first holds, and holds already"
    assert [r.id for r in world.records if r.kind in ("condition", "user")] == ["u0", "condition_turn_1", "condition_turn_2", "u1", "u2"]


def test_the_turn_of_an_event_is_the_number_of_messages_before_it() -> None:
    scenario = phone(
        user("u0"),
        mail("e0", "u0"),
        answer("m0", "u0"),
        mail("e1", "m0", "e0"),
        answer("m1", "e1", "e0"),
        mail("e2", "e0", "m1"),
        mail("loose"),
    )
    assert scenario.turns.of == {"u0": 0, "e0": 0, "m0": 0, "e1": 1, "m1": 1, "e2": 2, "loose": 0}
    assert scenario.num_turns == 3


def test_an_event_that_waits_for_a_message_and_for_more_waits_for_both() -> None:
    scenario = phone(user("u0"), answer("m0", "u0"), mail("slow", "u0", delay=50), mail("both", "m0", "slow", delay=1))
    world = begun(scenario)
    say(world)
    world.run(START + 100)
    assert [(r.id, r.time - START) for r in world.records if r.kind == "env"] == [("slow", 50), ("both", 51)]


def test_when_nothing_can_arrive_any_more_time_runs_to_the_end() -> None:
    world = begun(phone(user("u0"), answer("m0", "u0"), duration=77.0))
    say(world)
    world.idle()
    assert (world.now, world.reason) == (START + 77, "time_limit")
    assert [n.kind for n in world.take_notifications()] == ["stop"]


def test_a_message_that_fails_ends_no_turn() -> None:
    world = begun(two_turns())
    assert world.call(MESSAGE, {"content": 5}).failed
    assert world.turn == 0


def test_the_simulation_itself_says_nothing_for_the_agent() -> None:
    """A message to the user by the environment, such as that of the step limit, ends no turn."""
    world = begun(two_turns())
    world.call(MESSAGE, {"content": "limit"}, "env")
    assert world.turn == 0
