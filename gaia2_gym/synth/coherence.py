"""Whether a universe hangs together: what one app mentions exists where it should, and nothing happens before its cause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

import orjson

from gaia2_gym.apps.calendar import DAY
from gaia2_gym.apps.emails import Email
from gaia2_gym.scenario.export import app_json
from gaia2_gym.synth.mentions import Mentions
from gaia2_gym.synth.people import ADULT, RETIRED
from gaia2_gym.synth.places import zip_of
from gaia2_gym.synth.universe import Universe

TOKENS = {"pocket": (14_000, 32_000), "small": (45_000, 90_000), "full": (400_000, 800_000)}
"""Tokens by size, least and most: `full` as in the paper."""
LEAST_MESSAGES = 10
"""Messages of any conversation (paper)."""
_ADDRESS = re.compile(r"[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+")
_IN_CALENDAR = ("meeting", "social", "appointment", "deadline", "birthday", "trip", "regular")
_ORDER_STATUSES = ("processed", "shipped", "delivered", "cancelled")
_RIDE_STATUSES = ("COMPLETED", "CANCELLED")


def check_universe(universe: Universe) -> list[str]:
    """Everything that does not hang together; empty when all does.

    - Names, addresses, numbers and ids are unique; attendees, participants, senders and recipients are people of the address book, or firms.
    - Replies come after what they answer, between people who got it; what was answered was read; receipts come after the order, all before now.
    - What happens is in the app that it belongs to, with the same title, time, people, place and price.
    - Ids, addresses, numbers, names, meetings and flats that texts mention exist, and were known when they were written; dates fall on their days.
    - Conversations are long enough, orders add up, saved flats are listed, every flat and home has its crime rate, and statuses suit ages and times.
    - The whole has the tokens of its size.
    """
    check = _Check(universe)
    parts = (check.people, check.calendar, check.mail, check.threads, check.chats, check.shop, check.orders, check.places, check.rides)
    structure = [problem for part in (*parts, check.ids, check.happenings) for problem in part()]
    return [*structure, *check.mentions.problems(), *check.size()]


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
        self.firms = {mail.sender for _, mail in self.mails if mail.sender not in self.emails and _signed(mail)}
        self.mentions = Mentions(universe, self.firms)

    def people(self) -> Iterator[str]:
        for what in ("full_name", "email", "phone", "contact_id"):
            for value, n in Counter(getattr(c, what) for c in self.cards).items():
                if n > 1 or not value:
                    yield f"Contacts: {n} people have the {what} {value!r}"
        if [c for c in self.cards if c.is_user] != [self.universe.user.contact]:
            yield "Contacts: exactly one card must be the user's"
        if sorted(c.contact_id for c in self.cards) != sorted(p.contact.contact_id for p in (self.universe.user, *self.universe.people)):
            yield "Contacts: the cards are not those of the cast"
        for card in self.cards:
            age = card.age or 0
            wanted = ("Student",) if age < ADULT else ("Retired",) if age >= RETIRED else ("Employed", "Unemployed")
            if card.status not in wanted or bool(card.job) == (card.status == "Unemployed"):
                yield f"Contacts: {card.full_name} is {card.age}, {card.status} and {card.job or 'without a job'}"
            if not _ADDRESS.fullmatch(card.email or ""):
                yield f"Contacts: {card.email!r} is no email address"
            if not card.description or not (card.address or "").endswith(f" {card.city_living}"):
                yield f"Contacts: {card.full_name} has no description, or lives at {card.address!r} in {card.city_living!r}"

    def calendar(self) -> Iterator[str]:
        for event in self.states["Calendar"].events.values():
            strangers = set(event.attendees) - self.names
            if strangers or len(set(event.attendees)) < len(event.attendees):
                yield f"Calendar: {sorted(strangers)!r}, who attend {event.title!r}, are not in the address book, or somebody attends twice"
            if event.start_datetime >= event.end_datetime or not event.title or not event.description:
                yield f"Calendar: {event.title!r} ends before it starts, or has no title or description"
            if abs(event.start_datetime - self.now) > 64 * DAY:
                yield f"Calendar: {event.title!r} is more than two months from now"
            if event.title.startswith("Viewing: ") and event.title.removeprefix("Viewing: ") not in self.mentions.flats:
                yield f"Calendar: {event.title!r} is of no listed flat"

    def mail(self) -> Iterator[str]:
        me = self.states["Emails"].user_email
        if me != self.universe.user.email:
            yield f"Emails: the mailbox is {me!r}, not the user's address"
        for folder, mail in self.mails:
            where = f"Emails: {mail.subject!r} in {folder}"
            if not mail.subject.strip() or not mail.content.strip() or not mail.recipients:
                yield f"{where} has no subject, text or recipient"
            if mail.timestamp > self.now:
                yield f"{where} comes from the future"
            for address in (mail.sender, *mail.recipients, *mail.cc):
                if address not in self.emails | self.firms:
                    yield f"{where} has the unknown address {address!r}"
            if me not in (mail.sender, *mail.recipients, *mail.cc) or ((mail.sender == me) != (folder in ("SENT", "DRAFT")) and folder != "TRASH"):
                yield f"{where} comes from {mail.sender!r} and goes to {', '.join(mail.recipients)}"

    def threads(self) -> Iterator[str]:
        by_id = {mail.email_id: mail for _, mail in self.mails}
        for folder, mail in self.mails:
            where = f"Emails: {mail.subject!r} in {folder}"
            parent = by_id.get(mail.parent_id or "")
            if mail.parent_id and (parent is None or parent.timestamp >= mail.timestamp):
                yield f"{where} answers {'what is not there' if parent is None else 'what came later'}"
            elif parent and mail.sender not in (parent.sender, *parent.recipients, *parent.cc):
                yield f"{where} answers what {mail.sender} did not get"
            elif parent and folder == "SENT" and not parent.is_read:
                yield f"{where} answers what the user has not read"
            if not mail.parent_id and mail.subject.startswith("Re: "):
                yield f"{where} answers nothing"

    def chats(self) -> Iterator[str]:
        known = {c.phone: c.full_name for c in self.cards}
        for app in ("Messages", "Chats"):
            state = self.states[app]
            for id, name in state.id_to_name.items():
                if name not in self.names or (app == "Messages" and known.get(id) != name):
                    yield f"{app}: {name!r} with the id {id!r} is not in the address book"
            if state.id_to_name.get(state.current_user_id) != self.universe.user.name:
                yield f"{app}: {state.current_user_id!r} is not the user"
            for id, conversation in state.conversations.items():
                where = f"{app}: conversation {conversation.title!r}"
                messages = state.messages[id]
                times = [m.timestamp for m in messages]
                if len(messages) < LEAST_MESSAGES or not all(m.content.strip() for m in messages):
                    yield f"{where} has {len(messages)} messages, or an empty one"
                if times != sorted(times) or (times and (times[-1] > self.now or times[-1] != conversation.last_updated)):
                    yield f"{where} has messages out of order, from the future, or another last update"
                if state.current_user_id not in conversation.participant_ids or len(conversation.participant_ids) < 2:
                    yield f"{where} is not the user's with others"
                strangers = {m.sender_id for m in messages} - set(conversation.participant_ids)
                strangers |= set(conversation.participant_ids) - set(state.id_to_name)
                if strangers:
                    yield f"{where} has the strangers {', '.join(sorted(strangers))}"

    def shop(self) -> Iterator[str]:
        state = self.states["Shopping"]
        listed = Counter(item for product in state.products.values() for item in product.item_ids)
        if set(listed) != set(state.items) or any(n > 1 for n in listed.values()):
            yield "Shopping: the variants of the products are not the items, each once"
        for name, n in Counter(product.name for product in state.products.values()).items():
            if n > 1:
                yield f"Shopping: {n} products are called {name!r}"
        for item in state.items.values():
            if item.price <= 0 or round(item.price, 2) != item.price or not item.options:
                yield f"Shopping: {item.item_id} costs {item.price} and has the options {dict(item.options)}"
        for id, codes in state.discount_codes.items():
            if id not in state.items or not all(0 < percent < 100 for percent in codes.values()):
                yield f"Shopping: the discounts {dict(codes)} of {id} are none, or for no item"
        for id, line in state.cart.items():
            if id not in state.items or line.price != state.items[id].price or line.quantity < 1:
                yield f"Shopping: the cart holds {line.quantity} of {id} at {line.price}"

    def orders(self) -> Iterator[str]:
        state = self.states["Shopping"]
        for order in state.orders.values():
            total = round(sum(line.price * line.quantity for line in order.order_items.values()), 2)
            unknown = sorted(set(order.order_items) - set(state.items))
            if total != order.order_total or unknown or order.order_date > self.now:
                yield f"Shopping: order {order.order_id} costs {order.order_total} instead of {total}, lies ahead, or has unknown items {unknown}"
            if order.order_status not in _ORDER_STATUSES or (order.order_status == "delivered" and self.now - order.order_date < DAY):
                yield f"Shopping: order {order.order_id} is {order.order_status}"

    def places(self) -> Iterator[str]:
        flats, city = self.states["RentAFlat"], self.states["City"]
        if {id for id, flat in flats.apartments.items() if flat.saved} != set(flats.saved_apartments):
            yield "RentAFlat: the list of saved flats and the flats differ"
        if len(self.mentions.flats) < len(flats.apartments):
            yield "RentAFlat: two flats have one name"
        for flat in flats.apartments.values():
            if flat.zip_code not in city.crime_data:
                yield f"City: no crime rate for {flat.zip_code}, where {flat.name!r} is"
            if not (flat.price > 0 and flat.square_footage > 0 and 1 <= flat.bathrooms <= flat.bedrooms):
                yield f"RentAFlat: {flat.name!r} has an odd price, size or number of rooms"
        cities = {c.city_living or "" for c in self.cards}
        for card in self.cards:
            if zip_of(card.address or "", cities) not in city.crime_data:
                yield f"City: no crime rate where {card.full_name} lives"
        for code, rate in city.crime_data.items():
            if not all(1 <= x <= 100 and round(x, 1) == x for x in (rate.violent_crime, rate.property_crime)):
                yield f"City: the rates of {code} are {rate}"

    def rides(self) -> Iterator[str]:
        rides = list(self.states["Cabs"].rides.values())
        if [r.time_stamp for r in rides] != sorted(r.time_stamp for r in rides):
            yield "Cabs: the rides are not in order"
        for ride in rides:
            unknown = {ride.start_location, ride.end_location} - self.mentions.places
            if unknown or ride.start_location == ride.end_location or ride.time_stamp > self.now or ride.status not in _RIDE_STATUSES:
                yield f"Cabs: ride {ride.ride_id} is {ride.status}, lies ahead, goes nowhere, or leads to {sorted(unknown)!r}, which is no address"

    def ids(self) -> Iterator[str]:
        messages = (m.message_id for app in ("Messages", "Chats") for group in self.states[app].messages.values() for m in group)
        conversations = (id for app in ("Messages", "Chats") for id in self.states[app].conversations)
        everything = [*self.mentions.ids, *messages, *conversations, *(mail.email_id for _, mail in self.mails), *(c.contact_id for c in self.cards)]
        yield from (f"the id {id!r} is given {n} times" for id, n in Counter(everything).items() if n > 1)

    def happenings(self) -> Iterator[str]:
        for h in self.universe.happenings:
            where = f"{h.kind} {h.title!r}"
            if h.known > h.time:
                yield f"{where} is known only after it happened"
            if not {p.name for p in h.people} <= self.names:
                yield f"{where} is with strangers"
            if not self._stands_for(h.kind, h.ref, h.title, h.time, h.place, h.amount, [p.name for p in h.people]):
                yield f"{where} is not, or not so, in the app that it belongs to"

    def _stands_for(self, kind: str, ref: str, title: str, time: float, place: str, amount: float | None, people: Collection[str]) -> bool:
        """Whether the record that a happening stands for exists and says the same."""
        shop, rides = self.states["Shopping"], self.states["Cabs"].rides.values()
        if kind in _IN_CALENDAR:
            event = self.states["Calendar"].events.get(ref)
            found = event and (event.title, event.start_datetime, event.location or "") == (title, time, place)
            return bool(found and set(people) <= set(event.attendees))
        if kind == "order":
            order = shop.orders.get(ref)
            names = {p.name for p in shop.products.values() if order and set(p.item_ids) & set(order.order_items)}
            return bool(order and (order.order_date, order.order_total) == (time, amount) and any(title.startswith(name) for name in names))
        if kind == "ride":
            return any((r.ride_id, r.time_stamp, r.price, r.end_location, r.status) == (ref, time, amount, place, "COMPLETED") for r in rides)
        flat = self.states["RentAFlat"].apartments.get(ref)
        return bool(flat and (flat.name, flat.location, flat.price) == (title, place, amount))

    def size(self) -> Iterator[str]:
        low, high = TOKENS[self.universe.size]
        if not low <= (n := tokens_of(self.universe)) <= high:
            yield f"the universe has {n} tokens, a {self.universe.size} one {low} to {high}"


def _signed(mail: Email) -> bool:
    """Whether a mail is a firm's: its last line is a name that the sender's domain is made of."""
    name = mail.content.rstrip().rpartition("\n")[2]
    stem = mail.sender.partition("@")[2].partition(".")[0]
    return re.sub(r"\W", "", stem) == re.sub(r"\W", "", name.lower())
