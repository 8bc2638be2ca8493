"""On which day of a span is most time taken by events of a tag?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'On which day from {first} to {last} (inclusive) do I have the most hours of events tagged "{tag}"? Date as YYYY-MM-DD.',
    'Between {first} and {last}, both included: which day has most hours of "{tag}" events? YYYY-MM-DD.',
    'Find my fullest "{tag}" day from {first} through {last}, by total hours of events with that tag. Answer as YYYY-MM-DD.',
    'Adding up the lengths of the events tagged "{tag}", which day from {first} to {last} inclusive comes out on top? YYYY-MM-DD, please.',
    'I\'d like to know the day with the longest total of "{tag}" events, from {first} to {last} inclusive. Date in the form YYYY-MM-DD.',
    'Tag "{tag}", {first} until {last} (both count): which date takes most of my time? YYYY-MM-DD.',
    'Which date in the days {first} to {last} has the largest sum of hours in events with the tag "{tag}"? Give it as YYYY-MM-DD.',
    'My coach asks for the day, {first} to {last} inclusive, on which "{tag}" events took the most hours. As YYYY-MM-DD, please.',
    'From {first} up to and including {last}, what is the date with the most hours tagged "{tag}" in the calendar? YYYY-MM-DD.',
    'Please sum the hours of "{tag}" events per day for {first} to {last} inclusive and send me the date of the maximum as YYYY-MM-DD.',
)


def make(d: Draft) -> None:
    tag = d.draw.pick(("Work", "Health", "Learning", "Social"))
    first = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 15)
    last = first + 86400 * (4 + 2 * d.difficulty)
    for _ in range(1 + d.difficulty):
        start = first + 86400 * d.draw.integer(0, 4 + 2 * d.difficulty) + 3600 * d.draw.integer(7, 20)
        d.add_event("Extra session", start, start + 1800 * d.draw.integer(1, 5), tag=tag)
    hours: dict[str, float] = defaultdict(float)
    for event in d.events:
        if event.start_datetime < last + 86400 and event.end_datetime > first and event.tag == tag:
            d.fits(event.start_datetime >= first and event.start_datetime // 86400 == (event.end_datetime - 1) // 86400)
            hours[f"{datetime.fromtimestamp(event.start_datetime, UTC):%Y-%m-%d}"] += event.end_datetime - event.start_datetime
    ranked = sorted(hours, key=lambda day: -hours[day])
    d.fits(len(ranked) > 1 and hours[ranked[0]] > hours[ranked[1]])
    d.ask(first=day_of(first), last=day_of(last), tag=tag)
    d.answer(ranked[0], wrong=ranked[1:3])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first, last = (parse_moment(phone.now, said[name]) for name in ("first", "last"))
    hours: dict[str, float] = defaultdict(float)
    for event in phone.events(first, last + 86399):
        if event["tag"] == said["tag"]:
            start, end = (datetime.fromisoformat(event[name]) for name in ("start_datetime", "end_datetime"))
            hours[event["start_datetime"][:10]] += (end - start).total_seconds()
    best = max(hours, key=lambda day: hours[day])
    phone.tell(f"It is {best}.", f"{hours[best] / 3600:g} hours on that day.")


FAMILY = Family("longest_day", "Search", PHRASINGS, make, solve, test_only=True, tags=("sum", "date-arithmetic"))
