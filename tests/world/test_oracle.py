"""The oracle's run, and why a scenario cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import Condition, Event, Scenario, Validation
from gaia2_gym.session import Session
from gaia2_gym.world import run_oracle
from tests.world.scenes import EVERY_APP, START, answer, env, mail, oracle, phone, user

ADD = "Calendar__add_calendar_event"


def ran(*events: Event, **settings: Any) -> list[tuple[str, float]]:
    return [(r.id, r.time - START) for r in run_oracle(phone(*events, **settings)).records]


def test_events_run_at_their_times_and_messages_release_what_follows() -> None:
    events = (
        user("u0"),
        oracle("o1", ADD, "u0", delay=5),
        answer("m0", "o1", delay=1),
        user("u1", "m0", delay=2.5),
        mail("e1", "u1"),
        answer("m1", "u1"),
    )
    run = run_oracle(phone(*events))
    assert [(r.id, r.time - START, r.turn) for r in run.records] == [
        *(("u0", 0, 0), ("o1", 5, 0), ("m0", 6, 0)),
        *(("u1", 8.5, 1), ("e1", 8.5, 1), ("m1", 8.5, 1)),
    ]
    assert (run.time, run.cut, run.failed, run.problems()) == (START + 8.5, False, False, [])
    assert {r.kind for r in run.records} == {"user", "agent", "env"}


def test_placeholders_resolve_to_results_also_of_reads() -> None:
    run = run_oracle(
        phone(
            user("u0"),
            oracle("o1", "Cabs__get_quotation", "u0", start_location="A", end_location="B", service_type="Van"),
            oracle("o2", ADD, "o1", title="{{o1.service_type}}", description="{{ o1.ghost }}", location=" {{o1.ride_id}} "),
            env("e1", "Calendar__delete_calendar_event_by_attendee", "o2", event_id="{{o2}}", who_delete="x"),
        )
    )
    quote, added = run.records[1].result, run.records[2]
    assert added.resolved_args["title"] == "Van"
    assert added.resolved_args["location"] == quote.ride_id
    assert added.resolved_args["description"] == "{{ o1.ghost }}"
    assert run.records[3].resolved_args["event_id"] == added.result


def test_a_failed_event_is_named() -> None:
    scenario = phone(user("u0"), oracle("o1", "Calendar__delete_calendar_event", "u0", event_id="ghost"), answer("m0", "o1"))
    [problem] = run_oracle(scenario).problems()
    for part in ("'o1'", "Calendar__delete_calendar_event", "fails in the oracle run", "ghost"):
        assert part in problem
    with pytest.raises(ScenarioError, match="'o1'"):
        Session(scenario)
    assert Session(scenario, checked=False).reason is None


def test_a_run_beyond_the_duration_is_cut_and_says_so() -> None:
    events = user("u0"), oracle("o1", ADD, "u0", delay=100.0), mail("e1", "o1", delay=50)
    run = run_oracle(phone(*events, duration=120.0))
    assert (run.cut, run.time - START, [r.id for r in run.records]) == (True, 150.0, ["u0", "o1"])
    [problem] = run.problems()
    assert "more than the duration of 120 s" in problem
    assert "150 s after the start" in problem
    with pytest.raises(ScenarioError, match="120 s"):
        Session(phone(*events, duration=120.0))
    assert not run_oracle(phone(*events, duration=150.0)).cut, "events exactly at the end still run"


def test_what_is_no_event_cuts_nothing() -> None:
    """Reminders of next week, and checks that go on forever, are no part of what the oracle does."""
    never = Condition(lambda world: False)
    guard = Validation(minefields=(lambda world: False,))
    reads_time = Condition(lambda world: world.now > 1e12, reads_time=True)
    for extra in (
        phone(user("u0"), answer("m0", "u0"), apps=EVERY_APP),
        phone(user("u0"), answer("m0", "u0"), Event("c", "CONDITION", check=never)),
        phone(user("u0"), answer("m0", "u0"), Event("v", "VALIDATION", check=guard)),
        phone(user("u0"), answer("m0", "u0"), Event("t", "CONDITION", check=reads_time)),
    ):
        run = run_oracle(extra)
        assert (run.cut, run.problems()) == (False, []), extra.events
        assert [r.id for r in run.records if r.kind != "condition"][:2] == ["u0", "m0"]


def test_polling_runs_on_to_the_first_check_beyond_the_end() -> None:
    scenario = phone(user("u0"), Event("c", "CONDITION", check=Condition(lambda world: False, every_ticks=7)), duration=100.0)
    assert run_oracle(scenario).time == START + 105
    assert run_oracle(phone(user("u0", delay=3), duration=100.0)).time == START + 3


def validated(*, milestones: tuple[Any, ...] = (), minefields: tuple[Any, ...] = (), **more: Any) -> Scenario:
    check = Validation(milestones, minefields, **more)
    return phone(user("u0"), oracle("o1", ADD, "u0", delay=5), answer("m0", "o1", delay=1), Event("v", "VALIDATION", check=check))


def added(world: Any, record: Any = None) -> bool:
    return any(r.tool == "add_calendar_event" and (record is None or record.i == r.i) for r in world.records)


@pytest.mark.parametrize(
    ("scenario", "fails"),
    [
        (validated(milestones=(added,), timeout=10), False),
        (validated(milestones=(added,), timeout=5), True),
        (validated(milestones=(lambda world: False,), timeout=10), True),
        (validated(minefields=(added,)), True),
        (validated(minefields=(added,), timeout=5), False),
        (validated(milestones=(added,), on_agent=True), False),
        (validated(milestones=(lambda world, record: False,), on_agent=True), True),
        (validated(minefields=(added,), on_agent=True), True),
    ],
)
def test_a_failed_validation_and_a_milestone_left_fail_the_run(scenario: Scenario, fails: bool) -> None:
    run = run_oracle(scenario)
    assert run.failed == fails
    assert run.problems() == (["a validation fails in the oracle run"] if fails else [])


def test_a_stop_ends_the_run() -> None:
    assert ran(user("u0"), Event("s", "STOP", delay=4.0), oracle("o1", ADD, "u0", delay=5)) == [("u0", 0), ("s", 4)]


def test_an_absolute_time_with_dependencies() -> None:
    """It happens at the later of its time and theirs, is dated by its own time, and its successors count from that."""
    events = (
        user("u0"),
        mail("slow", "u0", delay=60),
        mail("x", "u0", "slow", at=START + 20),
        mail("y", "u0", "slow", at=START + 90),
        mail("z", "x", delay=5),
    )
    run = run_oracle(phone(*events))
    assert [(r.id, r.time - START) for r in run.records] == [("u0", 0), ("slow", 60), ("x", 20), ("z", 25), ("y", 90)]
    assert [r.id for r in run.world.log] == ["u0", "x", "z", "slow", "y"]
    assert [n.time - START for n in run.world.pending] == [0, 60, 60, 60, 90], "told when it happened"


def test_the_seed_changes_ids_only() -> None:
    events = user("u0"), oracle("o1", ADD, "u0"), answer("m0", "o1")
    one, other = (run_oracle(phone(*events), seed=seed) for seed in (1, 2))
    assert one.records[1].result != other.records[1].result
    assert one.world.state_diff() == other.world.state_diff()
