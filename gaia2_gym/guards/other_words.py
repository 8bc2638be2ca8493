"""Free texts that say something else: one fact changed, where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_NUMBER = re.compile(r"(?<![\w@.,/:+-])\d+(?![\w@]|[.,/:-]\d)")
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])")
_ADDRESS = re.compile(r"\b([\w.+-]+)@(?=\w)")
_VERB = re.compile(r"\b(is|are|was|were|will|can|have|has|does|do|would)\b(?! not\b|n't)", re.IGNORECASE)


def other_words(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The text with a number, a time, a day, a month, an email address, a name or a negation changed: what was done, and the new text.

    Args:
        text: The oracle's text.
        names: Full names of people on the phone.
    """
    changed = {
        "number": _NUMBER.sub(lambda m: str(int(m.group()) + 1).zfill(len(m.group())), text, count=1),
        "time": _CLOCK.sub(lambda m: f"{(int(m.group(1)) + 1) % 24:0{len(m.group(1))}}:{m.group(2)}", text, count=1),
        "day": _of(_DAYS, text),
        "month": _of(_MONTHS, text, short=True),
        "address": _ADDRESS.sub(r"\1x@", text, count=1),
        "name": _other_name(text, names),
        "negation": _negated(text),
    }
    yield from ((what, new) for what, new in changed.items() if new != text)


def _of(words: Sequence[str], text: str, short: bool = False) -> str:
    """The first of some words exchanged for the next in their order; of short forms only those beside a number."""
    known = {word: words[(n + 1) % len(words)] for n, word in enumerate(words)}
    new = re.sub(rf"\b({'|'.join(known)})\b", lambda m: known[m.group(1)], text, count=1)
    if new == text and short:
        known = {word[:3]: after[:3] for word, after in known.items()}
        new = re.sub(rf"\b({'|'.join(known)})(?=\.? ?\d)", lambda m: known[m.group(1)], text, count=1)
    return new


def _other_name(text: str, names: Sequence[str]) -> str:
    """The first known name in the text exchanged for another; a full name for a full name, a first name for a first name."""
    for known in (list(dict.fromkeys(names)), list(dict.fromkeys(name.split(" ")[0] for name in names))):
        found = [(m.start(), name) for name in known if len(name) > 2 and (m := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))]
        if found:
            name = min(found)[1]
            others = [k for k in known if len(k) > 2 and k not in text and not set(k.lower().split()) & set(name.lower().split())]
            return text.replace(name, others[0]) if others else text
    return text


def _negated(text: str) -> str:
    """The first statement turned into its opposite; questions are left alone."""
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        if sentence.endswith("?"):
            continue
        if "cannot " in sentence:
            new = sentence.replace("cannot ", "can ", 1)
        elif " not " in sentence:
            new = sentence.replace(" not ", " ", 1)
        else:
            new = _VERB.sub(lambda m: f"{m.group(1)} not", sentence, count=1)
        if new != sentence:
            return text.replace(sentence, new, 1)
    return text
