"""Look at a flat again after some minutes, and save it if its rent has fallen to a limit."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'The agency wants to change the rent of "{flat}" shortly. Look at it in exactly {minutes} minutes; if it is at most {limit} then, save the flat.',
    'Wait {minutes} minutes, then check the rent of "{flat}". Save that flat if the rent is {limit} or less. Otherwise leave it.',
    'In {minutes} minutes, please see what "{flat}" costs. Up to {limit}: save it. Above: do nothing.',
    '"{flat}" may get cheaper or dearer any moment. Check once, {minutes} minutes from now, and save it only if it costs no more than {limit}.',
    'My limit for "{flat}" is {limit}. Give it {minutes} minutes, look again, and save it when it is within my limit.',
    'Could you look up the flat "{flat}" {minutes} minutes from now and save it, provided the rent is {limit} at most?',
    'Set yourself a timer: {minutes} minutes. Then check "{flat}" and, if the rent does not exceed {limit}, put it among my saved flats.',
    'They are negotiating the rent of "{flat}". After {minutes} minutes it will be settled; save the flat if it came out at {limit} or below.',
    'Check the flat "{flat}" {minutes} minutes after this message. Rent not over {limit}? Save it.',
    'I will only take "{flat}" for {limit} or less. Please check the price in {minutes} minutes and save it in that case.',
)


def make(d: Draft) -> None:
    flats = sorted((f for f in d.state("RentAFlat").apartments.values() if not f.saved), key=lambda f: f.apartment_id)
    flat, *others = d.draw.sample(flats, 1 + d.difficulty)
    minutes = d.draw.integer(2, 5)
    limit = int(flat.price * d.draw.uniform(0.75, 0.95) // 10 * 10)
    falls = d.draw.chance(0.6)
    d.ask(flat=flat.name, minutes=str(minutes), limit=str(limit))
    new_price = limit - d.draw.integer(0, 3) * 10 if falls else limit + d.draw.integer(1, 4) * 5
    change = d.draw.integer(30, 60 * minutes - 30)
    d.env("RentAFlat__update_apartment", apartment_id=flat.apartment_id, new_price=float(new_price)).after(seconds=change)
    for other in others:
        price = float(int(other.price * d.draw.uniform(0.8, 1.1)))
        d.env("RentAFlat__update_apartment", apartment_id=other.apartment_id, new_price=price).after(seconds=d.draw.integer(10, 60 * minutes - 15))
    if falls:
        d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id).after(*d.opening, minutes=minutes)
    else:
        d.say(f"The rent of {flat.name} is {new_price} now, above your limit of {limit}. It is not saved.").after(*d.opening, minutes=minutes)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    end = phone.now + 60 * int(said["minutes"])
    found = phone.call("RentAFlat__search_apartments", "I need the flat's id.", name=said["flat"])
    flat_id = next(id for id, flat in found.items() if flat["name"] == said["flat"])
    phone.wait_until(end, "The rent is to be looked at later.")
    price = phone.call("RentAFlat__get_apartment_details", "What does it cost now?", apartment_id=flat_id)["price"]
    if price <= int(said["limit"]):
        phone.call("RentAFlat__save_apartment", "Within the limit.", apartment_id=flat_id)
        phone.tell(f"{said['flat']} costs {price:g} now, and I have saved it.")
    else:
        phone.tell(f"{said['flat']} costs {price:g} now, more than your limit of {said['limit']}, so it was not saved.")


FAMILY = Family("price_watch", "Time", PHRASINGS, make, solve, tags=("time-based",))
