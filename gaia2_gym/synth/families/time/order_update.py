"""When an order's status changes, tell somebody at once: one text if it is shipped, another if it is cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import distractor_mails
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'My order {order} should change its status any minute. When it does, email {name} within seconds, subject "Order": if it is now '
    'shipped, "{shipped}", '
    'if it is cancelled, "{cancelled}"',
    'Watch order {order}. Shipped? Then {name} gets an email at once, subject "Order", "{shipped}" Cancelled? Then the same with "{cancelled}"',
    'As soon as the status of order {order} changes, write to {name} by email (subject "Order"): "{shipped}" when it says shipped, '
    '"{cancelled}" when it '
    "says cancelled.",
    'Wait for news about order {order}. If it gets shipped, immediately email {name} "{shipped}"; if it gets cancelled, "{cancelled}". '
    'Subject: "Order".',
    '{name} wants to hear about order {order} without delay. Email, subject "Order": "{shipped}" once it is shipped or "{cancelled}" once '
    "it is cancelled.",
    'Something will happen to order {order} soon. Let {name} know by email right then, subject "Order". Text for shipped: "{shipped}" Text '
    "for cancelled: "
    '"{cancelled}"',
    'Could you keep an eye on order {order} and email {name} the second its status changes? Subject "Order"; "{shipped}" for shipped, '
    '"{cancelled}" for '
    "cancelled.",
    'The shop decides about order {order} now. Shipped means an email to {name} saying "{shipped}", cancelled one saying "{cancelled}", '
    "both with the "
    'subject "Order", both at once.',
    'Please stand by for order {order}: on "shipped" send {name} "{shipped}", on "cancelled" send {name} "{cancelled}", by email, subject "Order", '
    "immediately.",
    'Order {order}: react to its next status. {name} is to receive, by email with subject "Order" and within seconds, "{shipped}" (if shipped) or '
    '"{cancelled}" (if cancelled).',
)


def make(d: Draft) -> None:
    orders = d.state("Shopping").orders
    order = replace(orders[d.pick(sorted(orders))], order_status="processed")
    orders[order.order_id] = order
    person, *others = d.draw.sample(d.people, 6)
    texts = {"shipped": "The parcel is on its way.", "cancelled": "The order has been cancelled, we have to look elsewhere."}
    d.ask(order=order.order_id, name=person.name, **texts)
    seconds, status = float(d.draw.integer(60, 260)), d.draw.pick(("shipped", "cancelled"))
    distractor_mails(d, others, d.difficulty, within=seconds)
    changed = d.env("Shopping__update_order_status", order_id=order.order_id, status=status).after(*d.opening, seconds=seconds)
    d.agent("Emails__send_email", recipients=[person.email], subject="Order", content=texts[status]).after(changed, seconds=3)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["name"])["email"]
    while not phone.over:
        phone.wait(300, "I wait for the shop.")
        if phone.arrived("Shopping"):
            status = phone.call("Shopping__get_order_details", "What is it now?", order_id=said["order"])["order_status"]
            if status in ("shipped", "cancelled"):
                phone.call("Emails__send_email", f"It is {status}.", recipients=[email], subject="Order", content=said[status])
                phone.tell(f"The order is {status}, and {said['name']} knows.")
                return


FAMILY = Family("order_update", "Time", PHRASINGS, make, solve, test_only=True, tags=("event-based", "conditional"))
