"""Two open orders of one product: do the rest, and ask which is to be cancelled; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.ambiguity.orders import add_order, new_product, orders_of
from gaia2_gym.synth.families.material import written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Cancel my order of the {product}. Also {errands}. If I have more than one such order, cancel none and ask me, with the days they were made.",
    "The {product} I ordered: please cancel that order. Then {errands}. Should several orders fit, tell me the days of each and let me choose.",
    "Please {errands}. And cancel the order with the {product}. I'm not sure I only ordered once; if not, ask me which, naming the order days.",
    "I no longer want the {product}, so cancel it in the shop. Other things: {errands}. In doubt about the order, ask me with the dates.",
    "Could you cancel the {product} order for me and {errands}? If it isn't clear which order I mean, leave them all and give me the days.",
    "One order has to go, the one of the {product}. Moreover {errands}. Don't cancel the wrong one; if there are two, I'd like to hear from which "
    "days.",
    "Order cancellation: {product}. Errands: {errands}. Anything that's unclear about the order you ask me first, and tell me the dates in question.",
    "Kindly cancel my order for the {product}, and {errands}. If more than one order matches, please enquire, stating the day of each.",
    "My sister is giving me the {product}, so cancel mine. After that, {errands}. Did I by any chance order it twice? Then which days, and I'll "
    "decide.",
    "Get my {product} order cancelled. On top of that {errands}. No guessing with orders: several matches means you list their days and ask.",
)


def make(d: Draft) -> None:
    product, line = new_product(d)
    other, other_line = new_product(d)
    jobs_brief, jobs = errands(d, d.difficulty)
    days = sorted(d.draw.sample(range(1, 15), 2 + (d.difficulty > 3)), reverse=True)
    orders = [add_order(d, line, d.draw.pick(("processed", "shipped")), n) for n in days]
    near = add_order(d, other_line, "processed", d.draw.pick([n for n in range(1, 15) if n not in days]))
    listed = [day_of(float(order.order_date)) for order in orders]
    d.fits(product != other and len({*listed, day_of(float(near.order_date))}) == len(orders) + 1)
    d.ask(product=product, **jobs_brief)
    act(d, jobs)
    question = f"You ordered the {product} on {written_list(listed)}. Which order should I cancel?"
    mixed = written_list([day_of(float(near.order_date)), *listed[1:]])
    wrong = [f"You ordered the {product} on {mixed}. Which order should I cancel?", f"Your order of the {product} is cancelled."]
    if settled(d, question, wrong):
        chosen = d.draw.pick(orders)
        d.user(f"The one of {day_of(float(chosen.order_date))}.")
        d.agent("Shopping__cancel_order", order_id=chosen.order_id)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    orders = [o for o in orders_of(phone, said["product"]) if o["order_status"] in ("processed", "shipped")]
    days = [day_of(datetime.fromisoformat(o["order_date"]).timestamp()) for o in orders]
    phone.tell(f"There are orders of the {said['product']} from {written_list(days)}; which of them shall I cancel?", "Several orders fit, so I ask.")
    if not phone.over:
        chosen = next(order for order, day in zip(orders, days, strict=True) if f"{day}." in phone.messages[-1])
        phone.call("Shopping__cancel_order", "Now I know which.", order_id=chosen["order_id"])
        phone.tell("That order is cancelled.")


FAMILY = Family("two_orders_fit", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
