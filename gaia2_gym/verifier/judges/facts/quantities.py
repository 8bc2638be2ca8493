"""Numbers, ordinals, money, percentages and measures. Numbers in words are figures by now."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d-])(?:[.,]\d{1,2})?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d+(?:\.\d+)?|\.\d+"
_SIGN = r"(?:(?<![\w\x00)])[-+](?=[\d.])|\bminus )"
_SYMBOLS = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "₹": "inr", "us$": "usd"}
_CURRENCIES: dict[str, str] = {}
for _code, _names in {
    "usd": "usd dollar dollars buck bucks",
    "eur": "eur euro euros",
    "gbp": "gbp pound pounds quid",
    "pln": "pln zl zloty zlotys zlote zlotych",
    "sek": "sek",
    "nok": "nok",
    "dkk": "dkk",
    "chf": "chf francs franken",
    "jpy": "jpy yen",
    "inr": "inr rupee rupees rs",
    "czk": "czk koruna korun kc",
    "brl": "brl reais",
    "cad": "cad",
    "aud": "aud",
    "kr": "kr kroner kronor",
}.items():
    _CURRENCIES.update(dict.fromkeys(_names.split(), _code))
_WORD = "|".join(sorted(_CURRENCIES, key=len, reverse=True))
_SCALE = r"(?: ?(k|m|thousand|million|mio)(?![\w]))?"
_MONEY = re.compile(
    rf"({_SIGN})?(?:(us\$|[$€£¥₹]|\b(?:{_WORD})\b) ?(\d+,\d\d?(?!\d)|{NUMBER}){_SCALE}"
    rf"|(\d+,\d\d?(?!\d)|{NUMBER}){_SCALE} ?-?([$€£¥₹]|(?:(?:us |american )?(?:{_WORD}))\b))(?!\w)"
)
_MONEY_FROM = re.compile(rf"(?<![\w.,$€£¥₹])({NUMBER})(?= ?(?:-|to) ?(?:{NUMBER}) ?([$€£¥₹]|(?:{_WORD})\b))")
"""The first of two amounts that share their currency ("12 to 15 pounds")."""
_PERCENT = re.compile(rf"(?=[-+\d.m])({_SIGN})?(\d+,\d\d?(?!\d)|{NUMBER}) ?(?:%|percent\b|per cent\b|pct\b)")
_MEASURES: dict[str, tuple[str, float]] = {}
for _unit, _factor, _names in (
    ("m", 1, "m meter meters metre metres"),
    ("m", 1000, "km kms kilometer kilometers kilometre kilometres"),
    ("m", 0.01, "cm centimeter centimeters centimetre centimetres"),
    ("m", 1609.344, "mi mile miles"),
    ("m", 0.3048, "ft feet foot"),
    ("sqft", 1, "sqft sq-ft square-feet square-foot sq-feet ft2 sf"),
    ("sqm", 1, "sqm sq-m square-meters square-metres m2"),
    ("g", 1, "g gram grams grammes"),
    ("g", 1000, "kg kgs kilo kilos kilogram kilograms"),
    ("lb", 1, "lb lbs"),
    ("l", 1, "l liter liters litre litres"),
    ("l", 0.001, "ml milliliters millilitres"),
    ("degree", 1, "degrees celsius fahrenheit"),
    ("byte", 1, "mb"),
    ("byte", 1000, "gb"),
    ("night", 1, "night nights"),
):
    _MEASURES.update({n: (_unit, float(_factor)) for n in _names.split()})
_UNITS = "|".join(re.escape(u).replace(r"\-", r"[ -]\.?").replace(r"sq[", r"sq\.?[") for u in sorted(_MEASURES, key=len, reverse=True))
_MEASURE = re.compile(
    rf"(?=[-+\d.m])({_SIGN})?(\d+,\d\d?(?!\d)|{NUMBER})(?: ?|-| more | extra | additional )(?:({_UNITS})(?:\.(?! ?\w))?(?!\w)|(k)(?= (?:run|race|"
    rf"walk|swim|ride|\x00)))"
)
_HOURS = frozenset(map(float, range(25)))
_CLOCK = re.compile(r"(?:\b(?:instead of|than|not|between|from|and|to|until|till|by|before|after|at) |- ?)$")
_PERCENT_TOKENS = frozenset(("percent", "cent", "pct"))
_MEASURE_TOKENS = frozenset(("k", *(part for name in _MEASURES for part in re.findall(r"[a-z]+", name))))
_DOZEN_RATIO = re.compile(r"(?<![\w/.,-])(\d{1,4})/(\d{1,4})(?![\w/]|[.,]\d)")
_ORDINAL = re.compile(r"(?<![\w.,])(\d{1,4})(?:st|nd|rd|th)\b")
_BARE = re.compile(rf"(?=[-+\d.m])({_SIGN})?(?<![\w.\x00])(?<!\d,)({NUMBER})(?:(k)\b)?(?![\w%])")
_LIST_MARK = re.compile(r"(?:^|(?<=\n)|(?<=; )|(?<=: ))#?\d{1,2}[.)](?= )")
_ZERO = re.compile(
    r"\b(?:none|nobody|no one|zero|nil|not any|n't (?:\w+ ){0,2}any|no(?= [a-z]{3,}s\b)|not (?:\w+ ){0,2}any|aucune?|keine?|nenhuma?|zadnych)\b"
)
_ONE = re.compile(r"\b(?:one|single|only one)\b(?! of| more|'s)")
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "both": 2.0}
_ONCE = re.compile(r"\b(?:once|twice|thrice|both)\b")
_ONE_ANSWER = re.compile(
    r"^(?:just |only )?one(?: of (?:your|the|my)\b|[.!]?$| [a-z]+[.!]?$)|\b(?:there is|there's|you have|found|only|just|exactly) one\b"
)


def value(text: str) -> float:
    """A number as written: thousands separators in any of the usual forms, a decimal comma where it cannot be one of them.

    >>> value("1,284.50"), value("1.284,50"), value("214,60"), value("12 000")
    (1284.5, 1284.5, 214.6, 12000.0)
    """
    plain = text.replace(" ", "")
    if "," in plain:
        thousands = re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", plain)
        plain = plain.replace(",", "") if thousands else plain.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(\.\d{3}){2,}", plain):
        plain = plain.replace(".", "")
    return float(plain)


def read_amounts(scan: Scan) -> None:
    """Take money, percentages and measures; dates and times must have been taken before."""
    if not scan.has_digits:
        return
    tokens = scan.tokens
    if not tokens.isdisjoint(_CURRENCIES) or any(sign in scan.rest for sign in "$€£¥₹"):
        scan.each(_MONEY_FROM, lambda m: _money_from(scan, m))
        scan.each(_MONEY, lambda m: _money(scan, m))
    if "%" in scan.rest or not tokens.isdisjoint(_PERCENT_TOKENS):
        scan.each(_PERCENT, lambda m: scan.fact("percent", _signed(m[1], value(m[2])), m, raw=value(m[2])))
    if not tokens.isdisjoint(_MEASURE_TOKENS):
        scan.each(_MEASURE, lambda m: _measure(scan, m))


def read_numbers(scan: Scan) -> None:
    """Take what numbers are left, and the words for none and one."""
    if scan.has_digits:
        _read_figures(scan)
    tokens = scan.tokens
    if not tokens.isdisjoint(_ZERO_TOKENS):
        scan.facts.extend(scan.fact("number", 0.0, m, weak=True, raw=0.0) for m in _ZERO.finditer(scan.low))
    if not tokens.isdisjoint(_TIMES):
        scan.facts.extend(scan.fact("number", _TIMES[m[0]], m, weak=True, raw=_TIMES[m[0]], unit="times") for m in _ONCE.finditer(scan.rest))
    if "one" in tokens or "single" in tokens:
        if match := _ONE_ANSWER.search(scan.rest):
            scan.facts.append(scan.fact("number", 1.0, match, raw=1.0))
        scan.facts.extend(scan.fact("number", 1.0, m, weak=True, raw=1.0) for m in _ONE.finditer(scan.rest))


_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))
_ZERO_TOKENS = frozenset(spaced("none nobody no zero nil not n any t aucun aucune keine kein nenhum nenhuma zadnych"))


def _read_figures(scan: Scan) -> None:
    if ". " in scan.rest or ") " in scan.rest:
        scan.each(_LIST_MARK, lambda m: ())
    if "/" in scan.rest:
        scan.each(_DOZEN_RATIO, lambda m: scan.fact("number", int(m[1]) / int(m[2]) if int(m[2]) else f"{m[0]}", m, unit=m[0]))
    if not scan.tokens.isdisjoint(_ORDINAL_ENDINGS):
        scan.each(_ORDINAL, lambda m: scan.fact("ordinal", float(m[1]), m, raw=float(m[1])))
    scan.each(_BARE, lambda m: _bare(scan, m))


def _signed(sign: str | None, number: float) -> float:
    return -number if sign and sign.strip() in ("-", "minus") else number


def _scaled(number: str, scale: str | None) -> float:
    return value(number) * {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "mio": 1e6}.get(scale or "", 1)


def _money(scan: Scan, match: re.Match[str]) -> Fact:
    sign, before, number, scale, number2, scale2, after = match.groups()
    name = (before or after).removeprefix("us ").removeprefix("american ")
    amount = _signed(sign, _scaled(number or number2, scale or scale2))
    return scan.fact("money", round(amount, 4), match, unit=_SYMBOLS.get(name) or _CURRENCIES[name], raw=amount)


def _money_from(scan: Scan, match: re.Match[str]) -> Fact:
    amount = value(match[1])
    return scan.fact("money", round(amount, 4), match, unit=_SYMBOLS.get(match[2]) or _CURRENCIES[match[2]], raw=amount)


def _measure(scan: Scan, match: re.Match[str]) -> Fact | None:
    name = "km" if match[4] else match[3].replace(" ", "-").replace(".", "")
    if name in ("m", "l", "g") and scan.text[match.start(3)].isupper():
        return None
    unit, factor = _MEASURES[name]
    number = _signed(match[1], value(match[2]))
    return scan.fact("measure", round(number * factor, 3), match, unit=unit, raw=number)


def _bare(scan: Scan, match: re.Match[str]) -> Fact:
    number = _signed(match[1], value(match[2])) * (1000 if match[3] else 1)
    hour = number in _HOURS and _CLOCK.search(scan.low, max(0, match.start() - 12), match.start())
    return scan.fact("number", round(number, 6), match, raw=number, unit="hour" if hour else "")
