"""What follows from the facts of a text: how many there are, how long it is between two of them."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from gaia2_gym.verifier.judges.facts.fact import Fact, Sheet

_QUOTES = re.compile(r'"[^"\n]{1,120}"')
_ARTICLE = re.compile(r"\ban? (?!total|lot|few|couple|month|day|week|year)")
_RANGE = re.compile(r" ?(?:-|to|through|until|till) ?#?")


@lru_cache(maxsize=4096)
def derived(sheet: Sheet) -> tuple[Fact, ...]:
    """Weak facts that follow from others: counts of names, days and listed things, lengths of time spans, ends of events."""
    found: list[Fact] = []
    firm = [f for f in sheet.facts if not f.weak]
    if not firm and "\n" not in sheet.low and "," not in sheet.low:
        return ()
    times = [f for f in firm if f.kind == "time"]
    days = [f for f in firm if f.kind == "date" and isinstance(f.value, int)]
    for first, second in pairwise(times):
        for a in first.meanings:
            for b in second.meanings:
                if isinstance(a, int) and isinstance(b, int) and 0 < b - a <= 720:
                    found.append(_weak(float(b - a), first, second))
    for first, second in pairwise(days):
        if isinstance(first.value, int) and isinstance(second.value, int) and 0 < second.value - first.value < 60:
            between = second.value - first.value
            found.append(Fact("measure", float(between), "", first.start, second.end, unit="night", raw=float(between), weak=True))
            found.extend(_weak(float(n * 1440), first, second) for n in (between, between + 1))
    numbers = [f for f in firm if f.kind == "number" and f.raw is not None and f.raw == int(f.raw)]
    for first, second in pairwise(numbers):
        if _RANGE.fullmatch(sheet.low[first.end : second.start]) and 1 < (second.raw or 0) - (first.raw or 0) <= 30:
            inner = range(int(first.raw or 0) + 1, int(second.raw or 0))
            found.extend(Fact("number", float(n), "", first.start, second.end, raw=float(n), weak=True) for n in inner)
    for length in (f for f in firm if f.kind == "duration" and isinstance(f.value, float)):
        for time in times:
            ends = frozenset((m + int(length.value)) % 1440 for m in time.meanings if isinstance(m, int))  # type: ignore[call-overload]  # a float, just checked
            found.append(Fact("time", min(ends), "", time.start, time.end, ends, weak=True))
    people = {f.value for f in firm if f.kind == "name"}
    listed = len({w.clause for w in sheet.words if w.listed})
    bullets = sheet.text.count("\n- ") + sheet.text.count("\n* ")
    counts = {len(people), len({f.value for f in days}), listed + 1, bullets}
    kinds = Counter(f.kind for f in firm)
    counts |= {kinds[kind] for kind in ("money", "code", "email", "phone", "path", "country")}
    counts |= {len(_QUOTES.findall(sheet.text)), _total(sheet, firm)}
    for n in sorted(counts):
        if n >= 2:
            found.append(Fact("number", float(n), "", 0, 0, raw=float(n), weak=True))
    return tuple(found)


def _total(sheet: Sheet, firm: list[Fact]) -> int:
    """How many things are listed by their numbers ("a lamp and two notebooks"), 0 if they are not."""
    numbers = [f.raw for f in firm if f.kind == "number"]
    if not numbers or any(n is None or n != int(n) or n > 50 for n in numbers):
        return 0
    articles = len(_ARTICLE.findall(sheet.low))
    return int(sum(n for n in numbers if n)) + articles if len(numbers) + articles > 1 else 0


def _weak(value: float, first: Fact, second: Fact) -> Fact:
    return Fact("duration", value, "", first.start, second.end, raw=None, weak=True)
