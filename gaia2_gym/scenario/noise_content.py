"""What can arrive on a phone as noise: the things on another phone, or texts of this package, as calls of ENV tools."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import orjson

from gaia2_gym.apps import App, copy_state
from gaia2_gym.apps.apartments import Apartment, Apartments, ApartmentsState
from gaia2_gym.apps.calendar import Calendar, CalendarEvent, CalendarState
from gaia2_gym.apps.emails import Emails
from gaia2_gym.apps.emails.records import Email, EmailsState
from gaia2_gym.apps.messaging import Messaging
from gaia2_gym.apps.messaging.records import Message, MessagingState, new_conversation
from gaia2_gym.apps.records import format_time
from gaia2_gym.apps.shopping import Shopping
from gaia2_gym.apps.shopping.records import FrozenDict, Item, ProductEntry, ShoppingState
from gaia2_gym.engine import Stream
from gaia2_gym.scenario.model import AppEntry

FILE = Path(__file__).resolve().parent.parent / "data" / "noise.json"
DAY = 86_400
_LINES, _VARIANTS = 5, 2
"""Messages of a conversation, and items of a product, in the package's texts."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HappeningStep:
    """One call of an ENV tool; `results` names arguments whose value is what an earlier step of the same happening returned."""

    function: str
    args: Mapping[str, Any]
    results: Mapping[str, int] = field(default_factory=dict)


Happening = tuple[HappeningStep, ...]
"""Calls that belong together and come in this order, such as the messages of one conversation."""


@cache
def corpus() -> Mapping[str, Any]:
    """The package's own texts for noise."""
    data: Mapping[str, Any] = orjson.loads(FILE.read_bytes())
    return data


def happenings(entry: AppEntry, content: Any, stream: Stream, n: int, messages: int, items: int) -> tuple[AppEntry, list[Happening]]:
    """What arrives in an app, of at least `n` steps where the content has as much, in an order that the stream draws.

    Args:
        entry: The app.
        content: State of the same app on another phone; None for the texts of this package, which are foreign to any phone.
        stream: Chooses.
        n: Steps wanted.
        messages: Messages of a conversation at most.
        items: Items of a product at most.

    Returns:
        The app as it must be at the start (with the conversations to come, still empty), and the happenings.
    """
    if content is None:
        steps = {Messaging: min(messages, _LINES), Shopping: 1 + min(items, _VARIANTS)}.get(entry.cls, 1)
        content = _BUILTIN[entry.cls](entry.state, stream, n // steps + 1)
    if entry.cls is Messaging:
        return _conversations(entry, content, stream, n, messages)
    every: Callable[[Any, Stream], Iterable[Happening]] = partial(_products, items=items) if entry.cls is Shopping else _EVERY[entry.cls]
    return entry, _enough(every(content, stream), n)


def _enough(all_of_them: Iterable[Happening], n: int) -> list[Happening]:
    found: list[Happening] = []
    steps = 0
    for happening in all_of_them:
        if steps >= n:
            break
        found.append(happening)
        steps += len(happening)
    return found


def _mails(state: EmailsState, stream: Stream) -> Iterator[Happening]:
    for mail in shuffled(state.folders["INBOX"], stream):
        if mail.sender != state.user_email:
            yield (HappeningStep("send_email_to_user_only", {"sender": mail.sender, "subject": mail.subject, "content": mail.content}),)


def _flats(state: ApartmentsState, stream: Stream) -> Iterator[Happening]:
    for flat in shuffled(state.apartments.values(), stream):
        args = {
            **{name: getattr(flat, name) for name in ("name", "location", "zip_code")},
            "price": flat.price,
            "number_of_bedrooms": int(flat.bedrooms),
            "number_of_bathrooms": int(flat.bathrooms),
            "square_footage": int(flat.square_footage),
            **{name: getattr(flat, name) or "" for name in ("property_type", "furnished_status", "floor_level", "pet_policy", "lease_term")},
            "amenities": list(flat.amenities or ()),
        }
        yield (HappeningStep("add_new_apartment", args),)


def _entries(state: CalendarState, stream: Stream) -> Iterator[Happening]:
    for event in shuffled(state.events.values(), stream):
        args = {
            "who_add": event.attendees[0] if event.attendees else "Someone",
            "title": event.title,
            "start_datetime": format_time(event.start_datetime),
            "end_datetime": format_time(event.end_datetime),
            **{name: getattr(event, name) for name in ("tag", "description", "location")},
            "attendees": list(event.attendees),
        }
        yield (HappeningStep("add_calendar_event_by_attendee", args),)


def _products(state: ShoppingState, stream: Stream, *, items: int) -> Iterator[Happening]:
    for product in shuffled(state.products.values(), stream):
        steps = [HappeningStep("add_product", {"name": product.name})]
        codes = []
        for id in product.item_ids[:items]:
            item = state.items[id]
            args = {"price": item.price, "options": dict(item.options), "available": item.available}
            steps.append(HappeningStep("add_item_to_product", args, {"product_id": 0}))
            if id in state.discount_codes:
                code = {name: float(percent) for name, percent in state.discount_codes[id].items()}
                codes.append(HappeningStep("add_discount_code", {"discount_code": code}, {"item_id": len(steps) - 1}))
        yield (*steps, *codes)


_EVERY: Mapping[type[App[Any]], Callable[[Any, Stream], Iterable[Happening]]] = {Emails: _mails, Apartments: _flats, Calendar: _entries}
SOURCES: tuple[type[App[Any]], ...] = (Emails, Messaging, Apartments, Shopping, Calendar)
"""Apps in which noise can arrive."""


def _conversations(entry: AppEntry, content: MessagingState, stream: Stream, n: int, most: int) -> tuple[AppEntry, list[Happening]]:
    """Conversations of the other phone, with this phone's user in the place of its own; what that user wrote is left out."""
    state: MessagingState = copy_state(entry.state)
    found: list[Happening] = []
    for key in shuffled(content.conversations, stream):
        if sum(map(len, found)) >= n:
            break
        lines = [m for m in content.messages[key] if m.sender_id not in (content.current_user_id, state.current_user_id) and m.content][:most]
        if not lines:
            continue
        id, old = stream.hex_id(), content.conversations[key]
        others = [p for p in old.participant_ids if p != content.current_user_id]
        state.conversations[id] = new_conversation((*others, *(m.sender_id for m in lines), state.current_user_id), old.title, 0.0)
        state.messages[id] = ()
        state.id_to_name |= {p: content.id_to_name[p] for p in others if p in content.id_to_name and p not in state.id_to_name}
        found.append(
            tuple(HappeningStep("create_and_add_message", {"conversation_id": id, "sender_id": m.sender_id, "content": m.content}) for m in lines)
        )
    return replace(entry, state=state), found


# --- the package's own texts -------------------------------------------------------------------------------------------------------------------


def _made_mails(_: EmailsState, stream: Stream, n: int) -> EmailsState:
    made = (_filled(row, stream) for row in _cycled("mails", stream, n))
    mails = (Email(row["sender"], (), row["subject"], row["content"], f"noise-{i}") for i, row in enumerate(made))
    return EmailsState("nobody@noise.example", folders={**EmailsState().folders, "INBOX": tuple(mails)})


def _made_chats(there: MessagingState, stream: Stream, n: int) -> MessagingState:
    state, phone = MessagingState(), there.mode == "PHONE_NUMBER"
    for i, row in enumerate(_cycled("chats", stream, n)):
        row, id = _filled(row, stream), f"noise-{i}"
        people = [f"+88{stream.randint(10**9, 10**10 - 1)}" if phone else stream.hex_id() for _ in row["people"]]
        state.conversations[id] = new_conversation(people, row["title"], 0.0)
        state.messages[id] = tuple(Message(people[who], f"{id}-{j}", 0.0, text) for j, (who, text) in enumerate(row["lines"]))
        state.id_to_name |= dict(zip(people, row["people"], strict=True))
    return state


def _made_flats(state: ApartmentsState, stream: Stream, n: int) -> ApartmentsState:
    """Listings that are neither the cheapest nor the dearest, the smallest nor the largest on the phone."""
    there = list(state.apartments.values())
    flats = {}
    for i, row in enumerate(_cycled("flats", stream, n)):
        row = _filled(row, stream)
        flats[f"noise-{i}"] = Apartment(
            **{name: row[name] for name in ("name", "location", "zip_code", "property_type", "amenities")} | {"amenities": tuple(row["amenities"])},
            price=_between([a.price for a in there], stream, 600.0, 2400.0),
            square_footage=_between([a.square_footage for a in there], stream, 400.0, 1600.0),
            bedrooms=statistics.median_low([int(a.bedrooms) for a in there] or [2]),
            bathrooms=statistics.median_low([int(a.bathrooms) for a in there] or [1]),
            furnished_status="Unfurnished",
            lease_term="1 year",
            apartment_id=f"noise-{i}",
        )
    return ApartmentsState(flats)


def _made_products(state: ShoppingState, stream: Stream, n: int) -> ShoppingState:
    """Products that are neither the cheapest nor the dearest in the shop."""
    prices = [item.price for item in state.items.values()]
    made = ShoppingState()
    for i, row in enumerate(_cycled("products", stream, n)):
        ids = []
        for j, options in enumerate(row["options"]):
            ids.append(f"noise-{i}-{j}")
            made.items[ids[-1]] = Item(_between(prices, stream, 10.0, 90.0), True, ids[-1], options)
        made.products[f"noise-{i}"] = ProductEntry(row["name"], f"noise-{i}", tuple(ids))
        if stream.random() < 0.2:
            made.discount_codes[ids[0]] = FrozenDict({f"{row['code']}{stream.randint(100, 999)}": float(stream.randint(1, 6) * 5)})
    return made


def _made_entries(state: CalendarState, stream: Stream, n: int) -> CalendarState:
    """Entries some months after everything that the calendar holds."""
    last = max((float(e.end_datetime) for e in state.events.values()), default=0.0)
    made = CalendarState()
    for i, row in enumerate(_cycled("entries", stream, n)):
        start = (last // DAY + stream.randint(60, 120)) * DAY + stream.randint(9, 18) * 3600
        made.events[f"noise-{i}"] = CalendarEvent(
            event_id=f"noise-{i}",
            title=row["title"],
            start_datetime=start,
            end_datetime=start + 3600,
            description=row["description"],
            attendees=(row["who"],),
        )
    return made


_BUILTIN: Mapping[type[App[Any]], Callable[[Any, Stream, int], Any]] = {
    Emails: _made_mails,
    Messaging: _made_chats,
    Apartments: _made_flats,
    Shopping: _made_products,
    Calendar: _made_entries,
}


def shuffled(values: Iterable[T], stream: Stream) -> list[T]:
    """The values in an order that the stream draws."""
    order = list(values)
    for i in range(len(order) - 1, 0, -1):
        j = stream.randint(0, i)
        order[i], order[j] = order[j], order[i]
    return order


def _cycled(part: str, stream: Stream, n: int) -> Iterator[dict[str, Any]]:
    """`n` rows of a part of the corpus, each round in another order."""
    rows: Sequence[dict[str, Any]] = corpus()[part]
    left = n
    while left > 0:
        yield from shuffled(rows, stream)[:left]
        left -= len(rows)


def _filled(value: Any, stream: Stream) -> Any:
    """Texts with their slots filled, the same slot alike throughout."""
    chosen = {}
    draw = stream.randint(0, 10**12)  # one for all slots: draws are what takes time here
    for name, words in corpus()["slots"].items():
        draw, n = divmod(draw, len(words))
        chosen[name] = words[n]

    def fill(part: Any) -> Any:
        if isinstance(part, str):
            return part.format_map(chosen)
        if isinstance(part, list):
            return [fill(one) for one in part]
        return {key: fill(one) for key, one in part.items()} if isinstance(part, dict) else part

    return fill(value)


def _between(there: Sequence[float], stream: Stream, low: float, high: float) -> int:
    """A whole number well inside the range of those that are there, or between two others where there are none."""
    low, high = (min(there), max(there)) if there else (low, high)
    return round(low + (high - low) * stream.uniform(0.35, 0.65))
