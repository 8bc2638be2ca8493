"""The history of cab rides."""

from __future__ import annotations

from collections.abc import Sequence

from gaia2_gym.apps.cabs.records import DEFAULT_SERVICES, CabsState, Ride
from gaia2_gym.apps.calendar import DAY, HOUR
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.draw import Draw

RIDES = {"pocket": 8, "small": 15, "full": 30}
_SPEED = 50.0
"""Kilometres an hour, as the app reckons."""
_TO_HAPPENINGS = 0.5
"""Share of rides to something in the calendar."""


def make_rides(cast: Cast, happenings: Sequence[Happening], now: float, size: str, draw: Draw) -> tuple[CabsState, list[Happening]]:
    """Rides within the user's city, and the same as things to speak of.

    Args:
        cast: Whose addresses.
        happenings: What is in the calendar; some rides lead there, from home, in time.
        now: Unix seconds; rides lie before, no two on a day.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    home = cast.user.contact
    near = dict.fromkeys(p.contact.address or "" for p in cast.people if p.contact.city_living == home.city_living)
    near.pop(home.address or "", None)  # of those who live with the user
    stops = [home.address or "", cast.persona.workplace, *draw.sample(near, 6)]
    outings = [h for h in happenings if h.kind in ("social", "appointment") and h.place not in ("", home.address) and now - 60 * DAY < h.time < now]
    n_outings = round(RIDES[size] * _TO_HAPPENINGS)
    trips = {h.time // DAY: (h.time - draw.integer(20, 50) * 60, home.address or "", h.place) for h in draw.sample(outings, n_outings)}
    for day in draw.sample((int(now // DAY) - n for n in range(1, 60)), RIDES[size]):
        if len(trips) < RIDES[size]:
            start, end = draw.sample(stops, 2)
            trips.setdefault(day, (day * DAY + draw.uniform(7, 22) * HOUR, start, end))
    rides = [_ride(draw, *trips[day]) for day in sorted(trips)]
    told = [
        Happening("ride", f"{r.start_location} to {r.end_location}", r.time_stamp, r.time_stamp, (), r.end_location, r.ride_id, r.price)
        for r in rides
    ]
    return CabsState(rides=dict(enumerate(rides))), [h for h, r in zip(told, rides, strict=True) if r.status == "COMPLETED"]


def _ride(draw: Draw, time: float, start: str, end: str) -> Ride:
    service = draw.weighted({"Default": 5, "Premium": 2, "Van": 1})
    distance = round(draw.uniform(2, 20), 2)
    return Ride(
        ride_id=draw.id(),
        status="CANCELLED" if draw.chance(0.12) else "COMPLETED",
        service_type=service,
        start_location=start,
        end_location=end,
        price=round(distance * DEFAULT_SERVICES[service].price_per_km, 2),
        duration=round(distance / _SPEED * 60 + draw.uniform(0, 10), 1),
        time_stamp=time // 1,
        distance_km=distance,
    )
