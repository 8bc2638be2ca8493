"""What the texts of a universe mention, held against what there is."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import NamedTuple

from gaia2_gym.synth.locales import locales
from gaia2_gym.synth.universe import Universe

_ID = re.compile(r"\b[0-9a-f]{32}\b")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+\d[\d ]{7,}\d")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_DATE = re.compile(rf"({'|'.join(_DAYS)}),? (?:(\d{{1,2}}) ({'|'.join(_MONTHS)})|({'|'.join(_MONTHS)}) (\d{{1,2}}))")
_UNFILLED = re.compile(r"[{}]|\[\w{2,}\]|\bNone\b")
_NAMED = ("meeting", "deadline", "trip", "viewing")
"""Happenings whose titles are unmistakable in a text."""


class Text(NamedTuple):
    """Something written.

    Args:
        where: For messages.
        time: When it was written, Unix seconds; infinite where nothing says.
        text: What.
    """

    where: str
    time: float
    text: str


class Mentions:
    """Everything that texts may mention, and the search for what they must not.

    Args:
        universe: Whose texts.
        senders: Addresses of those who write without being in the address book: firms.
    """

    def __init__(self, universe: Universe, senders: Iterable[str]) -> None:
        self.universe = universe
        states = universe.states
        cards = list(states["Contacts"].contacts.values())
        events = list(states["Calendar"].events.values())
        shop, flats, rides = states["Shopping"], states["RentAFlat"].apartments, states["Cabs"].rides.values()
        self.names = {c.full_name for c in cards}
        self.emails = {c.email for c in cards} | set(senders)
        self.phones = {_digits(c.phone or "") for c in cards}
        ids = dict.fromkeys([*shop.products, *shop.items, *flats, *states["Calendar"].events], float("-inf"))
        self.ids = ids | {o.order_id: o.order_date for o in shop.orders.values()} | {r.ride_id: r.time_stamp for r in rides}
        self.titles = {e.title for e in events}
        self.flats = {f.name for f in flats.values()}
        places = {c.address or "" for c in cards} | {universe.cast.persona.workplace} | {e.location or "" for e in events}
        self.places = places | {f.location for f in flats.values()}
        self.known: dict[str, float] = {}
        for h in universe.happenings:
            if h.kind in _NAMED:
                self.known[h.title] = min(h.known, self.known.get(h.title, h.known))
        # Names of meetings and flats are made of parts; what is put together in a text must be there in one piece.
        meetings = [h.title.rpartition(" ") for h in universe.happenings if h.kind == "meeting"]
        self._meeting = _alternatives([m[0] for m in meetings], " ", [m[2] for m in meetings])
        self._flat = _alternatives([name.rpartition(" ")[0] for name in self.flats], " ", [r"\d+"], plain=False)
        self._first = {name for locale in locales() for name in (*locale.female, *locale.male)}
        self._last = {name for locale in locales() for name in locale.last}
        self._whole = " | ".join(sorted(self.names | self.places))

    def problems(self) -> Iterator[str]:
        """One line for each thing in a text that does not exist, or not yet."""
        for text in texts_of(self.universe):
            yield from (f"{text.where} mentions {problem}" for problem in self._problems(text))

    def _problems(self, written: Text) -> Iterator[str]:
        _, time, text = written
        for id in _ID.findall(text):
            if time < self.ids.get(id, float("inf")):
                yield f"the id {id} {'before it was given' if id in self.ids else ', which is unknown'}"
        yield from (f"the unknown address {a}" for a in _EMAIL.findall(text) if a.rstrip(".") not in self.emails)
        yield from (f"the unknown number {p}" for p in _PHONE.findall(text) if _digits(p) not in self.phones)
        yield from (f"{title!r}, which nobody knew yet" for title, known in self.known.items() if time < known and title in text)
        yield from (f"the meeting {m!r}, which is not in the calendar" for m in self._meeting.findall(text) if m not in self.titles)
        yield from (f"the flat {f!r}, which is not listed" for f in self._flat.findall(text) if f not in self.flats)
        for a, b in pairwise(re.findall(r"[^\W\d_]+|[^\w\s]|\n", text)):
            if a in self._first and b in self._last and f"{a} {b}" not in self._whole:
                yield f"{a} {b}, who is not in the address book"
        yield from self._dates(time, text)
        if found := _UNFILLED.search(text):
            yield f"{found[0]!r} in {text[:80]!r}"

    def _dates(self, time: float, text: str) -> Iterator[str]:
        year = datetime.fromtimestamp(min(time, self.universe.now), UTC).year
        for weekday, day, month, other_month, other_day in _DATE.findall(text):
            number, name = int(day or other_day), _MONTHS.index(month or other_month) + 1
            if not any(_falls_on(weekday, y, name, number) for y in (year - 1, year, year + 1)):
                yield f"a {weekday} {number} {month or other_month}, which there is not"


def texts_of(universe: Universe) -> Iterator[Text]:
    """Everything that is written in a universe: mails and what is attached to them, chats, notes of the calendar and the address book, files."""
    states = universe.states
    for folder, mails in states["Emails"].folders.items():
        for mail in mails:
            where = f"Emails: {mail.subject!r} in {folder}"
            yield Text(where, mail.timestamp, f"{mail.subject}\n{mail.content}")
            attached = mail.attachments.files if mail.attachments else ()
            yield from (Text(f"{where}: {name}", mail.timestamp, base64.b64decode(data).decode(errors="replace")) for name, data in attached)
    for app in ("Messages", "Chats"):
        state = states[app]
        for id, messages in state.messages.items():
            where = f"{app}: a message in {state.conversations[id].title!r}"
            yield from (Text(where, m.timestamp, m.content) for m in messages)
    for event in states["Calendar"].events.values():
        yield Text(f"Calendar: {event.title!r}", float("inf"), f"{event.title}\n{event.description}")
    for card in states["Contacts"].contacts.values():
        yield Text(f"Contacts: {card.full_name}", float("inf"), card.description or "")
    for path, node in states["Files"].nodes.items():
        yield Text(f"Files: {path}", universe.now, node.content.decode(errors="replace"))


def _alternatives(first: Iterable[str], between: str, second: Iterable[str], *, plain: bool = True) -> re.Pattern[str]:
    """A pattern for any of the first texts followed by any of the second; it matches nothing where there are none."""
    firsts = "|".join(sorted({re.escape(text) for text in first if text}, reverse=True)) or "(?!)"
    seconds = "|".join(sorted({re.escape(text) if plain else text for text in second if text}, reverse=True)) or "(?!)"
    return re.compile(rf"\b(?:{firsts}){between}(?:{seconds})\b")


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)


def _falls_on(weekday: str, year: int, month: int, day: int) -> bool:
    try:
        return _DAYS[datetime(year, month, day, tzinfo=UTC).weekday()] == weekday
    except ValueError:
        return False
