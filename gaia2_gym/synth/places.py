"""Flats for rent, and the crime rates of their neighbourhoods."""

from __future__ import annotations

from dataclasses import replace

from gaia2_gym.apps.apartments import Apartment, ApartmentsState
from gaia2_gym.apps.city import CityState, CrimeRate
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.locales import Locale, locales

FLATS = {"pocket": 16, "small": 36, "full": 120}
_SAVED = {"pocket": 2, "small": 4, "full": 8}
_ADJECTIVES = (
    "Sunny",
    "Quiet",
    "Bright",
    "Cosy",
    "Spacious",
    "Old Town",
    "Riverside",
    "Garden",
    "Rooftop",
    "Corner",
    "Canal",
    "Parkside",
    "Harbour",
    "Modern",
)
_NOUNS = ("Loft", "Nest", "Retreat", "Flat", "Studio", "Residence", "Maisonette", "Hideaway", "Suite", "Terrace", "Den", "Haven")
_TYPES = ("Apartment", "Condo", "House", "Studio")
_AMENITIES = ("Gym", "Laundry", "Parking", "Balcony", "Elevator", "Garden", "Pool", "Storage", "Bike room", "Dishwasher")
_FURNISHED = ("Furnished", "Unfurnished", "Semi-furnished")
_FLOORS = ("Ground floor", "Upper floors", "Penthouse", "Basement")
_PETS = ("Pets allowed", "No pets", "Cats allowed")
_LEASES = ("6 months", "1 year", "Long term lease", "Month-to-month")


def make_flats(cast: Cast, size: str, draw: Draw) -> ApartmentsState:
    """Flats in the user's city, some in others.

    Args:
        cast: Whose cities.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    by_country = {locale.country: locale for locale in locales()}
    home = cast.user.contact
    others = sorted({(p.contact.country or "", p.contact.city_living or "") for p in cast.people} - {(home.country or "", home.city_living or "")})
    others = draw.sample(others, 3)
    level = {city: draw.uniform(0.7, 1.5) for _, city in [(home.country, home.city_living), *others]}
    names: set[str] = set()
    flats = []
    for _ in range(FLATS[size]):
        country, city = (home.country or "", home.city_living or "") if draw.chance(0.65) else draw.pick(others)
        flats.append(_flat(draw, by_country[country], city, level[city], names))
    saved = [f.apartment_id for f in draw.sample(flats, _SAVED[size])]
    return ApartmentsState({f.apartment_id: replace(f, saved=True) if f.apartment_id in saved else f for f in flats}, tuple(saved))


def _flat(draw: Draw, locale: Locale, city: str, level: float, names: set[str]) -> Apartment:
    kind = draw.weighted({"Apartment": 5, "Condo": 2, "House": 1, "Studio": 2})
    bedrooms = 1 if kind == "Studio" else draw.integer(1, 4) + (kind == "House")
    footage = 180 + 240 * bedrooms + draw.integer(0, 24) * 10
    name = next(n for n in iter(lambda: f"{draw.pick(_ADJECTIVES)} {draw.pick(_NOUNS)} {draw.integer(2, 99)}", "") if n not in names)
    names.add(name)
    return Apartment(
        name=name,
        location=f"{locale.street_address(draw)}, {city}",
        zip_code=locale.zip_code(city, draw),
        price=float(round(level * (380 + 0.9 * footage) * draw.uniform(0.8, 1.25) / 10) * 10),
        bedrooms=bedrooms,
        bathrooms=max(1, bedrooms - draw.integer(0, 2)),
        property_type=kind,
        square_footage=footage,
        furnished_status=draw.pick(_FURNISHED),
        floor_level="Ground floor" if kind == "House" else draw.pick(_FLOORS),
        pet_policy=draw.pick(_PETS),
        lease_term=draw.pick(_LEASES),
        apartment_id=draw.id(),
        amenities=tuple(sorted(draw.sample(_AMENITIES, draw.integer(1, 5)))),
    )


def make_city(cast: Cast, flats: ApartmentsState, draw: Draw) -> CityState:
    """Crime rates, 1 to 100, for the postal codes of all flats and people."""
    cities = {p.contact.city_living for p in (cast.user, *cast.people)}
    codes = [f.zip_code for f in flats.apartments.values()]
    for person in (cast.user, *cast.people):
        city = person.contact.city_living or ""
        tail = (person.contact.address or "").rpartition(", ")[2]
        if city in cities and tail.endswith(f" {city}"):
            codes.append(tail.removesuffix(f" {city}"))
    return CityState({code: CrimeRate(round(draw.uniform(1, 100), 1), round(draw.uniform(1, 100), 1)) for code in dict.fromkeys(codes)})


def viewings(flats: ApartmentsState, now: float, draw: Draw) -> list[Happening]:
    """Viewings of saved flats that are to come."""
    found = []
    for flat_id in flats.saved_apartments:
        flat = flats.apartments[flat_id]
        time = now - now % 86400 + draw.integer(1, 6) * 86400 + draw.integer(9, 17) * 3600
        found.append(Happening("viewing", flat.name, time, now - draw.uniform(0.5, 5) * 86400, (), flat.location, flat_id, flat.price))
    return found
