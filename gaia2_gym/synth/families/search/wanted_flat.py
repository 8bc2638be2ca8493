"""Which flat suits the wishes that somebody has sent by email?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "{name} has emailed me what kind of flat to look for. Of the listed flats that meet all of these wishes, which has the {best}? Its name only.",
    "Take the flat wishes from {name}'s email and search the listings: what is the name of the flat with the {best} among those that fit?",
    "I promised {name} to find a flat. The requirements are in an email from {name}; I want the fitting flat with the {best}. Just the name.",
    "Flat for {name}, requirements by email. Name of the one that satisfies everything and has the {best}?",
    "Which listed flat fulfils everything that {name} asks for by email and has the {best} of those that do? The flat's name, please.",
    "Please consult the email in which {name} describes the flat that is wanted, and name the suitable listing with the {best}.",
    "There's a mail from {name} about moving. Look at the conditions in it and tell me which flat meets them all with the {best}. Only its name.",
    "{name} is moving and wrote to me what the new flat must be like. Among all flats that qualify, what's the one with the {best} called?",
    "Could you read what flat {name} wants, it's in my inbox, and give me the name of the matching flat with the {best}?",
    "Find the flat that does justice to {name}'s email, i.e. meets every condition, and out of several the one with the {best}. Name?",
)
_BEST = {"lowest rent": ("price", 1), "highest rent": ("price", -1), "largest floor area": ("square_footage", -1)}
_OPENERS = ("You wanted to know what we are looking for.", "About the flat:", "So here is what I need.", "Thanks for looking on my behalf.")
_WISHES = re.compile(r"in (?P<city>.+?), rent at most (?P<rent>\d+)(?:, at least (?P<rooms>\d) bedrooms)?(?:, (?P<furnished>[A-Z][a-z-]+))?\.")


def make(d: Draft) -> None:
    listed = d.state("RentAFlat").apartments
    cities = [f.location.rpartition(", ")[2] for f in listed.values()]
    city = d.pick(sorted({name for name in cities if cities.count(name) > 2}))
    rooms = d.draw.integer(2, 3) if d.difficulty > 1 else 0
    furnished = d.draw.pick(("Furnished", "Unfurnished", "Semi-furnished")) if d.difficulty > 3 else ""
    two = d.draw.sample(sorted(id for id, f in listed.items() if f.location.endswith(f", {city}")), 2)  # so that two fit at least
    for id in two:
        flat = listed[id]
        listed[id] = replace(flat, bedrooms=max(flat.bedrooms, rooms), furnished_status=furnished or flat.furnished_status)
    limit = 50 * (int(max(listed[id].price for id in two) // 50) + d.draw.integer(1, 5))
    flats = sorted(listed.values(), key=lambda f: f.apartment_id)
    within = [f for f in flats if f.location.endswith(f", {city}") and f.price <= limit]
    fitting = [f for f in within if f.bedrooms >= rooms and (not furnished or f.furnished_status == furnished)]
    best = d.draw.pick(sorted(_BEST))
    name, sign = _BEST[best]
    ranked = sorted(fitting, key=lambda f: sign * getattr(f, name))
    d.fits(len(ranked) > 1 and getattr(ranked[0], name) != getattr(ranked[1], name) and len({f.name for f in flats}) == len(flats))
    person, other = d.draw.sample(d.people, 2)
    for sender, rent in ((person, limit), (other, limit + 50 * d.draw.integer(2, 8))):
        wishes = f"in {city}, rent at most {rent}" + (f", at least {rooms} bedrooms" if rooms else "") + (f", {furnished}" if furnished else "")
        text = f"{d.draw.pick(_OPENERS)} A flat {wishes}. Nothing else matters."
        d.add_mail(sender.email, "The flat", text, d.start - 3600 * d.draw.integer(3, 70))
    d.ask(name=person.name, best=best)
    outside = sorted((f for f in flats if f not in fitting), key=lambda f: (f not in within, sign * getattr(f, name)))
    d.answer(ranked[0].name, wrong=[f.name for f in (*ranked[1:3], *outside[:1])])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender = phone.contact(said["name"])["email"]
    mails = phone.call("Emails__search_emails", f"What does {said['name']} want?", query=sender)
    wishes = next(found for m in mails if m["sender"] == sender and (found := _WISHES.search(m["content"])))
    search = {"location": wishes["city"], "max_price": int(wishes["rent"])} | (
        {"furnished_status": wishes["furnished"]} if wishes["furnished"] else {}
    )
    found = phone.call("RentAFlat__search_apartments", f"A flat {wishes[0]}", **search).values()
    name, sign = _BEST[said["best"]]
    fitting = [f for f in found if f["location"].endswith(f", {wishes['city']}") and f["bedrooms"] >= int(wishes["rooms"] or 0)]
    flat = min(fitting, key=lambda f: sign * float(f[name]))
    phone.tell(f"That would be {flat['name']}.", f"{len(fitting)} fit.")


FAMILY = Family("wanted_flat", "Search", PHRASINGS, make, solve, tags=("join", "superlative"))
