"""Whether a universe hangs together: what one app mentions exists where it should, and nothing happens before its cause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise

import orjson

from gaia2_gym.apps.emails.records import Email
from gaia2_gym.scenario.export import app_json
from gaia2_gym.synth.locales import locales
from gaia2_gym.synth.universe import Universe

TOKENS = {"pocket": (14_000, 30_000), "small": (45_000, 90_000), "full": (400_000, 800_000)}
"""Tokens by size, least and most: `full` as in the paper."""
LEAST_MESSAGES = 10
"""Messages of any conversation (paper)."""
_ID = re.compile(r"\b[0-9a-f]{32}\b")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+\d[\d ]{7,}\d")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_DATE = re.compile(rf"({'|'.join(_DAYS)}),? (?:(\d{{1,2}}) ({'|'.join(_MONTHS)})|({'|'.join(_MONTHS)}) (\d{{1,2}}))")
_UNFILLED = re.compile(r"[{}]|\[\w+\]|\bNone\b")


def check_universe(universe: Universe) -> list[str]:
    """Everything that does not hang together; empty when all does.

    - Names, addresses, numbers and ids are unique; attendees, participants, senders and recipients are people of the address book, or services.
    - Replies come after what they answer, receipts after the order, and everything before now.
    - Ids, email addresses, phone numbers and full names that a text mentions exist, and its dates fall on the weekdays that it names.
    - Conversations are long enough, orders add up, saved flats are listed, and every flat has its crime rate.
    - The whole has the tokens of its size.
    """
    check = _Check(universe)
    parts = (check.people, check.calendar, check.mail, check.chats, check.shop, check.places, check.happenings, check.texts, check.size)
    return [problem for part in parts for problem in part()]


def tokens_of(universe: Universe) -> int:
    """Tokens of all apps, estimated: four characters of JSON each."""
    return sum(len(orjson.dumps(app_json(entry))) for entry in universe.apps) // 4


class _Check:
    """One universe, and what it holds by name."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self.now = universe.now
        self.states = universe.states
        self.cards = list(self.states["Contacts"].contacts.values())
        self.names = {c.full_name for c in self.cards}
        self.emails = {c.email for c in self.cards}
        self.mails: list[tuple[str, Email]] = [(name, mail) for name, folder in self.states["Emails"].folders.items() for mail in folder]
        self.services = {m.sender for _, m in self.mails} - self.emails
        shop = self.states["Shopping"]
        self.ids = {*shop.orders, *shop.products, *shop.items, *self.states["Calendar"].events, *self.states["RentAFlat"].apartments}
        self.ids |= {ride.ride_id for ride in self.states["Cabs"].rides.values()}

    def people(self) -> Iterator[str]:
        for what in ("full_name", "email", "phone", "contact_id"):
            for value, n in Counter(getattr(c, what) for c in self.cards).items():
                if n > 1 or not value:
                    yield f"Contacts: {n} people have the {what} {value!r}"
        if sum(c.is_user for c in self.cards) != 1:
            yield "Contacts: exactly one card must be the user's"
        for card in self.cards:
            wanted = "Student" if (card.age or 0) < 23 else "Retired" if (card.age or 0) > 66 else None
            if card.status != wanted and (wanted or card.status not in ("Employed", "Unemployed")):
                yield f"Contacts: {card.full_name} is {card.age} and {card.status}"

    def calendar(self) -> Iterator[str]:
        for event in self.states["Calendar"].events.values():
            for name in event.attendees:
                if name not in self.names:
                    yield f"Calendar: {name!r}, who attends {event.title!r}, is not in the address book"
            if event.start_datetime > event.end_datetime or not event.title:
                yield f"Calendar: {event.title!r} ends before it starts, or has no title"

    def mail(self) -> Iterator[str]:
        me = self.states["Emails"].user_email
        by_id = {m.email_id: m for _, m in self.mails}
        if me != self.universe.user.email:
            yield f"Emails: the mailbox is {me!r}, not the user's address"
        if len(by_id) < len(self.mails):
            yield "Emails: an id occurs twice"
        for folder, mail in self.mails:
            where = f"Emails: {mail.subject!r} in {folder}"
            if not mail.subject or not mail.content:
                yield f"{where} has no subject or no text"
            if mail.timestamp > self.now:
                yield f"{where} comes from the future"
            for address in (*mail.recipients, *mail.cc):
                if address not in self.emails | self.services:
                    yield f"{where} goes to the unknown address {address!r}"
            if (mail.sender == me) != (folder in ("SENT", "DRAFT")) and folder != "TRASH":
                yield f"{where} comes from {mail.sender!r}"
            parent = by_id.get(mail.parent_id or "")
            if mail.parent_id and (parent is None or parent.timestamp >= mail.timestamp):
                yield f"{where} answers {'what is not there' if parent is None else 'what came later'}"

    def chats(self) -> Iterator[str]:
        for app in ("Messages", "Chats"):
            state = self.states[app]
            for name in state.id_to_name.values():
                if name not in self.names:
                    yield f"{app}: {name!r} is not in the address book"
            for id, conversation in state.conversations.items():
                where = f"{app}: conversation {conversation.title!r}"
                messages = state.messages[id]
                times = [m.timestamp for m in messages]
                if len(messages) < LEAST_MESSAGES:
                    yield f"{where} has {len(messages)} messages"
                if times != sorted(times) or (times and (times[-1] > self.now or times[-1] != conversation.last_updated)):
                    yield f"{where} has messages out of order, from the future, or another last update"
                if state.current_user_id not in conversation.participant_ids:
                    yield f"{where} is not the user's"
                strangers = {m.sender_id for m in messages} - set(conversation.participant_ids)
                strangers |= set(conversation.participant_ids) - set(state.id_to_name)
                if strangers:
                    yield f"{where} has the strangers {', '.join(sorted(strangers))}"

    def shop(self) -> Iterator[str]:
        state = self.states["Shopping"]
        for order in state.orders.values():
            total = round(sum(line.price * line.quantity for line in order.order_items.values()), 2)
            if total != order.order_total or order.order_date > self.now or not set(order.order_items) <= set(state.items):
                yield f"Shopping: order {order.order_id} costs {order.order_total} instead of {total}, lies ahead, or has unknown items"
        for item in state.discount_codes:
            if item not in state.items:
                yield f"Shopping: a discount for the unknown item {item}"

    def places(self) -> Iterator[str]:
        flats, city = self.states["RentAFlat"], self.states["City"]
        if {id for id, flat in flats.apartments.items() if flat.saved} != set(flats.saved_apartments):
            yield "RentAFlat: the list of saved flats and the flats differ"
        for flat in flats.apartments.values():
            if flat.zip_code not in city.crime_data:
                yield f"City: no crime rate for {flat.zip_code}, where {flat.name!r} is"

    def happenings(self) -> Iterator[str]:
        for h in self.universe.happenings:
            if h.ref not in self.ids:
                yield f"{h.kind} {h.title!r} stands for {h.ref!r}, which does not exist"
            if h.known > h.time:
                yield f"{h.kind} {h.title!r} is known only after it happened"

    def texts(self) -> Iterator[str]:
        first = {name for locale in locales() for name in (*locale.female, *locale.male)}
        last = {name for locale in locales() for name in locale.last}
        phones = {re.sub(r"\D", "", c.phone or "") for c in self.cards}
        orders = self.states["Shopping"].orders
        known = " | ".join((*self.names, *self._places()))
        for where, time, text in self._written():
            for id in _ID.findall(text):
                if id not in self.ids:
                    yield f"{where} mentions the unknown id {id}"
                elif id in orders and orders[id].order_date > time:
                    yield f"{where} mentions an order before it was made"
            yield from (f"{where} mentions the unknown address {a}" for a in _EMAIL.findall(text) if a.rstrip(".") not in self.emails | self.services)
            yield from (f"{where} mentions the unknown number {p}" for p in _PHONE.findall(text) if re.sub(r"\D", "", p) not in phones)
            words = re.findall(r"[^\W\d_]+|[^\w\s]", text)
            for a, b in pairwise(words):
                if a in first and b in last and f"{a} {b}" not in known:
                    yield f"{where} mentions {a} {b}, who is not in the address book"
            yield from self._dates(where, time, text)
            if found := _UNFILLED.search(text):
                yield f"{where} has {found[0]!r} in {text[:80]!r}"

    def _places(self) -> set[str]:
        """Every address and place: streets are called after people."""
        rides = self.states["Cabs"].rides.values()
        places = {c.address or "" for c in self.cards} | {f.location for f in self.states["RentAFlat"].apartments.values()}
        return places | {h.place for h in self.universe.happenings} | {p for r in rides for p in (r.start_location, r.end_location)}

    def _written(self) -> Iterator[tuple[str, float, str]]:
        for folder, mail in self.mails:
            yield f"Emails: {mail.subject!r} in {folder}", mail.timestamp, f"{mail.subject}\n{mail.content}"
        for app in ("Messages", "Chats"):
            state = self.states[app]
            for id, messages in state.messages.items():
                for message in messages:
                    yield f"{app}: a message in {state.conversations[id].title!r}", message.timestamp, message.content

    def _dates(self, where: str, time: float, text: str) -> Iterator[str]:
        year = datetime.fromtimestamp(time, UTC).year
        for weekday, day, month, other_month, other_day in _DATE.findall(text):
            number, name = int(day or other_day), _MONTHS.index(month or other_month) + 1
            fits = any(_falls_on(weekday, y, name, number) for y in (year - 1, year, year + 1))
            if not fits:
                yield f"{where} speaks of a {weekday} {number} {month or other_month}, which there is not"

    def size(self) -> Iterator[str]:
        low, high = TOKENS[self.universe.size]
        if not low <= (n := tokens_of(self.universe)) <= high:
            yield f"the universe has {n} tokens, a {self.universe.size} one {low} to {high}"


def _falls_on(weekday: str, year: int, month: int, day: int) -> bool:
    try:
        return _DAYS[datetime(year, month, day, tzinfo=UTC).weekday()] == weekday
    except ValueError:
        return False
