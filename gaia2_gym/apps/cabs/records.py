"""Records and state of the Cabs app, and their official form. Durations and delays are minutes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gaia2_gym.apps.records import as_list, attribute, drop_nulls, load, plain


@dataclass(frozen=True, slots=True)
class Delay:
    """The delay expected at some time."""

    delay: int | float
    time_stamp: int | float = attribute(time=True)

    def as_reference(self) -> str:
        """The reference keeps a dictionary."""
        return f"{{'delay': {self.delay!r}, 'time_stamp': {self.time_stamp!r}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride:
    """A ride, or the quote of one, which has no status."""

    ride_id: str
    status: str | None = None
    service_type: str
    start_location: str = attribute(free_text=True)
    end_location: str = attribute(free_text=True)
    price: int | float = attribute(incidental=True)
    duration: int | float | None = attribute(incidental=True)
    time_stamp: int | float = attribute(time=True, incidental=True)
    distance_km: int | float | None = attribute(incidental=True)
    delay: int | float | None = attribute(None, incidental=True)
    delay_history: tuple[Delay, ...] = attribute((), reference=as_list, incidental=True)

    def as_text(self) -> str:
        """The reference's text form of a single ride: minutes are divided by 60 once more."""
        lines = (
            f"Ride ID: {self.ride_id}",
            f"Status: {self.status}",
            f"Service Type: {self.service_type}",
            f"Start Location: {self.start_location}",
            f"End Location: {self.end_location}",
            f"Distance: {self.distance_km} kms",
            f"Price: ${self.price:.2f}",
            f"Duration: {_sixtieth(self.duration)} mins",
            f"Timestamp: {self.time_stamp}",
            f"Delay: {_sixtieth(self.delay)} mins",
        )
        return "\n        ".join(("", *lines, ""))


def _sixtieth(minutes: int | float | None) -> int | float | str:
    return "N/A" if minutes is None else minutes / 60


@dataclass(frozen=True, slots=True)
class Service:
    """What one kind of cab costs and can do."""

    nb_seats: int
    price_per_km: int | float
    base_delay_min: int
    max_distance_km: int | float


DEFAULT_SERVICES = {"Default": Service(4, 1.0, 5, 25), "Premium": Service(4, 2.0, 3, 25), "Van": Service(6, 1.5, 7, 25)}


@dataclass(slots=True)
class CabsState:
    """Rides and quotes by their number in each history; a booked quote stands in both."""

    rides: dict[int, Ride] = field(default_factory=dict)
    quotes: dict[int, Ride] = field(default_factory=dict, metadata={"incidental": True})
    services: dict[str, Service] = field(default_factory=DEFAULT_SERVICES.copy)
    ongoing: tuple[int, int] | None = attribute(None, incidental=True)
    """Number of the ongoing ride among the rides and among the quotes; not part of the official state."""


def load_state(data: dict[str, Any]) -> CabsState:
    """Read the official state; without a service configuration, the usual three services."""
    services = load(dict[str, Service], data.get("d_service_config") or DEFAULT_SERVICES, "d_service_config")
    return CabsState(_load_rides(data, "ride_history"), _load_rides(data, "quotation_history"), services)


def dump_state(state: CabsState) -> dict[str, Any]:
    """The official state."""
    histories = {"ride_history": [*state.rides.values()], "quotation_history": [*state.quotes.values()]}
    return {**plain(histories), "d_service_config": plain(state.services)}


def _load_rides(data: dict[str, Any], name: str) -> dict[int, Ride]:
    raw = data.get(name) or []
    rides = load(list[Ride], [drop_nulls(Ride, r) for r in raw] if isinstance(raw, list) else raw, name)
    return dict(enumerate(rides))
