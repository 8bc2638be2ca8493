"""Unsave the flats of unsafe zip codes, save those of the safest zip code of a city, and write to somebody which it is."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.city import CrimeRate
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.execution.parts import city_of, new_city, plant_flat
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Check the {kind} crime rate of the zip codes of all my saved flats and unsave those where it is above {limit}. Then save every flat in the "
    'zip code of {city} that has the lowest {kind} crime rate, and email {name} that zip code, subject "Safe area".',
    "Safety first: among the flats for rent in {city}, find the zip code with the least {kind} crime and save all its flats. Saved flats, "
    'wherever they are, whose zip code has a {kind} crime rate over {limit} must go. {name} gets an email "Safe area" with the zip code you '
    "found.",
    "Remove a flat from my saved ones if the {kind} crime rate of its zip code is higher than {limit}. In {city}, save all flats that lie in the "
    'zip code with the lowest {kind} crime rate. Then email {name} under the subject "Safe area" which zip code that is.',
    "I worry about {kind} crime. Saved flats with a rate of more than {limit} in their zip code: off the list. Flats in {city}'s zip code with "
    'the lowest rate: onto the list, all of them. Write an email to {name}, subject "Safe area", that names this zip code.',
    'Which zip code with flats in {city} has the lowest {kind} crime rate? Save its flats and tell {name} the zip code by email (subject "Safe '
    'area"). Before that, go through my saved flats and drop all with a {kind} crime rate above {limit}.',
    "Could you look up {kind} crime for my saved flats and remove those above {limit}? And for {city}: save all flats of the zip code where "
    '{kind} crime is lowest, and send {name} an email called "Safe area" saying which zip code it is.',
    "Two jobs with the crime figures ({kind} crime only). One: saved flats in zip codes with a rate over {limit} are to be unsaved. Two: "
    'everything for rent in the safest zip code of {city} is to be saved, and {name} should be emailed that zip code with the subject "Safe '
    'area".',
    "{name} asked where in {city} it is safest in terms of {kind} crime. Find out by the zip codes of the flats for rent there, email the answer "
    '(the zip code) under "Safe area", and save all flats there. Also unsave whatever I have saved in zip codes with a {kind} crime rate above '
    "{limit}.",
    "My saved flats should be safe ones. Unsave each whose zip code exceeds {limit} in {kind} crime. Add all flats of the {city} zip code with "
    'the lowest {kind} crime rate. Send {name} this zip code by email; the subject is "Safe area".',
    "New {kind} crime statistics are out. Saved flats with more than {limit}: remove. {city}: find the zip code with flats where the rate is "
    'lowest and save all flats in it. Email to {name}, subject "Safe area", content: that zip code.',
)


def make(d: Draft) -> None:
    locale, city = new_city(d)
    kind = d.draw.pick(("violent", "property"))
    rates = d.state("City").crime_data
    zips = sorted({locale.zip_code(city, d.draw) for _ in range(2 + d.difficulty)})
    d.fits(len(zips) == 2 + d.difficulty and not set(zips) & rates.keys())
    lowest = [round(0.1 * n, 1) for n in d.draw.sample(range(20, 400), 2 * len(zips))]
    for n, code in enumerate(zips):
        rates[code] = CrimeRate(*lowest[2 * n : 2 * n + 2])
        for _ in range(d.draw.integer(1, 1 + d.difficulty // 2)):
            plant_flat(d, locale, city, zip_code=code, saved=n < d.difficulty and d.draw.chance(0.5))
    flats = d.state("RentAFlat").apartments.values()
    d.fits(all(f.zip_code in rates for f in flats))
    rate = {code: getattr(rates[code], f"{kind}_crime") for code in sorted({f.zip_code for f in flats})}
    limit = d.draw.integer(8, 30)
    best = min(zips, key=lambda code: rate[code])
    gone = [f for f in flats if f.saved and rate[f.zip_code] > limit]
    new = [f for f in flats if f.zip_code == best and city_of(f.location) == city and not f.saved]
    d.fits(gone and new and rate[best] <= limit)
    d.fits(all(city_of(f.location) == city for f in flats if f.zip_code == best))
    person = d.draw.pick(d.people)
    d.ask(kind=kind, limit=str(limit), city=city, name=person.name)
    for flat in gone:
        d.agent("RentAFlat__remove_saved_apartment", apartment_id=flat.apartment_id)
    for flat in new:
        d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id)
    text = f"The zip code with the lowest {kind} crime rate in {city} is {best}."
    d.agent("Emails__send_email", recipients=[person.email], subject="Safe area", content=text)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    saved = phone.call("RentAFlat__list_saved_apartments", "First what is saved.")
    there = {id: f for id, f in phone.call("RentAFlat__search_apartments", location=said["city"]).items() if city_of(f["location"]) == said["city"]}
    codes = sorted({f["zip_code"] for f in (*saved.values(), *there.values())})
    rate = {code: phone.call("City__get_crime_rate", f"And {code}?", zip_code=code)[f"{said['kind']}_crime"] for code in codes}
    best = min({f["zip_code"] for f in there.values()}, key=lambda code: float(rate[code]))
    for id, flat in saved.items():
        if rate[flat["zip_code"]] > float(said["limit"]):
            thought = f"{rate[flat['zip_code']]} is more than {said['limit']}."
            phone.call("RentAFlat__remove_saved_apartment", thought, apartment_id=id)
    for id, flat in there.items():
        if flat["zip_code"] == best and id not in saved:
            phone.call("RentAFlat__save_apartment", f"{best} has the lowest rate.", apartment_id=id)
    text = f"{best} is the zip code in {said['city']} with the lowest rate of {said['kind']} crime."
    phone.call("Emails__send_email", recipients=[phone.contact(said["name"])["email"]], subject="Safe area", content=text)
    phone.tell(f"The safest zip code is {best}.")


FAMILY = Family("safe_flats", "Execution", PHRASINGS, make, solve, test_only=True, tags=("conditional", "multi_app"))
