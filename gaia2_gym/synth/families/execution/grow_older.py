"""Raise the age of every contact who meets a condition, and write to the oldest of them."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.execution.parts import age
from gaia2_gym.synth.families.material import messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Make all my contacts aged {low} to {high} {years} older in the address book, except me. Then tell the oldest of them on {app} the new age.",
    "Ages are outdated. Everybody in my contacts who is between {low} and {high}, both included, is {years} older now. Correct that (not my own "
    "card), and write the one who is then the oldest of these people a {app} message with that person's age.",
    "Please add {years} to the age of every contact from {low} to {high} years, leaving me out. The oldest one of them should get a {app} "
    "message saying which age I have noted.",
    "Contacts aged at least {low} and at most {high}: raise the age by {years}, each. My own entry stays. Afterwards message the oldest among "
    "them on {app} and mention the age that is now entered.",
    "Could you go through my address book and make those who are {low} to {high} years old {years} older? I'm not meant. And tell the oldest of "
    "them, via {app}, what age the contact shows now.",
    "Address book: age {low} to {high} becomes {years} more, for all but me. {app}: a message to the oldest of those changed, with the new age "
    "in it.",
    "It has been a while since I entered the ages. For contacts between {low} and {high} (inclusive, and without me) increase them by {years}; "
    "then inform the oldest of this group in {app} of the age now in my contacts.",
    "Update the age of each contact who is {low} or older but not over {high}: {years} on top. Skip me. Once updated, let the oldest of those "
    "people know the new age by {app}.",
    "Bulk edit of ages, please. Range: {low} to {high}. Change: plus {years}. Exception: myself. After that a {app} message to whoever of them "
    "is the oldest, naming the new age.",
    "All people in my contacts from age {low} up to age {high} are {years} older than it says there. Correct their ages (mine is right). The "
    "oldest of these should hear from me on {app} which age I have for them now.",
)


def make(d: Draft) -> None:
    low, years = d.draw.integer(18, 60), d.draw.integer(1, 3)
    older = sorted((c for c in d.contacts if (c.age or 0) >= low), key=lambda c: (c.age or 0, c.contact_id))
    d.fits(len(older) >= 4)
    app = d.draw.pick(("Messages", "Chats"))
    eldest = d.pick(messageable(d, app))
    high = (older[min(2 * d.difficulty, len(older) - 2) - 1].age or 0) + 1
    age(d, eldest, high)
    outside = sorted((p for p in d.people if p is not eldest and not low <= (p.contact.age or low) <= high), key=lambda p: p.name)
    for person, years_old in zip(d.draw.sample(outside, 2), (low - 1, high + 1), strict=False):
        age(d, person, years_old)  # just so not
    cards = sorted((c for c in d.contacts if low <= (c.age or 0) <= high), key=lambda c: (-(c.age or 0), c.contact_id))
    d.fits(low < high and len(cards) <= 2 * d.difficulty + 1 and cards[0].age != cards[1].age)
    oldest = cards[0]
    d.fits(oldest.full_name == eldest.name)
    d.ask(low=str(low), high=str(high), years="1 year" if years == 1 else f"{years} years", app=app)
    edits = [d.agent("Contacts__edit_contact", contact_id=c.contact_id, updates={"age": (c.age or 0) + years}) for c in cards]
    text = f"In my contacts your age is {(oldest.age or 0) + years} now."
    d.agent(f"{app}__send_message", user_id=d.state(app).name_to_id[oldest.full_name], content=text).after(*edits, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    years = int(said["years"].split()[0])
    cards = [c for c in phone.contacts() if not c["is_user"] and c["age"] and int(said["low"]) <= c["age"] <= int(said["high"])]
    for card in cards:
        thought = f"{card['first_name']} {card['last_name']} is {card['age']}."
        phone.call("Contacts__edit_contact", thought, contact_id=card["contact_id"], updates={"age": card["age"] + years})
    oldest = max(cards, key=lambda c: int(c["age"]))
    name = f"{oldest['first_name']} {oldest['last_name']}"
    id = phone.call(f"{said['app']}__lookup_user_id", f"{name} is the oldest.", user_name=name)[name]
    phone.call(f"{said['app']}__send_message", user_id=id, content=f"I have noted your age as {oldest['age'] + years} now.")
    phone.tell(f"{len(cards)} contacts are {said['years']} older.")


FAMILY = Family("grow_older", "Execution", PHRASINGS, make, solve, tags=("bulk", "dependency", "superlative"))
