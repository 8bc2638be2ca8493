"""Which of the flats within a rent has the lowest crime rate in its neighbourhood?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Among the flats in {city} with a rent of at most {limit}, which one lies in the zip code with the lowest {kind} crime rate? Just the "
    "flat's name.",
    "I want to feel safe: of all {city} flats up to {limit}, which is in the area with the least {kind} crime? Name of the flat only.",
    "Name the flat in {city}, rent no higher than {limit}, whose zip code has the lowest rate of {kind} crime.",
    "Compare the {kind} crime rates of the zip codes of all flats in {city} that cost {limit} or less. What's the flat with the lowest called?",
    "Flats in {city}, maximum {limit}. Which has the best, meaning lowest, {kind} crime rate around it? I only need its name.",
    "My mother worries. Which {city} flat for {limit} or less has the lowest {kind} crime rate at its zip code? The name, please.",
    "Please find the flat with the lowest {kind} crime rate in its zip code, out of those in {city} renting for up to {limit}. Answer with the name.",
    "Lowest {kind} crime, city {city}, rent limit {limit}: what is the name of that flat?",
    "Which flat should I take in {city} if the rent may be {limit} at most and {kind} crime at its zip code has to be as low as possible? "
    "Its name, please.",
    "Look at all flats listed in {city} that don't cost more than {limit} and tell me the name of the one with the lowest {kind} crime rate.",
)


def make(d: Draft) -> None:
    flats, rates = d.state("RentAFlat").apartments.values(), d.state("City").crime_data
    city, kind = d.draw.pick(sorted({f.location.rpartition(", ")[2] for f in flats})), d.draw.pick(("violent", "property"))
    limit = d.draw.integer(10, 34) * 50
    fitting = [f for f in flats if f.location.endswith(f", {city}") and f.price <= limit]
    d.fits(2 <= len(fitting) <= 3 + 4 * d.difficulty and len({f.name for f in flats}) == len(flats))
    ranked = sorted(fitting, key=lambda f: getattr(rates[f.zip_code], f"{kind}_crime"))
    d.fits(getattr(rates[ranked[0].zip_code], f"{kind}_crime") < getattr(rates[ranked[1].zip_code], f"{kind}_crime"))
    d.ask(city=city, kind=kind, limit=str(limit))
    d.answer(ranked[0].name, wrong=[f.name for f in ranked[1:3]])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    search = {"location": said["city"], "max_price": int(said["limit"])}
    found = phone.call("RentAFlat__search_apartments", "The flats within the rent.", **search).values()
    fitting = [f for f in found if f["location"].endswith(f", {said['city']}")]
    rates = {}
    for code in sorted({f["zip_code"] for f in fitting}):
        rates[code] = phone.call("City__get_crime_rate", f"How safe is {code}?", zip_code=code)[f"{said['kind']}_crime"]
    best = min(fitting, key=lambda f: float(rates[f["zip_code"]]))
    phone.tell(f"{best['name']}.", f"Its rate is {rates[best['zip_code']]}.")


FAMILY = Family("safest_flat", "Search", PHRASINGS, make, solve, tags=("join", "superlative"))
