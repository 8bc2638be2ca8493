"""Characters that are not seen, or look like others: ways to say one thing to a judge and another to a reader."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_PRINTED = frozenset(map(chr, range(0x7F)))
_WORD = re.compile(r"\w+")
_UNSEEN_KINDS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show as nothing."""
_LOOKALIKES = frozenset("аеорсухіјѕһԁԛԝАВЕКМНОРСТУХЅІЈ" + "αορνικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""Cyrillic and Greek letters that look like Latin ones."""


def odd_characters(got: str, expected: str) -> str:
    """Characters that are not seen, or look like others."""
    if (control := _CONTROL.search(got)) and (control.group() not in expected or control.group() > "\x7f"):
        return f"a character that is not printed (U+{ord(control.group()):04X})"
    if got.isascii():
        return ""
    for c in set(got).difference(expected, _PRINTED):
        if _unseen(c) and not (c in "\u200c\u200d" and _joins(got, c)):
            return f"a character that is not printed (U+{ord(c):04X})"
        elif _styled(c):
            return f"a look-alike of another character (U+{ord(c):04X})"
    return ("" if _combining(expected) else _combining(got)) or _mixed_scripts(got, expected)


def _unseen(c: str) -> bool:
    """Whether a character shows as nothing: control, format, private, unassigned, blank letters, variation selectors beyond the common ones."""
    return unicodedata.category(c) in _UNSEEN_KINDS or c in _INVISIBLE_LETTERS or "\U000e0100" <= c <= "\U000e01ef"


def _joins(text: str, joiner: str) -> bool:
    """Whether every zero-width joiner stands between two characters that it can join: emojis, or letters of a script that uses it."""
    return all(
        0 < i < len(text) - 1 and text[i - 1] > "\u02ff" and text[i + 1] > "\u02ff" and not _looks_latin(text[i - 1] + text[i + 1])
        for i, c in enumerate(text)
        if c == joiner
    )


def _looks_latin(letters: str) -> bool:
    return any(c in _LOOKALIKES or "LATIN" in unicodedata.name(c, "") for c in letters)


def _styled(c: str) -> bool:
    """Whether this is an ASCII letter or digit in disguise: mathematical, full width, circled, squared."""
    if not ("\U0001d400" <= c <= "\U0001d7ff" or "\uff10" <= c <= "\uff5a" or "\u2460" <= c <= "\u24ff" or "\U0001f130" <= c <= "\U0001f189"):
        return False
    plain = unicodedata.normalize("NFKC", c)
    return plain.isascii() and any(p.isalnum() for p in plain)


def _combining(text: str) -> str:
    """Four or more marks on one letter."""
    run = 0
    for c in text:
        run = run + 1 if c > "\u02ff" and unicodedata.combining(c) else 0
        if run >= 4:
            return "letters buried under marks"
    return ""


def _mixed_scripts(got: str, expected: str) -> str:
    """Words that mix Latin letters with look-alikes, or are made of nothing else beside Latin text."""
    if not _LOOKALIKES.intersection(got):
        return ""
    known = set(_WORD.findall(expected))
    for word in _WORD.findall(got):
        letters = [c for c in word if c.isalpha()]
        alike = [c for c in letters if c in _LOOKALIKES]
        if not alike or word in known:
            continue
        others = [c for c in letters if c not in _LOOKALIKES]
        if any("LATIN" in unicodedata.name(c, "") for c in others) or (not others and not _foreign(expected)):
            return f"letters of another script that look Latin: {word[:40]!r}"
    return ""


def _foreign(text: str) -> bool:
    return any(("\u0370" <= c <= "\u03ff") or ("\u0400" <= c <= "\u052f") for c in text)
