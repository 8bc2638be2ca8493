"""What does the cheapest variant of a product cost with the discount code that somebody has sent?"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gaia2_gym.apps.shopping.records import FrozenDict
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "{name} emailed me a discount code for the {product}. With it, what is the lowest price at which I can get an available {colour} one? "
    "Two decimals.",
    "Using the code from {name}'s email, how much is the cheapest available {colour} {product}? Note that a code may not be good for every variant. "
    "To two decimals.",
    "Lowest price of a {colour} {product} that is available, given the discount code {name} mailed me? Amount with two decimals.",
    "I've got a discount code by email from {name}. What would I have to pay at least for an available {product} in {colour}? Two decimals, please.",
    "Work out the best price for a {product}, {colour}, available, if I use {name}'s code (it's in an email). Just the amount, two decimals.",
    "The {product} in {colour} tempts me, and {name} sent a code by email. What is the minimum it would cost me, available ones only? Two decimals.",
    "Could you find the code in {name}'s email and calculate the lowest price of an available {colour} {product} with it, to the cent?",
    "Cheapest available {colour} {product} after applying the discount code that {name} has sent by email: how much, to two decimals?",
    "Kindly determine the smallest sum for which an available {product} in {colour} can be had with the code emailed by {name}. Two decimals.",
    "What's the least I'd pay for a {colour} {product}? It must be available, and I'd use the code in the email from {name}. Two decimals.",
)
_WORDS = ("MAPLE", "OTTER", "QUARTZ", "TULIP", "WALNUT", "ZEPHYR")


def make(d: Draft) -> None:
    in_colour = 1 + d.difficulty
    product, colour, _ = plant_product(d, in_colour + 2 + d.difficulty, in_colour)
    shop = d.state("Shopping")
    entry = next(p for p in shop.products.values() if p.name == product)
    good, other = (f"{word}{d.draw.integer(10, 99)}" for word in d.draw.sample(_WORDS, 2))
    percent, less = d.draw.pick((20, 25, 30)), d.draw.pick((5, 10, 15))
    favoured = d.draw.sample(entry.item_ids, max(2, len(entry.item_ids) - d.difficulty))
    for id in entry.item_ids:
        shop.discount_codes[id] = FrozenDict({other: less, **({good: percent} if id in favoured else {})})
    items = [shop.items[id] for id in entry.item_ids]
    with_code = {i.item_id: i.price * (1 - percent / 100) if i.item_id in favoured else i.price for i in items}
    fitting = [i for i in items if i.available and i.options["color"] == colour]
    best = min(with_code[i.item_id] for i in fitting)
    d.fits(all(abs(price * 100 % 1 - 0.5) > 0.05 for price in with_code.values()))
    d.fits(any(with_code[i.item_id] == best for i in fitting if i.item_id in favoured))
    sender, second = d.draw.sample(d.people, 2)
    for person, code in ((sender, good), (second, other)):
        text = f"If you still want the {product}: the code {code} makes it cheaper."
        d.add_mail(person.email, "Discount", text, d.start - 3600 * d.draw.integer(3, 90))
    d.ask(name=sender.name, product=product, colour=colour)
    near = (min(i.price for i in fitting), min(i.price for i in fitting) * (1 - less / 100), min(with_code.values()), best + 1)
    d.answer(f"{best:.2f}", wrong=[f"{price:.2f}" for price in near])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender = phone.contact(said["name"])["email"]
    mails = phone.call("Emails__search_emails", f"{said['name']} has sent a code.", query=sender)
    code = next(m[1] for mail in mails if mail["sender"] == sender and (m := re.search(r"the code (\w+)", mail["content"])))
    percent = phone.call("Shopping__get_discount_code_info", "What is it good for?", discount_code=code)
    product = next(p for p in phone.products(said["product"]) if p["name"] == said["product"])
    fitting = [i for i in product["variants"].values() if i["available"] and i["options"].get("color") == said["colour"]]
    best = min(float(i["price"]) * (1 - percent.get(i["item_id"], 0) / 100) for i in fitting)
    phone.tell(f"You would pay {best:.2f}.", f"The code {code} holds for {len(percent)} items; {len(fitting)} variants fit.")


FAMILY = Family("discount_price", "Search", PHRASINGS, make, solve, test_only=True, tags=("join", "arithmetic"))
