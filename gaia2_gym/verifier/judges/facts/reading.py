"""Reading a text: its facts, each kind taking its part, then the words that are left."""

from __future__ import annotations

from functools import lru_cache

from gaia2_gym.verifier.judges.facts.dates import read_dates, weekdays_that_repeat_dates
from gaia2_gym.verifier.judges.facts.durations import read_durations
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.identifiers import read_addresses, read_codes, read_ids
from gaia2_gym.verifier.judges.facts.languages import language
from gaia2_gym.verifier.judges.facts.names import Index, index_of, read_names
from gaia2_gym.verifier.judges.facts.places import read_countries
from gaia2_gym.verifier.judges.facts.polarity import without_idioms
from gaia2_gym.verifier.judges.facts.quantities import read_amounts, read_numbers
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.spelling import figures
from gaia2_gym.verifier.judges.facts.syntax import sheet_of
from gaia2_gym.verifier.judges.facts.text import clean, lower
from gaia2_gym.verifier.judges.facts.times import read_bare_times, read_times


def read(text: str, today: int = 0, names: tuple[str, ...] = (), user: str = "", hint: str = "en", *, title: bool = False) -> Sheet:
    """Everything a text states.

    Args:
        text: The text.
        today: Ordinal of the day that date words refer to; 0 if unknown.
        names: The user's contacts.
        user: The user's full name.
        hint: Language to assume where the text does not tell.
        title: Whether it is a title, in which capitals mean nothing.
    """
    return _read(text, today, index_of(names, user), hint, title)


@lru_cache(maxsize=8192)
def _read(text: str, today: int, index: Index, hint: str, title: bool) -> Sheet:
    raw = clean(text)
    low = lower(raw)
    lang = language(low, hint)
    plain = figures(without_idioms(raw), lang)
    scan = Scan(plain, low if plain == raw else lower(plain), today, lang, title=title)
    read_addresses(scan)
    read_dates(scan)
    read_ids(scan)
    read_times(scan)
    read_durations(scan)
    read_amounts(scan)
    read_bare_times(scan)
    read_names(scan, index)
    read_countries(scan)
    read_codes(scan)
    read_numbers(scan)
    facts = sorted(weekdays_that_repeat_dates(scan.facts), key=lambda f: (f.start, f.end))
    return sheet_of(scan, facts, title=title)
