"""Orders to be cancelled, one of which has been delivered: cancel the others and report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands
from gaia2_gym.synth.families.ambiguity.orders import add_order, new_product, orders_of
from gaia2_gym.synth.families.material import written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Cancel my orders of the {products}. Then please {errands}. If an order can't be cancelled any more, tell me which and why.",
    "I've changed my mind about the {products}: cancel those orders. Also {errands}. Let me know if one of them is beyond cancelling.",
    "Please {errands}. And call off the orders for the {products}. Should it be too late for any of them, I want to know for which.",
    "Orders to cancel: {products}. Other than that, {errands}. Tell me about any that did not work out, and the reason.",
    "We're moving and need none of it: please cancel what I ordered, the {products}. Besides, {errands}. Report the ones you could not stop.",
    "Could you cancel the {products} I ordered? And could you {errands}? Whatever cannot be cancelled, name it and say why.",
    "The {products} were impulse buys. Cancel the orders. After that {errands}. Be honest if something is too late.",
    "Kindly cancel the orders containing the {products}. Moreover, {errands}. Please inform me of any cancellation that is not possible, with the "
    "reason.",
    "To do: {errands}. And get rid of the orders of the {products}; if there's one that can't be undone, which one is it and what is the problem?",
    "My card is over its limit, so cancel the {products} in the shop. Each was a separate order. Next, {errands}. I need to hear about failures, by "
    "product.",
)


def make(d: Draft) -> None:
    n = 2 + d.difficulty // 2
    products = [new_product(d) for _ in range(n)]
    d.fits(len({name for name, _ in products}) == n)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2)
    late = d.draw.integer(0, n - 1)
    orders = [
        add_order(d, line, "delivered" if i == late else d.draw.pick(("processed", "shipped")), d.draw.integer(1, 20))
        for i, (_, line) in enumerate(products)
    ]
    names = [name for name, _ in products]
    d.ask(products=written_list(names), **jobs_brief, **{f"product{i}": name for i, name in enumerate(names)})
    act(d, jobs)
    for i, order in enumerate(orders):
        if i != late:
            d.agent("Shopping__cancel_order", order_id=order.order_id)
    wrong = [f"The order of the {names[late - 1]} could not be cancelled, because it has been delivered already.", "All orders are cancelled."]
    d.answer(f"The order of the {names[late]} could not be cancelled, because it has been delivered already.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    late = ""
    for i in range(sum(f"product{i}" in said for i in range(9))):
        product = said[f"product{i}"]
        for order in orders_of(phone, product):
            if order["order_status"] in ("processed", "shipped"):
                phone.call("Shopping__cancel_order", f"It is {order['order_status']}, so it can be cancelled.", order_id=order["order_id"])
            else:
                late = product
    phone.tell(f"I could not cancel the {late}: that order is delivered.", "A delivered order cannot be cancelled.")


FAMILY = Family("too_late_to_cancel", "Ambiguity", PHRASINGS, make, solve, tags=("impossible",))
