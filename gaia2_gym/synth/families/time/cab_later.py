"""Order a cab at a given moment, not before, and then write a message."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'In {minutes} minutes, order me a {service} cab from home to "{place}". Exactly {gap} seconds after ordering, write {name} in {app}: "{text}"',
    'Wait {minutes} minutes before you order a {service} cab from my home to "{place}"; {gap} seconds after that send {name} the {app} '
    'message "{text}"',
    'I need {minutes} more minutes. Then a {service} cab, home to "{place}", and {gap} seconds later a message to {name} in {app}, "{text}"',
    'Cab at {minutes} minutes from now ({service}, from home, to "{place}"), message to {name} via {app} {gap} seconds after it: "{text}"',
    'Please order a {service} cab from home to "{place}" when {minutes} minutes have passed, not earlier. {gap} seconds later let {name} '
    "know in {app} "
    '"{text}"',
    'Timer, {minutes} minutes: {service} cab from my home to "{place}". Timer, another {gap} seconds: {app} message to {name}, "{text}"',
    'Could you call a {service} cab for me from home to "{place}" in {minutes} minutes, and {gap} seconds after that tell {name} in {app} "{text}"?',
    'After {minutes} minutes I want a {service} cab ordered, pick-up at home, drop-off "{place}". {gap} seconds after the order {name} '
    'should get "{text}" '
    "in {app}.",
    'I am still in the shower. {service} cab from home to "{place}" in {minutes} minutes, please. {gap} seconds after you ordered it, {app} '
    "message to "
    '{name}: "{text}"',
    'Order the {service} cab (home to "{place}") {minutes} minutes from this message and send {name} "{text}" in {app} {gap} seconds after ordering.',
)
_TEXTS = ("I am leaving in a moment.", "The cab is on its way.", "I will be with you soon.")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    person = d.pick(messageable(d, app))
    place = d.draw.pick(sorted({c.address or "" for c in d.contacts if c.city_living == d.me.city_living} - {d.me.address or ""}))
    minutes, gap, service = d.draw.integer(1, 3), d.draw.pick((40, 60, 90)), d.draw.pick(("Default", "Premium", "Van"))
    text = d.draw.pick(_TEXTS)
    d.ask(minutes=str(minutes), service=service, place=place, gap=str(gap), name=person.name, app=app, text=text)
    ride = {"start_location": d.me.address, "end_location": place, "service_type": service}
    ordered = d.agent("Cabs__order_ride", **ride).after(*d.opening, minutes=minutes)
    call = {"user_id": d.state(app).name_to_id[person.name], "content": text}
    d.agent(f"{app}__send_message", **call).after(ordered, seconds=gap)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    begin = phone.now
    home = phone.call("Contacts__get_current_user_details", "I need the home address.")["address"]
    user = phone.call(f"{said['app']}__lookup_user_id", "And the id.", user_name=said["name"])[said["name"]]
    phone.wait_until(begin + 60 * int(said["minutes"]), "Too early for the cab.")
    ride = {"start_location": home, "end_location": said["place"], "service_type": said["service"]}
    phone.call("Cabs__order_ride", "Now.", **ride)
    phone.wait_until(phone.now + int(said["gap"]), "And now the seconds in between.")
    phone.call(f"{said['app']}__send_message", "The message.", user_id=user, content=said["text"])
    phone.tell("The cab is ordered and the message sent.")


FAMILY = Family("cab_later", "Time", PHRASINGS, make, solve, tags=("time-based", "dependency"))
