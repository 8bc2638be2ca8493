"""Cab rides: quotes, one ongoing ride, and the history of both.

Distances, delays and durations of new quotes are drawn from the app's stream.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar, NamedTuple

from gaia2_gym.apps.base import App, page
from gaia2_gym.apps.cabs.records import CabsState, Delay, Ride, dump_state, load_state
from gaia2_gym.apps.records import parse_time
from gaia2_gym.errors import ToolError, nearest
from gaia2_gym.tools import Notify, OneOf, tool

SERVICES = OneOf(("Default", "Premium", "Van"))
UPDATES = OneOf(("DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP"))
CANCELLERS = OneOf(("driver", "user"))
SPEED_KM_H = 50


class _Trip(NamedTuple):
    start: str
    end: str
    time_stamp: float
    distance_km: float


class Cabs(App[CabsState]):
    """Cab rides: quotes, one ongoing ride, history."""

    class_name: ClassVar[str] = "CabApp"
    aliases = ("Cabs",)
    State = CabsState

    @classmethod
    def load(cls, data: dict[str, Any]) -> CabsState:
        """Read the official state."""
        return load_state(data)

    def dump(self) -> dict[str, Any]:
        """The official state, which does not say which ride is ongoing."""
        return dump_state(self.state)

    @tool()
    def get_quotation(self, start_location: str, end_location: str, service_type: Annotated[str, SERVICES], ride_time: str | None = None) -> Ride:
        """Ask for the price of a ride with one service: price, distance in km, duration and delay in minutes. Books nothing.

        Args:
            start_location: Where to be picked up.
            end_location: Where to go.
            service_type: Kind of cab; a Van seats 6, the others 4.
            ride_time: Time of pick-up, `YYYY-MM-DD HH:MM:SS`; now if not given.
        """
        return self._quote(self._trip(start_location, end_location, ride_time, (service_type,)), service_type)

    @tool(audience=("agent", "data"))
    def list_rides(self, start_location: str, end_location: str, ride_time: str | None = None) -> list[Ride]:
        """Ask every service for a quote of the same ride, to compare: price, distance in km, duration and delay in minutes. Books nothing.

        Args:
            start_location: Where to be picked up.
            end_location: Where to go.
            ride_time: Time of pick-up, `YYYY-MM-DD HH:MM:SS`; now if not given.
        """
        services = tuple(self.state.services)
        trip = self._trip(start_location, end_location, ride_time, services)
        return [self._quote(trip, service) for service in services]

    @tool(
        write=True,
        audience=("agent", "data"),
        checks={"start_location": "soft", "end_location": "soft", "service_type": "eq", "ride_time": "datetime"},
        soft=("cab",),
    )
    def order_ride(self, start_location: str, end_location: str, service_type: Annotated[str, SERVICES], ride_time: str | None = None) -> Ride:
        """Book a ride for the user, now or later. Only one ride can be booked or under way at a time.

        Args:
            start_location: Where to be picked up.
            end_location: Where to go.
            service_type: Kind of cab; a Van seats 6, the others 4.
            ride_time: Time of pick-up, `YYYY-MM-DD HH:MM:SS`; now if not given.
        """
        if self.state.ongoing is not None:
            raise ToolError("conflict", "a ride is booked already; user_cancel_ride cancels it, get_current_ride_status shows it.")
        quote = self._quote(self._trip(start_location, end_location, ride_time, (service_type,)), service_type)
        self.state.ongoing = (len(self.state.rides), len(self.state.quotes) - 1)
        return self._change_ongoing(status="BOOKED", delay_history=(Delay(quote.delay or 0, quote.time_stamp),))

    @tool(write=True, notify=Notify("medium", "the ride was cancelled by the user"))
    def user_cancel_ride(self) -> str:
        """Cancel the user's booked or ongoing ride."""
        return self._close("CANCELLED", "Ride has been cancelled.")

    @tool()
    def get_current_ride_status(self) -> Ride:
        """Show the booked or ongoing ride with its present status and delay in minutes. Rides that have ended are in get_ride_history."""
        ride = self._ongoing_ride()
        elapsed = self.now - ride.time_stamp
        drift = 1 + self.runtime.stream.uniform(-1.5, 1)
        if self.runtime.compat:  # the reference takes seconds from minutes, in favour of the user, and dates the entry by the ride
            entry = Delay(min(0, (ride.delay or 0) - elapsed * drift), ride.time_stamp)
        else:
            entry = Delay(max(0, (ride.delay or 0) - max(0, elapsed) / 60 * drift), self.now)
        return self._change_ongoing(delay=entry.delay, delay_history=(*ride.delay_history, entry))

    @tool(audience=("agent", "data"))
    def get_ride(self, idx: int) -> Ride:
        """Show one ride of the ride history.

        Args:
            idx: Number of the ride in the history, counted from 0, oldest first.
        """
        ride = self.state.rides.get(idx)
        if ride is None:
            raise ToolError("not_found", f"no ride number {idx}; the history has {len(self.state.rides)} rides, numbered from 0.")
        return ride

    @tool(audience=("agent", "data"))
    def get_ride_history(self, offset: int = 0, limit: int = 10) -> dict[str, Any]:
        """List the user's rides page by page, by their number, oldest first; quotes that were not booked are not among them.

        Args:
            offset: Number of rides to skip.
            limit: Number of rides to return.
        """
        rides, shown = page([*self.state.rides.values()], offset, limit)
        return {"rides": dict(enumerate(rides, offset)), "range": shown, "total": len(self.state.rides)}

    @tool(audience=("agent", "data"))
    def get_ride_history_length(self) -> int:
        """Count the rides in the ride history."""
        return len(self.state.rides)

    @tool(
        write=True,
        audience=("env", "data"),
        notify=Notify("medium", "the ride was cancelled by the {who_cancel}", {"who": "who_cancel"}),
    )
    def cancel_ride(self, who_cancel: Annotated[str, CANCELLERS] = "driver", message: str | None = None) -> str:
        """Cancel the ongoing ride on somebody's behalf.

        Args:
            who_cancel: Who cancels.
            message: What is said about it.
        """
        _one_of("who_cancel", who_cancel, CANCELLERS)
        return self._close("CANCELLED", message or f"Ride has been cancelled by the {who_cancel}.")

    @tool(write=True, audience=("env",), notify=Notify("medium", "the ride has ended"))
    def end_ride(self) -> str:
        """Complete the ongoing ride."""
        return self._close("COMPLETED", "Ride has been completed.")

    @tool(write=True, audience=("env",), notify=Notify("high", "the status of the ride is now {status}", {"status": "status"}))
    def update_ride_status(self, status: Annotated[str, UPDATES], message: str | None = None) -> str:
        """Report on the ongoing ride.

        Args:
            status: The new status.
            message: What the driver says.
        """
        self._ongoing_ride()
        _one_of("status", status, UPDATES)
        self._change_ongoing(status=status)
        return f"Ride status has been updated to {status}." + (f" Message from your driver: {message}" if message else "")

    @tool(write=True, audience=("data",))
    def add_new_ride(
        self,
        service_type: str,
        start_location: str,
        end_location: str,
        price: float,
        duration: float = 0.0,
        time_stamp: float = 0.0,
        distance_km: float = 0.0,
    ) -> str:
        """Add a past ride to both histories and return its id; it does not become the ongoing ride.

        Args:
            service_type: Kind of cab.
            start_location: Where it started.
            end_location: Where it went.
            price: What it cost.
            duration: How long it took, in minutes.
            time_stamp: When it started, in Unix seconds.
            distance_km: How far it went, in km.
        """
        ride_id = self.runtime.stream.hex_id()
        ride = Ride(
            ride_id=ride_id,
            status="BOOKED",
            service_type=service_type,
            start_location=start_location,
            end_location=end_location,
            price=price,
            duration=duration,
            time_stamp=time_stamp,
            distance_km=distance_km,
        )
        self.state.rides[len(self.state.rides)] = self.state.quotes[len(self.state.quotes)] = ride
        return ride_id

    def _trip(self, start: str, end: str, ride_time: str | None, services: tuple[str, ...]) -> _Trip:
        """What is to be quoted, after every check: nothing that follows can fail."""
        time_stamp = float(self.now // 1) if ride_time is None else parse_time(ride_time, "ride_time")
        for service in services:
            _one_of("service_type", service, tuple(self.state.services))
        drawn = self.runtime.stream.count
        distance = self._known_distance(start, end) or self.runtime.stream.uniform(5, 20)
        for service in services:
            limit = self.state.services[service].max_distance_km
            if distance > limit:
                self.runtime.stream.count = drawn  # a failed call leaves no trace
                raise ToolError("bad_argument", f"the ride is {distance:.1f} km long, {service} cabs go no further than {limit} km.")
        return _Trip(start, end, time_stamp, distance)

    def _known_distance(self, start: str, end: str) -> float | None:
        for ride in (*self.state.quotes.values(), *self.state.rides.values()):
            if ride.distance_km and (ride.start_location, ride.end_location) == (start, end):
                return ride.distance_km
        return None

    def _quote(self, trip: _Trip, service_type: str) -> Ride:
        """Price a trip and put it into the quotation history. The order of the draws is the reference's."""
        stream = self.runtime.stream
        quote = Ride(
            service_type=service_type,
            start_location=trip.start,
            end_location=trip.end,
            time_stamp=trip.time_stamp,
            distance_km=trip.distance_km,
            price=self._price(trip, service_type),
            delay=self.state.services[service_type].base_delay_min + stream.randint(1, 5),
            duration=trip.distance_km / SPEED_KM_H * 60 + 10 * stream.random(),
            ride_id=stream.hex_id(),
        )
        self.state.quotes[len(self.state.quotes)] = quote
        return quote

    def _price(self, trip: _Trip, service_type: str) -> float:
        """By distance the first time; then the first price again, which the reference varies by half and more."""
        for old in self.state.quotes.values():
            if (old.start_location, old.end_location, old.service_type) == (trip.start, trip.end, service_type):
                if not self.runtime.compat:
                    return old.price
                spread = min(max(0.01 * abs(trip.time_stamp - old.time_stamp) / 3600, 0.5), 1.5)
                return old.price * (1 + self.runtime.stream.uniform(-spread, spread))
        return trip.distance_km * self.state.services[service_type].price_per_km

    def _ongoing_numbers(self) -> tuple[int, int]:
        if self.state.ongoing is None:
            raise ToolError("not_found", "no ride is booked or under way; order_ride books one, get_ride_history shows earlier ones.")
        return self.state.ongoing

    def _ongoing_ride(self) -> Ride:
        return self.state.rides[self._ongoing_numbers()[0]]

    def _change_ongoing(self, **changes: Any) -> Ride:
        """Replace the ongoing ride in both histories."""
        ride_number, quote_number = self._ongoing_numbers()
        ride = replace(self.state.quotes[quote_number], **changes)
        self.state.rides[ride_number] = self.state.quotes[quote_number] = ride
        return ride

    def _close(self, status: str, text: str) -> str:
        self._change_ongoing(status=status)
        self.state.ongoing = None
        return text


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ToolError("bad_argument", f"{what} must be one of {', '.join(allowed)}, not {value[:40]!r}{nearest(value[:40], allowed)}.")
