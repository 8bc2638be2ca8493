"""Cabs: what the vectors do not cover."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime, copy_state
from gaia2_gym.apps.cabs import Cabs
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

NOW = 1728975600.0  # 2024-10-15 07:00:00
SERVICES = {
    "Default": {"nb_seats": 4, "price_per_km": 1.0, "base_delay_min": 5, "max_distance_km": 25},
    "Premium": {"nb_seats": 4, "price_per_km": 2.0, "base_delay_min": 3, "max_distance_km": 25},
    "Van": {"nb_seats": 6, "price_per_km": 1.5, "base_delay_min": 7, "max_distance_km": 25},
}


@dataclass
class Clock:
    now: float = NOW


def quote(start: str, end: str, distance: float | None, **fields: Any) -> dict[str, Any]:
    base = {
        "ride_id": f"{start}-{end}",
        "status": None,
        "service_type": "Default",
        "start_location": start,
        "end_location": end,
        "price": 10,
        "duration": 12.5,
        "time_stamp": NOW - 3600,
        "distance_km": distance,
        "delay": None,
        "delay_history": [],
    }
    return base | fields


def make(*quotes: dict[str, Any], rides: tuple[dict[str, Any], ...] = (), compat: bool = False, services: Any = None, now: float = NOW) -> Cabs:
    data = {"ride_history": list(rides), "quotation_history": list(quotes), "d_service_config": services or SERVICES}
    return Cabs("Cabs", Cabs.load(data), Runtime(Clock(now), Stream(0, "Cabs"), compat=compat))


@pytest.mark.parametrize("compat", [False, True])
def test_a_new_quote_is_priced_by_distance_within_the_stated_bounds(compat: bool) -> None:
    ride = make(compat=compat, now=NOW + 0.75).get_quotation("A", "B", "Van")
    assert 5 <= ride.distance_km < 20
    assert ride.price == ride.distance_km * 1.5
    assert 8 <= ride.delay <= 12
    assert 0 <= ride.duration - ride.distance_km / 50 * 60 < 10
    assert (ride.status, ride.time_stamp, ride.delay_history) == (None, NOW, ())


def test_the_draws_come_in_order_distance_delay_duration_id() -> None:
    ride, stream = make().get_quotation("A", "B", "Premium"), Stream(0, "Cabs")
    distance, delay, extra = stream.uniform(5, 20), 3 + stream.randint(1, 5), 10 * stream.random()
    assert (ride.distance_km, ride.delay, ride.duration, ride.ride_id) == (distance, delay, distance / 50 * 60 + extra, stream.hex_id())


def test_a_repeated_quote_costs_the_same_and_only_compat_draws_a_price() -> None:
    cabs, quirky = make(), make(compat=True)
    first, again = cabs.get_quotation("A", "B", "Van"), cabs.get_quotation("A", "B", "Van", "2025-01-01 00:00:00")
    assert first.price == again.price == cabs.order_ride("A", "B", "Van").price
    assert cabs.runtime.stream.count == 4 + 3 + 3
    prices = {quirky.get_quotation("A", "B", "Van").price for _ in range(5)}
    assert len(prices) == 5
    assert quirky.runtime.stream.count == 4 + 4 * 4
    assert all(0.5 * first.price <= price <= 1.5 * first.price for price in prices)


def test_the_first_quote_sets_the_price_and_other_services_and_directions_their_own() -> None:
    cabs = make(quote("A", "B", 12, price=7.5), quote("A", "B", 12, price=99))
    assert cabs.get_quotation("A", "B", "Default").price == 7.5
    assert cabs.get_quotation("A", "B", "Premium").price == 24
    assert cabs.get_quotation("B", "A", "Default").price == cabs.get_quotation("B", "A", "Default").distance_km


def test_a_known_distance_is_that_of_the_first_quote_or_ride_that_has_one() -> None:
    cabs = make(quote("A", "B", None), quote("A", "B", 0), rides=(quote("A", "B", 6.5), quote("A", "B", 9)))
    assert cabs.get_quotation("A", "B", "Van").distance_km == 6.5
    assert cabs.get_quotation("a", "B", "Van").distance_km != 6.5


def test_all_services_quote_the_same_distance_in_the_order_of_the_configuration() -> None:
    cabs = make()
    rides = cabs.list_rides("A", "B", "2024-10-15 20:00:00")
    assert [r.service_type for r in rides] == ["Default", "Premium", "Van"]
    assert len({r.distance_km for r in rides}) == 1
    assert [r.price / r.distance_km for r in rides] == pytest.approx([1, 2, 1.5])
    assert len(cabs.dump()["quotation_history"]) == 3
    assert cabs.get_ride_history_length() == 0


def test_a_booked_ride_stands_in_both_histories_and_changes_in_both() -> None:
    cabs = make(quote("A", "B", 10))
    cabs.order_ride("A", "B", "Default", "2024-10-15 09:00:00")
    cabs.update_ride_status("DELAYED")
    assert cabs.get_ride(0).status == cabs.dump()["quotation_history"][1]["status"] == "DELAYED"
    assert cabs.user_cancel_ride() == "Ride has been cancelled."
    assert cabs.get_ride(0).status == cabs.dump()["quotation_history"][1]["status"] == "CANCELLED"
    cabs.order_ride("A", "B", "Default")
    assert cabs.get_ride_history_length() == 2


def test_the_ongoing_ride_can_be_closed_after_a_past_ride_was_added() -> None:
    cabs = make()
    cabs.order_ride("A", "B", "Default")
    cabs.add_new_ride("Van", "C", "D", 1.0)
    cabs.end_ride()
    assert [r.status for r in cabs.get_ride_history()["rides"].values()] == ["COMPLETED", "BOOKED"]


def test_a_past_ride_lends_its_distance_and_price_but_is_not_ongoing() -> None:
    cabs = make()
    cabs.add_new_ride("Van", "C", "D", 12.5, distance_km=4)
    assert (cabs.get_quotation("C", "D", "Van").price, cabs.get_quotation("C", "D", "Default").price) == (12.5, 4)
    with pytest.raises(ToolError):
        cabs.get_current_ride_status()


def test_the_delay_is_never_negative_and_shrinks_only_after_the_time_of_the_ride() -> None:
    cabs = make()
    booked = cabs.order_ride("A", "B", "Default", "2024-10-15 08:00:00")
    early = cabs.get_current_ride_status()
    assert early.delay == booked.delay
    assert plain(early.delay_history[-1]) == {"delay": booked.delay, "time_stamp": NOW}
    for hours in range(1, 40):
        cabs.runtime.clock.now = NOW + 3600 * hours  # type: ignore[misc]
        assert cabs.get_current_ride_status().delay >= 0
    assert len(cabs.get_ride(0).delay_history) == 41
    assert cabs.get_ride(0).delay_history[-1].time_stamp == NOW + 3600 * 39


def test_under_compat_the_delay_is_never_positive_and_dated_by_the_ride() -> None:
    cabs = make(compat=True)
    booked = cabs.order_ride("A", "B", "Default", "2024-10-15 08:00:00")
    for minutes in (0, 60, 61, 300):
        cabs.runtime.clock.now = NOW + 60 * minutes  # type: ignore[misc]
        ride = cabs.get_current_ride_status()
        assert ride.delay <= 0
        assert ride.delay_history[-1].time_stamp == booked.time_stamp


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({}, "Ride has been cancelled by the driver."),
        ({"who_cancel": "user"}, "Ride has been cancelled by the user."),
        ({"message": "Flat tyre"}, "Flat tyre"),
        ({"message": ""}, "Ride has been cancelled by the driver."),
    ],
)
def test_a_cancellation_says_its_message_or_who_cancelled(args: dict[str, str], text: str) -> None:
    cabs = make()
    cabs.order_ride("A", "B", "Default")
    assert cabs.cancel_ride(**args) == text
    assert cabs.get_ride(0).status == "CANCELLED"


def short_van(app: Cabs) -> Cabs:
    """The same app with vans that go nowhere far: the distance must be drawn to know."""
    app.state = Cabs.load(app.dump() | {"d_service_config": SERVICES | {"Van": SERVICES["Van"] | {"max_distance_km": 1}}})
    return app


def ordered(app: Cabs) -> Cabs:
    app.order_ride("A", "B", "Default")
    return app


Call = Callable[[Cabs], object]
FAILURES: list[tuple[str, str, Callable[[Cabs], Cabs], Call]] = [
    ("bad_argument", "not 'van' .did you mean 'Van'", lambda a: a, lambda a: a.get_quotation("A", "B", "van")),
    ("bad_argument", "ride_time must be a time", lambda a: a, lambda a: a.get_quotation("A", "B", "Van", "noon")),
    ("bad_argument", "25.1 km long, Van cabs go no further than 25 km", lambda a: a, lambda a: a.get_quotation("far", "away", "Van")),
    ("bad_argument", "Van cabs go no further than 1 km", short_van, lambda a: a.get_quotation("A", "B", "Van")),
    ("bad_argument", "Van cabs go no further than 1 km", short_van, lambda a: a.list_rides("A", "B")),
    ("bad_argument", "Van cabs go no further than 1 km", short_van, lambda a: a.order_ride("A", "B", "Van")),
    ("bad_argument", "ride_time must be a time", lambda a: a, lambda a: a.list_rides("A", "B", "")),
    ("bad_argument", "service_type must be one of", lambda a: a, lambda a: a.order_ride("A", "B", "Limo")),
    ("conflict", "a ride is booked already; user_cancel_ride", ordered, lambda a: a.order_ride("A", "B", "Limo", "noon")),
    ("not_found", "no ride is booked or under way; order_ride", lambda a: a, lambda a: a.user_cancel_ride()),
    ("not_found", "no ride is booked", lambda a: a, lambda a: a.get_current_ride_status()),
    ("not_found", "no ride is booked", lambda a: a, lambda a: a.end_ride()),
    ("not_found", "no ride is booked", lambda a: a, lambda a: a.cancel_ride()),
    ("not_found", "no ride is booked", lambda a: a, lambda a: a.update_ride_status("DELAYED")),
    ("bad_argument", "who_cancel must be one of driver, user", ordered, lambda a: a.cancel_ride("boss")),
    ("bad_argument", "status must be one of DELAYED", ordered, lambda a: a.update_ride_status("BOOKED")),
    ("not_found", "no ride number 9; the history has 0 rides", lambda a: a, lambda a: a.get_ride(9)),
    ("not_found", "no ride number -1", ordered, lambda a: a.get_ride(-1)),
]


@pytest.mark.parametrize(("kind", "message", "prepare", "call"), FAILURES)
@pytest.mark.parametrize("compat", [False, True])
def test_a_failed_call_changes_nothing(kind: str, message: str, prepare: Callable[[Cabs], Cabs], call: Call, compat: bool) -> None:
    cabs = prepare(make(quote("far", "away", 25.1), compat=compat))
    before = (cabs.state_digest(), cabs.runtime.stream.count)
    with pytest.raises(ToolError, match=message) as caught:
        call(cabs)
    assert caught.value.kind == kind
    assert (cabs.state_digest(), cabs.runtime.stream.count) == before


def test_messages_are_bounded() -> None:
    with pytest.raises(ToolError) as caught:
        make().get_quotation("A", "B", "x" * 10_000)
    assert len(caught.value.message) < 200


def test_a_snapshot_keeps_the_ongoing_ride_and_is_not_changed() -> None:
    cabs = ordered(make())
    snapshot, digest = cabs.copy_state(), cabs.state_digest()
    cabs.get_current_ride_status()
    cabs.update_ride_status("IN_PROGRESS")
    cabs.end_ride()
    cabs.list_rides("A", "B")
    cabs.add_new_ride("Van", "C", "D", 1.0)
    assert cabs.state_digest() != digest
    cabs.state = copy_state(snapshot)
    assert cabs.state_digest() == digest
    assert cabs.get_current_ride_status().status == "BOOKED"


def test_the_ongoing_ride_is_not_in_the_official_state() -> None:
    cabs = ordered(make())
    loaded = Cabs.load(cabs.dump())
    assert loaded.ongoing is None
    assert loaded.rides == cabs.state.rides
    assert loaded.rides[0].delay_history == cabs.state.rides[0].delay_history


def test_the_agent_reads_dates_and_the_reference_text_stays() -> None:
    ride = ordered(make(quote("A", "B", 10))).get_ride(0)
    assert shown(ride)["time_stamp"] == shown(ride)["delay_history"][0]["time_stamp"] == "2024-10-15 07:00:00"
    assert f"Delay: {ride.delay / 60} mins" in reference_text(ride)
    assert f"delay_history=[{{'delay': {ride.delay}, 'time_stamp': {NOW}}}]" in reference_text([ride])


def test_nulls_and_wrong_fields_of_a_file() -> None:
    assert list(Cabs.load({"ride_history": None}).services) == ["Default", "Premium", "Van"]
    assert make(quote("A", "B", 1, delay_history=None)).state.quotes[0].delay_history == ()
    with pytest.raises(ScenarioError, match=r"quotation_history\.1\.price"):
        make(quote("A", "B", 1), quote("A", "B", 1, price="x"))


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_official_rides_come_back_as_they_were() -> None:
    for file in sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[:2]:
        apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
        state = next(a["app_state"] for a in apps if a["class_name"] == "CabApp")
        cabs = Cabs("Cabs", Cabs.load(state), Runtime(Clock(), Stream(0, "Cabs")))
        assert json.dumps(cabs.dump()) == json.dumps(state)
