"""Crime rates: the call limit, failed look-ups, changes by the environment."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.city import City
from gaia2_gym.apps.records import reference_text
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

START = 1728975600.0  # 2024-10-15 07:00:00
RATES = {"10115": {"violent_crime": 1.5, "property_crime": 12}}


@dataclass
class Clock:
    now: float = START


def make(limit: int | None = 2) -> tuple[City, Clock]:
    clock = Clock()
    return City("City", City.load({"crime_data": RATES, "api_call_limit": limit}), Runtime(clock, Stream(0, "City"))), clock


def refused(city: City, zip_code: str = "10115") -> bool:
    try:
        city.get_crime_rate(zip_code)
    except ToolError as error:
        return error.kind == "conflict"
    return False


def test_a_look_up_that_finds_nothing_counts_too() -> None:
    city, _ = make()
    with pytest.raises(ToolError, match="'nowhere'") as caught:
        city.get_crime_rate("nowhere")
    assert caught.value.kind == "not_found"
    assert city.get_api_call_count() == 1


def test_beyond_the_limit_comes_half_an_hour_of_refusals_from_the_first_one() -> None:
    city, clock = make()
    assert not refused(city)
    assert not refused(city)
    clock.now = START + 100
    assert refused(city)
    assert city.get_api_call_count() == 0
    for later in (100, 1000, 1899.9):
        clock.now = START + later
        assert refused(city)
        assert city.get_api_call_count() == 0
    clock.now = START + 1900
    assert not refused(city)
    assert city.get_api_call_count() == 1


def test_a_refusal_comes_before_the_look_up_and_says_until_when() -> None:
    city, _ = make(limit=0)
    with pytest.raises(ToolError, match=r"limit of 0 look-ups .* half an hour, until 2024-10-15 07:30:00"):
        city.get_crime_rate("nowhere")


def test_after_the_cool_down_the_limit_holds_again() -> None:
    city, clock = make(limit=1)
    outcomes = [refused(city), refused(city)]
    clock.now += 1800
    outcomes += [refused(city), refused(city)]
    clock.now += 1799
    assert [*outcomes, refused(city)] == [False, True, False, True, True]


def test_asking_for_count_and_limit_is_free() -> None:
    city, _ = make()
    before = city.state_digest()
    assert (city.get_api_call_count(), city.get_api_call_limit()) == (0, 2)
    assert city.state_digest() == before


def test_the_environment_sets_and_changes_rates_without_counting() -> None:
    city, _ = make()
    city.add_crime_rate("new", 3, 4.5)
    city.update_crime_rate("new", new_violent_crime_rate=0.0)
    city.update_crime_rate("10115", new_property_crime_rate=7)
    assert city.get_api_call_count() == 0
    assert reference_text(city.get_crime_rate("new")) == "CrimeDataPoint(violent_crime=0.0, property_crime=4.5)"
    assert reference_text(city.get_crime_rate("10115")) == "CrimeDataPoint(violent_crime=1.5, property_crime=7)"


@pytest.mark.parametrize(
    ("args", "kind"),
    [({"zip_code": "nowhere", "new_violent_crime_rate": 1.0}, "not_found"), ({"zip_code": "10115"}, "bad_argument")],
)
def test_a_failed_update_changes_nothing(args: dict[str, Any], kind: str) -> None:
    city, _ = make()
    before = city.state_digest()
    with pytest.raises(ToolError) as caught:
        city.update_crime_rate(**args)
    assert (caught.value.kind, city.state_digest(), city.runtime.stream.count) == (kind, before, 0)


def test_counter_and_cool_down_are_state_but_not_in_the_file() -> None:
    city, _ = make(limit=1)
    copy = city.copy_state()
    refused(city)
    refused(city)
    city.add_crime_rate("new", 1.0, 1.0)
    assert (copy.api_call_count, copy.refused_at, list(copy.crime_data)) == (0, None, ["10115"])
    used_up = city.copy_state()
    city.state = copy
    assert not refused(city)
    city.state = used_up
    assert refused(city)
    assert set(city.dump()) == {"api_call_limit", "crime_data"}


def test_limits_in_a_file() -> None:
    assert make(limit=None)[0].get_api_call_limit() == 100
    assert make(limit=0)[0].get_api_call_limit() == 0
    assert City.load({}).api_call_limit == 100


@pytest.mark.parametrize("rates", [{"1": {"violent_crime": 1.0}}, {"1": {"violent_crime": "high", "property_crime": 1}}, ["1"]])
def test_a_bad_file_is_refused_with_its_place(rates: Any) -> None:
    with pytest.raises(ScenarioError, match="crime_data"):
        City.load({"crime_data": rates})


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_an_official_city_comes_back_as_it_was() -> None:
    file = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[0]
    apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
    state = next(a["app_state"] for a in apps if a["class_name"] == "CityApp")
    city = City("City", City.load(state), Runtime(Clock(), Stream(0, "City")))
    assert json.dumps(city.dump()["crime_data"]) == json.dumps(state["crime_data"])
    assert city.dump() == state
