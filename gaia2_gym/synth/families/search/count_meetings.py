"""How many calendar events of a span of days have a person among the attendees?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.families.search.numbers import unsaid
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "How many events in my calendar from {first} to {last}, both included, have {name} as an attendee? Just the number.",
    "Count the calendar events between {first} and {last} (inclusive) that {name} attends. A number is all I need.",
    "From {first} through {last}: in how many of my calendar events is {name} listed as attendee? Answer with the number.",
    "I feel I see {name} all the time. How many events with {name} as attendee are there from {first} to {last} inclusive? Number only.",
    "{name}, attendee, {first} to {last} inclusive: how many events? Just a number, please.",
    "Please count how often {name} is an attendee in my calendar from {first} up to and including {last}. Reply with the number.",
    "For my statistics I need the number of events with {name} among the attendees, {first} until {last}, both days counted.",
    "Could you check the calendar from {first} to {last} inclusive and tell me the number of events {name} takes part in?",
    "Between {first} and {last}, with both days included, how many of my events list {name} as attendee? The number will do.",
    "What's the number of calendar events from {first} to {last} (both included) where {name} is on the list of attendees?",
)


def make(d: Draft) -> None:
    person = d.draw.pick(d.people)
    today = d.start - d.start % 86400
    first = today + 86400 * d.draw.integer(-30, 10)
    last = first + 86400 * d.draw.integer(3, 6 + 4 * d.difficulty)
    for _ in range(d.draw.integer(1, 2 + d.difficulty)):
        start = first + 86400 * d.draw.integer(0, int((last - first) // 86400)) + 3600 * d.draw.integer(8, 19)
        others = [p.name for p in d.draw.sample(d.people, 1) if p is not person]
        title = d.draw.pick(("Walk", "Chess", "Lunch", "Phone call", "Planning", "Tennis"))
        d.add_event(title, start, start + 3600, attendees=[person.name, *others], tag="Social")
    inside = [e for e in d.events if e.start_datetime < last + 86400 and e.end_datetime > first]
    d.fits(all(e.start_datetime >= first and e.end_datetime <= last + 86400 for e in inside if person.name in e.attendees))
    n = sum(person.name in e.attendees for e in inside)
    d.fits(unsaid(n, day_of(first), day_of(last)))
    d.ask(name=person.name, first=day_of(first), last=day_of(last))
    d.answer(str(n), wrong=[str(n + 1), str(n - 1), str(n + 10)])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first, last = (parse_moment(phone.now - 86400 * 200, said[name]) for name in ("first", "last"))
    events = phone.events(first, last + 86399)
    n = sum(said["name"] in e["attendees"] for e in events)
    phone.tell(f"{n} events.", f"Of {len(events)} events, {n} have {said['name']}.")


FAMILY = Family("count_meetings", "Search", PHRASINGS, make, solve, tags=("count",))
