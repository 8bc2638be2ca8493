"""The calendar: what the vectors do not cover."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.calendar import Calendar
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

NOON = 1728993600.0  # 2024-10-15 12:00:00, a Tuesday
MEETING = {
    "event_id": "m",
    "title": "Meeting",
    "start_datetime": NOON,
    "end_datetime": NOON + 3600,
    "tag": "Work",
    "description": None,
    "location": "Café",
    "attendees": ["Ada Berg", "Bo Ek"],
}


@dataclass
class Clock:
    now: float = NOON


def make(*events: dict[str, Any], now: float = NOON) -> Calendar:
    state = Calendar.load({"events": {e["event_id"]: e for e in events}})
    return Calendar("Calendar", state, Runtime(Clock(now), Stream(0, "Calendar")))


def event(event_id: str, start: float, end: float, **fields: Any) -> dict[str, Any]:
    return MEETING | {"event_id": event_id, "start_datetime": start, "end_datetime": end} | fields


def ids(result: dict[str, Any]) -> list[str]:
    return [e.event_id for e in result["events"]]


def test_a_new_event_starts_now_and_ends_in_an_hour_in_whole_seconds() -> None:
    calendar = make(now=NOON + 0.75)
    new = calendar.get_calendar_event(calendar.add_calendar_event(title="Nap"))
    assert (new.start_datetime, new.end_datetime) == (NOON, NOON + 3600)


def test_a_later_start_without_end_is_refused_and_the_message_says_why() -> None:
    with pytest.raises(ToolError, match="one hour from now, as no end_datetime was given"):
        make().add_calendar_event(start_datetime="2024-10-15 13:00:01")
    with pytest.raises(ToolError) as caught:
        make().add_calendar_event(start_datetime="2024-10-15 13:00:00", end_datetime="2024-10-15 12:59:59")
    assert "one hour" not in str(caught.value)


def test_the_list_of_attendees_given_is_neither_kept_nor_changed() -> None:
    calendar = make()
    given = ["Ada Berg"]
    first = calendar.add_calendar_event(attendees=given)
    second = calendar.add_calendar_event_by_attendee("Bo Ek", attendees=given)
    assert given == ["Ada Berg"]
    given.append("Cy Falk")
    assert calendar.state.events[first].attendees == ("Ada Berg",)
    assert calendar.state.events[second].attendees == ("Ada Berg", "Bo Ek")


def test_an_event_by_an_attendee_is_labelled_and_bad_times_are_its_errors_too() -> None:
    calendar = make()
    new = calendar.get_calendar_event(calendar.add_calendar_event_by_attendee("Bo Ek", title="Padel", description="Shoes"))
    assert (new.title, new.description) == ("Event created by Bo Ek: Padel", "Event created by Bo Ek: Shoes")
    with pytest.raises(ToolError, match="end_datetime must be a time like"):
        calendar.add_calendar_event_by_attendee("Bo Ek", end_datetime="tomorrow")


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (NOON - 60, NOON, []),
        (NOON + 3600, NOON + 3660, []),
        (NOON - 60, NOON + 1, ["m"]),
        (NOON + 3599, NOON + 9999, ["m"]),
        (NOON + 60, NOON + 60, ["m"]),
        (NOON, NOON, []),
    ],
)
def test_a_span_finds_what_overlaps_it_edges_excluded(start: float, end: float, found: list[str]) -> None:
    spans = [shown(make(event("x", t, t)).state.events["x"])["start_datetime"] for t in (start, end)]
    assert ids(make(MEETING).get_calendar_events_from_to(*spans)) == found


def test_pages_follow_insertion_order_and_python_slices() -> None:
    calendar = make(*(event(str(i), NOON - i, NOON + 10) for i in range(4)))
    day = ("2024-10-15 00:00:00", "2024-10-16 00:00:00")
    assert ids(calendar.get_calendar_events_from_to(*day, offset=1, limit=2)) == ["1", "2"]
    past = calendar.get_calendar_events_from_to(*day, offset=9)
    assert (past["events"], past["range"], past["total"]) == ([], (9, 4), 4)
    assert ids(calendar.get_calendar_events_from_to(*day, offset=-2)) == ["2", "3"]
    assert ids(calendar.get_calendar_events_from_to(*day, limit=-1)) == ["0", "1", "2"]


def test_today_is_the_utc_day_and_shows_ten_at_most() -> None:
    late = event("late", NOON - 12 * 3600 - 60, NOON - 12 * 3600)  # ends at midnight
    calendar = make(late, *(event(str(i), NOON, NOON + 10) for i in range(12)))
    today = calendar.read_today_calendar_events()
    assert ids(today) == [str(i) for i in range(10)]
    assert (today["range"], today["total"]) == ((0, 10), 12)


def test_tags_are_distinct_sorted_and_never_empty() -> None:
    tags = ["b", "a", "b", "", None]
    calendar = make(*(event(str(i), NOON, NOON, tag=tag) for i, tag in enumerate(tags)))
    assert calendar.get_all_tags() == ["a", "b"]
    assert [e.event_id for e in calendar.get_calendar_events_by_tag("b")] == ["0", "2"]
    assert calendar.get_calendar_events_by_tag("B") == []


@pytest.mark.parametrize(("query", "count"), [("MEET", 1), ("café", 1), ("cafe", 0), ("bo ek", 1), ("work", 0), ("", 1)])
def test_search_looks_at_texts_and_people_but_not_at_tags(query: str, count: int) -> None:
    assert len(make(MEETING).search_events(query)) == count


FAILING = [
    ("add_calendar_event", {"start_datetime": "2024-10-15"}, "bad_argument"),
    ("add_calendar_event", {"end_datetime": ""}, "bad_argument"),
    ("add_calendar_event", {"start_datetime": "2024-10-20 00:00:00"}, "bad_argument"),
    ("add_calendar_event_by_attendee", {"who_add": "Bo", "end_datetime": "2024-10-14 00:00:00"}, "bad_argument"),
    ("get_calendar_event", {"event_id": "x" * 500}, "not_found"),
    ("delete_calendar_event", {"event_id": "M"}, "not_found"),
    ("delete_calendar_event_by_attendee", {"event_id": "none", "who_delete": "Bo Ek"}, "not_found"),
    ("delete_calendar_event_by_attendee", {"event_id": "m", "who_delete": "bo ek"}, "conflict"),
    ("get_calendar_events_from_to", {"start_datetime": "2024-10-16 00:00:00", "end_datetime": "2024-10-15 00:00:00"}, "bad_argument"),
    ("get_calendar_events_by_tag", {"tag": ""}, "bad_argument"),
]


@pytest.mark.parametrize(("tool", "args", "kind"), FAILING)
def test_a_failed_call_changes_nothing_and_is_short(tool: str, args: dict[str, Any], kind: str) -> None:
    calendar = make(MEETING)
    before = calendar.state_digest()
    with pytest.raises(ToolError) as caught:
        getattr(calendar, tool)(**args)
    assert caught.value.kind == kind
    assert len(str(caught.value)) < 250
    assert (calendar.state_digest(), calendar.runtime.stream.count) == (before, 0)


def test_a_copy_of_the_state_keeps_what_later_calls_change() -> None:
    calendar = make(MEETING)
    copy = calendar.copy_state()
    calendar.add_calendar_event(title="New")
    calendar.delete_calendar_event("m")
    assert list(copy.events) == ["m"]
    assert "m" not in calendar.state.events


def test_the_derived_texts_follow_the_times_whatever_the_file_says() -> None:
    new_year = make(event("y", 1735687800, 1735691400, start_strftime="wrong")).get_calendar_event("y")
    result = plain(new_year)
    assert (result["start_strftime"], result["end_strftime"]) == ("Tuesday, 2024-12-31 23:30:00", "Wednesday, 2025-01-01 00:30:00")
    assert list(result)[-2:] == ["start_strftime", "end_strftime"]
    assert "start_datetime=1735687800, " in reference_text([new_year])


def test_the_agent_reads_each_time_once_with_the_weekday() -> None:
    view = shown(make(MEETING).get_calendar_event("m"))
    assert view["start_datetime"] == "2024-10-15 12:00:00"
    assert view["weekday"] == "Tuesday"
    assert "start_strftime" not in view


def test_nulls_in_a_file_mean_the_defaults() -> None:
    loaded = make(MEETING | {"title": None, "attendees": None, "tag": None}).state.events["m"]
    assert (loaded.title, loaded.attendees, loaded.tag) == ("Event", (), None)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"start_datetime": "soon"}, "events.m.start_datetime"),
        ({"end_datetime": NOON * 1000}, "events.m.end_datetime: not Unix seconds"),
        ({"attendees": [1]}, "events.m.attendees.0"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(ScenarioError, match=place):
        make(MEETING | fields)


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_an_official_calendar_comes_back_as_it_was() -> None:
    for file in sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[:2]:
        apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
        state = next(a["app_state"] for a in apps if a["class_name"] == "Calendar")
        calendar = Calendar("Calendar", Calendar.load(state), Runtime(Clock(), Stream(0, "Calendar")))
        assert calendar.dump() == state
        assert list(calendar.dump()["events"]) == list(state["events"])
