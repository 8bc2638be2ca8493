"""Order a cab from home to where an event takes place, at a time before it, and write to each of those who come along."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of, text_of
from gaia2_gym.synth.families.material import PLACES, TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Order a {service} cab from my home address to the location of "{title}" on {day}, {minutes} minutes before it starts. After that send every '
    'attendee but me an email of their own with the subject "On my way", saying "{text}"',
    'On {day} I have "{title}". Book a {service} cab from home to its location for {minutes} minutes before the start. Once booked, write to the '
    'other attendees one by one by email, subject "On my way": "{text}"',
    'I need a ride to "{title}" ({day}): {service} cab, pick-up at home {minutes} minutes before it begins, drop-off at its location. When it is '
    'ordered, email the others who attend, separately, subject "On my way", "{text}"',
    '"{title}" on {day}: cab please, service {service}, from my home to the place in the calendar, leaving {minutes} minutes ahead. And then '
    'single emails to the attendees except me (subject "On my way") with "{text}"',
    'Please see in my calendar where "{title}" on {day} is and when it starts, order a {service} cab from home to there {minutes} minutes '
    'earlier, and after the order write to each of the other attendees individually, subject "On my way", text "{text}"',
    'Could you get me to "{title}" on {day}? {service} cab from home, {minutes} minutes before the start. Afterwards the rest of the attendees '
    'should get one email each: subject "On my way", content "{text}"',
    'Cab booking: home to the location of "{title}" ({day}), {service}, pick-up time {minutes} minutes before the event. Afterwards inform each '
    'of the other attendees with an email of their own, "On my way": "{text}"',
    'For "{title}" on {day} I want to be picked up at home {minutes} minutes before it starts by a {service} cab that takes me to the event\'s '
    'location. After ordering, send each other attendee a separate email with the subject "On my way" and the text "{text}"',
    'My feet hurt, so a {service} cab it is: from home to wherever "{title}" is on {day}, {minutes} minutes before its start. Then mail the '
    'other attendees, a mail for each, subject "On my way": "{text}"',
    'Book transport to "{title}" on {day}. Service: {service}. From: home. To: its location. Pick-up: {minutes} minutes before it. Next, one '
    'email per attendee other than me, subject "On my way", "{text}"',
)
_TEXTS = ("I am coming by cab.", "I will arrive by cab shortly before it starts.", "I have booked a cab, see you there.")


def make(d: Draft) -> None:
    others = d.draw.sample(d.people, 1 + d.difficulty)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 12) + 1800 * d.draw.integer(20, 40)
    title = d.draw.pick(TITLES)
    d.fits(all(e.title != title for e in d.events))
    places = d.draw.sample(PLACES, 2)
    event = d.add_event(title, start, start + 5400, attendees=[d.me.full_name, *(p.name for p in others)], location=places[0], tag="Social")
    decoy = start + 86400 * d.draw.integer(2, 6)
    d.add_event(title, decoy, decoy + 5400, attendees=[d.me.full_name, others[0].name], location=places[1], tag="Social")
    minutes, service = d.draw.pick((20, 30, 45, 60)), d.draw.pick(("Default", "Premium", "Van"))
    text = d.draw.pick(_TEXTS)
    d.ask(title=title, day=day_of(start), service=service, minutes=str(minutes), text=text)
    ride = {"start_location": d.me.address, "end_location": event.location, "service_type": service}
    ordered = d.agent("Cabs__order_ride", ride_time=text_of(start - 60 * minutes), **ride)
    for person in others:
        d.agent("Emails__send_email", recipients=[person.email], subject="On my way", content=text).after(ordered, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    me = phone.call("Contacts__get_current_user_details", "I need the home address.")
    day = parse_moment(phone.now, said["day"])
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["title"])
    hours, minutes = (int(part) for part in event["start_datetime"][11:16].split(":"))
    pick_up = text_of(day + 3600 * hours + 60 * minutes - 60 * int(said["minutes"]))
    thought = f"{said['title']} starts at {event['start_datetime']} at {event['location']}."
    ride = {"start_location": me["address"], "end_location": event["location"], "service_type": said["service"]}
    phone.call("Cabs__order_ride", thought, ride_time=pick_up, **ride)
    own = f"{me['first_name']} {me['last_name']}"
    for name in (name for name in event["attendees"] if name != own):
        email = phone.contact(name)["email"]
        phone.call("Emails__send_email", f"{name} comes too.", recipients=[email], subject="On my way", content=said["text"])
    phone.tell("The cab is ordered and the others know.")


FAMILY = Family("cab_to_event", "Execution", PHRASINGS, make, solve, tags=("dependency",))
