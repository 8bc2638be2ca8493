"""A universe: one user's phone, filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Literal

from gaia2_gym.apps.contacts import ContactsState
from gaia2_gym.errors import ConfigError
from gaia2_gym.scenario import AppEntry
from gaia2_gym.session.config import check_choice
from gaia2_gym.synth import store
from gaia2_gym.synth.builder import APP_NAMES, entry_of
from gaia2_gym.synth.cast import Cast, Happening, Person
from gaia2_gym.synth.content import make_chats, make_mail
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.folders import make_files
from gaia2_gym.synth.people import make_cast
from gaia2_gym.synth.places import make_city, make_flats, viewings
from gaia2_gym.synth.planner import make_calendar
from gaia2_gym.synth.rides import make_rides
from gaia2_gym.synth.shop import make_shop
from gaia2_gym.synth.store import Content

Size = Literal["pocket", "small", "full"]
SIZES: tuple[Size, ...] = ("pocket", "small", "full")


@dataclass(frozen=True, eq=False)
class Universe:
    """The content of every app, seen from one user; shared by many scenarios, never changed.

    Args:
        seed: What it was made from.
        size: `pocket` (about 20,000 tokens), `small` (60,000) or `full` (400,000 to 800,000, as in the paper).
        now: When scenarios begin, Unix seconds: a working morning.
        cast: The user and everyone in the address book.
        happenings: What happens in the user's life, by time.
        apps: The apps with their states, named as in the official files.
    """

    seed: int
    size: Size
    now: float
    cast: Cast
    happenings: tuple[Happening, ...]
    apps: tuple[AppEntry, ...]

    @cached_property
    def states(self) -> Mapping[str, Any]:
        """App name -> state."""
        return {entry.name: entry.state for entry in self.apps}

    @property
    def user(self) -> Person:
        """The user."""
        return self.cast.user

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone in the address book but the user."""
        return self.cast.people


def make_universe(seed: int, size: Size = "pocket") -> Universe:
    """The universe of a seed, the same on every machine.

    The latest are kept in memory, and all but those of pocket size on disk (see `store`): a pocket one is made in some 25 ms, so that a file for each
    of an endless number of seeds would not pay.

    Args:
        seed: Any whole number.
        size: `pocket`, `small` or `full`.

    Raises:
        ConfigError: For another size, or a seed that is no whole number.
    """
    check_choice("size", size, SIZES)
    if type(seed) is not int:
        raise ConfigError(f"seed must be a whole number, not {seed!r:.60}")
    return _universe(seed, size)


@lru_cache(maxsize=16)
def _universe(seed: int, size: Size) -> Universe:
    if size == "pocket":
        return Universe(seed, size, *_made(seed, size))
    content = store.load(seed, size)
    if content is None:
        content = _made(seed, size)
        store.save(seed, size, content)
    return Universe(seed, size, *content)


def _made(seed: int, size: Size) -> Content:
    draw = Draw(seed, f"universe/{size}")
    now = _morning(draw.part("now"))
    cast = make_cast(draw.part("people"), size, now)
    flats = make_flats(cast, size, draw.part("flats"))
    looked_at = viewings(cast, flats, now, draw.part("viewings"))
    calendar, entries = make_calendar(cast, looked_at, now, size, draw.part("calendar"))
    shop, orders = make_shop(now, size, draw.part("shop"))
    rides, ridden = make_rides(cast, entries, now, size, draw.part("rides"))
    happenings = sorted([*entries, *looked_at, *orders, *ridden], key=lambda h: (h.time, h.ref))
    spoken_of = [h for h in happenings if h.kind != "regular"]
    people = {p.contact.contact_id: p.contact for p in (cast.user, *cast.people)}
    chats = make_chats(cast, spoken_of, now, size, draw.part("chats"))
    states = {
        "Files": make_files(cast, spoken_of, now, size, draw.part("files")),
        "Contacts": ContactsState({id: people[id] for id in sorted(people)}),
        "Messages": chats["Messages"],
        "Chats": chats["Chats"],
        "Emails": make_mail(cast, spoken_of, now, size, draw.part("mail")),
        "Calendar": calendar,
        "RentAFlat": flats,
        "City": make_city(cast, flats, draw.part("city")),
        "Cabs": rides,
        "Shopping": shop,
    }
    apps = tuple(entry_of(name, class_name, states.get(name)) for name, class_name in APP_NAMES)
    return Content(now, cast, tuple(happenings), apps)


def _morning(draw: Draw) -> float:
    """Seven o'clock on a working day of the years 2024 to 2026, UTC."""
    day = datetime(2024, 1, 8, 7, tzinfo=UTC) + timedelta(days=draw.integer(0, 1050))
    while day.weekday() > 4:
        day += timedelta(days=1)
    return day.timestamp()
