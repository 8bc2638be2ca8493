"""Put an event with everyone in a city into the calendar and write to each of them."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import PLACES, TITLES, parse_moment, settle
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Add "{title}" to my calendar on {day} from {start} to {end} at {place}, with all my contacts who live in {city} as attendees. After that '
    'write to each of them on {app}: "{text}"',
    'I\'m hosting "{title}" for the people I know in {city}: {day}, {start} to {end}, {place}. Put it into the calendar with all of them as '
    'attendees and then send each one the {app} message "{text}"',
    'Everyone in my address book who lives in {city} is invited to "{title}". Calendar entry first ({day}, {start} to {end}, location {place}, '
    'attendees: these people), individual messages in {app} next: "{text}"',
    '"{title}", {day}, {start} to {end}, {place}. Attendees: my {city} contacts, all of them. Enter it, and once that is done message every one '
    'of them separately over {app}, "{text}"',
    'Could you set up "{title}" on {day}, {start} to {end}, at {place}? Add all contacts living in {city} as attendees and, when the event is '
    'there, tell each of them via {app}: "{text}"',
    'Please schedule "{title}" at {place} for {day}, from {start} to {end}. The attendees are whoever lives in {city} according to my contacts. '
    'Afterwards they each get a {app} message of their own with the words "{text}"',
    'My {city} friends have been asking for ages, so: "{title}" on {day} at {place}, {start} to {end}. Enter it with every contact from {city} '
    'as attendee, then one message on {app} to every single one: "{text}"',
    'Calendar first: "{title}", {place}, {day}, {start} to {end}, attendees all contacts whose city is {city}. Then {app}: each of these people '
    'receives "{text}" as a direct message.',
    'I need an event "{title}" ({day}, {start} to {end}, {place}) with all the people from my contacts who live in {city}. After creating it, go '
    'to {app} and write to them one by one "{text}"',
    'All my contacts in {city} are coming to "{title}". Put it into my calendar with them as attendees: {day}, {start} to {end}, {place}. Then '
    'let everyone know individually on {app}: "{text}"',
)


def make(d: Draft) -> None:
    city = settle(d, d.draw.sample(d.contacts, 1 + d.difficulty))
    people = [c for c in d.contacts if c.city_living == city]
    d.fits(len(people) <= 3 + 2 * d.difficulty)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(2, 20) + 3600 * d.draw.integer(9, 19)
    end = start + 3600 * d.draw.integer(1, 3)
    title, place, app = d.draw.pick(TITLES), d.draw.pick(PLACES), d.draw.pick(("Messages", "Chats"))
    text = f"You are invited to the {title.lower()} on {day_of(start)} at {clock_of(start)}, {place}."
    ids = d.state(app).name_to_id
    d.fits(all(c.full_name in ids for c in people))
    d.ask(app=app, title=title, city=city, day=day_of(start), start=clock_of(start), end=clock_of(end), place=place, text=text)
    names = [c.full_name for c in people]
    times = {"start_datetime": text_of(start), "end_datetime": text_of(end)}
    event = d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=names, **times)
    for name in names:
        d.agent(f"{app}__send_message", user_id=ids[name], content=text).after(event, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    people = [c for c in phone.contacts() if c["city_living"] == said["city"] and not c["is_user"]]
    names = [f"{c['first_name']} {c['last_name']}" for c in people]
    start, end = (text_of(parse_moment(phone.now, said["day"], said[at])) for at in ("start", "end"))
    times = {"start_datetime": start, "end_datetime": end}
    thought = f"{len(people)} contacts live in {said['city']}."
    phone.call("Calendar__add_calendar_event", thought, title=said["title"], location=said["place"], attendees=names, **times)
    for name in names:
        id = phone.call(f"{said['app']}__lookup_user_id", user_name=name)[name]
        phone.call(f"{said['app']}__send_message", f"Now the invitation for {name}.", user_id=id, content=said["text"])
    phone.tell(f"{said['title']} is in your calendar, and {len(people)} people have been invited.")


FAMILY = Family("invite_city", "Execution", PHRASINGS, make, solve, tags=("dependency",))
