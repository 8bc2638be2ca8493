"""Buy the cheapest available variants of some products in given colours, in one order with a discount code, and tell somebody the total."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.shopping.records import FrozenDict
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import numbered, plant_product, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Buy {basket}, of each the cheapest available variant in that colour, in one order with the discount code {code}. Afterwards email {name}, "
    'subject "Bought", what the order costs in total.',
    "I need {basket}. Always the least expensive variant of the colour that is in stock. One order, code {code}, then let {name} know the total "
    'of the order by email (subject "Bought").',
    "Shopping list: {basket}. Of the variants in the colour named take the cheapest one available, pay for everything together with {code}. "
    'Afterwards mail the total to {name}, subject "Bought".',
    "Please order {basket} for me. There are several variants; I want the cheapest you can get in each colour, all in one order with discount "
    'code {code}. Then write {name} an email with the subject "Bought" that says how much the order was.',
    "Get me {basket}: cheapest available variants, one checkout, discount {code}. When it is ordered, email {name} the total price, subject "
    '"Bought".',
    "{name} asked me to get {basket}. Order the cheapest variants in stock, together, with code {code}, and after that send an email with the "
    'subject "Bought" naming the sum I paid.',
    "Put {basket} into the cart, namely the cheapest variant that is available in each colour, and check out once with {code}. When this is "
    'done, send {name} an email, subject "Bought", with the total of the order.',
    "The discount code {code} is about to expire: use it for {basket}, the cheapest variants on offer that are in stock, in a single order. "
    'After that tell {name} by email, subject "Bought", what it all came to.',
    "Could you buy {basket}? The cheapest available variant in the given colour, with {code} at the (one) checkout. And an email to {name} after "
    'the purchase, subject "Bought", stating the order total.',
    "Order for me, all at once: {basket}, in whichever variant of that colour in stock costs least. Code: {code}. Finally email {name} with the "
    'subject "Bought" and the amount that the order totals.',
)


def make(d: Draft) -> None:
    state = d.state("Shopping")
    d.fits(not state.cart)
    goods = [plant_product(d, variants=3 + d.difficulty, in_colour=1 + d.draw.integer(1, 3)) for _ in range(d.difficulty)]
    code, person, percent = f"SAVE{d.draw.integer(10, 99)}", d.draw.pick(d.people), float(d.draw.pick((5, 10, 20)))
    for *_, item in goods:
        state.discount_codes[item.item_id] = FrozenDict({code: percent})
    quantities = [d.draw.integer(1, 4) for _ in goods]
    basket = written_list([f'{n} of the "{product}" in {colour}' for n, (product, colour, _) in zip(quantities, goods, strict=True)])
    parts = numbered(product=[g[0] for g in goods], colour=[g[1] for g in goods], quantity=map(str, quantities))
    d.ask(basket=basket, code=code, name=person.name, **parts)
    puts = [d.agent("Shopping__add_to_cart", item_id=g[2].item_id, quantity=n) for n, g in zip(quantities, goods, strict=True)]
    total = sum(g[2].price * n for n, g in zip(quantities, goods, strict=True)) * (1 - percent / 100)
    d.fits(abs(total * 100 % 1 - 0.5) > 0.01)  # rounds in one way only
    bought = d.agent("Shopping__checkout", discount_code=code).after(*puts, seconds=1)
    d.agent("Emails__send_email", recipients=[person.email], subject="Bought", content=f"The order costs {total:.2f} in total.").after(
        bought, seconds=1
    )


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    for n in range(1, sum(key.startswith("product") for key in said) + 1):
        name, colour, quantity = (said[f"{what}{n}"] for what in ("product", "colour", "quantity"))
        product = next(p for p in phone.products(name) if p["name"] == name)
        fitting = [v for v in product["variants"].values() if v["available"] and v["options"].get("color") == colour]
        item = min(fitting, key=lambda v: float(v["price"]))
        thought = f"Of {len(fitting)} variants in {colour} that are in stock, {item['price']} is the lowest price."
        phone.call("Shopping__add_to_cart", thought, item_id=item["item_id"], quantity=int(quantity))
    id = phone.call("Shopping__checkout", "Now pay with the code.", discount_code=said["code"])
    total = phone.call("Shopping__get_order_details", "What does it cost?", order_id=id)["order_total"]
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "Then the email.", recipients=[email], subject="Bought", content=f"In total I paid {total:.2f} for the order.")
    phone.tell(f"Everything is ordered, and {said['name']} knows.")


FAMILY = Family("buy_cheapest", "Execution", PHRASINGS, make, solve, tags=("dependency", "conditional"))
