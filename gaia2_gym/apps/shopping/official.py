"""The official form of the Shopping app's state, which nests items in products."""

from __future__ import annotations

from typing import Any

from gaia2_gym.apps.records import drop_nulls, load, plain
from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Item, Order, Product, ProductEntry, ShoppingState
from gaia2_gym.errors import ScenarioError


def load_state(data: dict[str, Any]) -> ShoppingState:
    """Read the official state.

    Raises:
        ScenarioError: Also when an item belongs to two products: its id would not say which is meant.
    """
    state = ShoppingState(
        cart=load(dict[str, CartItem], _filled(CartItem, data.get("cart")), "cart"),
        orders=load(dict[str, Order], _filled(Order, data.get("orders"), order_items=CartItem), "orders"),
    )
    codes = load(dict[str, dict[str, int | float]], data.get("discount_codes") or {}, "discount_codes")
    state.discount_codes = {item_id: FrozenDict(percents) for item_id, percents in codes.items()}
    products: dict[str, Product] = load(dict[str, Product], _filled(Product, data.get("products"), variants=Item), "products")
    for key, product in products.items():
        for item_id in product.variants:
            if item_id in state.items:
                raise ScenarioError(f"products.{key}.variants.{item_id}: the item is also a variant of another product")
        state.products[key] = ProductEntry(product.name, product.product_id, tuple(product.variants))
        state.items.update(product.variants)
    return state


def dump_state(state: ShoppingState) -> dict[str, Any]:
    """The official state."""
    return {
        "products": {key: plain(state.product(key)) for key in state.products},
        "cart": plain(state.cart),
        "discount_codes": plain(state.discount_codes),
        "orders": plain(state.orders),
    }


def _filled(cls: type, raw: Any, **inner: type) -> Any:
    """Raw records without the nulls that mean a default, one level of records inside them included."""
    if not isinstance(raw, dict):
        return raw or {}
    records = {key: drop_nulls(cls, record) for key, record in raw.items()}
    for name, part in inner.items():
        for key, record in records.items():
            if isinstance(record, dict) and name in record:
                records[key] = {**record, name: _filled(part, record[name])}
    return records
