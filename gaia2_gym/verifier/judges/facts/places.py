"""Places: countries and their people, and addresses compared as people read them."""

from __future__ import annotations

import re
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.text import clean, lower
from gaia2_gym.verifier.judges.facts.vocabulary import lines, spaced

_COUNTRIES = {n.replace("-", " "): line.split()[0] for line in lines("countries") for n in spaced(line)}
_COUNTRY = re.compile(r"\b(?:" + "|".join(re.escape(n) for n in sorted(_COUNTRIES, key=len, reverse=True)) + r")\b")
_COUNTRY_TOKENS = frozenset(part for name in _COUNTRIES for part in re.findall(r"[a-z]+", name))
_REGIONS = frozenset(spaced("oregon california texas florida washington ohio georgia bavaria catalonia tuscany"))

_PLAIN = {other: word for word, _, others in (line.partition(":") for line in lines("places")) for other in spaced(others)}
"""Abbreviation or foreign word -> the word."""
_IGNORED = frozenset(
    spaced(
        "the a an at in on of and de da do del di das dos la le el no nr m train railway central online via near ulica residence apartment "
        "flat suite unit floor zip code call meeting"
    )
)
_OPTIONAL = frozenset(spaced("street road avenue station airport restaurant building hotel venue address location place"))
_HOME = re.compile(
    r"(?:at |from |to )?(?:(?:my|the user's|user's|our|his|her|[a-z]+(?: [a-z]+)?'s) )?(?:home|house|place|residence|apartment|"
    r"flat)(?: address)?|casa|chez moi|zuhause|dom|w domu|home"
)
_POSSESSIVE_HOME = re.compile(r"(?P<who>[a-z]+(?: [a-z]+)*)'s? (?:home|house|place|residence|apartment|flat)")
_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def read_countries(scan: Scan) -> None:
    """Take countries and nationalities, capitalised ones only."""
    if scan.tokens.isdisjoint(_COUNTRY_TOKENS):
        return
    scan.each(
        _COUNTRY,
        lambda m: (
            scan.fact("country", _COUNTRIES[m[0]], m)
            if scan.text[m.start()].isupper() and (m[0] not in ("us", "uk") or scan.text[m.end() - 1].isupper())
            else None
        ),
    )


def country(text: str) -> str:
    """The country a short text names, "" if none."""
    return _COUNTRIES.get(lower(clean(text)).strip(". "), "")


@lru_cache(maxsize=4096)
def is_home(text: str, user: str = "") -> bool:
    """Whether a place is the user's home, said so.

    >>> is_home("Maren Oakley's home", "Maren Oakley"), is_home("Home"), is_home("Devon's place", "Priya Raman")
    (True, True, False)
    """
    low = re.sub(r"\s*\([^)]*\)$", "", lower(clean(text))).strip(" .!")
    if (match := _POSSESSIVE_HOME.fullmatch(low)) and match["who"] not in ("user", "the user"):
        return bool(set(match["who"].split()) & set(lower(clean(user)).split()))
    return bool(_HOME.fullmatch(low))


@lru_cache(maxsize=8192)
def pieces(text: str) -> tuple[str, ...]:
    """The parts of an address, abbreviations written out."""
    found = []
    for token in _PIECE.findall(lower(clean(text)).replace("'s", "")):
        plain = re.sub(r"^(\d+)(?:st|nd|rd|th)$", r"\1", token)
        for part in re.findall(r"\d+[a-z]?|[^\d]+|\d", _PLAIN.get(plain, plain)):
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=4096)
def same_place(expected: str, got: str) -> str:
    """Why two places are not the same; "" if they may be.

    What the agent leaves out may be a post code, a city, a country, a flat; never the street, its number or all of the name. It may add the city or
    the country, but no other number.

    >>> same_place("ul. Krucza 14/3, 00-548 Warszawa", "Krucza 14/3, Warszawa")
    ''
    >>> same_place("14 Fernbank Terrace, Bristol", "41 Fernbank Terrace, Bristol")
    'it has 41, expected was 14'
    """
    wanted, given = pieces(expected), pieces(got)
    if not given:
        return "no place given"
    if re.search(r"\bor\b(?! \d{5})", lower(clean(got))) and not re.search(r"\bor\b", lower(clean(expected))):
        return "it names alternatives"
    want_numbers, give_numbers = [p for p in wanted if p[0].isdigit()], [p for p in given if p[0].isdigit()]
    if extra := [n for n in give_numbers if n not in want_numbers]:
        return f"it has {' '.join(extra)}, expected was {' '.join(want_numbers) or 'no number'}"
    head = pieces(re.split(r"[,(]| - ", expected)[0])
    main = [n for n in want_numbers if n in head] or [n for n in want_numbers[:1] if len(n) < 4]
    if missing := [n for n in main if n not in give_numbers]:
        return f"it lacks {' '.join(missing)}"
    want_words = [p for p in wanted if not p[0].isdigit() and p not in _IGNORED]
    give_words = [p for p in given if not p[0].isdigit() and p not in _IGNORED]
    if (street := _street_of(expected)) and all(_has(given, p) for p in street):
        head = street
    head_words = [p for p in head if not p[0].isdigit() and p not in _IGNORED] or want_words
    lacking = [w for w in head_words if not _has(given, w)]
    surplus = [w for w in give_words if not _has(wanted, w)]
    named = [w for w in lacking if w not in _OPTIONAL]
    kept = len(head_words) - len(lacking)
    if lacking and (not kept or (kept < 2 and not main and not named and not set(lacking) & _IGNORED and len(head_words) > 1)):
        return f"it lacks {' '.join(lacking)}"
    if named and (surplus or len(named) * 2 >= len(head_words)):
        return f"it lacks {' '.join(lacking)}"
    if lacking and [w for w in surplus if w in _OPTIONAL or w in _STREETS]:
        return f"it says {' '.join(surplus)} instead of {' '.join(lacking)}"
    tail_lacking = [w for w in want_words if w not in head_words and not _has(given, w)]
    if tail_lacking and [w for w in surplus if w not in _REGIONS and w not in _COUNTRIES and w not in _OPTIONAL]:
        return f"it says {' '.join(surplus)} instead of {' '.join(tail_lacking)}"
    return ""


def _street_of(address: str) -> tuple[str, ...]:
    """The part of an address that gives street and number, if a name stands before it."""
    parts = [pieces(p) for p in address.split(",")[1:3]]
    return next((p for p in parts if any(c[0].isdigit() and len(c) < 5 for c in p) and len(p) > 1 and any(not c[0].isdigit() for c in p)), ())


_STREETS = frozenset(
    spaced(
        "street road avenue lane drive court terrace boulevard square place highway parkway way close rua avenida ulica north south east "
        "west northwest northeast southwest southeast"
    )
)


def _has(parts: tuple[str, ...], word: str) -> bool:
    return word in parts or (len(word) > 4 and any(len(p) > 4 and (p.startswith(word) or word.startswith(p)) for p in parts))
