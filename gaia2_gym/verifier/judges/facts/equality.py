"""When two facts say the same."""

from __future__ import annotations

from datetime import date, timedelta

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

_UNIT_WORDS = {"minute": ("m", 1), "hour": ("h", 60), "day": ("d", 1440), "week": ("w", 10080)}


def same(expected: Fact, got: Fact, asked: str = "") -> bool:
    """Whether a fact of the agent's text says what a fact of the oracle's says.

    Args:
        expected: The oracle's.
        got: The agent's.
        asked: The tasks, lower case: what a bare number counts may stand only there.
    """
    if expected.kind == got.kind:
        return _SAME.get(expected.kind, _by_meaning)(expected, got)
    kinds = frozenset((expected.kind, got.kind))
    if kinds not in _MIXED:
        return False
    if kinds == {"number", "ordinal"}:
        return expected.raw == got.raw
    if kinds == {"date", "period"}:
        day, period = (expected, got) if expected.kind == "date" else (got, expected)
        if _is_last_day(day, period):
            return True
        return day.unit.startswith("weekday") and period.value == ("every", int(day.unit[8]))
    if kinds == {"number", "period"}:
        return expected.raw is not None and expected.raw == got.raw and expected.raw >= 1900
    if kinds == {"number", "time"}:
        bare, time = (expected, got) if expected.kind == "number" else (got, expected)
        return bare.unit == "hour" and any(isinstance(m, int) and m % 720 == (bare.raw or 0) % 12 * 60 for m in time.meanings)
    if kinds == {"number", "date"}:
        ratio, day = (expected, got) if expected.kind == "number" else (got, expected)
        return "/" in ratio.unit and _is_day(ratio.unit, day)
    if kinds <= {"number", "money", "percent", "measure", "duration"} and "number" in kinds:
        return bool(asked) and _without_unit(expected, got, asked)
    if kinds == {"code", "number"}:
        return str(expected.text).strip("# ") == str(got.text).strip("# ")
    if kinds == {"code", "measure"} or kinds == {"code", "path"}:
        return expected.text.lower().replace(" ", "") == got.text.lower().replace(" ", "")
    if kinds == {"phone", "number"} or kinds == {"phone", "code"}:
        return "".join(c for c in expected.text if c.isdigit()) == "".join(c for c in got.text if c.isdigit())
    if kinds == {"daypart", "time"}:
        part, time = (expected, got) if expected.kind == "daypart" else (got, expected)
        return any(_in_part(m, str(part.value)) for m in time.meanings)
    return False


_MIXED = frozenset(
    frozenset(pair.split("/"))
    for pair in spaced(
        "number/ordinal date/period number/period number/time number/date number/money number/percent number/measure number/duration "
        "code/number code/measure code/path phone/number phone/code daypart/time"
    )
)
"""Kinds of which one may say what the other says."""


def _by_meaning(a: Fact, b: Fact) -> bool:
    return bool(a.meanings & b.meanings)


def _date(a: Fact, b: Fact) -> bool:
    if a.unit and b.unit:
        if a.unit[8] != b.unit[8]:
            return False
        if {a.unit[10:], b.unit[10:]} == {"this", "next"}:
            return a.value == b.value
    return _by_meaning(a, b)


def _money(a: Fact, b: Fact) -> bool:
    return a.value == b.value and (a.unit == b.unit or ("kr" in (a.unit, b.unit) and {a.unit, b.unit} <= {"kr", "sek", "nok", "dkk"}))


def _measure(a: Fact, b: Fact) -> bool:
    return a.unit == b.unit and isinstance(a.value, float) and isinstance(b.value, float) and abs(a.value - b.value) <= 1e-6 * abs(a.value)


def _phone(a: Fact, b: Fact) -> bool:
    x, y = str(a.value), str(b.value)
    return x == y or (min(len(x), len(y)) >= 9 and (x.endswith(y.lstrip("0")) or y.endswith(x.lstrip("0"))))


def _name(a: Fact, b: Fact) -> bool:
    if not isinstance(a.value, frozenset) or not isinstance(b.value, frozenset):
        return False
    if any(isinstance(v, str) for v in (*a.value, *b.value)):
        return a.value <= b.value or b.value <= a.value
    return bool(a.value & b.value)


def _path(a: Fact, b: Fact) -> bool:
    """A path may be given from a folder further down, never from another folder."""
    x, y = (f.text.lower().strip(" /.,;:").split("/") for f in (a, b))
    n = min(len(x), len(y))
    return x[-n:] == y[-n:]


def _daypart(a: Fact, b: Fact) -> bool:
    return a.value == b.value or {a.value, b.value} == {"evening", "night"}


_SAME = {"date": _date, "money": _money, "measure": _measure, "phone": _phone, "name": _name, "path": _path, "daypart": _daypart}


def _is_last_day(day: Fact, period: Fact) -> bool:
    """Whether a day is the last of a month of which the end is named."""
    return "end of" in period.text.lower() and any(
        isinstance(v, int) and (d := date.fromordinal(v)).month == m[2] and (d + timedelta(1)).day == 1
        for v in day.meanings
        for m in period.meanings
        if isinstance(m, tuple) and m[0] == "month"
    )


def _is_day(ratio: str, day: Fact) -> bool:
    a, b = map(int, ratio.split("/"))
    days = [date.fromordinal(v) for v in day.meanings if isinstance(v, int) and v > 0]
    return any((d.month, d.day) in ((a, b), (b, a)) for d in days)


def _in_part(minute: object, part: str) -> bool:
    low, high = {"morning": (0, 720), "afternoon": (720, 1110), "evening": (1020, 1440), "night": (1080, 1800)}[part]
    return isinstance(minute, int) and low <= minute < high


def _without_unit(expected: Fact, got: Fact, asked: str) -> bool:
    """A bare number against one with a unit: the task says which unit it asked for, if any."""
    bare, full = (expected, got) if expected.kind == "number" else (got, expected)
    if full.kind == "duration" and isinstance(full.value, float) and bare.raw is not None:
        named = [factor for word, (_, factor) in _UNIT_WORDS.items() if word in asked]
        if named:
            return any(abs(bare.raw * factor - full.value) < 1e-6 for factor in named)
    return bare.raw is not None and bare.raw == full.raw
