"""Who is the oldest of the contacts in a city?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import settle
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Who is the oldest of my contacts living in {city}? Just give me the full name.",
    "Of everyone in my address book who lives in {city}, who has the most years behind them? First and last name, please.",
    "Full name of my oldest contact in {city}.",
    "I'm writing a birthday column and need the oldest person I know in {city}. Full name only.",
    "Look through my contacts: who among those living in {city} is the oldest? Answer with the full name.",
    "We were guessing who the senior of my {city} acquaintances is. Settle it: what's the full name of the oldest contact there?",
    "Could you find out which contact of mine in {city} is the oldest, and tell me that person's full name?",
    "Which person saved on my phone with {city} as city is the oldest? I only need their full name.",
    "For a seating plan I need to know who's the oldest of the people I know in {city}. Send me the full name.",
    "Check the ages of my {city} contacts and tell me the full name of the oldest one.",
)


def make(d: Draft) -> None:
    city = settle(d, d.draw.sample(d.contacts, 1 + d.difficulty))
    there = sorted((c for c in d.contacts if c.city_living == city and c.age), key=lambda c: -(c.age or 0))
    d.fits(len(there) > 1 and there[0].age != there[1].age)
    d.ask(city=city)
    d.answer(there[0].full_name, wrong=[c.full_name for c in there[1:4]] + [c.full_name for c in d.contacts if c.city_living != city][:2])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    there = [c for c in phone.contacts() if c["city_living"] == said["city"] and c["age"] and not c["is_user"]]
    oldest = max(there, key=lambda c: int(c["age"]))
    phone.tell(f"{oldest['first_name']} {oldest['last_name']}")


FAMILY = Family("oldest_in_city", "Search", PHRASINGS, make, solve, tags=("superlative",))
