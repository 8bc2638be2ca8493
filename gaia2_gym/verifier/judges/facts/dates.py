"""Dates and periods, in figures and in words; relative ones are resolved against the day of the act.

A date is the ordinal of its day. What a text leaves open stays open: "the 5th" may be in this month or the next, "next Friday" in this week or
the next, a day without a year in the year that lies nearest or in the running one, 3/4 in March or April.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from datetime import date

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.languages import ABBREVIATED_WEEKDAYS, MONTHS, RELATIVE_DAYS, WEEKDAYS
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|\.(?= [a-z]))?"
_NOT_A_DAY = (
    r"(?![\d:]|[.,]\d|\.?\d| ?(?:[ap]\.?m\b|o'clock|h\b|hours?|min|%|€|\$|euros?|dollars?|people|persons?|items?|e?mails?|"
    r"messages?|files?|events?|guests?))"
)
_MORE = rf"(?:(?: ?, ?and |, | ?,? and | & | ?- ?| to | through | until | till | and the | or )(?:the )?{_DAY}{_NOT_A_DAY})"
_ON = rf"(?:\b(?:(?:this|next|coming|upcoming) )?(?P<weekday>{_WEEKDAY})\b\.?,?[ (]?,?(?:(?:the|den|le|el|dia|dnia|am) )?)?"
_YEAR = r"(?:(?:,? ?(?:of |de |in )?|\.? )(?P<year>(?:19|20)\d\d)\b(?! ?(?:euros?|dollars?|people|€)))?"
_ISO = re.compile(r"\b(?P<y>(?:19|20)\d\d)(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?:(?=t\d\d:)t)?(?!\d)")
_NUMERIC = re.compile(r"(?<![\w./-])(?P<a>\d{1,2})(?P<s>[./-])(?P<b>\d{1,2})(?P=s)(?P<y>(?:19|20)?\d\d)(?![\w/-])")
_MONTH_DAY = re.compile(rf"{_ON}\b(?P<month>{_MONTH})\b\.? (?:the )?(?P<days>{_DAY}{_NOT_A_DAY}{_MORE}{{0,12}}){_YEAR}")
_DAY_MONTH = re.compile(rf"{_ON}(?<![\w.:/])(?P<days>{_DAY}{_MORE}{{0,12}}) ?(?:of |de |do )?(?P<month>{_MONTH})\b\.?{_YEAR}")
_CROSS = re.compile(rf"(?P<m1>{_MONTH})\.? \d{{1,2}}")
_WEEKDAY_DAY = re.compile(rf"\b(?:(?:this|next|coming) )?(?P<weekday>{_WEEKDAY}),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b")
_ONLY_DAY = re.compile(
    r"(?:\b(?:on|by|until|till|from|to|before|after|is|since|and) |[,:] |^|\()the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?=$|[^\w ]| (?:of|at|for|"
    r"and|or|in|with|from|to|if|so|as|instead|is|was|would|will|works?|by|because|then|but|possible|ok|okay|fine|free|good|please|until|till|through|"
    r"between|since|when|while|too|\x00|i|we|you|he|she|it|they|\d)\b| \x00)"
)
_WEEKDAYS = re.compile(rf"\b(?P<mod>(?:(?:this|next|coming|upcoming|last|every|each|the following|on) )*)(?P<weekday>{_WEEKDAY})(?P<s>s(?!'))?\b")
_RELATIVE = re.compile(
    r"\b(?:the )?(?P<day>day after tomorrow|day before yesterday|before the day is over|by the end of (?:the|this) day|by end of day|"
    r"tomorrow|today|tonight|yesterday)\b"
    r"|\b(?P<of>this|tomorrow|yesterday) (?P<part>morning|afternoon|evening|night)\b"
    r"|\b(?:in|within) (?P<n>\d{1,3}) (?P<unit>days?|weeks?)(?:'s)?(?: time)?\b|\b(?P<n2>\d{1,3}) (?P<unit2>days?|weeks?) (?P<way>ago|"
    r"from now|from today|later)\b"
    r"|\b(?P<week>in a week|a week from (?:today|now)|a week ago)\b"
)
_DAYS = {
    "day after tomorrow": 2, "day before yesterday": -2, "tomorrow": 1, "yesterday": -1, "today": 0, "tonight": 0,
    "before the day is over": 0, "by the end of the day": 0, "by the end of this day": 0, "by end of day": 0,
}  # fmt: skip
_PERIOD = re.compile(
    r"\b(?P<mod>this|next|last|the coming|the following|the|current|coming|previous|past) "
    r"(?:current )?(?P<what>weekend|week|month|year|spring|summer|autumn|fall|winter)\b(?! (?:after|before|of) )(?!'s eve\b)"
)
_MONTH_ALONE = re.compile(
    rf"\b(?P<prep>in|of|last|this|next|since|until|till|by|for|during|early|late|mid|from|to|and|throughout|between|end of|im|en|em|"
    rf"w)[ -](?P<month>{_MONTH})\b(?:,? (?P<year>(?:19|20)\d\d))?(?! \d)"
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{_MONTH})\b,? (?P<year>(?:19|20)\d\d)\b")
_FULL_MONTH = re.compile(rf"\b(?:{'|'.join(m for m in MONTHS if len(m) > 5 and m not in ('august',))})\b")
_CAPITAL_MONTH = re.compile(r"\b(?:march|july|may|april|june)\b")
_YEAR_ALONE = re.compile(r"\b(?:in|of|since|until|year|during|from|by) (?P<year>(?:19|20)\d\d)\b(?! ?(?:[a-z]{2,}s\b|€))")
_PARTED = re.compile(r"\d[-/.]\d{1,2}[-/.]\d")
_BEFORE_YEARS = frozenset(spaced("in of since until year during from by"))
_WEEKDAY_TOKENS = frozenset(part for name in WEEKDAYS for part in (name, f"{name}s", *name.split("-")))
_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))
_RELATIVE_TOKENS = frozenset(spaced("tomorrow today tonight yesterday day days week weeks morning afternoon evening night"))
_PERIOD_TOKENS = frozenset(spaced("week weekend month year spring summer autumn fall winter"))
_FOREIGN_DAYS = {lang: re.compile(rf"\b(?:{'|'.join(words)})\b") for lang, words in RELATIVE_DAYS.items()}


def read_dates(scan: Scan) -> None:
    """Take dates in figures, days of months, weekdays, relative days and periods."""
    tokens = scan.tokens
    months, weekdays = not tokens.isdisjoint(MONTHS), not tokens.isdisjoint(_WEEKDAY_TOKENS)
    if scan.has_digits:
        if _PARTED.search(scan.rest):
            scan.each(_ISO, lambda m: _exact(scan, m, [(int(m["y"]), int(m["m"]), int(m["d"]))]))
            scan.each(_NUMERIC, lambda m: _numeric(scan, m))
        if months:
            scan.each(_MONTH_DAY, lambda m: _month_days(scan, m))
            scan.each(_DAY_MONTH, lambda m: _month_days(scan, m))
        if weekdays:
            scan.each(_WEEKDAY_DAY, lambda m: _only_day(scan, m, WEEKDAYS[m["weekday"]]))
        if not tokens.isdisjoint(_ORDINAL_ENDINGS):
            scan.each(_ONLY_DAY, lambda m: _only_day(scan, m, None), "day")
        if months:
            scan.each(_MONTH_YEAR, lambda m: scan.fact("period", ("month", int(m["year"]), MONTHS[m["month"]]), m))
    if not tokens.isdisjoint(_RELATIVE_TOKENS):
        scan.each(_RELATIVE, lambda m: _relative(scan, m))
    if not tokens.isdisjoint(_PERIOD_TOKENS):
        scan.each(_PERIOD, lambda m: _period(scan, m))
    if months:
        scan.each(_MONTH_ALONE, lambda m: _month(scan, m))
        scan.each(_CAPITAL_MONTH, lambda m: _named_month(scan, m, m[0], "") if _is_month(scan, m) else None)
        scan.each(_FULL_MONTH, lambda m: _named_month(scan, m, m[0], ""))
    if weekdays:
        scan.each(_WEEKDAYS, lambda m: _weekday(scan, m))
    if (words := RELATIVE_DAYS.get(scan.lang)) and (found := _FOREIGN_DAYS[scan.lang]):
        scan.each(found, lambda m: _on(scan, m, scan.today + words[m[0]] if scan.today else m[0]))
    if ("19" in scan.rest or "20" in scan.rest) and not tokens.isdisjoint(_BEFORE_YEARS):
        scan.each(_YEAR_ALONE, lambda m: scan.fact("period", ("year", int(m["year"])), m, raw=float(m["year"])))


def _is_month(scan: Scan, match: re.Match[str]) -> bool:
    """Whether a word that may be something else is a month: by its capital, within a sentence or in a title."""
    start = match.start()
    if scan.title:
        return True
    return match[0] in ("march", "july") and start > 1 and scan.low[start - 1] == " " and scan.low[start - 2] not in ".!?"


def weekdays_that_repeat_dates(facts: Iterable[Fact]) -> list[Fact]:
    """The facts, a weekday beside a date that falls on it made weak: it adds nothing."""
    known = list(facts)
    days = [f for f in known if f.kind == "date" and not f.unit and isinstance(f.value, int)]
    if not days:
        return known
    return [f._replace(weak=True) if f.unit.startswith("weekday") and any(_names(f, d) for d in days) else f for f in known]


def _names(weekday: Fact, day: Fact) -> bool:
    return isinstance(day.value, int) and (day.value - 1) % 7 == int(weekday.unit[8]) and abs(weekday.start - day.start) < 60


def _ordinal(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return None


def _on(scan: Scan, match: re.Match[str], value: Hashable, alts: Iterable[Hashable] = (), unit: str = "") -> Fact:
    return scan.fact("date", value, match, alts=frozenset((value, *alts)), unit=unit)


def _exact(scan: Scan, match: re.Match[str], readings: list[tuple[int, int, int]]) -> Fact | None:
    days = [d for reading in readings if (d := _ordinal(*reading)) is not None]
    return _on(scan, match, days[0], days) if days else None


def _numeric(scan: Scan, match: re.Match[str]) -> Fact | None:
    year, a, b = int(match["y"]), int(match["a"]), int(match["b"])
    year += 2000 if year < 100 else 0
    day_first = [(year, b, a), (year, a, b)]
    return _exact(scan, match, day_first[:1] if match["s"] == "." and b <= 12 else day_first)


def _days_of(scan: Scan, month: int, day: int, year: int | None) -> tuple[Hashable, list[Hashable]] | None:
    if year is not None:
        exact = _ordinal(year, month, day)
        return None if exact is None else (exact, [])
    if not scan.today:
        return ("month-day", month, day), []
    this = date.fromordinal(scan.today).year
    near = [d for y in (this - 1, this, this + 1) if (d := _ordinal(y, month, day)) is not None]
    if not near:
        return None
    nearest = min(near, key=lambda d: abs(d - scan.today))
    same_year = _ordinal(this, month, day)
    return nearest, [same_year] if same_year else []


def _month_days(scan: Scan, match: re.Match[str]) -> list[Fact] | None:
    month, year = MONTHS[match["month"]], int(match["year"]) if match["year"] else None
    if match["month"] in ("mar", "may", "sept", "mars", "mai", "maj", "mei") and not scan.text[match.start("month")].isupper() and scan.lang == "en":
        return None
    numbers = [int(n) for n in re.findall(r"\d{1,2}", match["days"])]
    ranged = re.search(r"\d\w* ?(?:-|to|through|until|till) ?\d", match["days"]) and len(numbers) == 2
    facts: list[Fact] = []
    for i, day in enumerate(numbers):
        reading = _days_of(scan, month, day, year)
        if reading is None:
            return None
        value, alts = reading
        where = [m.span() for m in re.finditer(r"\d{1,2}", match["days"])][i]
        start, end = match.start() if i == 0 else match.start("days") + where[0], match.start("days") + where[1]
        text = f"{day} {match['month']}"
        facts.append(Fact("date", value, text, start, end, frozenset((value, *alts))))
        if (
            match["weekday"]
            and i == 0
            and isinstance(value, int)
            and not any(isinstance(v, int) and (v - 1) % 7 == WEEKDAYS[match["weekday"]] for v in (value, *alts))
        ):
            facts.append(Fact("date", ("weekday", WEEKDAYS[match["weekday"]]), match["weekday"], match.start(), match.start() + 3))
    if ranged and isinstance(facts[0].value, int) and isinstance(facts[-1].value, int) and 1 < facts[-1].value - facts[0].value <= 14:
        first, last = facts[0], facts[-1]
        facts.extend(Fact("date", d, first.text, first.start, last.end, frozenset((d,)), weak=True) for d in range(first.value + 1, last.value))  # type: ignore[operator,call-overload]  # ints, just checked
    return facts


def _only_day(scan: Scan, match: re.Match[str], weekday: int | None) -> Fact | None:
    day = int(match["day"])
    if not 1 <= day <= 31:
        return None
    if not scan.today:
        return _on(scan, match, ("day", day))
    today = date.fromordinal(scan.today)
    months = [(today.year + (today.month - 1 + i) // 12, (today.month - 1 + i) % 12 + 1) for i in (-1, 0, 1)]
    days = [d for y, m in months if (d := _ordinal(y, m, day)) is not None and (weekday is None or (d - 1) % 7 == weekday)]
    if not days:
        return None
    ahead = [d for d in days if d >= scan.today] or days[-1:]
    return _on(scan, match, ahead[0], days)


def _relative(scan: Scan, match: re.Match[str]) -> Fact | list[Fact] | None:
    if match["day"] or match["of"]:
        offset = _DAYS[match["day"]] if match["day"] else {"this": 0, "tomorrow": 1, "yesterday": -1}[match["of"]]
    elif match["week"]:
        offset = -7 if "ago" in match["week"] else 7
    else:
        unit = match["unit"] or match["unit2"]
        offset = int(match["n"] or match["n2"]) * (7 if unit.startswith("week") else 1) * (-1 if match["way"] == "ago" else 1)
    found = [_on(scan, match, scan.today + offset if scan.today else ("offset", offset))]
    part = match["part"] or ("night" if match["day"] == "tonight" else "")
    if part:
        found.append(scan.fact("daypart", part, match, weak=match["day"] == "tonight"))
    return found


def _weekday(scan: Scan, match: re.Match[str]) -> Fact | list[Fact] | None:
    name, mod = match["weekday"], match["mod"].removeprefix("on ").strip()
    at = match.start("weekday")
    if name in ABBREVIATED_WEEKDAYS and (
        not scan.text[at].isupper() or (name in ("sun", "sat", "mon") and not re.match(r"[.,]? ?[\d(]|[.,:;)\n]|$", scan.low[at + len(name) :]))
    ):
        return None
    day = WEEKDAYS[name]
    if mod.endswith(("every", "each")) or (match["s"] and not mod.startswith(("this", "next"))):
        return scan.fact("period", ("every", day), match)
    kind = (
        "this"
        if mod.startswith(("this", "coming", "upcoming"))
        else "next"
        if mod.startswith(("next", "the following"))
        else "last"
        if mod.startswith("last")
        else ""
    )
    unit = f"weekday{day}:{kind}".replace("weekday", "weekday ")
    if not scan.today:
        return _on(scan, match, ("weekday", day, kind), unit=unit)
    coming = scan.today + ((day - (scan.today - 1) % 7 - 1) % 7 + 1)
    same_day = [scan.today] if coming - scan.today == 7 else []
    monday_after = scan.today - (scan.today - 1) % 7 + 7
    if kind == "next":
        return _on(scan, match, monday_after + day, [coming], unit)
    if kind == "last":
        return _on(scan, match, coming - 7, [monday_after - 14 + day], unit)
    in_week = monday_after - 7 + day
    return _on(scan, match, coming, [*same_day, in_week] if kind == "this" else [*same_day, coming - 7, in_week], unit)


def _period(scan: Scan, match: re.Match[str]) -> Fact | None:
    mod, what = match["mod"], match["what"]
    shift = 1 if mod in ("next", "the following") else -1 if mod in ("last", "previous", "past") else 0
    if mod == "the" and what in ("spring", "summer", "autumn", "fall", "winter"):
        return None
    if (
        mod == "the"
        and what != "weekend"
        and not re.search(r"(?:rest|end|start|beginning|remainder|later in|of) ?$", scan.low[max(0, match.start() - 14) : match.start()])
    ):
        return None
    if not scan.today or what in ("spring", "summer", "autumn", "fall", "winter"):
        return scan.fact("period", (what.replace("fall", "autumn"), shift), match)
    today = date.fromordinal(scan.today)
    monday = scan.today - (scan.today - 1) % 7
    if what == "week":
        return scan.fact("period", ("week", monday + 7 * shift), match)
    if what == "weekend":
        return scan.fact("period", ("weekend", monday + 5 + 7 * shift), match)
    if what == "month":
        return scan.fact("period", ("month", today.year + (today.month - 1 + shift) // 12, (today.month - 1 + shift) % 12 + 1), match)
    return scan.fact("period", ("year", today.year + shift), match, raw=float(today.year + shift))


def _month(scan: Scan, match: re.Match[str]) -> Fact | None:
    if match["year"]:
        return scan.fact("period", ("month", int(match["year"]), MONTHS[match["month"]]), match)
    return _named_month(scan, match, match["month"], match["prep"])


def _named_month(scan: Scan, match: re.Match[str], name: str, prep: str) -> Fact | None:
    at = match.end() - len(name)
    if name in ("may", "march", "mar", "mai", "maj", "mars") and not scan.text[at].isupper():
        return None
    if len(name) < 4 and not scan.text[at].isupper():
        return None
    month = MONTHS[name]
    if not scan.today:
        return scan.fact("period", ("month", 0, month), match)
    today = date.fromordinal(scan.today)
    years = [today.year - (month > today.month), today.year + (month < today.month), today.year]
    prefer = years[1] if prep == "next" else years[0] if prep == "last" else today.year
    return scan.fact("period", ("month", prefer, month), match, alts=frozenset(("month", y, month) for y in {prefer, *years}))
