"""The shop: what the vectors do not cover."""

from __future__ import annotations

import copy
import gzip
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime, copy_state
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.apps.shopping import FrozenDict, Shopping
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

NOW = 1728975600.5  # 2024-10-15 07:00:00


@dataclass
class Clock:
    now: float = NOW


def product(product_id: str, name: str, **items: Any) -> dict[str, Any]:
    variants = {i: {"price": price, "available": True, "item_id": i, "options": {"size": "M"}} for i, price in items.items()}
    return {"name": name, "product_id": product_id, "variants": variants}


def order(order_id: str, status: str, date: Any = "2024-10-01T08:00:00+00:00") -> dict[str, Any]:
    line = {"item_id": "red", "quantity": 2, "price": 4, "available": True, "options": {}}
    return {"order_status": status, "order_date": date, "order_total": 8, "order_id": order_id, "order_items": {"red": line}}


def state() -> dict[str, Any]:
    products = [
        product("cup", "Cup", red=4, blue=5.5),
        product("hat", "hat", felt=20),
        product("cup2", "Cup", green=6),
        product("empty", "Nothing"),
    ]
    products[0]["variants"]["blue"]["available"] = False
    orders = [order("o1", "processed"), order("o2", "shipped"), order("o3", "delivered"), order("o4", "cancelled")]
    return {
        "products": {p["product_id"]: p for p in products},
        "cart": {},
        "discount_codes": {"red": {"TEN": 10, "HALF": 50.0}, "felt": {"TEN": 20}, "green": {}},
        "orders": {o["order_id"]: o for o in orders},
    }


def make(*, compat: bool = False, **parts: Any) -> Shopping:
    return Shopping("Shopping", Shopping.load(state() | parts), Runtime(Clock(), Stream(0, "Shopping"), compat=compat))


def test_the_state_is_flat_and_its_official_form_nested_in_the_same_order() -> None:
    app = make()
    assert list(app.state.items) == ["red", "blue", "felt", "green"]
    assert app.state.products["cup"].item_ids == ("red", "blue")
    assert json.dumps(app.dump()) == json.dumps(state())


def test_products_are_listed_by_name_in_code_point_order_and_the_total_counts_equal_names_too() -> None:
    listed = make().list_all_products(limit=2)
    assert list(listed["products"].items()) == [("Cup", "cup2"), ("Nothing", "empty")]
    assert listed["metadata"] == {"range": (0, 2), "total": 4}
    assert list(make().list_all_products(offset=2)["products"]) == ["hat"]


def test_a_search_finds_each_product_once_and_under_compat_the_last_of_a_name_every_time() -> None:
    assert [p.product_id for p in make().search_product("CUP")] == ["cup", "cup2"]
    assert [p.product_id for p in make(compat=True).search_product("CUP")] == ["cup2", "cup2"]
    assert [p.product_id for p in make().search_product("", offset=1, limit=2)] == ["hat", "cup2"]


def test_the_cart_keeps_the_first_price_and_the_order_what_was_in_the_cart() -> None:
    app = make()
    app.add_to_cart("red")
    app.update_item("red", new_price=100, new_availability=False)
    with pytest.raises(ToolError, match="not available"):
        app.add_to_cart("red")
    app.update_item("red", new_availability=True)
    app.add_to_cart("red", 2)
    app.add_to_cart("felt")
    app.update_item("felt", new_availability=False)
    bought = app.get_order_details(app.checkout())
    assert (bought.order_total, bought.order_status) == (32, "processed")
    assert [(line.item_id, line.quantity, line.price) for line in bought.order_items.values()] == [("red", 3, 4), ("felt", 1, 20)]
    assert bought.order_date == "2024-10-15T07:00:00.500000+00:00"
    assert app.list_cart() == {}


def test_a_discount_holds_line_by_line() -> None:
    app = make()
    app.add_to_cart("red", 3)
    app.add_to_cart("felt")
    assert app.get_order_details(app.checkout("TEN")).order_total == pytest.approx(3 * 4 * 0.9 + 20 * 0.8)


def test_taking_out_everything_drops_the_line_and_taking_out_none_does_nothing() -> None:
    app = make()
    app.add_to_cart("red", 3)
    app.remove_from_cart("red", 0)
    app.remove_from_cart("red", 2)
    assert app.list_cart()["red"].quantity == 1
    app.remove_from_cart("red")
    assert app.list_cart() == {}


@pytest.mark.parametrize("order_id", ["o1", "o2"])
def test_orders_that_are_not_delivered_can_be_cancelled(order_id: str) -> None:
    app = make()
    assert app.cancel_order(order_id) == order_id
    assert app.get_order_details(order_id).order_status == "cancelled"
    with pytest.raises(ToolError, match=f"order '{order_id}' is cancelled"):
        app.cancel_order(order_id)


def test_new_products_items_and_codes() -> None:
    app = make()
    options = {"color": "red", "sizes": ["S", "M"]}
    product_id = app.add_product("Bowl")
    item_id = app.add_item_to_product(product_id, 3, options=options)
    options["sizes"].append("L")  # type: ignore[attr-defined]
    assert product_id != item_id
    assert plain(app.get_product_details(product_id)) == {
        "name": "Bowl",
        "product_id": product_id,
        "variants": {item_id: {"price": 3, "available": True, "item_id": item_id, "options": {"color": "red", "sizes": ["S", "M"]}}},
    }
    app.add_discount_code(item_id, {"TEN": 5, "NEW": 1.5})
    app.add_discount_code(item_id, {"TEN": 6})
    assert app.get_discount_code_info("TEN") == {"red": 10, "felt": 20, item_id: 6}
    assert app.get_all_discount_codes() == {"TEN": ["red", "felt", item_id], "HALF": ["red"], "NEW": [item_id]}
    assert plain(app.get_product_details(product_id).variants) == app.dump()["products"][product_id]["variants"]


def test_a_past_order_is_stored_and_refused_only_under_compat() -> None:
    arguments = {"order_id": "p", "order_status": "shipped", "order_date": 0.0, "order_total": 7.5, "item_id": "red", "quantity": 2}
    app = make()
    assert app.add_order(**arguments) == "p"
    assert plain(app.get_order_details("p")) == {
        "order_status": "shipped",
        "order_date": "1970-01-01T00:00:00+00:00",
        "order_total": 7.5,
        "order_id": "p",
        "order_items": {"red": {"item_id": "red", "quantity": 2, "price": 4, "available": True, "options": {"size": "M"}}},
    }
    with pytest.raises(ToolError) as caught:
        make(compat=True).add_order(**arguments)
    assert caught.value.kind == "other"


def with_cart(app: Shopping) -> Shopping:
    app.add_to_cart("red", 2)
    app.add_to_cart("felt")
    return app


def past_order(app: Shopping, **changes: Any) -> str:
    arguments = {"order_id": "p", "order_status": "shipped", "order_date": 0.0, "order_total": 7.5, "item_id": "red", "quantity": 2}
    return app.add_order(**(arguments | changes))


Call = Callable[[Shopping], object]
FAILURES: list[tuple[str, str, Call]] = [
    ("not_found", "no product with id 'x'; search_product", lambda a: a.get_product_details("x")),
    ("not_found", "no item with id 'x'; search_product", lambda a: a.add_to_cart("x")),
    ("not_found", "no item with id 'cup'; it is a product, get_product_details", lambda a: a.add_to_cart("cup")),
    ("bad_argument", "quantity must be at least 1, not 0", lambda a: a.add_to_cart("x", 0)),
    ("bad_argument", "the cart cannot hold that many", lambda a: a.add_to_cart("red", (1 << 63) - 1)),
    ("conflict", "'blue' is not available", lambda a: a.add_to_cart("blue")),
    ("bad_argument", "quantity must not be negative", lambda a: a.remove_from_cart("red", -1)),
    ("not_found", "no item 'green' in the cart; list_cart", lambda a: a.remove_from_cart("green", 0)),
    ("conflict", "the cart holds 2 of the item 'red', 3", lambda a: a.remove_from_cart("red", 3)),
    ("conflict", "code 'HALF' does not hold for the item 'felt'", lambda a: a.checkout("HALF")),
    ("conflict", "code 'ten' does not hold for the item 'red'", lambda a: a.checkout("ten")),
    ("not_found", "no order with id 'x'; list_orders", lambda a: a.get_order_details("x")),
    ("not_found", "no order with id 'x'", lambda a: a.cancel_order("x")),
    ("conflict", "order 'o3' is delivered", lambda a: a.cancel_order("o3")),
    ("not_found", "no product with id 'red'", lambda a: a.add_item_to_product("red", 1.0)),
    ("bad_argument", "give new_price or new_availability", lambda a: a.update_item("x")),
    ("not_found", "no item with id 'x'", lambda a: a.update_item("x", 1.0)),
    ("not_found", "no item with id 'hat'", lambda a: a.add_discount_code("hat", {"A": 1.0})),
    ("not_found", "no order with id 'x'", lambda a: a.update_order_status("x", "lost")),
    ("bad_argument", "status must be one of processed, shipped, delivered, cancelled, not 'lost'", lambda a: a.update_order_status("o1", "lost")),
    ("not_found", "no item with id 'x'", lambda a: past_order(a, item_id="x")),
    ("conflict", "an order with id 'o1' already", lambda a: past_order(a, order_id="o1")),
    ("bad_argument", "quantity must be at least 1", lambda a: past_order(a, quantity=0)),
    ("bad_argument", "status must be one of", lambda a: past_order(a, order_status="lost")),
    ("bad_argument", "no date can be made of 1e\\+300", lambda a: past_order(a, order_date=1e300)),
]


@pytest.mark.parametrize(("kind", "message", "call"), FAILURES)
def test_a_failed_call_changes_nothing(kind: str, message: str, call: Call) -> None:
    app = with_cart(make())
    before = (app.state_digest(), app.runtime.stream.count)
    with pytest.raises(ToolError, match=message) as caught:
        call(app)
    assert caught.value.kind == kind
    assert (app.state_digest(), app.runtime.stream.count) == before


def test_an_empty_cart_cannot_be_checked_out() -> None:
    app = make()
    digest = app.state_digest()
    with pytest.raises(ToolError, match="the cart is empty") as caught:
        app.checkout("TEN")
    assert caught.value.kind == "conflict"
    assert app.state_digest() == digest


def test_messages_are_bounded() -> None:
    for call in (make().get_product_details, make().get_order_details, make().add_to_cart, with_cart(make()).checkout):
        with pytest.raises(ToolError) as caught:
            call("x" * 10_000)
        assert len(caught.value.message) < 200


def test_every_write_leaves_a_snapshot_as_it_was() -> None:
    app = with_cart(make())
    snapshot, digest = app.copy_state(), app.state_digest()
    app.remove_from_cart("red")
    app.checkout()
    app.add_item_to_product(app.add_product("Bowl"), 1.0)
    app.add_item_to_product("cup", 1.0)
    app.update_item("red", new_price=9.0)
    app.add_discount_code("red", {"TEN": 99.0})
    app.cancel_order("o1")
    app.update_order_status("o2", "delivered")
    past_order(app)
    assert app.state_digest() != digest
    app.state = copy_state(snapshot)
    assert app.state_digest() == digest


def test_results_do_not_change_with_the_state_and_cannot_change_it() -> None:
    app = with_cart(make())
    cart, orders, details = app.list_cart(), app.list_orders(), app.get_product_details("cup")
    app.checkout()
    app.update_item("red", new_price=9.0)
    assert (list(cart), len(orders), details.variants["red"].price) == (["red", "felt"], 4, 4)
    details.variants.clear()
    assert len(app.get_product_details("cup").variants) == 2
    with pytest.raises(TypeError, match="cannot be changed"):
        app.get_product_details("cup").variants["red"].options["size"] = "L"  # type: ignore[index]
    for change in (lambda d: d.update(a=1), lambda d: d.pop("size"), lambda d: d.clear(), lambda d: d.setdefault("a", 1)):
        with pytest.raises(TypeError, match="cannot be changed"):
            change(app.state.items["red"].options)


def test_a_frozen_dictionary_can_be_copied_and_sent_to_another_process() -> None:
    frozen = FrozenDict({"a": [1]})
    for twin in (copy.deepcopy(frozen), pickle.loads(pickle.dumps(frozen))):
        assert twin == frozen
        assert isinstance(twin, FrozenDict)


@pytest.mark.parametrize(
    ("date", "read", "text"),
    [
        ("2024-10-01T08:00:00.25+00:00", "2024-10-01 08:00:00", "datetime.datetime(2024, 10, 1, 8, 0, 0, 250000, tzinfo=datetime.timezone.utc)"),
        ("2024-10-01T10:00:00+02:00", "2024-10-01 08:00:00", None),
        ("2024-10-01T08:00:00", "2024-10-01 08:00:00", "datetime.datetime(2024, 10, 1, 8, 0)"),
        (1727769600.0, "2024-10-01 08:00:00", "1727769600.0"),
        ("soon", "soon", "'soon'"),
    ],
)
def test_order_dates_in_every_form_that_files_have(date: Any, read: str, text: str | None) -> None:
    app = make(orders={"o": order("o", "shipped", date)})
    found = app.get_order_details("o")
    assert plain(found)["order_date"] == app.dump()["orders"]["o"]["order_date"] == date
    assert shown(found)["order_date"] == read
    if text is not None:
        assert f"order_date={text}, order_total=8," in reference_text(found)


def test_nulls_and_wrong_fields_of_a_file() -> None:
    nulls = make(products={"p": product("p", "P", i=1) | {"variants": None}}, cart=None, orders=None, discount_codes=None)
    assert nulls.dump() == {
        "products": {"p": {"name": "P", "product_id": "p", "variants": {}}},
        "cart": {},
        "discount_codes": {},
        "orders": {},
    }
    bare = product("p", "P", i=1)
    bare["variants"]["i"]["options"] = None
    assert make(products={"p": bare}).state.items["i"].options == {}
    bare["variants"]["i"]["price"] = "dear"
    with pytest.raises(ScenarioError, match=r"products\.p\.variants\.i\.price"):
        make(products={"p": bare})
    with pytest.raises(ScenarioError, match=r"products\.q\.variants\.i: the item is also a variant of another product"):
        make(products={"p": product("p", "P", i=1), "q": product("q", "Q", i=1)})


def test_announcements_name_the_order_and_never_more() -> None:
    tools = make().tools
    for name, text in (("cancel_order", "order o1 was cancelled"), ("update_order_status", "order o1 is now shipped")):
        notify = tools[name].notification
        assert notify is not None
        assert notify.level == "medium"
        assert notify.text.format(order_id="o1", status="shipped", result=None) == text
    assert [n for n, t in tools.items() if t.notification and t.notification.level == "high"] == [
        "add_product",
        "add_item_to_product",
        "add_discount_code",
    ]


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_an_official_shop_comes_back_as_it_was() -> None:
    for file in sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[:2]:
        apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
        official = next(a["app_state"] for a in apps if a["class_name"] == "Shopping")
        app = Shopping("Shopping", Shopping.load(official), Runtime(Clock(), Stream(0, "Shopping")))
        assert json.dumps(app.dump()) == json.dumps(official)
