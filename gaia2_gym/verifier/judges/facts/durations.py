"""Durations, in minutes: "5.5 hours", "5h 30m", "330 minutes", "1:30 h"; months and years have units of their own."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.scan import Scan

_MINUTES = {"m": 1, "h": 60, "d": 1440, "w": 10080}
_UNITS: dict[str, str] = {}
for _unit, _names in {
    "m": "minutes minute mins min minuten minutos minuti minuty minut",
    "h": "hours hour hrs hr stunden stunde heures heure horas hora ore godziny godzin",
    "d": "days day tage tag jours jour dias dia giorni dni dzien",
    "w": "weeks week wochen woche semaines semaine semanas semana settimane tygodnie tygodni",
    "month": "months month monate mois meses mesi miesiace miesiecy",
    "year": "years year yrs yr jahre ans anos anni lat lata",
}.items():
    _UNITS.update(dict.fromkeys(_names.split(), _unit))
_WORD = "|".join(sorted(_UNITS, key=len, reverse=True))
_UNIT_TOKENS = frozenset((*_UNITS, "h", "m", "d"))
_AGE_TOKENS = frozenset(("year", "years", "yr", "yrs", "age", "aged"))
_N = r"(\d+(?:[.,]\d+)?)"
_COMPOUND = re.compile(
    rf"(?<![\w.,:]){_N} ?-?(?:hours?|hrs?|h|stunden|heures|horas)\.?(?:,? and |,? |)(\d{{1,2}})[ -]?(?:minutes?|mins?|m|min\.)?(?![\w:.]\d|"
    rf"\w)(?! ?(?:[ap]\.?m\b|km|€|\$|%))"
)
_DAYS_AND_HOURS = re.compile(r"(?<![\w.,])(\d+) ?(?:days?|d),? (?:and )?(\d{1,2}) ?(?:hours?|h)\b")
_COLON = re.compile(r"(?<![\w.,:])(\d{1,2}):(\d\d) ?(?:hours|hrs|h)\b")
_AGE = re.compile(rf"(?<![\w.,]){_N}[ -]?(?:years?|yrs?)[ -]old\b|\b(?:aged?|at) (\d{{1,3}})\b(?! ?(?:[ap]\.?m|:|o'clock|%))(?=[\s.,;)]|$)")
_SINGLE = re.compile(rf"(?<![\w.,:/]){_N}(?: |-|)({_WORD}|h|hr)(?:\.(?= ?[a-z(])|)(?![\w])(?!-old| old)")


def read_durations(scan: Scan) -> None:
    """Take durations and ages; dates that count days ("in 2 days") must have been taken before."""
    if not scan.has_digits:
        return
    tokens = scan.tokens
    if not tokens.isdisjoint(_AGE_TOKENS):
        scan.each(_AGE, lambda m: _age(scan, m))
    if tokens.isdisjoint(_UNIT_TOKENS):
        return
    scan.each(_DAYS_AND_HOURS, lambda m: scan.fact("duration", float(int(m[1]) * 1440 + int(m[2]) * 60), m))
    scan.each(_COLON, lambda m: scan.fact("duration", float(int(m[1]) * 60 + int(m[2])), m))
    scan.each(_COMPOUND, lambda m: scan.fact("duration", float(_number(m[1]) * 60 + int(m[2])), m))
    scan.each(_SINGLE, lambda m: _single(scan, m))


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _age(scan: Scan, match: re.Match[str]) -> Fact | None:
    if match[2] and match[0].startswith("at"):
        return None
    number = _number(match[1] or match[2])
    return scan.fact("number", number, match, raw=number)


def _single(scan: Scan, match: re.Match[str]) -> Fact:
    number, unit = _number(match[1]), _UNITS.get(match[2], "h")
    if unit in ("month", "year"):
        return scan.fact("duration", ("months", number * (12 if unit == "year" else 1)), match, unit=unit, raw=number)
    return scan.fact("duration", round(number * _MINUTES[unit], 3), match, unit=unit, raw=number)
