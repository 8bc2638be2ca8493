"""Save the cheapest flat of a kind; when the agency announces new listings, save the new one instead if it is cheaper and of the same kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaia2_gym.apps.apartments import Apartment
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, meanwhile
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.locales import locales
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Save the cheapest {kind} flat with {bedrooms} bedrooms in {city} and tell me when it is saved. {agent} emails me when new flats are listed. If "
    "one of these is of the same kind and cheaper, save it instead of the other, which is then no longer wanted. Either way tell me the "
    "name of the flat that is saved.",
    "In {city} I am after a {kind} flat with {bedrooms} bedrooms, as cheap as possible. Save the best one there is, then report. After every "
    "email from "
    "{agent} about new listings check again: something cheaper that fits replaces it among my saved flats. Name the flat that is saved then.",
    "Flat hunt in {city}: {bedrooms} bedrooms, {kind}, lowest rent. Save that flat; message to me. {agent} will write when there are new flats. "
    "Is one "
    "of them cheaper and does it meet all of this, drop the first from my saved flats and save the new one. In any case: name of the saved flat "
    "to me.",
    "Please put the {kind} {bedrooms}-bedroom flat in {city} that costs least among my saved flats and confirm. Whenever {agent} emails about new "
    "listings, compare: a cheaper flat with the same features takes its place. Then inform me which flat it is, even if it stays the same.",
    "Could you find the lowest rent for a {kind} flat with {bedrooms} bedrooms in {city} and save that flat for me? Say so when done. {agent} "
    "lists new "
    "flats soon and will email me. A cheaper one that matches should be saved and the earlier one removed. Tell me the name of the one I end up "
    "with.",
    "We need {bedrooms} bedrooms in {city}, {kind}, and little money is there. Save the cheapest such flat, let me know. On new listings, of which "
    "{agent} informs me by email, swap it for a cheaper one if that has all we need, and let me know what the saved flat is called.",
    "Kindly save the least expensive flat in {city} that is {kind} and has {bedrooms} bedrooms, and notify me. {agent} will email me as soon as "
    "flats "
    "are added. If any addition fulfils these conditions at a lower rent, kindly replace the saved flat by it. Notify me of the saved flat's name.",
    "My sister moves to {city}: {kind}, {bedrooms} bedrooms, cheapest rent. Save that flat and write to me. When {agent} sends an email about "
    "new ones, "
    "look whether a cheaper one of that sort has come in; if so, save that and remove the old. Write me the name of the flat that it is in the end.",
    "{city}, {bedrooms} bedrooms, {kind}: which flat has the lowest rent? Save it. Short message. New flats are announced by {agent} by email; a "
    "cheaper "
    "match means: old one out of the saved flats, new one in. Another short message with the name of the one saved.",
    "Search the flats of {city} for the cheapest with {bedrooms} bedrooms that is {kind}, save it and tell me. The list changes, and {agent} "
    "writes an "
    "email when it does. Search again then. Cheaper and fitting? Save that one, unsave the other. And tell me the name of my saved flat.",
)
_FURNISHED = ("Furnished", "Unfurnished", "Semi-furnished")
_NAMES = ("Attic", "Corner Flat", "Courtyard Rooms", "Gallery Flat", "Tower Rooms", "Terrace Flat", "Pavilion", "Mews Flat", "Wharf Rooms")


def make(d: Draft) -> None:
    agent, *others = bystanders(d)
    locale = d.draw.pick(locales())
    flats = d.state("RentAFlat").apartments
    city = d.pick([c for c in sorted(locale.cities) if not any(c in flat.location for flat in flats.values())])
    names = iter([f"{name} {d.draw.integer(2, 99)}" for name in d.draw.shuffled(_NAMES)])
    kinds = [(kind, rooms) for kind in _FURNISHED for rooms in (1, 2, 3, 4)]
    (kind, rooms), *decoys = d.draw.shuffled(kinds)
    rents = sorted(d.draw.sample(range(60, 160), 3 + d.difficulty // 2))

    def facts(kind: str, rooms: int, rent: int) -> dict[str, Any]:
        zip_code = locale.zip_code(city, d.draw)
        street = locale.street_address(d.draw)
        about = {"bathrooms": 1, "property_type": "Apartment", "square_footage": 300 + 150 * rooms + d.draw.integer(0, 90)}
        return {"name": next(names), "location": f"{street}, {city}", "zip_code": zip_code, "price": 10.0 * rent, "bedrooms": rooms, **about,
                "furnished_status": kind}  # fmt: skip

    def plant(kind: str, rooms: int, rent: int) -> Apartment:
        flat = Apartment(apartment_id=d.draw.id(), **facts(kind, rooms, rent))
        flats[flat.apartment_id] = flat
        return flat

    best, *_ = [plant(kind, rooms, rent) for rent in rents[1:]]
    plant(decoys[0][0], decoys[0][1], rents[0])
    d.ask(kind=kind.lower(), bedrooms=str(rooms), city=city, agent=agent.name)
    d.agent("RentAFlat__save_apartment", apartment_id=best.apartment_id)
    told = d.say("Done.")
    saved, saved_as, rent = best.apartment_id, best.name, rents[1]
    for _ in range(2 if d.difficulty >= 5 else 1):
        meanwhile(d, told, others, d.difficulty - 1, within=60)
        d.env("RentAFlat__add_new_apartment", **_listing(facts(decoys[1][0], decoys[1][1], rent - 4))).after(told, seconds=20)
        change = d.draw.integer(1, 3) if d.draw.chance(0.75) else -2
        new = facts(kind, rooms, rent - change)
        listed = d.env("RentAFlat__add_new_apartment", **_listing(new)).after(told, seconds=30)
        mail = {"sender": agent.email, "recipients": [d.me.email], "subject": "New flats", "content": f"There are new flats in {city}."}
        d.env("Emails__create_and_add_email", **mail).after(told, seconds=60)
        if change > 0:
            d.agent("RentAFlat__remove_saved_apartment", apartment_id=saved)
            d.agent("RentAFlat__save_apartment", apartment_id=listed.result)
            saved, saved_as, rent = listed.result, new["name"], rent - change
        told = d.say(f"The saved flat is {saved_as}.")


def _listing(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a flat as arguments of the tool that lists it."""
    renamed = {"bedrooms": "number_of_bedrooms", "bathrooms": "number_of_bathrooms"}
    return {renamed.get(name, name): value for name, value in facts.items()}


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    address = phone.contact(said["agent"])["email"]
    saved = _cheapest(phone, said)
    phone.call("RentAFlat__save_apartment", f"{saved['name']} for {saved['price']:g} it is.", apartment_id=saved["apartment_id"])
    report = f"I saved the flat {saved['name']}."
    for news in after_telling(phone, report, "Emails", "No word about flats yet."):
        if address not in news.text:
            continue
        best = _cheapest(phone, said)
        if best["apartment_id"] != saved["apartment_id"]:
            phone.call("RentAFlat__remove_saved_apartment", f"{best['name']} is cheaper.", apartment_id=saved["apartment_id"])
            phone.call("RentAFlat__save_apartment", "So save that one.", apartment_id=best["apartment_id"])
        saved = best
        phone.tell(f"The flat that is saved: {saved['name']}")


def _cheapest(phone: Phone, said: Mapping[str, str]) -> dict[str, Any]:
    wanted = {"location": said["city"], "number_of_bedrooms": int(said["bedrooms"]), "furnished_status": said["kind"]}
    found = phone.call("RentAFlat__search_apartments", f"Which flats in {said['city']} fit?", **wanted)
    return min(found.values(), key=lambda flat: float(flat["price"]))


FAMILY = Family("better_flat", "Adaptability", PHRASINGS, make, solve, tags=("flats", "superlative"))
