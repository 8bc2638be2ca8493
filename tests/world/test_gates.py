"""What a gate's answer does: the next turn comes, or nothing comes any more, or only what can come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaia2_gym.scenario import Scenario
from gaia2_gym.world import TurnOutcome, World, open_gate
from tests.world.scenes import MESSAGE, START, answer, env, mail, oracle, phone, user

ADD = "Calendar__add_calendar_event"
DELETE = "Calendar__delete_calendar_event_by_attendee"


def scenario() -> Scenario:
    return phone(
        user("u0"),
        oracle("o1", ADD, "u0", title="Walk", attendees=["Ben Ode"]),
        answer("m0", "o1"),
        env("e1", DELETE, "m0", delay=1, event_id="{{o1}}", who_delete="Ben Ode"),
        mail("e2", "e1", delay=1),
        env("e3", ADD + "_by_attendee", "m0", delay=4, who_add="Ben Ode", title="{{e1}}"),
        mail("e4", "m0", delay=5),
    )


def play(outcome: TurnOutcome | None, *calls: Mapping[str, Any]) -> World:
    """The agent adds events, ends its turn, and time passes."""
    world = World(scenario(), gate=open_gate if outcome is None else lambda world, turn: outcome)
    world.idle()
    for args in calls:
        world.call(ADD, args)
    world.call(MESSAGE, {"content": "Done."})
    world.take_notifications()
    world.run(START + 60)
    return world


def what(world: World) -> list[tuple[str, float, bool]]:
    return [(r.id, r.time - START, r.failed) for r in world.records if r.kind == "env"]


WALK = {"title": "Walk", "attendees": ["Ben Ode"]}


def test_accepted_and_matched_placeholders_mean_what_the_agent_made() -> None:
    world = play(TurnOutcome(matches={"o1": 1}), WALK)
    made = world.records[1].result
    assert what(world) == [("e1", 2, False), ("e2", 3, False), ("e3", 5, False), ("e4", 6, False)]
    record = next(r for r in world.records if r.id == "e1")
    assert record.args["event_id"] == "{{o1}}"
    assert record.resolved_args["event_id"] == made
    assert made not in world.apps["Calendar"].state.events
    assert world.aliases == {"o1": 1}


def test_accepted_without_a_match_they_stay_as_they_are_and_the_event_runs() -> None:
    world = play(TurnOutcome(), WALK)
    assert what(world)[0] == ("e1", 2, True)
    assert [id for id, _, _ in what(world)] == ["e1", "e2", "e3", "e4"], "its successors come all the same"
    e3 = next(r for r in world.records if r.id == "e3")
    assert e3.resolved_args["title"] == "{{e1}}", "a failed event has no result to stand for"


def test_refused_nothing_comes_any_more() -> None:
    world = play(TurnOutcome(released=False, accepted=False), WALK)
    assert (world.reason, world.now) == ("turn_refused", START + 1)
    assert what(world) == []
    [note] = world.take_notifications()
    assert (note.kind, note.time) == ("stop", START + 1)


def test_released_without_being_accepted_events_without_meaning_are_left_out() -> None:
    world = play(TurnOutcome(released=True, accepted=False), WALK)
    assert what(world) == [("e2", 3, False), ("e4", 6, False)], "e1 and e3 name what was never made; what follows them comes"
    assert world.progress.marked_turns == (0,)


def test_released_without_being_accepted_what_was_matched_still_counts() -> None:
    world = play(TurnOutcome(released=True, accepted=False, matches={"o1": 1}), WALK)
    assert [id for id, _, failed in what(world) if not failed] == ["e1", "e2", "e3", "e4"]


def test_the_open_gate_matches_equal_arguments_first_then_in_order() -> None:
    world = play(None, {"title": "Other", "attendees": ["Ben Ode"]}, WALK)
    assert world.aliases == {"o1": 2, "m0": 3}
    world = play(None, {"title": "One", "attendees": ["Ben Ode"]}, {"title": "Two"})
    assert world.aliases == {"o1": 1, "m0": 3}
    assert what(world)[0] == ("e1", 2, False)


def test_the_gate_is_asked_once_when_the_condition_fires_and_sees_the_whole_turn() -> None:
    asked: list[tuple[float, int, list[str]]] = []

    def gate(world: World, turn: int) -> TurnOutcome:
        asked.append((world.now - START, turn, [r.tool for r in world.records if r.kind == "agent" and r.tool]))
        return TurnOutcome()

    world = World(scenario(), gate=gate)
    world.idle()
    world.think(2.5)
    world.call(ADD, WALK)
    world.call(MESSAGE, {"content": "Done."})
    assert asked == []
    world.run(START + 60)
    assert asked == [(3.0, 0, ["add_calendar_event", "send_message_to_user"])]
