"""Put an event with everyone in a city into the calendar and email them."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import PLACES, TITLES, parse_moment, settle
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Add "{title}" to my calendar on {day} from {start} to {end} at {place}, with all my contacts who live in {city} as attendees. '
    'Then send one email to all of them with the subject "{title}" saying "{text}"',
    'I\'m hosting "{title}" for the people I know in {city}: {day}, {start} to {end}, {place}. Put it into the calendar with all of them as '
    "attendees and "
    'write them a single joint email, subject "{title}", text "{text}"',
    'Everyone in my address book who lives in {city} is invited to "{title}". Calendar entry please ({day}, {start} to {end}, location {place}, '
    'attendees: these people), and one email to the lot, subject "{title}": "{text}"',
    '"{title}", {day}, {start} to {end}, {place}. Attendees: my {city} contacts, all of them. Enter it and email them together (subject '
    '"{title}", "{text}").',
    'Could you set up "{title}" on {day}, {start} to {end}, at {place}? Invite all contacts living in {city} as attendees and tell them in '
    "one shared "
    'email with the subject "{title}": "{text}"',
    'Please schedule "{title}" at {place} for {day}, from {start} to {end}. The attendees are whoever lives in {city} according to my '
    "contacts. They get "
    'one common email, subject "{title}", with the words "{text}"',
    'My {city} friends have been asking for ages, so: "{title}" on {day} at {place}, {start} to {end}. Enter it with every contact from '
    "{city} as attendee, "
    'then one mail to everybody with subject "{title}" and text "{text}"',
    'Calendar first: "{title}", {place}, {day}, {start} to {end}, attendees all contacts whose city is {city}. Mail second: one message to all these '
    'people, subject "{title}", content "{text}"',
    'I need an event "{title}" ({day}, {start} to {end}, {place}) with all the people from my contacts who live in {city}, plus one group '
    "email to them. "
    'Subject "{title}", message "{text}"',
    'Send all my contacts in {city} one email, subject "{title}", reading "{text}" and put "{title}" into my calendar with them as attendees: {day}, '
    "{start} to {end}, {place}.",
)


def make(d: Draft) -> None:
    city = settle(d, d.draw.sample(d.contacts, 1 + d.difficulty))
    people = [c for c in d.contacts if c.city_living == city]
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(2, 20) + 3600 * d.draw.integer(9, 19)
    end = start + 3600 * d.draw.integer(1, 3)
    title, place = d.draw.pick(TITLES), d.draw.pick(PLACES)
    text = f"You are invited to the {title.lower()} on {day_of(start)} at {clock_of(start)}, {place}."
    d.ask(title=title, city=city, day=day_of(start), start=clock_of(start), end=clock_of(end), place=place, text=text)
    names = [c.full_name for c in people]
    d.agent("Calendar__add_calendar_event", title=title, start_datetime=text_of(start), end_datetime=text_of(end), location=place, attendees=names)
    d.agent("Emails__send_email", recipients=[c.email for c in people], subject=title, content=text)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    people = [c for c in phone.contacts() if c["city_living"] == said["city"] and not c["is_user"]]
    names = [f"{c['first_name']} {c['last_name']}" for c in people]
    start, end = (text_of(parse_moment(phone.now, said["day"], said[at])) for at in ("start", "end"))
    times = {"start_datetime": start, "end_datetime": end}
    thought = f"{len(people)} contacts live in {said['city']}."
    phone.call("Calendar__add_calendar_event", thought, title=said["title"], location=said["place"], attendees=names, **times)
    emails = [c["email"] for c in people]
    phone.call("Emails__send_email", "Now the invitation.", recipients=emails, subject=said["title"], content=said["text"])
    phone.tell(f"{said['title']} is in your calendar, and {len(people)} people have been invited.")


FAMILY = Family("invite_city", "Execution", PHRASINGS, make, solve, tags=("dependency",))
