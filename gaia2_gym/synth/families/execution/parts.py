"""What several families of the split need: flats of a city, groups, people of a job or an age, times read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from gaia2_gym.apps.apartments import Apartment
from gaia2_gym.apps.messaging.records import new_conversation
from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES
from gaia2_gym.synth.locales import Locale, locales

_FIRST = ("Amber", "Birch", "Coral", "Dawn", "Elder", "Fern", "Granite", "Hazel", "Ivory", "Juniper", "Larch", "Maple")
_SECOND = ("Court", "House", "Lane", "Lofts", "Mews", "Place", "Yard")


def seconds_of(text: str) -> float:
    """Unix seconds of a time that a tool shows.

    >>> seconds_of("1970-01-02 00:00:10")
    86410.0
    """
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def new_city(d: Draft) -> tuple[Locale, str]:
    """A city in which nothing is for rent yet, and its country."""
    taken = {city_of(f.location) for f in d.state("RentAFlat").apartments.values()}
    locale = d.draw.pick(locales())
    return locale, d.pick(sorted(set(locale.cities) - taken))


def city_of(location: str) -> str:
    """The city of a flat's location."""
    return location.rpartition(", ")[2]


def plant_flat(d: Draft, locale: Locale, city: str, *, saved: bool = False, **facts: Any) -> Apartment:
    """One more flat for rent, under a name of its own; some facts given, the others drawn."""
    state = d.state("RentAFlat")
    name = f"{d.draw.pick(_FIRST)} {d.draw.pick(_SECOND)} {d.draw.integer(2, 98)}"
    d.fits(all(f.name != name for f in state.apartments.values()))
    drawn: dict[str, Any] = {
        "zip_code": locale.zip_code(city, d.draw),
        "price": float(d.draw.integer(60, 260) * 10),
        "bedrooms": d.draw.integer(1, 4),
        "bathrooms": d.draw.integer(1, 2),
        "property_type": d.draw.pick(("Apartment", "House", "Condo", "Loft")),
        "square_footage": d.draw.integer(35, 150) * 10,
        "furnished_status": d.draw.pick(("Furnished", "Unfurnished", "Semi-furnished")),
        "floor_level": d.draw.pick(("Ground floor", "Upper floors", "Penthouse")),
        "pet_policy": d.draw.pick(("Pets allowed", "No pets", "Cats allowed")),
        "lease_term": d.draw.pick(("6 months", "1 year")),
        "amenities": tuple(sorted(d.draw.sample(("Gym", "Laundry", "Parking", "Balcony", "Elevator"), 2))),
    }
    location = f"{locale.street_address(d.draw)}, {city}"
    flat = Apartment(name=name, location=location, apartment_id=d.draw.id(), saved=saved, **{**drawn, **facts})
    state.apartments[flat.apartment_id] = flat
    if saved:
        state.saved_apartments = (*state.saved_apartments, flat.apartment_id)
    return flat


def plant_group(d: Draft, app: str, people: Sequence[Person], title: str) -> str:
    """One more group of the user and others, who have talked in it; returns its id."""
    state = d.state(app)
    d.fits(all(c.title != title for c in state.conversations.values()))
    members = [state.current_user_id, *(state.name_to_id[p.name] for p in people)]
    conversation_id = d.draw.id()
    state.conversations[conversation_id] = new_conversation(members, title, 0.0)
    state.messages[conversation_id] = ()
    began = d.start - 3600 * d.draw.integer(30, 400)
    for n, (person, text) in enumerate(zip(people, d.draw.sample(MESSAGES, len(people)), strict=True)):
        d.add_message(app, conversation_id, person.name, text, began + 700 * n)
    return conversation_id


def employ(d: Draft, people: Sequence[Person], job: str) -> None:
    """Let exactly these people have a job."""
    d.fits(all(c.job != job for c in d.contacts))
    cards = d.state("Contacts").contacts
    for person in people:
        d.edit_contact(cards[person.contact.contact_id], job=job, status="Employed")


def age(d: Draft, person: Person, years: int) -> None:
    """Let a person be of an age."""
    card = d.state("Contacts").contacts[person.contact.contact_id]
    d.state("Contacts").contacts[card.contact_id] = replace(card, age=years)
