"""A budget below the cheapest flat: save nothing there, do the rest, and name the cheapest."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Save the cheapest flat in {city} with at least {bedrooms} bedrooms, if it costs no more than {limit}. Also email {name}, subject "{subject}", '
    '"{text}" If no flat is cheap enough, tell me what the cheapest of them costs.',
    "Find me a flat in {city}, {bedrooms} bedrooms or more, rent up to {limit}, and save the cheapest such. Tell {name} by email (subject "
    '"{subject}"): '
    '"{text}" Should my budget be too small, name the lowest rent there is.',
    'Email {name} "{text}" (subject "{subject}"). And save the cheapest {city} flat with {bedrooms}+ bedrooms, {limit} at most; if there is '
    "none at that "
    "price, tell me the lowest rent instead.",
    'Two things. Mail to {name}, subject "{subject}", "{text}" And the cheapest flat in {city} from {bedrooms} bedrooms up should be saved, '
    "provided the "
    "rent stays within {limit}. Otherwise just tell me the rent of the cheapest.",
    "My budget for a flat in {city} with {bedrooms} bedrooms or more is {limit}. Save the cheapest if it fits the budget, else tell me its "
    "rent and save "
    'nothing. Then write {name} "{text}" by email, subject "{subject}".',
    'Please let {name} know by email (subject "{subject}") "{text}" and look for a flat: {city}, at least {bedrooms} bedrooms, not above '
    "{limit}. Save "
    "the cheapest one, or, if all cost more, tell me the cheapest rent.",
    "Flat in {city}: minimum {bedrooms} bedrooms, maximum {limit}. Cheapest one to be saved. When nothing qualifies, report the lowest "
    "rent. Separately, "
    'email {name}: "{text}" (subject "{subject}")',
    "Could you save the cheapest flat in {city} that has {bedrooms} bedrooms or more, unless it is over {limit}? In that case tell me the "
    "rent. And send "
    '{name} an email "{subject}" saying "{text}"',
    "Save for me the least expensive flat of {bedrooms} bedrooms and more in {city}, but only up to {limit}; if they are all dearer I want "
    "to know what "
    'the least expensive costs. Also email {name} with subject "{subject}": "{text}"',
    "I can pay {limit}. Is there a flat in {city} with {bedrooms}+ bedrooms for that? If so save the cheapest; if not, say what the "
    "cheapest costs. Plus "
    'an email to {name}, "{subject}": "{text}"',
)


def make(d: Draft) -> None:
    flats = d.state("RentAFlat").apartments.values()
    city, bedrooms = d.draw.pick(sorted({f.location.rpartition(", ")[2] for f in flats})), d.draw.integer(1, 3)
    fitting = sorted((f for f in flats if f.location.endswith(f", {city}") and f.bedrooms >= bedrooms), key=lambda f: f.price)
    d.fits(len(fitting) > 1 and fitting[0].price < fitting[1].price)
    limit = int(fitting[0].price) - 10 * d.draw.integer(1, 12)
    person, subject, text = d.draw.pick(d.people), d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    d.ask(city=city, bedrooms=str(bedrooms), limit=str(limit), name=person.name, subject=subject, text=text)
    d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text)
    price = f"{fitting[0].price:g}"
    wrong = [f"The cheapest flat there costs {fitting[1].price:g}, which is over your budget.", "I have saved a flat for you."]
    d.answer(f"The cheapest flat there costs {price}, which is over your budget.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "The email is clear.", recipients=[email], subject=said["subject"], content=said["text"])
    found = phone.call("RentAFlat__search_apartments", "And the flats.", location=said["city"]).values()
    fitting = [f for f in found if f["bedrooms"] >= int(said["bedrooms"]) and f["location"].endswith(f", {said['city']}")]
    cheapest = min(f["price"] for f in fitting)
    phone.tell(f"The cheapest one costs {cheapest:g}, so it is over your budget.", "All are too dear.")


FAMILY = Family("over_budget", "Ambiguity", PHRASINGS, make, solve, tags=("impossible",))
