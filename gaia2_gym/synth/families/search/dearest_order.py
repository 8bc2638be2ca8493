"""Which of the orders cost most, and when was it placed?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "On which date did I place the {rank} expensive of my orders that were {status}? Give the date as YYYY-MM-DD.",
    "Look at my shopping orders with the status {status}: when was the {rank} expensive one placed? YYYY-MM-DD, please.",
    "Date of my {rank} expensive {status} order, in the form YYYY-MM-DD?",
    "When was it that I ordered the {rank} expensive of all orders that are {status}? Date as YYYY-MM-DD.",
    "For the warranty I need the date (YYYY-MM-DD) of the {rank} expensive order among those with status {status}.",
    "Of my {status} orders, which day was the {rank} expensive one ordered on? Answer as YYYY-MM-DD.",
    "Could you find my {rank} expensive order with the status {status} and tell me its date as YYYY-MM-DD?",
    "My {rank} expensive order, only counting those {status}: on what date was it made? YYYY-MM-DD.",
    "Please check my order history for the {rank} expensive order that is marked {status}, and send me the order date as YYYY-MM-DD.",
    "I'm trying to remember the day of my {rank} expensive {status} order. YYYY-MM-DD?",
)


def make(d: Draft) -> None:
    state = d.state("Shopping").orders
    status = d.draw.pick(("processed", "shipped", "delivered", "cancelled"))
    for id in d.draw.sample(sorted(state), 2):  # so that there are two of the status at least
        state[id] = replace(state[id], order_status=status)
    orders = list(state.values())
    rank = d.draw.pick(("most", "least") if d.difficulty < 4 else ("second most",))
    fitting = sorted((o for o in orders if o.order_status == status), key=lambda o: -o.order_total)
    d.fits(len(fitting) >= 2 and len({o.order_total for o in fitting}) == len(fitting))
    chosen = {"most": fitting[0], "second most": fitting[1], "least": fitting[-1]}[rank]
    days = {o.order_id: f"{datetime.fromtimestamp(float(o.order_date), UTC):%Y-%m-%d}" for o in orders}
    d.ask(rank=rank, status=status)
    d.answer(days[chosen.order_id], wrong=sorted(set(days.values()) - {days[chosen.order_id]})[:3])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    orders = [o for o in phone.call("Shopping__list_orders", "All orders.").values() if o["order_status"] == said["status"]]
    orders.sort(key=lambda o: -float(o["order_total"]))
    chosen = {"most": orders[0], "second most": orders[1], "least": orders[-1]}[said["rank"]]
    phone.tell(f"It was placed on {str(chosen['order_date'])[:10]}.", f"It cost {chosen['order_total']}.")


FAMILY = Family("dearest_order", "Search", PHRASINGS, make, solve, tags=("superlative",))
