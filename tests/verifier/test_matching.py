"""Matching: counts, order, time, causality, placeholders, and the two modes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.scenario import Scenario
from gaia2_gym.world import World, record_json
from tests.verifier.scenes import Timed, judged, verifier
from tests.world.scenes import MESSAGE, answer, mail, oracle, phone, user

FLATS = ("AgentUserInterface", "SystemApp", "RentAFlat", "Messages", "Chats", "Emails", "Shopping", "Calendar")
SAVE = "RentAFlat__save_apartment"
DONE: Timed = (60.0, MESSAGE, {"content": "Done."})


def save(id: str, flat: int, *after: str, delay: float = 1.0, **kw: Any) -> Any:
    return oracle(id, SAVE, *after, delay=delay, apartment_id=f"ap-{flat}", **kw)


def three() -> Scenario:
    events = (user("u"), save("a", 1, "u"), save("b", 2, "u"), save("c", 3, "u"), answer("m", "a", "b", "c", delay=1))
    return phone(*events, apps=FLATS)


def calls(*flats: int, start: float = 5.0) -> list[Timed]:
    return [(start + n, SAVE, {"apartment_id": f"ap-{flat}"}) for n, flat in enumerate(flats)]


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_independent_writes_may_come_in_any_order(order: tuple[int, ...]) -> None:
    assert judged(three(), [*calls(*order), DONE]).success is True


@pytest.mark.parametrize(
    ("flats", "check"),
    [((1, 2), "count"), ((1, 2, 3, 3), "count"), ((1, 2, 2), "hard"), ((), "count")],
)
def test_missing_surplus_and_wrong_writes_are_refused(flats: tuple[int, ...], check: str) -> None:
    verdict = judged(three(), [*calls(*flats), DONE])
    assert verdict.success is False
    assert verdict.first_failure is not None
    assert verdict.first_failure.check == check


def test_failed_calls_and_reads_are_free() -> None:
    extra: list[Timed] = [(20.0, SAVE, {"apartment_id": "nowhere"}), (21.0, "RentAFlat__list_saved_apartments", {})]
    assert judged(three(), [*calls(1, 2, 3), *extra, DONE]).success is True


def test_a_child_before_its_parent_is_refused_for_causality() -> None:
    scenario = phone(user("u"), save("a", 1, "u"), save("b", 2, "a"), answer("m", "b", delay=1), apps=FLATS)
    assert judged(scenario, [*calls(1, 2), DONE]).success is True
    verdict = judged(scenario, [*calls(2, 1), DONE])
    assert verdict.first_failure is not None
    assert (verdict.first_failure.check, verdict.first_failure.oracle_id) == ("causality", "b")
    assert "came before what it depends on (a)" in verdict.explanation


def timed(comparator: Any = None) -> Scenario:
    event = oracle("b", SAVE, "a", delay=100.0, apartment_id="ap-2")
    event = type(event)(**{**{f: getattr(event, f) for f in event.__slots__}, "comparator": comparator})
    return phone(user("u"), save("a", 1, "u"), event, answer("m", "b", delay=1), apps=FLATS)


@pytest.mark.parametrize(
    ("timing", "after", "ok"),
    [
        ((10.0, 25.0), 90.0, True),
        ((10.0, 25.0), 89.9, False),
        ((10.0, 25.0), 125.0, True),
        ((10.0, 25.0), 125.1, False),
        ((5.0, 25.0), 95.0, True),
        ((5.0, 25.0), 94.9, False),
    ],
)
def test_the_window_holds_on_both_edges(timing: tuple[float, float], after: float, ok: bool) -> None:
    episode = [*calls(1), *calls(2, start=5.0 + after), (300.0, MESSAGE, {"content": "Done."})]
    verdict = judged(timed(), episode, timing=timing)
    assert verdict.success is ok
    if ok:
        assert verdict.turns[0].oracle[2].time_margin == pytest.approx(after - 100.0)
    else:
        assert verdict.first_failure is not None
        assert verdict.first_failure.check == "time"
        attempt = verdict.turns[0].oracle[2].attempts[-1]
        assert attempt.margin == pytest.approx(-0.1 if after < 100 else 0.1, abs=1e-3)


@pytest.mark.parametrize(
    ("comparator", "after", "ok"),
    [("LESS_THAN", 0.0, True), ("LESS_THAN", 126.0, False), ("GREATER_THAN", 400.0, True), ("GREATER_THAN", 89.0, False), ("EQUAL", 89.0, False)],
)
def test_a_comparator_keeps_one_bound(comparator: str, after: float, ok: bool) -> None:
    episode = [*calls(1), *calls(2, start=5.1 + after), (500.0, MESSAGE, {"content": "Done."})]
    assert judged(timed(comparator), episode).success is ok


def test_a_delay_of_a_second_is_not_timed() -> None:
    episode: list[Timed] = [*calls(1, 2, 3, start=400.0), (420.0, MESSAGE, {"content": "Done."})]
    assert judged(three(), episode).success is True


def test_optimal_reconsiders_where_the_reference_takes_the_first_fit() -> None:
    add = "Shopping__add_to_cart"
    events = (
        user("u"),
        oracle("a", add, "u", delay=1.0, item_id="it-1", quantity=1),
        oracle("b", add, "u", delay=10.0, item_id="it-1", quantity=1),
        answer("m", "a", "b", delay=1),
    )
    scenario = phone(*events, apps=FLATS)
    item = {"item_id": "it-1", "quantity": 1}
    episode: list[Timed] = [(11.0, add, item), (40.0, add, item), (60.0, MESSAGE, {"content": "Done."})]
    assert judged(scenario, episode, matching="reference").success is False
    verdict = judged(scenario, episode, matching="optimal")
    assert verdict.success is True
    assert not verdict.matching_bound


def test_a_placeholder_means_what_the_agents_own_call_returned() -> None:
    book = "Calendar__add_calendar_event"
    at = {"title": "Walk", "start_datetime": "2024-10-16 09:00:00", "end_datetime": "2024-10-16 10:00:00"}
    events = (
        user("u"),
        oracle("a", book, "u", delay=1, **at),
        answer("m", "a", delay=1),
        mail("e", "m", delay=5),
        oracle("d", "Calendar__delete_calendar_event", "e", delay=1, event_id="{{a}}"),
        answer("n", "d", delay=1),
    )
    scenario = phone(*events, apps=FLATS)
    for right in (True, False):
        world = World(scenario)
        world.think(3)
        world.take_notifications()
        made = world.call(book, at)
        world.call(MESSAGE, {"content": "Done."})
        world.idle()
        world.call("Calendar__delete_calendar_event", {"event_id": made.result if right else "ev-1"})
        world.call(MESSAGE, {"content": "Done."})
        verdict = verifier(scenario).judge([record_json(r) for r in world.records])
        assert verdict.success is right, verdict.explanation


def test_messages_and_chats_are_different_apps() -> None:
    scenario = phone(user("u"), oracle("a", "Chats__send_message", "u", delay=1, user_id="ben-2", content="Hi"), apps=FLATS)
    done: Timed = (9.0, MESSAGE, {"content": "Done."})
    assert judged(scenario, [(5.0, "Chats__send_message", {"user_id": "ben-2", "content": "hi!"}), done]).success is True
    assert judged(scenario, [(5.0, "Messages__send_message", {"user_id": "ben-2", "content": "hi!"}), done]).success is False


def test_one_message_is_tolerated_only_where_the_oracle_sends_none() -> None:
    scenario = phone(user("u"), save("a", 1, "u"), apps=FLATS)
    verdict = judged(scenario, [*calls(1), DONE])
    assert verdict.success is True
    assert verdict.turns[0].agent[-1].status == "extra_message"


def test_a_turn_without_its_message_is_incomplete() -> None:
    verdict = judged(three(), calls(1, 2, 3))
    assert verdict.success is False


def test_strict_compares_what_the_reference_leaves_out() -> None:
    book = "Calendar__add_calendar_event"
    at = {"title": "Walk", "start_datetime": "2024-10-16 09:00:00", "end_datetime": "2024-10-16 10:00:00"}
    scenario = phone(user("u"), oracle("a", book, "u", delay=1, tag="Sport", **at), apps=FLATS)
    wrong: list[Timed] = [(5.0, book, {**at, "tag": "Work"}), DONE]
    assert judged(scenario, wrong, checks="reference").success is True
    verdict = judged(scenario, wrong, checks="strict")
    assert verdict.success is False
    assert "tag" in verdict.explanation
    invited: list[Timed] = [(5.0, book, {**at, "tag": "Sport", "attendees": ["Cat Poe"]}), DONE]
    assert judged(scenario, invited, checks="reference").success is True
    assert judged(scenario, invited, checks="strict").success is False


@st.composite
def episodes(draw: Any) -> list[Timed]:
    flats = draw(st.lists(st.integers(1, 3), max_size=5))
    times = draw(st.lists(st.floats(2.0, 59.0), min_size=len(flats), max_size=len(flats), unique=True))
    return [(t, SAVE, {"apartment_id": f"ap-{f}"}) for t, f in zip(times, flats, strict=True)]


@settings(max_examples=60, deadline=None)
@given(episodes())
def test_optimal_accepts_whatever_the_reference_accepts_and_surplus_never_passes(episode: list[Timed]) -> None:
    scenario = three()
    reference = judged(scenario, [*episode, DONE], matching="reference")
    optimal = judged(scenario, [*episode, DONE], matching="optimal")
    assert optimal.success or not reference.success
    assert optimal.success is (sorted(c[2]["apartment_id"] for c in episode) == ["ap-1", "ap-2", "ap-3"])
