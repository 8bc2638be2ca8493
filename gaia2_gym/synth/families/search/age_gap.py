"""How many years lie between the oldest and the youngest of some people?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.families.search.numbers import unsaid
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'How many years lie between the oldest and the youngest attendee (me excluded) of "{title}" on {day}? Just the number.',
    'Age gap at "{title}" on {day}: oldest minus youngest attendee, without me. A number, please.',
    'Leaving me out, what is the difference in age between the oldest and the youngest person attending "{title}" on {day}? Number only.',
    'For a speech at "{title}" ({day}) I need the number of years between its youngest and oldest attendee, not counting me.',
    '"{title}", {day}. How many years older is the oldest attendee than the youngest one? I am not to be counted.',
    'Look up the ages of those who attend "{title}" on {day}, except mine, and tell me the difference between the highest and the lowest in years.',
    'What age range do we have at "{title}" on {day}, i.e. oldest minus youngest, me not included? Give me the number of years.',
    'Please work out the age difference between the oldest and youngest attendees of "{title}" on {day}. I don\'t count. Just the figure.',
    'Who is coming to "{title}" on {day} is clear, but how far apart are the oldest and the youngest of them in years, leaving me aside?',
    'The oldest and youngest attendees of "{title}" on {day}, apart from me: how many years are between them?',
)


def make(d: Draft) -> None:
    people = d.draw.sample([p for p in d.people if p.contact.age], 2 + d.difficulty)
    title = d.draw.pick(TITLES)
    d.fits(all(e.title != title for e in d.events))
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 30) + 3600 * d.draw.integer(9, 19)
    d.add_event(title, start, start + 7200, attendees=[d.me.full_name, *(p.name for p in people)], tag="Social")
    ages = sorted(p.contact.age or 0 for p in people)
    gap = ages[-1] - ages[0]
    d.fits(gap > 1 and unsaid(gap, day_of(start)))
    d.ask(title=title, day=day_of(start))
    d.answer(str(gap), wrong=[str(gap + 1), str(gap - 1), str(ages[-1] + gap)])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    day = parse_moment(phone.now, said["day"])
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["title"])
    me = phone.call("Contacts__get_current_user_details")
    names = [name for name in event["attendees"] if name != f"{me['first_name']} {me['last_name']}"]
    ages = [int(phone.contact(name)["age"]) for name in names]
    phone.tell(f"The gap is {max(ages) - min(ages)} years.", f"The ages are {sorted(ages)}.")


FAMILY = Family("age_gap", "Search", PHRASINGS, make, solve, tags=("join", "arithmetic"))
