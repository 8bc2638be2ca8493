"""The history of cab rides."""

from __future__ import annotations

from gaia2_gym.apps.cabs.records import DEFAULT_SERVICES, CabsState, Ride
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.draw import Draw

RIDES = {"pocket": 8, "small": 15, "full": 30}
_SPEED = 50.0
"""Kilometres an hour, as the app reckons."""


def make_rides(cast: Cast, places: list[str], now: float, size: str, draw: Draw) -> tuple[CabsState, list[Happening]]:
    """Rides between addresses of the user's city, and the same as things to speak of.

    Args:
        cast: Whose addresses.
        places: Further places of the city.
        now: Unix seconds; rides lie before.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    city = cast.user.contact.city_living
    addresses = [p.contact.address or "" for p in cast.people if p.contact.city_living == city]
    home = cast.user.contact.address or ""
    stops = [home, cast.persona.workplace, *draw.sample([*addresses, *places], 6)]
    rides, happenings = [], []
    for time in sorted(now - draw.uniform(0.3, 60) * 86400 for _ in range(RIDES[size])):
        start, end = draw.sample(stops, 2)
        service = draw.weighted({"Default": 5, "Premium": 2, "Van": 1})
        distance = round(draw.uniform(2, 20), 2)
        price = round(distance * DEFAULT_SERVICES[service].price_per_km, 2)
        minutes = round(distance / _SPEED * 60 + draw.uniform(0, 10), 1)
        status = "CANCELLED" if draw.chance(0.12) else "COMPLETED"
        ride = Ride(
            ride_id=draw.id(),
            status=status,
            service_type=service,
            start_location=start,
            end_location=end,
            price=price,
            duration=minutes,
            time_stamp=time // 1,
            distance_km=distance,
        )
        rides.append(ride)
        if status == "COMPLETED":
            happenings.append(Happening("ride", f"{start} to {end}", ride.time_stamp, ride.time_stamp, (), end, ride.ride_id, price))
    return CabsState(rides=dict(enumerate(rides))), happenings
