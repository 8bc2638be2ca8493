"""The clock of the phone, and waiting."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.system import System
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ToolError


@dataclass
class Clock:
    now: float = 1728975600.75  # 2024-10-15 07:00:00.75


def make(waits: list[int] | None = None, now: float = 1728975600.75) -> System:
    wait = None if waits is None else waits.append
    return System("System", System.load({}), Runtime(Clock(now), Stream(0, "System"), wait=wait))


def test_the_time_is_told_as_timestamp_date_and_weekday() -> None:
    assert make().get_current_time() == {
        "current_timestamp": 1728975600.75,
        "current_datetime": "2024-10-15 07:00:00",
        "current_weekday": "Tuesday",
    }


def test_weekdays_agree_with_the_calendar_across_leap_days_and_before_1970() -> None:
    names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    for start in (datetime(2024, 2, 26, 23, 59, 59, tzinfo=UTC), datetime(1969, 12, 28, tzinfo=UTC)):
        for days in range(8):
            day = start + timedelta(days=days)
            assert make(now=day.timestamp()).get_current_time()["current_weekday"] == names[day.weekday()]


def test_waiting_is_left_to_the_world() -> None:
    waits: list[int] = []
    assert make(waits).wait_for_notification(90) is None
    make(waits).wait_for_notification()
    assert waits == [90, 0]


def test_a_negative_timeout_is_refused_before_anything_happens() -> None:
    waits: list[int] = []
    with pytest.raises(ToolError, match="0 or more seconds, not -1") as caught:
        make(waits).wait_for_notification(-1)
    assert caught.value.kind == "bad_argument"
    assert waits == []


def test_without_a_world_there_is_nothing_to_wait_for() -> None:
    with pytest.raises(ToolError, match="no world is running") as caught:
        make().wait_for_notification(5)
    assert caught.value.kind == "other"


@pytest.mark.parametrize("timeout", ["15", 2.9, True, None])
def test_a_timeout_is_a_whole_number_of_seconds(timeout: object) -> None:
    with pytest.raises(ToolError) as caught:
        make().tools["wait_for_notification"].validate({"timeout": timeout})
    assert caught.value.kind == "type"


def test_the_description_says_that_time_stands_still() -> None:
    description = make().tools["wait_for_notification"].description
    assert "Time stands still unless you think or wait" in description
    assert "timeout" in description
