"""A product of which no variant in the colour is in stock: buy the other one and report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Put one "{one}" in {colour1} and one "{other}" in {colour2} into my cart, the cheapest available variant each. Don\'t check out. If '
    "something cannot "
    "be had in its colour, tell me which.",
    'Cart: "{one}", {colour1}, and "{other}", {colour2}. One of each, the cheapest that is in stock. No checkout. Report what is not '
    "available in the colour.",
    'I want "{one}" ({colour1}) and "{other}" ({colour2}) in the cart, a single piece each, cheapest variant available. Leave the paying to '
    "me and let "
    "me know if one is sold out in that colour.",
    'Please add the cheapest available {colour1} "{one}" and the cheapest available {colour2} "{other}" to the cart, one each, and stop '
    "there. Say so if "
    "there is none.",
    'Look for "{one}" in {colour1} and "{other}" in {colour2}; one of each goes into the cart, the least expensive in stock. If a colour is '
    "out of stock, "
    "no substitute: just tell me.",
    'Fill my cart with one "{one}", {colour1}, and one "{other}", {colour2} (cheapest in stock). Do not buy yet. Anything unavailable in its colour: '
    "tell me, don't replace it.",
    'Could you put a {colour1} "{one}" and a {colour2} "{other}" into the cart? Cheapest available variant of each. If there is no such '
    "thing in stock, "
    "I want to hear which.",
    'One "{one}" in {colour1}, one "{other}" in {colour2}: cart only, cheapest in-stock variants. No other colours. Tell me what could not be had.',
    'Prepare my cart: {colour1} "{one}" x1, {colour2} "{other}" x1. Cheapest of what is available. Nothing in another colour; rather report the gap.',
    'Both in the cart, please: "{one}" in {colour1} and "{other}" in {colour2}, cheapest available variant, one piece. If one can\'t be got in the '
    "colour, name it in your answer.",
)


def make(d: Draft) -> None:
    one, colour1, item = plant_product(d, variants=2 + 2 * d.difficulty, in_colour=1 + d.difficulty // 2)
    other, colour2, _ = plant_product(d, variants=2 + 2 * d.difficulty, in_colour=1 + d.difficulty // 2)
    items = d.state("Shopping").items
    product = next(p for p in d.state("Shopping").products.values() if p.name == other)
    for id in product.item_ids:
        if items[id].options["color"] == colour2:
            items[id] = replace(items[id], available=False)
    pair = [("one", one, colour1), ("other", other, colour2)]
    if d.draw.chance(0.5):
        pair = [("other", one, colour1), ("one", other, colour2)]
    d.ask(**{key: name for key, name, _ in pair}, **{("colour1" if key == "one" else "colour2"): colour for key, _, colour in pair})
    d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=1)
    wrong = [f"The {one} is not available in {colour1}.", "Both are in your cart now."]
    d.answer(f"The {other} is not available in {colour2}.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    gone = []
    for name, colour in ((said["one"], said["colour1"]), (said["other"], said["colour2"])):
        product = next(p for p in phone.products(name) if p["name"] == name)
        fitting = [v for v in product["variants"].values() if v["available"] and v["options"].get("color") == colour]
        if fitting:
            item = min(fitting, key=lambda v: float(v["price"]))
            phone.call("Shopping__add_to_cart", f"The cheapest in {colour}.", item_id=item["item_id"], quantity=1)
        else:
            gone.append((name, colour))
    phone.tell(f"The {gone[0][0]} is sold out in {gone[0][1]}.")


FAMILY = Family("sold_out", "Ambiguity", PHRASINGS, make, solve, tags=("impossible",))
