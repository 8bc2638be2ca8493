"""Buying, for families in which something becomes of an order: by the ideal agent and by the expert."""

from __future__ import annotations

from gaia2_gym.apps.shopping.records import CartItem, Item, Order
from gaia2_gym.synth.builder import Beat
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import DAY
from gaia2_gym.synth.solver import Phone


def order_item(d: Draft, item: Item, quantity: int, *earlier: Beat) -> Beat:
    """The ideal agent orders some pieces of an item, after an earlier order if there is one; the result is the id of the order."""
    cart = d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=quantity).after(*earlier, seconds=1)
    return d.agent("Shopping__checkout").after(cart, seconds=1)


def other_order(d: Draft) -> str:
    """Id of one more order, made in the last days, about which something may be heard meanwhile."""
    shop = d.state("Shopping")
    item, quantity = d.draw.pick(sorted(shop.items.values(), key=lambda i: i.item_id)), d.draw.integer(1, 3)
    bought = CartItem(item_id=item.item_id, quantity=quantity, price=item.price, available=item.available, options=item.options)
    order = Order(
        order_status="processed",
        order_date=d.start - DAY * d.draw.uniform(0.5, 3),
        order_total=round(item.price * quantity, 2),
        order_id=d.draw.id(),
        order_items={item.item_id: bought},
    )
    shop.orders[order.order_id] = order
    return order.order_id


def buy(phone: Phone, product: str, colour: str, quantity: int) -> tuple[str, float]:
    """The expert orders the cheapest variant of a colour that is available: id and total of the order."""
    found = next(p for p in phone.products(product) if p["name"] == product)
    fitting = [i for i in found["variants"].values() if i["available"] and i["options"].get("color") == colour]
    item = min(fitting, key=lambda i: float(i["price"]))
    thought = f"Of {len(found['variants'])} variants, {len(fitting)} are {colour} and available; this one is the cheapest at {item['price']}."
    phone.call("Shopping__add_to_cart", thought, item_id=item["item_id"], quantity=quantity)
    order = phone.call("Shopping__checkout", "Now the order.")
    total = phone.call("Shopping__get_order_details", "What does it come to?", order_id=order)["order_total"]
    return order, float(total)
