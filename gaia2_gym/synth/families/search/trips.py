"""More cab rides in the user's history, for families that ask about them."""

from __future__ import annotations

from gaia2_gym.apps.cabs.records import DEFAULT_SERVICES, Ride
from gaia2_gym.synth.draft import Draft

_DAY = 86400
_SPEED = 50.0
"""Kilometres an hour, as the app reckons."""


def add_ride(d: Draft, end: str, days: int, *, service: str = "Default", status: str = "COMPLETED") -> Ride:
    """One more ride from home, at most so many days ago, on a day without another.

    Raises:
        Unfit: When every day has a ride.
    """
    state = d.state("Cabs")
    today = int(d.start // _DAY)
    taken = {ride.time_stamp // _DAY for ride in state.rides.values()}
    day = d.pick([today - n for n in range(1, days + 1) if today - n not in taken])
    distance = round(d.draw.uniform(2, 20), 2)
    ride = Ride(
        ride_id=d.draw.id(),
        status=status,
        service_type=service,
        start_location=d.me.address or "",
        end_location=end,
        price=round(distance * DEFAULT_SERVICES[service].price_per_km, 2),
        duration=round(distance / _SPEED * 60 + d.draw.uniform(0, 10), 1),
        time_stamp=float(day * _DAY + 60 * d.draw.integer(7 * 60, 22 * 60)),
        distance_km=distance,
    )
    state.rides = dict(enumerate(sorted([*state.rides.values(), ride], key=lambda r: r.time_stamp)))
    return ride


def near_home(d: Draft) -> dict[str, list[str]]:
    """Addresses in the user's city other than the user's own, each with the full names of those who live there."""
    found: dict[str, list[str]] = {}
    for card in sorted(d.contacts, key=lambda c: c.full_name):
        if card.city_living == d.me.city_living and card.address and card.address != d.me.address:
            found.setdefault(card.address, []).append(card.full_name)
    return found
