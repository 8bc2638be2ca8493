"""A discount code that does not hold for what is in the cart: fill the cart, do not check out, report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Put {quantity} "{product}" in {colour} into my cart, the cheapest available variant, and check out with the code {code}. Also {errands}. If '
    "the code doesn't hold for it, don't buy, leave the cart as it is and tell me.",
    'Please {errands}. And buy {quantity} "{product}" ({colour}, cheapest in stock) using the discount code {code}. Without the discount I don\'t '
    "want it yet: then keep it in the cart and say that the code fails.",
    '{quantity} x "{product}", {colour}, the least expensive one available, into the cart. Check out with {code} only. Besides, {errands}. Tell me '
    "if the code can't be used for this, and stop before paying.",
    'I have a code, {code}. Use it to order {quantity} "{product}" in {colour}, cheapest variant in stock. Then {errands}. If the code is no good '
    "for that product, fill the cart and leave it at that, and let me know.",
    'Shopping: "{product}", {colour}, quantity {quantity}, cheapest available, code {code}. Other things: {errands}. No checkout if the code is '
    "refused, only the cart; report it to me.",
    'Could you get me {quantity} "{product}" in {colour} (the cheapest you can get) with {code} as the discount code? And could you {errands}? '
    "Should the code not apply, the things stay in the cart and you tell me.",
    'A friend gave me the code {code}. Add {quantity} "{product}", {colour}, cheapest in stock, to the cart and order with it. Next, {errands}. I '
    "doubt the code works; if it doesn't, just don't order, and tell me so.",
    'Kindly add {quantity} "{product}" in {colour}, cheapest available, to the cart and complete the purchase with the code {code}. In addition, '
    "{errands}. Should the code not be valid for it, refrain from the purchase and inform me.",
    'First {errands}. Then into the cart: {quantity} "{product}", {colour}, the cheapest to be had. Pay with the code {code}; where it does not '
    "apply, do not pay and tell me about the code.",
    'To do: {errands}. To buy: {quantity} of "{product}", colour {colour}, cheapest in stock, discount {code}. Full price is out of the question, '
    "in that case leave them in the cart and report what's wrong with the code.",
)
_CODES = ("SPRING", "HARVEST", "LUCKY", "WELCOME", "FROSTY", "SUNDAY", "COMET", "PICNIC")


def make(d: Draft) -> None:
    product, colour, item = plant_product(d, variants=2 + d.difficulty, in_colour=1 + d.difficulty // 2)
    _, _, other = plant_product(d, variants=2, in_colour=1)
    state = d.state("Shopping")
    d.fits(not state.cart)
    code, valid = (f"{word}{d.draw.integer(5, 40)}" for word in d.draw.sample(_CODES, 2))
    state.discount_codes[other.item_id] = {code: 15.0}
    state.discount_codes[item.item_id] = {valid: 20.0}
    quantity = d.draw.integer(1, 6)
    jobs_brief, jobs = errands(d, d.difficulty)
    d.ask(product=product, colour=colour, quantity=str(quantity), code=code, **jobs_brief)
    act(d, jobs)
    d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=quantity)
    wrong = [
        f"The code {valid} is not valid for the {product}.",
        f"The code {code} is not valid for the {product}, so I ordered at full price.",
        f"The code {code} worked and the order is placed.",
    ]
    d.answer(f"The code {code} is not valid for the {product}, so nothing is bought.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    product = next(p for p in phone.products(said["product"]) if p["name"] == said["product"])
    fitting = [v for v in product["variants"].values() if v["available"] and v["options"].get("color") == said["colour"]]
    item = min(fitting, key=lambda v: float(v["price"]))
    phone.call("Shopping__add_to_cart", f"The cheapest in {said['colour']}.", item_id=item["item_id"], quantity=int(said["quantity"]))
    items = phone.call("Shopping__get_discount_code_info", f"For which items does {said['code']} hold?", discount_code=said["code"])
    if item["item_id"] not in items:
        phone.tell(
            f"I have not checked out, because the code {said['code']} is not valid for the {said['product']}.", "Not for this one, so I stop here."
        )


FAMILY = Family("code_not_valid", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("impossible",))
