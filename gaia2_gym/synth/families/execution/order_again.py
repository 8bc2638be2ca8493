"""Cancel an order that has not been delivered and order what of it is still available again."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Order
from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.execution.parts import seconds_of
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "I forgot the discount code on my order of {day}. Cancel it and, after that, order everything in it that is still available again in the "
    "same quantities, this time with the code {code}.",
    "Please cancel what I ordered on {day}. Then put the items that are still in stock back into the cart, as many of each as before, and check "
    "out with {code}.",
    "My order from {day} was placed without the code {code}. Undo that: cancel the order, then reorder the same items in the same numbers with "
    "the code. Items that have become unavailable are left out.",
    "Order of {day}: cancel. New order afterwards: the same variants and quantities, minus whatever is no longer available, discount code {code}.",
    "Could you replace my order of {day}? First cancel it, next buy the available items of it again, quantities unchanged, applying {code} at "
    "the checkout.",
    "There is a discount code, {code}, and I ordered on {day} without it. Cancel that order; once it is cancelled, repeat it with the code, as "
    "far as the items are still available. Same quantities, one order.",
    "Do my shopping of {day} again, cheaper. That is, cancel the order of that day, then order its items anew with {code}, each in the quantity "
    "of the old order. Skip those that are out of stock now.",
    "Cancel the order that I made on {day}. When that is done, reorder from it all variants which can still be had, in the old quantities, and "
    "pay with the code {code}.",
    "What I bought on {day} hasn't arrived, so let's start over: cancel the order, then fill the cart with the same things in the same "
    "quantities (only what is available) and check out using {code}.",
    "The order dated {day} is to be cancelled and then placed again with {code}. Same items, same quantities; anything unavailable is dropped.",
)


def make(d: Draft) -> None:
    state = d.state("Shopping")
    time = d.start - 86400 * d.draw.integer(1, 6) - d.draw.integer(0, 20000)
    day = day_of(time)
    d.fits(not state.cart and all(day_of(order.order_date) != day for order in state.orders.values()))
    items = [plant_product(d, variants=3, in_colour=2)[2] for _ in range(d.difficulty + 1)]
    kept = items[1:] if d.difficulty > 1 and d.draw.chance(0.7) else items
    code = f"BACK{d.draw.integer(10, 99)}"
    for item in items:
        state.discount_codes[item.item_id] = FrozenDict({code: 10.0})
        state.items[item.item_id] = type(item)(item.price, item in kept, item.item_id, item.options)
    lines = {i.item_id: CartItem(i.item_id, d.draw.integer(1, 4), i.price, True, i.options) for i in items}
    total = round(sum(line.price * line.quantity for line in lines.values()), 2)
    order = Order(order_status="processed", order_date=time, order_total=total, order_id=d.draw.id(), order_items=FrozenDict(lines))
    state.orders[order.order_id] = order
    d.ask(day=day, code=code)
    cancelled = d.agent("Shopping__cancel_order", order_id=order.order_id)
    puts = [d.agent("Shopping__add_to_cart", item_id=i.item_id, quantity=lines[i.item_id].quantity).after(cancelled, seconds=1) for i in kept]
    d.agent("Shopping__checkout", discount_code=code).after(*puts, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    orders = phone.call("Shopping__list_orders", "Which order was that?")
    order = next(o for o in orders.values() if day_of(seconds_of(o["order_date"])) == said["day"])
    variants = {id: v for p in phone.products("") for id, v in p["variants"].items()}
    phone.call("Shopping__cancel_order", "It is the only one of that day.", order_id=order["order_id"])
    for id, line in order["order_items"].items():
        if variants[id]["available"]:
            phone.call("Shopping__add_to_cart", "Still available.", item_id=id, quantity=line["quantity"])
    phone.call("Shopping__checkout", "Now with the code.", discount_code=said["code"])
    phone.tell("The old order is cancelled and the new one placed.")


FAMILY = Family("order_again", "Execution", PHRASINGS, make, solve, test_only=True, tags=("dependency", "conditional"))
