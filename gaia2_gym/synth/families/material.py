"""What several families need: short messages to pass on, and how people write lists and amounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from gaia2_gym.apps.contacts import Contact
from gaia2_gym.apps.shopping.records import FrozenDict, Item, ProductEntry
from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.locales import locales

MESSAGES = (
    "The keys are with the neighbour on the second floor.",
    "The parcel has arrived and is in the hallway.",
    "Please bring the projector tomorrow.",
    "The heating engineer comes on Friday at 9 AM.",
    "I have paid the deposit of 120 euros.",
    "The rehearsal starts half an hour later, at 8 PM.",
    "The rowing machine is in the cellar, lock code 4417.",
    "I cannot come to the tasting.",
    "The documents are signed and on your desk.",
    "The train is cancelled, so I take the bus.",
    "Your jacket is still at my place.",
    "The vet has moved us to Tuesday.",
    "I have booked the table for six people.",
    "The tickets are at the counter under my name.",
    "Please water the tomatoes on Thursday.",
    "The new password is on the fridge.",
    "The workshop needs 14 chairs.",
    "I left the ladder behind the shed.",
    "The landlord agrees to the new lock.",
    "The soup is in the blue pot.",
    "Meet me at the north entrance.",
    "The invoice from March is still open.",
    "I have found your umbrella.",
    "The meeting room is taken, so we sit in the kitchen.",
    "The cake needs 40 minutes in the oven.",
    "My phone will be off until noon.",
)
"""Short texts with a fact each; tasks quote them, so that what is to be written is fixed."""

SUBJECTS = ("Choir trip", "House keys", "Piano lesson", "Garden day", "Lost umbrella", "Kitchen rota", "Book club", "Spring cleaning")
"""Subjects of emails."""

QUESTIONS = (
    ("whether she or he can lend us the tent", "Tent", "Can you lend us the tent?", "Yes, you can have the tent."),
    ("whether the spare room is free this weekend", "Spare room", "Is the spare room free this weekend?", "Yes, the room is free."),
    ("if there is still a seat in the car", "Seat in the car", "Is there still a seat in the car?", "Yes, one seat is left."),
    ("whether the old printer still works", "Old printer", "Does the old printer still work?", "It does, come and get it."),
    ("if the tickets can be collected today", "Tickets", "Can the tickets be collected today?", "Yes, until six in the evening."),
    ("whether the piano can stay until June", "Piano", "Can the piano stay until June?", "Of course it can."),
)
"""What is asked, in a task's words; the subject of an email, its question, and an answer that somebody may give."""


TITLES = ("Garden party", "Quiz evening", "Pottery evening", "Reading circle", "Kite festival", "Soup lunch", "Cinema evening", "Map exhibition")
"""Events to invite people to."""

PLACES = ("Harbour Hall", "the old tram depot", "Villa Rosa", "the community garden", "Studio 12", "the castle café", "Pier 4", "the town library")
"""Where they take place."""

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_MAKERS = ("Alder", "Brook", "Cinder", "Dune", "Ember", "Frost")
_THINGS = ("Lantern", "Hammock", "Toolbox", "Kettle", "Satchel", "Stool")
_COLOURS = ("red", "blue", "black", "white", "green", "grey", "yellow", "navy", "brown", "orange")


def written_list(items: Sequence[str]) -> str:
    """Items in a row.

    >>> written_list(["a", "b", "c"])
    'a, b and c'
    """
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def messageable(d: Draft, app: str) -> list[Person]:
    """People of the address book who have an id in Messages or Chats, by name."""
    ids = d.state(app).name_to_id
    return sorted((p for p in d.people if p.name in ids), key=lambda p: p.name)


def only_one_called(d: Draft, person: Person) -> bool:
    """Whether nobody else in the address book has the person's first name."""
    return sum(c.first_name == person.first_name for c in d.contacts) == 1


def numbered(**columns: Iterable[str]) -> dict[str, str]:
    """Texts under numbered names.

    >>> numbered(name=["Ana", "Ben"])
    {'name1': 'Ana', 'name2': 'Ben'}
    """
    return {f"{name}{i}": text for name, texts in columns.items() for i, text in enumerate(texts, start=1)}


def at_clock(now: float, text: str) -> float:
    """The moment of today that a text such as `7:05 AM` means, Unix seconds.

    >>> at_clock(86400.0, "7:05 PM") - 86400.0 == 19 * 3600 + 5 * 60
    True
    """
    clock, _, half = text.partition(" ")
    hours, minutes = (int(part) for part in clock.split(":"))
    return now - now % 86400 + 3600 * (hours % 12 + 12 * (half == "PM")) + 60 * minutes


def distractor_mails(d: Draft, people: Sequence[Person], n: int, within: float) -> None:
    """Emails from others that arrive within some seconds and call for nothing."""
    for seconds, person in zip(sorted(d.draw.sample(range(15, int(within) - 10), n)), people, strict=False):
        mail = {"sender": person.email, "recipients": [d.me.email], "subject": d.draw.pick(SUBJECTS), "content": d.draw.pick(MESSAGES)}
        d.env("Emails__create_and_add_email", **mail).after(*d.opening, seconds=float(seconds))


def parse_moment(now: float, day: str, clock: str = "") -> float:
    """The moment that a day such as `Tuesday, October 15` and a time such as `5:30 PM` mean, Unix seconds; the next one, where there are several.

    >>> parse_moment(0.0, "Friday, January 2", "1:00 PM") - 86400.0 == 13 * 3600
    True
    """
    month, _, number = day.partition(", ")[2].partition(" ")
    today = datetime.fromtimestamp(now, UTC)
    firsts = (datetime(year, _MONTHS.index(month) + 1, 1, tzinfo=UTC) for year in (today.year, today.year + 1))
    # where there is no February 29 this is March 1, which is another day of the week
    moments = (first + timedelta(days=int(number) - 1) for first in firsts)
    midnight = next(m for m in moments if f"{m:%A}" == day.partition(",")[0]).timestamp()
    return at_clock(midnight, clock) if clock else midnight


def settle(d: Draft, people: Iterable[Contact]) -> str:
    """Let contacts live in a city with an address there; returns the city."""
    locale = d.draw.pick(locales())
    city = d.draw.pick(sorted(locale.cities))
    for card in people:
        address = f"{locale.street_address(d.draw)}, {locale.zip_code(city, d.draw)} {city}"
        d.edit_contact(card, city_living=city, country=locale.country, address=address)
    return city


def plant_product(d: Draft, variants: int, in_colour: int) -> tuple[str, str, Item]:
    """One more product in the shop: its name, a colour, and the cheapest available variant of that colour.

    Some variants of the colour are cheaper and not available, some of other colours are cheaper.

    Args:
        d: The draft.
        variants: How many variants it has.
        in_colour: How many of them have the colour and are available.
    """
    state = d.state("Shopping")
    name = f"{d.draw.pick(_MAKERS)} {d.draw.pick(_THINGS)} {d.draw.integer(2, 9)}00"
    d.fits(all(p.name != name for p in state.products.values()))
    colour, *others = d.draw.sample(_COLOURS, 4)
    prices = [round(d.draw.uniform(15, 90), 2) for _ in range(variants + 1)]
    d.fits(len(set(prices)) == len(prices))
    items = [
        Item(price, i < in_colour, d.draw.id(), FrozenDict({"color": colour, "edition": f"no. {i + 1}"}))
        for i, price in enumerate(prices[: in_colour + 1])
    ]
    items += [
        Item(price, True, d.draw.id(), FrozenDict({"color": d.draw.pick(others), "edition": f"no. {i + 9}"}))
        for i, price in enumerate(prices[in_colour + 1 :])
    ]
    items = d.draw.shuffled(items)
    entry = ProductEntry(name, d.draw.id(), tuple(item.item_id for item in items))
    state.products[entry.product_id] = entry
    state.items.update((item.item_id, item) for item in items)
    return name, colour, min((i for i in items if i.available and i.options["color"] == colour), key=lambda i: i.price)
