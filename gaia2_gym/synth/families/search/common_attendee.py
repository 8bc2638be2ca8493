"""Who attends both of two events?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Who, apart from me, is an attendee of both "{one}" on {day1} and "{other}" on {day2}? Full name only.',
    'One person attends "{one}" ({day1}) as well as "{other}" ({day2}), besides me. Full name?',
    'Compare the attendees of "{one}" on {day1} with those of "{other}" on {day2}. Which person other than me is on both lists? Full name, please.',
    'I want to hand something over at "{one}" ({day1}) and get it back at "{other}" ({day2}). Who is at both? First and last name.',
    'Please tell me the full name of the person who is going to both "{one}" on {day1} and "{other}" on {day2}. I don\'t count.',
    '"{one}", {day1}; "{other}", {day2}. Who else than me is at the two of them? Just the full name.',
    'Which attendee do "{one}" on {day1} and "{other}" on {day2} have in common, not counting me? Full name.',
    'Find the overlap between the people of "{one}" ({day1}) and of "{other}" ({day2}); it is one person besides me. Name in full, please.',
    'Somebody is both at "{one}" on {day1} and at "{other}" on {day2}, and it isn\'t me I mean. Who? Full name.',
    'Look up "{one}" on {day1} and "{other}" on {day2} in my calendar and give me the full name of whoever (not me) attends the two.',
)


def make(d: Draft) -> None:
    shared, *others = d.draw.sample(d.people, 3 + 2 * d.difficulty)
    titles = d.draw.sample(TITLES, 2)
    d.fits(all(e.title not in titles for e in d.events))
    half = len(others) // 2
    days = d.draw.sample(range(2, 30), 4)
    base = d.start - d.start % 86400
    for title, group, day in zip(titles, (others[:half], others[half:]), days, strict=False):
        start = base + 86400 * day + 3600 * d.draw.integer(9, 19)
        d.add_event(title, start, start + 7200, attendees=d.draw.shuffled([d.me.full_name, shared.name, *(p.name for p in group)]), tag="Social")
    decoy = base + 86400 * days[3] + 36000
    d.add_event(titles[1], decoy, decoy + 7200, attendees=[d.me.full_name, others[0].name], tag="Social")
    d.ask(one=titles[0], other=titles[1], day1=day_of(base + 86400 * days[0]), day2=day_of(base + 86400 * days[1]))
    d.answer(shared.name, wrong=[p.name for p in others[:2]])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    me = phone.call("Contacts__get_current_user_details")
    people = []
    for title, day in ((said["one"], said["day1"]), (said["other"], said["day2"])):
        start = parse_moment(phone.now, day)
        event = next(e for e in phone.events(start, start + 86399) if e["title"] == title)
        people.append(set(event["attendees"]))
    (name,) = (people[0] & people[1]) - {f"{me['first_name']} {me['last_name']}"}
    phone.tell(f"It is {name}.", "One name is on both lists.")


FAMILY = Family("common_attendee", "Search", PHRASINGS, make, solve, tags=("set-operation",))
