"""Buy the cheapest available variant of a product in a colour, with a discount code, and note the cost in the calendar or tell somebody."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Buy {quantity} of the cheapest available variant of the "{product}" in {colour}, using the discount code {code}. Afterwards email '
    "{name}, subject "
    '"Bought", saying "{text}"',
    'I need {quantity} x "{product}", colour {colour}, the least expensive variant that is in stock. Check out with the code {code}, then '
    "let {name} know "
    'by email (subject "Bought"): "{text}"',
    'Shopping: "{product}", {colour}, {quantity} pieces. Of the variants in that colour take the cheapest one available, pay with {code}. '
    'Mail to {name} afterwards, subject "Bought", "{text}"',
    'Please order the "{product}" in {colour} for me, {quantity} of it. There are several variants; I want the cheapest you can get, with '
    "discount code "
    '{code}. Then write {name} an email with the subject "Bought" and the text "{text}"',
    'Get me {quantity} "{product}" ({colour}). Cheapest available variant, discount {code}. When it is ordered, email {name}: subject '
    '"Bought", "{text}"',
    '{name} asked me to get a "{product}" in {colour}. Order {quantity} of the cheapest variant in stock with code {code} and email {name} '
    '"{text}" under '
    'the subject "Bought".',
    'Put {quantity} of the "{product}" into the cart, namely the cheapest {colour} variant that is available, and check out with {code}. '
    "Once done, send "
    '{name} an email, subject "Bought", text "{text}"',
    'The discount code {code} is about to expire: use it for {quantity} "{product}" in {colour}, the cheapest variant on offer and in '
    "stock. After that "
    'tell {name} by email, subject "Bought": "{text}"',
    'Could you buy the "{product}" in {colour}? {quantity} of them, cheapest available variant, with {code} at the checkout. And an email to {name}, '
    'subject "Bought", that says "{text}"',
    'Order for me: {quantity} times "{product}", {colour}, whichever variant in stock costs least. Code: {code}. Finally email {name} with '
    "the subject "
    '"Bought" and "{text}"',
)


def make(d: Draft) -> None:
    d.fits(not d.state("Shopping").cart)
    product, colour, item = plant_product(d, variants=3 + 2 * d.difficulty, in_colour=1 + d.difficulty)
    code, quantity, person = f"SAVE{d.draw.integer(10, 99)}", d.draw.integer(1, 3), d.draw.pick(d.people)
    state = d.state("Shopping")
    state.discount_codes[item.item_id] = type(next(iter(state.discount_codes.values())))({code: d.draw.pick((5, 10, 20))})
    text = d.draw.pick(("It is ordered.", "I have ordered it today.", "The order is placed."))
    d.ask(product=product, colour=colour, quantity=str(quantity), code=code, name=person.name, text=text)
    put = d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=quantity)
    bought = d.agent("Shopping__checkout", discount_code=code).after(put, seconds=1)
    d.agent("Emails__send_email", recipients=[person.email], subject="Bought", content=text).after(bought, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    product = next(p for p in phone.products(said["product"]) if p["name"] == said["product"])
    fitting = [v for v in product["variants"].values() if v["available"] and v["options"].get("color") == said["colour"]]
    item = min(fitting, key=lambda v: float(v["price"]))
    thought = f"Of {len(fitting)} variants in {said['colour']} that are in stock, {item['price']} is the lowest price."
    phone.call("Shopping__add_to_cart", thought, item_id=item["item_id"], quantity=int(said["quantity"]))
    phone.call("Shopping__checkout", "Now pay with the code.", discount_code=said["code"])
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "Then the email.", recipients=[email], subject="Bought", content=said["text"])
    phone.tell(f"The {said['product']} was ordered for {item['price']} each, and {said['name']} knows.")


FAMILY = Family("buy_cheapest", "Execution", PHRASINGS, make, solve, tags=("dependency", "conditional"))
