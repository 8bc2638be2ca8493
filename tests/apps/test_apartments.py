"""Flats: what the vectors do not cover."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime, copy_state
from gaia2_gym.apps.apartments import Apartments
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA


@dataclass
class Clock:
    now: float = 1728975600.0


def flat(apartment_id: str, **fields: Any) -> dict[str, Any]:
    base = {
        "name": "Loft",
        "location": "1 Quay St, Porto",
        "zip_code": "4000-A",
        "price": 900,
        "bedrooms": 2,
        "bathrooms": 1,
        "property_type": "Condo",
        "square_footage": 600,
        "furnished_status": "Furnished",
        "floor_level": "Ground floor",
        "pet_policy": "No pets",
        "lease_term": "1 year",
        "apartment_id": apartment_id,
        "amenities": ["Gym", "Pool"],
        "saved": False,
    }
    return base | fields


def make(*flats: dict[str, Any], saved: tuple[str, ...] = (), compat: bool = False) -> Apartments:
    data = {"apartments": {f["apartment_id"]: f for f in flats}, "saved_apartments": list(saved)}
    return Apartments("RentAFlat", Apartments.load(data), Runtime(Clock(), Stream(0, "RentAFlat"), compat=compat))


def test_saving_keeps_the_order_and_saving_twice_changes_nothing() -> None:
    app = make(flat("a"), flat("b"), flat("c"))
    for apartment_id in ("c", "a", "c"):
        app.save_apartment(apartment_id)
    assert list(app.list_saved_apartments()) == ["c", "a"]
    assert [f.saved for f in app.list_all_apartments().values()] == [True, False, True]
    app.remove_saved_apartment("c")
    app.save_apartment("c")
    assert app.dump()["saved_apartments"] == ["a", "c"]


def test_saving_and_removing_are_null_as_values_and_a_sentence_to_the_agent() -> None:
    app = make(flat("a"))
    for done, text in (
        (app.save_apartment("a"), "Successfully saved apartment"),
        (app.remove_saved_apartment("a"), "Successfully removed apartment"),
    ):
        assert plain(done) is None
        assert shown(done) == reference_text(done) == text
    assert app.dump() == make(flat("a")).dump()


def test_a_deleted_flat_leaves_the_saved_ones() -> None:
    app = make(flat("a"), flat("b"), saved=("a", "b"))
    app.delete_apartment("a")
    assert list(app.list_saved_apartments()) == list(app.search_apartments(saved_only=True)) == ["b"]
    assert app.dump()["saved_apartments"] == ["b"]


def test_compat_keeps_a_deleted_flat_among_the_saved_and_stumbles_over_it_until_it_is_removed() -> None:
    app = make(flat("a"), flat("b"), saved=("a", "b"), compat=True)
    app.delete_apartment("a")
    for call in (app.list_saved_apartments, lambda: app.search_apartments(saved_only=True)):
        with pytest.raises(ToolError, match="'a' is no longer listed") as caught:
            call()
        assert caught.value.kind == "not_found"
    app.remove_saved_apartment("a")
    assert list(app.list_saved_apartments()) == ["b"]


def test_a_loaded_saved_id_without_a_flat_is_skipped_and_can_be_removed() -> None:
    app = make(flat("a"), saved=("gone", "a"))
    assert list(app.list_saved_apartments()) == ["a"]
    app.remove_saved_apartment("gone")
    assert app.dump()["saved_apartments"] == ["a"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"property_type": "CONDO"}, ["a"]),
        ({"furnished_status": "furnished"}, ["a", "bare"]),
        ({"pet_policy": "dogs allowed"}, ["bare"]),
        ({"lease_term": "1 YEAR"}, ["a", "bare"]),
        ({"floor_level": "Ground floor"}, ["a"]),
        ({"floor_level": "ground floor"}, []),
        ({"zip_code": "4000-a"}, []),
        ({"amenities": ["pool", "GYM"]}, ["a"]),
        ({"amenities": ["poo"]}, []),
        ({"amenities": []}, ["a", "bare"]),
        ({"square_footage": 600, "max_price": 900}, ["a"]),
        ({"saved_only": True}, ["bare", "a"]),
        ({"saved_only": True, "number_of_bedrooms": 2}, ["a"]),
    ],
)
def test_search_conditions(filters: dict[str, Any], found: list[str]) -> None:
    bare = flat("bare", property_type="", furnished_status=None, floor_level=None, pet_policy="", lease_term=None, amenities=None)
    bare |= {"bedrooms": 0, "square_footage": 100, "price": 0.5}
    app = make(flat("a"), bare, saved=("bare", "a"))
    assert list(app.search_apartments(**filters)) == found


FAILURES: list[tuple[str, Callable[[Apartments], object]]] = [
    ("no apartment with id 'x'; search_apartments", lambda app: app.get_apartment_details("x")),
    ("no apartment with id 'x'", lambda app: app.save_apartment("x")),
    ("no apartment with id 'x'", lambda app: app.update_apartment("x", 1.0)),
    ("no apartment with id 'x'", lambda app: app.delete_apartment("x")),
    ("no saved apartment with id 'x'; list_saved_apartments", lambda app: app.remove_saved_apartment("x")),
    ("no saved apartment with id 'b'", lambda app: app.remove_saved_apartment("b")),
]


@pytest.mark.parametrize(("message", "call"), FAILURES)
@pytest.mark.parametrize("compat", [False, True])
def test_a_failed_call_changes_nothing(message: str, call: Callable[[Apartments], object], compat: bool) -> None:
    app = make(flat("a", saved=True), flat("b"), saved=("a",), compat=compat)
    before = (app.state_digest(), app.runtime.stream.count)
    with pytest.raises(ToolError, match=message) as caught:
        call(app)
    assert caught.value.kind == "not_found"
    assert (app.state_digest(), app.runtime.stream.count) == before


def test_messages_are_bounded() -> None:
    with pytest.raises(ToolError) as caught:
        make().get_apartment_details("x" * 10_000)
    assert len(caught.value.message) < 200


def test_every_write_leaves_a_snapshot_as_it_was() -> None:
    app = make(flat("a"), flat("b", saved=True), saved=("b",))
    snapshot = app.copy_state()
    digest = app.state_digest()
    app.save_apartment("a")
    app.remove_saved_apartment("b")
    app.update_apartment("a", 5)
    app.delete_apartment("b")
    app.add_new_apartment("N", "L", "1", 10, 1, 1, 10)
    assert app.state_digest() != digest
    app.state = copy_state(snapshot)
    assert app.state_digest() == digest


def test_listings_are_snapshots() -> None:
    app = make(flat("a"))
    listed = app.list_all_apartments()
    app.update_apartment("a", 1.0)
    listed.clear()
    assert app.get_apartment_details("a").price == 1.0


def test_nulls_and_wrong_fields_of_a_file() -> None:
    app = make(flat("a", saved=None, square_footage=None))
    assert (app.get_apartment_details("a").saved, app.get_apartment_details("a").square_footage) == (False, 0)
    with pytest.raises(ScenarioError, match=r"apartments\.a\.price"):
        make(flat("a", price="dear"))
    with pytest.raises(ScenarioError, match="saved_apartments"):
        Apartments.load({"apartments": {}, "saved_apartments": 3})


def test_a_new_flat_announces_its_name_and_id() -> None:
    notify = make().tools["add_new_apartment"].notification
    assert notify is not None
    assert notify.level == "high"
    assert notify.text.format(name="Nest", result="id1") == "new apartment listed: Nest"
    assert notify.ids["apartment_id"] == "result"


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_official_flats_come_back_as_they_were() -> None:
    for file in sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[:2]:
        apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
        state = next(a["app_state"] for a in apps if a["class_name"] == "RentAFlat")
        app = Apartments("RentAFlat", Apartments.load(state), Runtime(Clock(), Stream(0, "RentAFlat")))
        assert json.dumps(app.dump()) == json.dumps(state)
