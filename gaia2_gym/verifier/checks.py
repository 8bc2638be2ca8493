"""Hard checks: how a rigid argument is compared. They never raise, whatever the values are.

Rules of the reference (specification of the verifier, table of hard checks), with the extensions named there.
"""

from __future__ import annotations

import posixpath
import re
import string
import unicodedata
from collections.abc import Callable, Collection
from datetime import datetime
from functools import lru_cache
from typing import Any

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_DATE_FORMATS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M")


@lru_cache(maxsize=8192)
def normalise(text: str) -> str:
    """Lower case, accents and ASCII punctuation removed, outer blanks stripped.

    >>> normalise("  Élodie, Dr. ")
    'elodie dr'
    """
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn").translate(_PUNCTUATION).strip()


@lru_cache(maxsize=8192)
def normalise_content(text: str) -> str:
    """As `normalise`, but what a number or an address is made of stays: signs, decimal points, `@`, `:` and `/` inside a token.

    So do dashes between digits and the dots of an email address. Thousands separators do not count.
    The reference drops them all, so that "5.5" equals "55" there.

    >>> normalise_content("It costs 1,000.50 EUR.") == normalise_content("it costs 1000.50 eur")
    True
    >>> normalise_content("5.5") == normalise_content("55")
    False
    """
    decomposed = unicodedata.normalize("NFD", text.lower())
    plain = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    return _BLANKS_AROUND.sub("", " ".join(_token(t) for t in plain.split(" ")))


_BLANKS_AROUND = re.compile(r"^\s+|\s+$")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_KEPT_INSIDE = re.compile(r"(?<=\w)[@:/](?=\w)|(?<=\d)[-.](?=\d)|(?<!\w)[-+](?=[\d.])|(?<![\w.])\.(?=\d)")
_DOT_IN_ADDRESS = re.compile(r"(?<=\w)\.(?=\w)")


def _token(token: str) -> str:
    token = _THOUSANDS.sub("", token)
    kept = {m.start() for m in _KEPT_INSIDE.finditer(token)}
    if "@" in token:
        kept |= {m.start() for m in _DOT_IN_ADDRESS.finditer(token)}
    return "".join(c for i, c in enumerate(token) if i in kept or c not in string.punctuation)


def eq(got: Any, wanted: Any) -> bool:
    """Equal values; a boolean is not a number."""
    return isinstance(got, bool) == isinstance(wanted, bool) and bool(got == wanted)


def unordered(got: Any, wanted: Any) -> bool:
    """Equal as sets; null equals empty."""
    return bool(_as_set(got) == _as_set(wanted))


def path(got: Any, wanted: Any) -> bool:
    """Equal paths once normalised, a leading slash aside; null only equals null."""
    return _both(got, wanted, _path)


def unordered_paths(got: Any, wanted: Any) -> bool:
    """Equal as sets of normalised paths; null equals empty."""
    return bool(_as_set(got, _path) == _as_set(wanted, _path))


def folder(got: Any, wanted: Any) -> bool:
    """Equal folder names, in any case (the reference compares case, though its tools take any)."""
    return _both(got, wanted, lambda text: text.strip().upper())


def date_time(got: Any, wanted: Any) -> bool:
    """The same moment, in any of the usual forms; what is no time equals nothing; null only equals null."""
    if got is None or wanted is None:
        return got is None and wanted is None
    a, b = _moment(got), _moment(wanted)
    return a is not None and a == b


def phone(got: Any, wanted: Any) -> bool:
    """Equal digits; null only equals null."""
    return _both(got, wanted, lambda text: "".join(c for c in text if c.isdigit()))


def stripped(got: Any, wanted: Any) -> bool:
    """Equal texts, outer blanks aside; null and empty are the same."""
    a, b = "" if got is None else got, "" if wanted is None else wanted
    return a.strip() == b.strip() if isinstance(a, str) and isinstance(b, str) else eq(a, b)


def attendees(got: Any, wanted: Any, user_names: Collection[str] = (), *, strict: bool = False) -> bool:
    """Equal as sets of normalised names, the user's own aside.

    Args:
        got: The agent's list.
        wanted: The oracle's list; one that is empty or holds only the user accepts anything, unless `strict`: then it admits only the user.
        user_names: Normalised names of the user.
        strict: See `wanted`.
    """
    expected = {n for n in _names(wanted) if n not in user_names}
    given = {n for n in _names(got) if n not in user_names}
    return given == expected if expected or strict else True


def _both(got: Any, wanted: Any, form: Callable[[str], Any]) -> bool:
    if got is None or wanted is None:
        return got is None and wanted is None
    if not isinstance(got, str) or not isinstance(wanted, str):
        return eq(got, wanted)
    return bool(form(got) == form(wanted))


def _path(value: str) -> str:
    return posixpath.normpath(value).lstrip("/") if value else ""


def _as_set(value: Any, form: Callable[[str], str] | None = None) -> Any:
    if value is None:
        return frozenset()
    if not isinstance(value, list | tuple):
        return ("not a list", repr(value))
    return frozenset(form(v) if form and isinstance(v, str) else v if isinstance(v, str) else repr(v) for v in value)


def _names(value: Any) -> list[str]:
    return [normalise(v) for v in value if isinstance(v, str)] if isinstance(value, list | tuple) else []


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    text = value.strip().removesuffix("Z")
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": eq,
    "unordered": unordered,
    "path": path,
    "unordered_paths": unordered_paths,
    "folder": folder,
    "datetime": date_time,
    "phone": phone,
    "stripped": stripped,
    "attendees": attendees,
}
"""Check name (as written beside the tools) -> function of (agent's value, oracle's value)."""
