"""Texts made comparable: accents folded, typographic signs unified, lower case of the same length."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SIGNS = {
    **dict.fromkeys("\u2018\u2019\u201a\u02bc\u0060\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u2022\u25cf\u25aa\u00b7\u2023", "*"),
    "\u2026": "...",
    "\u00df": "ss",
    "\u1e9e": "SS",
    "\u00e6": "ae",
    "\u00c6": "Ae",
    "\u0153": "oe",
    "\u0152": "Oe",
    "\u00f8": "o",
    "\u00d8": "O",
    "\u0142": "l",
    "\u0141": "L",
    "\u0111": "d",
    "\u0110": "D",
    "\u0131": "i",
    "\u00f0": "d",
    "\u00fe": "th",
}
_TABLE = str.maketrans(_SIGNS)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_BLANKS = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n\s*")


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    r"""The text with accents folded and quotes, dashes and blanks in one form; case and line breaks stay.

    >>> clean("Élodie’s  Straße –\n\n Łódź")
    "Elodie's Strasse -\nLodz"
    """
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.translate(_TABLE))
        text = "".join(c for c in decomposed if not unicodedata.combining(c))
    text = _CONTROL.sub(" ", text.replace("\r", "\n").replace("\t", " "))
    return _BREAKS.sub("\n", _BLANKS.sub(" ", text)).strip()


def lower(text: str) -> str:
    """Lower case that never changes the length, so that positions stay valid."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(small if len(small := c.lower()) == 1 else c for c in text)


def fold(text: str) -> str:
    """A text as a key: cleaned, lower case, only letters and digits, one blank between words.

    >>> fold("  The Salt-Orchard! ")
    'the salt orchard'
    """
    return " ".join(re.findall(r"\w+", lower(clean(text))))
