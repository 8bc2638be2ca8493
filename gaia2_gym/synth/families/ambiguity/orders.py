"""Orders on the phone, for the families about cancelling."""

from __future__ import annotations

from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Order
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.solver import Phone


def new_product(d: Draft) -> tuple[str, CartItem]:
    """One more product in the shop: its name, and one piece of it as a line of an order."""
    name, _, item = plant_product(d, variants=2, in_colour=1)
    return name, CartItem(item.item_id, 1, item.price, True, item.options)


def add_order(d: Draft, line: CartItem, status: str, days: int) -> Order:
    """One more order, made some days ago."""
    made = d.start - 86400 * days - 60 * d.draw.integer(1, 400)
    order = Order(order_status=status, order_date=made, order_total=line.price, order_id=d.draw.id(), order_items=FrozenDict({line.item_id: line}))
    d.state("Shopping").orders[order.order_id] = order
    return order


def orders_of(phone: Phone, product: str) -> list[dict[str, str]]:
    """All orders with an item of a product, the oldest first."""
    items = {id for p in phone.products(product) if p["name"] == product for id in p["variants"]}
    orders = phone.call("Shopping__list_orders", f"Which orders have the {product}?").values()
    return sorted((o for o in orders if items & set(o["order_items"])), key=lambda o: str(o["order_date"]))
