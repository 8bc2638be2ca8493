"""Order a cab for later and tell somebody; when the driver cancels, order the other kind of cab, if need be a third, and tell the person so."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import HOUR, after_telling, bystanders, free_start, meanwhile
from gaia2_gym.synth.families.material import PLACES, TITLES, messageable, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Order a {service} cab from my home to the location of {event} on {day}, pick-up at {clock}, and write to {person} in {app}: "
    '"{text}" Then tell me. If the driver cancels, order the same ride {later} minutes later as {second}{third}, write to {person} "{delay}", and '
    "tell me the new pick-up time.",
    'I need a cab, {service}, on {day} at {clock}, from my home address to where {event} takes place. {person} gets the {app} message "{text}" and I '
    'get a note. Drivers cancel all the time: in that case book {second}{third} for {later} minutes later, message {person} "{delay}" and '
    "let me know "
    "when I am picked up.",
    'Book me a {service} cab from home to the location of {event} ({day}, leaving at {clock}). Let {person} know in {app}: "{text}" Report back. '
    'Should the driver cancel, then {second}{third}, same way, {later} minutes after the old time, plus "{delay}" to {person}, and report the time '
    "of departure.",
    "Getting to {event} on {day}: {service} cab, home to its location, {clock}. After booking, {app} message to {person}: "
    '"{text}" Tell me when you have. Plan B when a driver drops out: {second}{third}, {later} minutes later, message to {person} "{delay}", and the '
    "new time to me.",
    'Please arrange a cab of the kind {service} for {day}, {clock}, from my home to the place of {event}, and send {person} "{text}" in {app}; '
    'confirm to me. In the event of a cancellation by the driver, arrange {second}{third} for a time {later} minutes later, send {person} "{delay}", '
    "and inform me about the new pick-up time.",
    "Could you get me a {service} cab to the location of {event} on {day}? It should fetch me at home at {clock}. {person} should hear "
    '"{text}" from you in {app}. Let me know. If the driver calls it off, take {second}{third}, {later} minutes later, with the message "{delay}" '
    "to {person}, and tell me when it comes.",
    'Ride wanted: from home to wherever my calendar says {event} is, {day}, {clock}, {service}. {app} to {person}: "{text}" Short '
    "confirmation to me. "
    'Driver cancels? {second}{third}, {later} minutes later. {app} to {person}: "{delay}" New time to me.',
    '{person} is expecting me for {event} on {day}. Have a {service} cab pick me up at home at {clock} and bring me to its location, say "{text}" in '
    '{app}, and tell me that it is settled. When a driver cancels, have {second}{third} come {later} minutes later than before, say "{delay}" to '
    "{person}, and tell me the time.",
    "On {day} at {clock} I want to leave home for the location of {event} in a {service} cab. Order it, then tell {person} in {app} "
    '"{text}" and me that it is done. If I lose the cab because the driver cancels, order {second}{third} for {later} minutes later, tell {person} '
    '"{delay}" and me the time at which I leave.',
    'Cab for {day}, {clock}: {service}, home to the location of {event}. Write "{text}" to {person} in {app}, then a word to me. As soon as a driver '
    'cancels on us: {second}{third}, {later} minutes later, "{delay}" to {person}, and a word to me with the pick-up time.',
)
_TEXTS = ("I am coming by cab.", "My cab is booked, see you there.", "I take a cab, so I will be on time.")
_DELAYS = ("My driver cancelled, I will be a bit late.", "The cab was cancelled, so please start without me.", "I need another cab, save me a seat.")
_SERVICES = ("Default", "Premium", "Van")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    person = d.pick(messageable(d, app))
    title = d.draw.pick(TITLES)
    d.fits(all(title not in e.title for e in d.events))
    begin = free_start(d)
    place, *elsewhere = d.draw.sample(PLACES, 3)
    d.add_event(title, begin, begin + 2 * HOUR, attendees=[d.me.full_name, person.name], location=place, tag="Social")
    for n, other in enumerate(elsewhere[: d.difficulty // 2]):
        start = begin + 7 * 24 * HOUR * (n + 1)
        d.add_event(title, start, start + 2 * HOUR, attendees=[d.me.full_name], location=other, tag="Social")
    leave, later = begin - 60 * d.draw.pick((30, 45, 60)), d.draw.pick((10, 15, 20))
    services = d.draw.shuffled(_SERVICES)
    rounds = 2 if d.difficulty >= 4 else 1
    third = f" (and if that is cancelled too, {services[2]}, again that much later)" if d.difficulty >= 3 else ""
    text, delay = d.draw.pick(_TEXTS), d.draw.pick(_DELAYS)
    d.ask(
        service=services[0], second=services[1], third=third, event=f'"{title}"', title=title, day=day_of(begin), clock=clock_of(leave),
        later=str(later), person=person.name, app=app, text=text, delay=delay,
    )  # fmt: skip
    user_id = d.state(app).name_to_id[person.name]
    ride = {"start_location": d.me.address, "end_location": place}
    booked = d.agent("Cabs__order_ride", service_type=services[0], ride_time=text_of(leave), **ride)
    d.agent(f"{app}__send_message", user_id=user_id, content=text).after(booked)
    told = d.say("Done.")
    for service in services[1 : rounds + 1]:
        meanwhile(d, told, bystanders(d, person), d.difficulty - 1, within=60)
        leave += 60 * later
        d.env("Cabs__cancel_ride", who_cancel="driver").after(told, seconds=60)
        d.agent("Cabs__order_ride", service_type=service, ride_time=text_of(leave), **ride)
        d.agent(f"{app}__send_message", user_id=user_id, content=delay)
        told = d.say(f"The new pick-up time is {clock_of(leave)}.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    me = phone.call("Contacts__get_current_user_details", "I need the home address.")
    day = parse_moment(phone.now, said["day"])
    leave = parse_moment(phone.now, said["day"], said["clock"])
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["title"])
    app, person = said["app"], said["person"]
    user_id = phone.call(f"{app}__lookup_user_id", f"Who is {person} there?", user_name=person)[person]
    services = [said["service"], said["second"], *(s for s in _SERVICES if s in said["third"])]
    ride = {"start_location": me["address"], "end_location": event["location"]}
    thought = f"{said['title']} is at {event['location']}."
    phone.call("Cabs__order_ride", thought, service_type=services.pop(0), ride_time=text_of(leave), **ride)
    phone.call(f"{app}__send_message", "And a word about it.", user_id=user_id, content=said["text"])
    report = f"The cab is ordered and the message to {person} is sent."
    for _ in after_telling(phone, report, "Cabs", "The driver has not cancelled."):
        leave += 60 * int(said["later"])
        phone.call("Cabs__order_ride", "The driver cancelled; plan B.", service_type=services.pop(0), ride_time=text_of(leave), **ride)
        phone.call(f"{app}__send_message", "That changes my arrival.", user_id=user_id, content=said["delay"])
        phone.tell(f"The driver cancelled. Another cab picks you up at {clock_of(leave)} now.")


FAMILY = Family("driver_cancels", "Adaptability", PHRASINGS, make, solve, tags=("cabs", "fallback"))
