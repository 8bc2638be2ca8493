"""Names, addresses and phone numbers by country."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from gaia2_gym.synth.draw import Draw

_TRANSLITERATED = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae", "ı": "i", "đ": "d", "å": "a", "Å": "A"})


@dataclass(frozen=True, slots=True)
class Locale:
    """A country.

    Args:
        country: Its name.
        nationality: Of its people.
        code: Dialling code.
        phone: Form of a number behind it; # is a digit.
        zip: Form of a postal code behind the city's beginning; # is a digit, A a letter.
        address: How street and number are written.
        cities: City -> beginning of its postal codes.
        female: First names.
        male: First names.
        last: Last names.
        streets: Streets.
    """

    country: str
    nationality: str
    code: str
    phone: str
    zip: str
    address: str
    cities: dict[str, str]
    female: tuple[str, ...]
    male: tuple[str, ...]
    last: tuple[str, ...]
    streets: tuple[str, ...]

    def phone_number(self, draw: Draw) -> str:
        """A mobile number."""
        return f"{self.code} {_filled(self.phone, draw)}"

    def zip_code(self, city: str, draw: Draw) -> str:
        """A postal code of a city."""
        return self.cities[city] + _filled(self.zip, draw)

    def street_address(self, draw: Draw) -> str:
        """Street and number."""
        return self.address.format(n=draw.integer(1, 140), street=draw.pick(self.streets))


@cache
def locales() -> tuple[Locale, ...]:
    """All countries."""
    rows: list[dict[str, Any]] = orjson.loads((files("gaia2_gym") / "data" / "synth" / "locales.json").read_bytes())
    lists = ("female", "male", "last", "streets")
    return tuple(Locale(**{**row, **{name: tuple(row[name]) for name in lists}}) for row in rows)


def ascii_letters(text: str) -> str:
    """A name in lower-case ASCII letters, for an address.

    >>> ascii_letters("Łukasz Müller-Ñandú")
    'lukaszmullernandu'
    """
    plain = unicodedata.normalize("NFKD", text.translate(_TRANSLITERATED)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z]", "", plain.lower())


def _filled(form: str, draw: Draw) -> str:
    letters = "ABDEFGHJLNPQRSTUWXYZ"
    return "".join(str(draw.integer(0, 9)) if c == "#" else draw.pick(letters) if c == "A" else c for c in form)
