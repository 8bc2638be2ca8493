"""Look at a flat's rent every minute, and save it at the first look at which the rent is within a limit."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Check the rent of "{flat}" once a minute, the first time in one minute, {times} times at most. As soon as a check shows {limit} or '
    "less, save the "
    "flat and stop; if none does, tell me so after the last.",
    'Every full minute from now, look at the rent of "{flat}". At the first look with {limit} or less, save it. After {times} looks without luck, '
    "report that.",
    'Please watch "{flat}" for me: one look a minute, starting a minute from now, up to {times} looks. Rent at most {limit} means save it there and '
    "then. Otherwise let me know after the last look.",
    '"{flat}" changes its price every few moments. One check a minute (the first after a minute), {times} in total; save the flat at the first that '
    "shows no more than {limit}, or tell me at the end that it never did.",
    'Set a timer that rings each minute, {times} times. At each ring check "{flat}". Once its rent is {limit} or lower, save it and forget the rest. '
    "No success by the last ring? Then a word to me.",
    'My limit for "{flat}" is {limit}. Look at it a minute from now and then every minute, no more than {times} times, and save it when a look finds '
    "it within the limit. If they all fail, say so.",
    'Minute by minute, {times} checks, the first in one minute: is "{flat}" down to {limit} or below? On the first yes save it and stop, after '
    "the last no tell me.",
    'Could you check "{flat}" at intervals of a minute, beginning one minute after this message, and save it the first time it costs '
    "{limit} or less? "
    "After {times} checks in vain, give up and inform me.",
    'The landlord of "{flat}" is wavering. A look every minute, please, {times} at most, beginning in a minute; save it on the first look that shows '
    "{limit} or less. Tell me after the last one if that never happens.",
    'I\'d ask you to review the rent of "{flat}" each minute, first in one minute, for {times} reviews. Save the flat at the first review '
    "with a rent "
    "not above {limit}; failing that, notify me after the final review.",
)


def make(d: Draft) -> None:
    flats = sorted((f for f in d.state("RentAFlat").apartments.values() if not f.saved), key=lambda f: f.apartment_id)
    flat, *others = d.draw.sample(flats, 1 + d.difficulty)
    times = 3 + (d.difficulty > 1) + (d.difficulty > 3)
    limit = int(flat.price * d.draw.uniform(0.75, 0.95) // 10 * 10)
    falls = d.draw.integer(1, times) if d.draw.chance(0.75) else 0
    d.ask(flat=flat.name, times=str(times), limit=str(limit))
    for n in range(1, times + 1):  # between two looks, so that each look shows one rent
        price = limit - 10 * d.draw.integer(0, 3) if n == falls else limit + 5 * d.draw.integer(1, 8)
        d.env("RentAFlat__update_apartment", apartment_id=flat.apartment_id, new_price=float(price)).after(seconds=60 * n - d.draw.integer(25, 40))
    for other in others:
        price = int(other.price * d.draw.uniform(0.8, 1.1))
        change = d.env("RentAFlat__update_apartment", apartment_id=other.apartment_id, new_price=float(price))
        change.after(seconds=d.draw.integer(10, 60 * times - 15))
    if falls:
        d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id).after(*d.opening, minutes=falls)
    else:
        d.say(f"The rent of {flat.name} has never been {limit} or less, so it is not saved.").after(*d.opening, minutes=times)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    begin, limit = phone.now, int(said["limit"])
    found = phone.call("RentAFlat__search_apartments", "I need the flat's id.", name=said["flat"])
    flat_id = next(id for id, flat in found.items() if flat["name"] == said["flat"])
    for n in range(1, int(said["times"]) + 1):
        phone.wait_until(begin + 60 * n, f"Look number {n} is due after {n} minutes.")
        price = phone.call("RentAFlat__get_apartment_details", "What does it cost now?", apartment_id=flat_id)["price"]
        if price <= limit:
            phone.call("RentAFlat__save_apartment", f"{price:g} is within {limit}.", apartment_id=flat_id)
            phone.tell(f"{said['flat']} is down to {price:g}, and I have saved it.")
            return
    phone.tell(f"{said['flat']} was not saved, as its rent has never been {limit} or less.")


FAMILY = Family("check_every_minute", "Time", PHRASINGS, make, solve, tags=("recurrent", "time-based", "conditional"))
