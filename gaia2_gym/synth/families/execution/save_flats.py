"""Save every flat that meets some conditions, and unsave the rest."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.execution.parts import city_of, new_city, plant_flat
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Save all flats in {city} with at least {bedrooms} bedrooms and a rent of at most {limit}. Remove everything else from my saved flats.",
    "My list of saved flats should hold exactly the ones in {city} that have {bedrooms} bedrooms or more and cost up to {limit}. Add and remove "
    "as needed.",
    "I only want to see flats in {city}, {bedrooms}+ bedrooms, no more than {limit} rent, among my saved ones. Save those, drop all others.",
    "Flat hunting: {city}, minimum {bedrooms} bedrooms, maximum rent {limit}. Save every match; whatever is saved but doesn't match must go.",
    "Could you tidy my saved flats? Keep or add those in {city} with {bedrooms} bedrooms at least and a rent not above {limit}, unsave the rest.",
    "Go through the listings for {city}. Each flat with {bedrooms} or more bedrooms and rent up to {limit} is to be saved. Other saved flats: "
    "remove.",
    "We decided on {city}: at least {bedrooms} bedrooms, {limit} at the very most. Make my saved flats exactly that selection.",
    "Please save what fits us in {city} ({bedrooms} bedrooms minimum, rent {limit} or lower) and take the saved flats that don't fit off the list.",
    "Saved flats, new rules: located in {city}, {bedrooms} bedrooms or more, rent at most {limit}. Apply them in both directions, saving and "
    "removing.",
    "Everything in {city} from {bedrooms} bedrooms up and from {limit} down in rent: save. All else that is saved: unsave.",
)


def make(d: Draft) -> None:
    state = d.state("RentAFlat")
    locale, city = new_city(d)
    bedrooms = d.draw.integer(2, 3)
    limit = d.draw.integer(14, 30) * 50
    for _ in range(2 * d.difficulty):
        plant_flat(d, locale, city, saved=d.draw.chance(0.25))
    for price in (limit, limit + 10):  # just so, and just not
        plant_flat(d, locale, city, bedrooms=bedrooms, price=float(price))
    flats = state.apartments.values()
    wanted = [f for f in flats if city_of(f.location) == city and f.bedrooms >= bedrooms and f.price <= limit]
    add = [f for f in wanted if not f.saved]
    remove = [f for f in flats if f.saved and f not in wanted]
    d.fits(len(add) >= (d.difficulty + 1) // 2 and remove)
    d.ask(city=city, bedrooms=str(bedrooms), limit=str(limit))
    for flat in add:
        d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id)
    for flat in remove:
        d.agent("RentAFlat__remove_saved_apartment", apartment_id=flat.apartment_id)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    search = {"location": said["city"], "max_price": int(said["limit"])}
    found = phone.call("RentAFlat__search_apartments", "All flats there within the rent.", **search)
    wanted = {id for id, f in found.items() if f["bedrooms"] >= int(said["bedrooms"]) and city_of(f["location"]) == said["city"]}
    saved = phone.call("RentAFlat__list_saved_apartments", "What is saved already?")
    for id in sorted(wanted - set(saved)):
        phone.call("RentAFlat__save_apartment", "It fits and is not saved yet.", apartment_id=id)
    for id in sorted(set(saved) - wanted):
        phone.call("RentAFlat__remove_saved_apartment", "It does not fit.", apartment_id=id)
    phone.tell(f"{len(wanted)} flats fit and are saved now.")


FAMILY = Family("save_flats", "Execution", PHRASINGS, make, solve, tags=("bulk", "conditional"))
