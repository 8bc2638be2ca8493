"""Change a field of every contact that meets a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Set the {field} of all my contacts {condition} to "{value}". Leave my own card as it is.',
    'For every contact {condition}, change the {field} to "{value}" (not for myself).',
    'Bulk edit, please: contacts {condition} get "{value}" as their {field}. My own contact stays untouched.',
    'Could you go through my address book and write "{value}" into the {field} field of everyone {condition}? Skip me.',
    'All people in my contacts {condition} should have the {field} "{value}" from now on. I am not meant by that.',
    'New {field} for the contacts {condition}: "{value}". Don\'t change anybody else, nor my own card.',
    'I want the {field} to read "{value}" for each contact {condition}. Everyone else, including me, remains unchanged.',
    'Update the {field} to "{value}" wherever a contact is one {condition}; my own entry excepted.',
    'Address book clean-up: whoever is a contact {condition} gets the {field} "{value}". Not me, though.',
    'Please edit the contacts {condition} so that their {field} is "{value}". Keep your hands off my own entry.',
)
_VALUES = {
    "job": ("Apprentice", "Volunteer", "On sabbatical", "Stage Manager", "Consultant"),
    "city_living": ("Cardiff", "Tampere", "Graz", "Maastricht", "Bergen"),
    "description": ("Invited to the summer party.", "Has a key to the boathouse.", "Owes me a book."),
}
_NAMES = {"job": "job", "city_living": "city", "description": "description"}


def _conditions(d: Draft) -> dict[str, Callable[[Any], bool]]:
    age, country, job = (
        d.draw.integer(20, 70),
        d.draw.pick(sorted({c.country or "" for c in d.contacts})),
        d.draw.pick(sorted({c.job or "" for c in d.contacts})),
    )
    return {
        f"aged {age} or younger": lambda c: (c.age or 999) <= age,
        f"aged {age} or older": lambda c: (c.age or 0) >= age,
        f"living in {country}": lambda c: c.country == country,
        f'with the job "{job}"': lambda c: bool(job) and c.job == job,
    }


def make(d: Draft) -> None:
    condition, holds = d.draw.pick(list(_conditions(d).items()))
    field = d.draw.pick(sorted(_VALUES))
    value = d.draw.pick(_VALUES[field])
    people = sorted((c for c in d.contacts if holds(c)), key=lambda c: c.contact_id)
    d.fits(d.difficulty <= len(people) <= 3 * d.difficulty + 1)
    d.ask(field=_NAMES[field], condition=condition, value=value)
    for person in people:
        d.agent("Contacts__edit_contact", contact_id=person.contact_id, updates={field: value})


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    holds = _read(said["condition"])
    field = {name: key for key, name in _NAMES.items()}[said["field"]]
    people = [c for c in phone.contacts() if not c["is_user"] and holds(c)]
    for person in people:
        thought = f"{person['first_name']} {person['last_name']} is one {said['condition']}."
        phone.call("Contacts__edit_contact", thought, contact_id=person["contact_id"], updates={field: said["value"]})
    phone.tell(f"I have changed the {said['field']} of {len(people)} contacts.")


def _read(condition: str) -> Callable[[Mapping[str, Any]], bool]:
    """What a condition in words means."""
    if condition.startswith("aged "):
        _, age, _, which = condition.split()
        return lambda c: c["age"] is not None and (c["age"] <= int(age) if which == "younger" else c["age"] >= int(age))
    if condition.startswith("living in "):
        return lambda c: c["country"] == condition.removeprefix("living in ")
    return lambda c: c["job"] == condition.partition('"')[2].rstrip('"')


FAMILY = Family("edit_contacts", "Execution", PHRASINGS, make, solve, tags=("bulk",))
