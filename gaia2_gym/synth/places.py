"""Flats for rent, and the crime rates of their neighbourhoods."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gaia2_gym.apps.apartments import Apartment, ApartmentsState
from gaia2_gym.apps.calendar import DAY, HOUR
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
_AMENITIES = ("Gym", "Laundry", "Parking", "Balcony", "Elevator", "Garden", "Pool", "Storage", "Bike room", "Dishwasher")
_FURNISHED = {"Furnished": 1.15, "Unfurnished": 1.0, "Semi-furnished": 1.07}
"""And what it does to the rent."""
_FLOORS = {"Ground floor": 3.0, "Upper floors": 5.0, "Penthouse": 1.0, "Basement": 1.0}
_PETS = ("Pets allowed", "No pets", "Cats allowed", "Dogs allowed")
_LEASES = ("6 months", "1 year", "Long term lease", "Month-to-month")


def make_flats(cast: Cast, size: str, draw: Draw) -> ApartmentsState:
    """Flats in the user's city and in three other cities of the cast.

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
    """A listing whose rent follows from the city, the area, the furniture, the floor and the amenities, give or take a tenth."""
    kind = draw.weighted({"Apartment": 5, "Condo": 2, "House": 1, "Studio": 2})
    bedrooms = 1 if kind == "Studio" else draw.integer(1, 4) + (kind == "House")
    footage = 180 + 240 * bedrooms + draw.integer(0, 24) * 10
    name = next(n for n in iter(lambda: f"{draw.pick(_ADJECTIVES)} {draw.pick(_NOUNS)} {draw.integer(2, 99)}", "") if n not in names)
    names.add(name)
    furnished, floor = draw.pick(tuple(_FURNISHED)), "Ground floor" if kind == "House" else draw.weighted(_FLOORS)
    amenities = tuple(sorted(draw.sample(_AMENITIES, draw.integer(1, 5))))
    fine = _FURNISHED[furnished] * (1.3 if floor == "Penthouse" else 0.8 if floor == "Basement" else 1.0) * (1 + 0.02 * len(amenities))
    return Apartment(
        name=name,
        location=f"{locale.street_address(draw)}, {city}",
        zip_code=locale.zip_code(city, draw),
        price=float(round(level * (330 + 0.85 * footage) * fine * draw.uniform(0.9, 1.1) / 10) * 10),
        bedrooms=bedrooms,
        bathrooms=max(1, bedrooms - draw.integer(0, 2)),
        property_type=kind,
        square_footage=footage,
        furnished_status=furnished,
        floor_level=floor,
        pet_policy=draw.pick(_PETS),
        lease_term=draw.pick(_LEASES),
        apartment_id=draw.id(),
        amenities=amenities,
    )


def make_city(cast: Cast, flats: ApartmentsState, draw: Draw) -> CityState:
    """Crime rates, 1 to 100, for the postal codes of all flats, of everyone's home and of the user's workplace."""
    everyone = (cast.user, *cast.people)
    cities = {p.contact.city_living or "" for p in everyone}
    codes = [f.zip_code for f in flats.apartments.values()]
    codes += [code for address in (cast.persona.workplace, *(p.contact.address or "" for p in everyone)) if (code := zip_of(address, cities))]
    return CityState({code: CrimeRate(round(draw.uniform(1, 100), 1), round(draw.uniform(1, 100), 1)) for code in dict.fromkeys(codes)})


def zip_of(address: str, cities: Collection[str]) -> str:
    """The postal code in an address that ends in code and city; empty where there is none.

    >>> zip_of("4 Mill Lane, SE19 4BY London", {"London"})
    'SE19 4BY'
    """
    end = address.rpartition(", ")[2]
    return next((end.removesuffix(f" {city}") for city in sorted(cities) if end.endswith(f" {city}")), "")


def viewings(cast: Cast, flats: ApartmentsState, now: float, draw: Draw) -> list[Happening]:
    """Viewings of saved flats in the user's city: some over, most to come."""
    found = []
    for flat_id in flats.saved_apartments:
        flat = flats.apartments[flat_id]
        if flat.location.endswith(f", {cast.user.contact.city_living}"):
            days = draw.pick((-5, -3, 1, 2, 3, 4, 5, 6))
            time = now - now % DAY + days * DAY + draw.integer(9, 17) * HOUR
            known = min(now, time) - draw.uniform(0.5, 5) * DAY
            found.append(Happening("viewing", flat.name, time, known, (), flat.location, flat_id, flat.price))
    return found
