"""Buy a product; if the shop cancels the order, buy the next choice, and tell the user what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.shop import buy, order_item, other_order
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, meanwhile, parts
from gaia2_gym.synth.families.material import numbered, plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Order {quantity} pieces of the {product} in {colour}, the cheapest variant of that colour that is available, and tell me when it is ordered. If "
    "the shop cancels that order, order as many of {others}, by the same rule (cheapest available variant, colour given), and tell me the total "
    "price.",
    "Please buy {quantity} times the cheapest available {colour} {product}. A short message, please, once bought. The shop sometimes cancels. "
    "Then my "
    "next choice is {others}: same number, cheapest available variant in that colour, and you tell me what the order costs in total.",
    "{quantity} × {product}, {colour}, cheapest available variant: check it out and report. In case the shop cancels the order, do it again with "
    "{others} (again the cheapest available variant in the colour, same quantity) and report the total.",
    "I want {quantity} of the {product}. The colour has to be {colour}, and of the available variants take the cheapest. Let me know. Should this "
    "order be cancelled by the shop, the replacement is {others}, bought in the same way and number; then let me know the total of that order.",
    "Buy the {product} ({colour}, {quantity} pieces, cheapest variant in stock) and confirm. My alternatives if an order is cancelled by the shop: "
    "{others}. Same quantity, cheapest in stock in that colour. Confirm with the total price.",
    "Could you get {quantity} of the {product} for me, in {colour}, whichever available variant is cheapest? Tell me once you have. If I then lose "
    "them because the shop cancels, get {quantity} of {others} under the same conditions and tell me how much the order comes to.",
    "Shopping: {product}, colour {colour}, number {quantity}, cheapest available variant. Place the order, drop me a line. Order cancelled by the "
    "shop? Place one for {others} instead, number and rule unchanged, and drop me a line with the total.",
    "Kindly order the {product} in {colour}, {quantity} pieces of the least expensive variant available, and notify me. If the order is cancelled, "
    "kindly order {others} in its place, also {quantity} pieces of the least expensive variant available in the colour, and notify me of the total.",
    "For the tombola I need {quantity} pieces of the {product} in {colour}; the cheapest variant you can actually get. Order and tell me. I have a "
    "plan B in case the shop cancels: {others}, chosen the same way, same number. Then I need to know the total.",
    "Place an order for {quantity} of the cheapest available {colour} variant of the {product} and let me have a note. Watch what becomes of it: "
    "when "
    "the shop cancels, place another for {quantity} of {others}, cheapest available variant as well, and let me have the total amount.",
)


def make(d: Draft) -> None:
    rounds = 2 if d.difficulty >= 4 else 1
    planted = [plant_product(d, 4 + 2 * d.difficulty, 2 + d.difficulty // 2) for _ in range(1 + rounds)]
    wishes = [f"the {name} in {colour}" for name, colour, _ in planted[1:]]
    quantity = d.draw.integer(2, 9)
    named = {**numbered(product=[w[0] for w in planted[1:]], colour=[w[1] for w in planted[1:]]), "others": " or else ".join(wishes)}
    d.fits(len({w[0] for w in planted}) == len(planted) and not d.state("Shopping").cart)
    d.ask(product=planted[0][0], colour=planted[0][1], quantity=str(quantity), **named)
    order, told = order_item(d, planted[0][2], quantity), d.say("Done.")
    for _, _, item in planted[1:]:
        meanwhile(d, told, bystanders(d), d.difficulty - 1, within=60)
        if d.difficulty >= 2:
            d.env("Shopping__update_order_status", order_id=other_order(d), status="shipped").after(told, seconds=d.draw.integer(5, 50))
        d.env("Shopping__cancel_order", order_id=order.result).after(told, seconds=60)
        order = order_item(d, item, quantity)
        told = d.say(f"The order was cancelled, and the new one costs {item.price * quantity:.2f} in total.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    order, _ = buy(phone, said["product"], said["colour"], int(said["quantity"]))
    report = f"I have ordered {said['quantity']} of the {said['product']}."
    choices = zip(parts(said, "product"), parts(said, "colour"), strict=True)
    for news in after_telling(phone, report, "Shopping", "My order stands so far."):
        if f"{order} was cancelled" not in news.text:
            continue
        product, colour = next(choices)
        order, total = buy(phone, product, colour, int(said["quantity"]))
        phone.tell(f"They cancelled the order. I have ordered the {product} instead; the total is {total:.2f}.")


FAMILY = Family("order_cancelled", "Adaptability", PHRASINGS, make, solve, tags=("shopping", "fallback"))
