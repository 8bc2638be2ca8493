"""Several orders could be meant: cancel none, do the rest, ask with their totals; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Cancel my order that has the status processed, and email {name} "{text}" (subject "{subject}"). If several orders are processed, '
    "cancel none and "
    "tell me their totals so that I can choose.",
    'My processed order is to be cancelled. Also write to {name}, subject "{subject}": "{text}" In case there is more than one such order, '
    "ask me first, "
    "giving the totals.",
    'Email {name} with "{text}", subject "{subject}". Then cancel the order in the shop that is still processed; should that be ambiguous, '
    "name the totals "
    "and wait for my word.",
    'Please call off my order (the one that is processed). And let {name} know by email "{text}", subject "{subject}". Don\'t guess between '
    "orders: list "
    "the totals.",
    'There is an order of mine with status processed: cancel it. Tell {name} by email (subject "{subject}") "{text}" Not sure which order? '
    "Ask, with the "
    "totals.",
    'Two errands: the email "{text}" to {name} under "{subject}", and cancelling the processed order. More than one processed order means '
    "you ask me which "
    "by total.",
    'Could you cancel the order that hasn\'t been shipped yet (processed) and send {name} an email, "{subject}": "{text}"? If you find '
    "several, tell me "
    "what each costs instead of cancelling.",
    "I changed my mind about the processed order, cancel it, unless there are several, then tell me their totals. Either way email {name} "
    '"{text}", subject '
    '"{subject}".',
    'Cancel: the order with status processed. Email: {name}, "{subject}", "{text}". Unclear which order? Give me the totals of those in question.',
    'Write {name} "{text}" (email, subject "{subject}") and cancel my processed order. When there are several of those I decide by the '
    "totals, which you "
    "tell me.",
)


def make(d: Draft) -> None:
    orders = d.state("Shopping").orders
    d.fits(len(orders) >= 3)
    chosen = d.draw.sample(sorted(orders), 2)
    for id in sorted(orders):
        orders[id] = replace(orders[id], order_status="processed" if id in chosen else "delivered")
    one, other = (orders[id] for id in chosen)
    d.fits(one.order_total != other.order_total)
    person, subject, text = d.draw.pick(d.people), d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    d.ask(name=person.name, subject=subject, text=text)
    d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text)
    asked = f"Two orders are processed, one of {one.order_total:.2f} and one of {other.order_total:.2f}. Which one shall I cancel?"
    if d.difficulty < 3:
        false = f"Two orders are processed, one of {one.order_total:.2f} and one of {other.order_total + 10:.2f}. Which one shall I cancel?"
        d.answer(asked, wrong=[false, "The order is cancelled."])
    else:
        d.say(asked)
        final = d.draw.pick((one, other))
        d.user(f"The one of {final.order_total:.2f}, please.")
        d.agent("Shopping__cancel_order", order_id=final.order_id)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "The email is clear.", recipients=[email], subject=said["subject"], content=said["text"])
    orders = {id: o for id, o in phone.call("Shopping__list_orders", "And the order?").items() if o["order_status"] == "processed"}
    totals = [f"{float(o['order_total']):.2f}" for o in orders.values()]
    phone.tell(f"There are two processed orders, for {' and '.join(totals)}; which should be cancelled?", "Two fit, so I ask.")
    if not phone.over:
        id = next(id for id, total in zip(orders, totals, strict=True) if total in phone.messages[-1])
        phone.call("Shopping__cancel_order", "Now I know.", order_id=id)
        phone.tell("That order is cancelled.")


FAMILY = Family("which_order", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
