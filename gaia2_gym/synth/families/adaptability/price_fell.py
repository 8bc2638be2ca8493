"""Buy some things; when the shop announces new prices, order those again that have become cheaper, and cancel their old orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaia2_gym.synth.builder import Beat
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.shop import buy, order_item
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, meanwhile, parts
from gaia2_gym.synth.families.material import numbered, plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Order the cheapest available variant of each of these, every one as an order of its own: {list}. Tell me when you have. When the shop emails "
    '"{subject}", look at the prices of what I ordered: if that very variant is cheaper now, cancel its order and order the same again. Then '
    "tell me what my orders cost altogether.",
    "Please buy {list}; the cheapest variant that is available, and separate orders if there are several products. Confirm. After an email with the "
    'subject "{subject}" from the shop, cancel and repeat each order whose variant has become cheaper. Confirm the total of all orders.',
    'To be ordered one by one, cheapest variant in stock: {list}. A note to me. There will be an email "{subject}" by the shop. Then check '
    "the ordered variants: cheaper ones are cancelled and ordered anew, the others stay. A note to me with the sum of the orders.",
    "I need {list}, always the cheapest available variant, a separate order for each product. Let me know. The shop is about to change its "
    "prices and "
    'will announce it by email ("{subject}"). If what I ordered is cheaper after that, reorder it (same variant, same number) and cancel the '
    "first order. "
    "Let me know what I pay in sum.",
    'Could you order {list} (cheapest variant you can get, one order a product) and report? When an email called "{subject}" arrives, compare. '
    "Cheaper "
    "than what I paid: cancel that order, order the same variant and number again. Not cheaper: leave it. Report the sum of the valid orders.",
    'Shopping list: {list}. Cheapest available variant, each product in its own order. Message to me. On the email "{subject}" from the shop: same '
    "variant cheaper now? Cancel, order again. Dearer or unchanged? Hands off. Message to me with the total of everything.",
    "Kindly order {list}, in each case the least expensive available variant and as a separate order, and notify me. Upon receipt of the email "
    '"{subject}" kindly cancel and place again those orders of which the variant has become less expensive, and notify me of the overall total.',
    'Get {list} for me: cheapest variant on hand, one order per product. Ping me. As soon as the shop\'s email "{subject}" is there, see if the '
    "variants I ordered got cheaper. Those that did: cancel the order and order them again. Ping me with the total of all of it.",
    'Buy {list}. For each, one order, with the cheapest variant available. Give me a sign. The email "{subject}" means that prices have changed; '
    "whatever "
    "I ordered and is cheaper now should be cancelled and bought again, same variant and quantity. Give me the sum that I pay then.",
    "Put in orders for {list}, one for each product and always of the cheapest variant available, and drop me a line. If the shop sends its email "
    '"{subject}", replace every order whose variant now costs less by a new one of the same (cancel the old). Drop me a line with the total of '
    "the orders.",
)
_SUBJECTS = ("New prices", "Prices updated", "Our new price list", "Price changes today")


def make(d: Draft) -> None:
    wanted = [plant_product(d, 3 + d.difficulty, 2) for _ in range(1 + d.difficulty // 2)]
    d.fits(len({name for name, _, _ in wanted}) == len(wanted) and not d.state("Shopping").cart)
    numbers = [d.draw.integer(2, 7) for _ in wanted]
    wishes = [f"{n} of the {name} in {colour}" for n, (name, colour, _) in zip(numbers, wanted, strict=True)]
    subject = d.draw.pick(_SUBJECTS)
    columns = {"product": [w[0] for w in wanted], "colour": [w[1] for w in wanted], "number": [str(n) for n in numbers]}
    d.ask(list="; then ".join(wishes), subject=subject, **numbered(**columns))
    orders: list[Beat] = []
    for n, (_, _, item) in zip(numbers, wanted, strict=True):
        orders.append(order_item(d, item, n, *orders[-1:]))
    told = d.say("Done.")
    meanwhile(d, told, bystanders(d), d.difficulty - 1, within=60)
    prices = [_new_price(d, item.price) for _, _, item in wanted]
    for (_, _, item), price in zip(wanted, prices, strict=True):
        d.env("Shopping__update_item", item_id=item.item_id, new_price=price).after(told, seconds=20)
    mail = {"sender": "news@shop.example", "subject": subject, "content": "We have changed some of our prices. Have a look at our shop!"}
    d.env("Emails__send_email_to_user_only", **mail).after(told, seconds=60)
    again: tuple[Beat, ...] = ()
    total = 0.0
    for order, price, n, (_, _, item) in zip(orders, prices, numbers, wanted, strict=True):
        total += n * min(price, item.price)
        if price < item.price:
            d.agent("Shopping__cancel_order", order_id=order.result)
            again = (order_item(d, item, n, *again),)
    d.say(f"Your orders cost {total:.2f} in total.")


def _new_price(d: Draft, price: float) -> float:
    """A price that is lower more often than higher, and never the same."""
    return round(price * d.draw.uniform(0.6, 0.95), 2) if d.draw.chance(0.7) else round(price * d.draw.uniform(1.05, 1.4), 2)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    orders: dict[str, Any] = {}
    for product, colour, number in zip(*(parts(said, slot) for slot in ("product", "colour", "number")), strict=True):
        orders[product], _ = buy(phone, product, colour, int(number))
    for _ in after_telling(phone, "I have placed the orders.", "Emails", "No word about prices."):
        latest = phone.call("Emails__list_emails", "Is it about prices?", limit=1)["emails"][0]
        if latest["subject"] != said["subject"]:
            continue
        total = sum(_again(phone, product, order) for product, order in orders.items())
        phone.tell(f"I have checked the prices. All orders together come to {total:.2f}.")


def _again(phone: Phone, product: str, order: str) -> float:
    """Cancel and repeat an order if the same item costs less now; returns what is to be paid."""
    bought = phone.call("Shopping__get_order_details", f"What did I pay for the {product}?", order_id=order)
    line = next(iter(bought["order_items"].values()))
    found = next(p for p in phone.products(product) if p["name"] == product)
    price = float(found["variants"][line["item_id"]]["price"])
    if price < line["price"]:
        phone.call("Shopping__cancel_order", f"It costs {price} instead of {line['price']}.", order_id=order)
        phone.call("Shopping__add_to_cart", "The same again.", item_id=line["item_id"], quantity=line["quantity"])
        phone.call("Shopping__checkout", "And ordered.")
    return float(line["quantity"] * min(price, line["price"]))


FAMILY = Family("price_fell", "Adaptability", PHRASINGS, make, solve, tags=("shopping", "conditional"))
