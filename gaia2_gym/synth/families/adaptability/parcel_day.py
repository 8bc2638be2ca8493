"""Buy something and enter the day of its arrival; when the shop reports that the order has been shipped, correct the day."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of, text_of
from gaia2_gym.synth.families.adaptability.shop import buy, order_item, other_order
from gaia2_gym.synth.families.adaptability.turns import DAY, HOUR, after_telling, bystanders, meanwhile
from gaia2_gym.synth.families.material import plant_product
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Order {quantity} of the {product} in {colour}, cheapest available variant, enter "{entry}" for the day in {guess} days, 9 to 10 AM, and '
    "tell me. As "
    "soon as that order is shipped, it takes {days} days from today: move the entry to that day, {tell} and tell me the day.",
    'Please buy {quantity} times the cheapest available {colour} {product}. Calendar: "{entry}", {guess} days from today, 9 AM to 10 AM. Note '
    "to me. When "
    "the shop marks the order as shipped, the right day is {days} days from today, same time: correct the entry, {tell} and note the day to me.",
    '{product}, {colour}, {quantity} pieces, cheapest variant in stock: order it. Then "{entry}" into the calendar, today plus {guess} days, '
    "9-10 AM. "
    "Report. Once the order is shipped, replace the entry by one for today plus {days} days, {tell} and report the day.",
    'I need {quantity} of the {product} ({colour}, cheapest one available). Place the order, add the event "{entry}" from 9 to 10 AM in {guess} '
    "days, let "
    "me know. Shipping means {days} days from today instead, so change the event then, {tell} and let me know the day.",
    'Could you order the {product} in {colour}, {quantity} of the cheapest available variant, and enter "{entry}" in {guess} days from 9 to 10 '
    "AM? Confirm, "
    "please. If the order is then shipped, the entry belongs {days} days from today at the same time; change it, {tell} and confirm the day.",
    'Get me {quantity} pieces of the {colour} {product}, whichever available variant is cheapest, and put "{entry}" in my calendar, 9 AM till 10 AM, '
    "{guess} days from now. Ping me. On shipment of that order shift it to {days} days from now, {tell} and ping me with the day.",
    'Kindly order {quantity} of the {product} ({colour}, the cheapest variant available), kindly enter "{entry}", 9 to 10 AM, {guess} days from '
    "today, and "
    "notify me. After the shipment of the order kindly move the entry to {days} days from today, {tell} and notify me of the day.",
    'Shop for {product}: {colour}, {quantity}, cheapest available. Pencil in "{entry}" at 9 AM for an hour in {guess} days. A line to me. Order '
    "shipped? "
    "Then it is {days} days from today: swap the entry for that day, {tell} and a line to me with the day.",
    "The {product} in {colour}, please, {quantity} pieces, the cheapest variant that is available. I guess it takes {guess} days: enter "
    '"{entry}" for that '
    "day, 9 to 10 AM, give me a sign. When it is shipped I know better, {days} days from today. Move the entry, {tell} and give me the day.",
    'Buy {quantity} × {product} in {colour} (cheapest in stock). Add "{entry}" on the day {guess} days from today from 9 AM to 10 AM and message '
    "me. The "
    "moment the shop ships this order, set the entry to {days} days from today, same hour, {tell} and message me the day.",
)
_ENTRIES = ("Parcel", "Delivery", "Parcel arrives", "Wait for the parcel", "Be at home for the parcel", "Courier")
_TEXTS = ("The parcel is on its way.", "It has been shipped today.", "Good news, it is shipped.")


def make(d: Draft) -> None:
    product, colour, item = plant_product(d, 3 + 2 * d.difficulty, 2 + d.difficulty // 2)
    d.fits(not d.state("Shopping").cart)
    person, *others = bystanders(d)
    quantity, entry, text = d.draw.integer(1, 6), d.draw.pick(_ENTRIES), d.draw.pick(_TEXTS)
    days, guess = d.draw.sample(range(2, 12), 2)
    name = person.name if d.difficulty >= 2 else ""
    tell = f'email {name} "{text}" with the subject "{entry}"' if name else "leave everything else"
    d.ask(
        product=product, colour=colour, quantity=str(quantity), entry=entry, guess=str(guess), days=str(days), tell=tell, name=name,
        text=text if name else "",
    )  # fmt: skip
    order = order_item(d, item, quantity)
    entered = d.agent("Calendar__add_calendar_event", title=entry, **_on(d.start, guess))
    told = d.say("Done.")
    meanwhile(d, told, others, d.difficulty - 1, within=60)
    for n in range(d.difficulty // 2):
        status = d.draw.pick(("shipped", "delivered"))
        d.env("Shopping__update_order_status", order_id=other_order(d), status=status).after(told, seconds=20 + 10 * n)
    d.env("Shopping__update_order_status", order_id=order.result, status="shipped").after(told, seconds=60)
    d.agent("Calendar__delete_calendar_event", event_id=entered.result)
    d.agent("Calendar__add_calendar_event", title=entry, **_on(d.start, days))
    if name:
        d.agent("Emails__send_email", recipients=[person.email], subject=entry, content=text)
    d.say(f"{entry} is on {day_of(d.start + days * DAY)} now.")


def _on(now: float, days: int) -> dict[str, str]:
    """Nine to ten, so many days from now."""
    start = now - now % DAY + days * DAY + 9 * HOUR
    return {"start_datetime": text_of(start), "end_datetime": text_of(start + HOUR)}


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    today = phone.now
    order, _ = buy(phone, said["product"], said["colour"], int(said["quantity"]))
    entered = phone.call("Calendar__add_calendar_event", "The guess.", title=said["entry"], **_on(today, int(said["guess"])))
    for news in after_telling(phone, f"I have ordered the {said['product']} and added {said['entry']}.", "Shopping", "Nothing about my order."):
        if f"{order} is now shipped" not in news.text and phone.call("Shopping__get_order_details", order_id=order)["order_status"] != "shipped":
            continue
        phone.call("Calendar__delete_calendar_event", "It is shipped, so the day is known.", event_id=entered)
        phone.call("Calendar__add_calendar_event", "The right day.", title=said["entry"], **_on(today, int(said["days"])))
        if said["name"]:
            email = phone.contact(said["name"])["email"]
            phone.call("Emails__send_email", "Spread the news.", recipients=[email], subject=said["entry"], content=said["text"])
        phone.tell(f"The order has been shipped. I have moved {said['entry']} to {day_of(today + int(said['days']) * DAY)}.")


FAMILY = Family("parcel_day", "Adaptability", PHRASINGS, make, solve, tags=("shopping", "calendar"))
