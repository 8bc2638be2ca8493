"""Times of day, in minutes after midnight. A time that does not say which half of the day it means may be either."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.languages import AFTERNOON, CLOCK
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

_H = r"\d{1,2}"
_AMPM = r" ?([ap])(?:\. ?m\.(?!\w)|\.? ?m\b)"
_PART = r"(?:,? (?:o'clock )?(?:in the|at|this|tomorrow) (morning|afternoon|evening|night)\b)"
_TO = r" ?(?:-|to|until|till|and|through|or|,) ?"
_RANGE_AMPM = re.compile(rf"(?<![\w.:/$€£])({_H})(?:[:.](\d\d))?{_TO}({_H})(?:[:.](\d\d))?{_AMPM}")
_CLOCK_AMPM = re.compile(rf"(?<![\w.:/$€£])({_H})(?:[:.]| )?(\d\d)?(?::\d\d)?{_AMPM}")
_PAST = re.compile(
    rf"\b(half|(?:a )?quarter|\d{{1,2}}(?: minutes)?) (past|to|after|before|till) ({_H}|noon|midnight)\b(?![:.]\d)(?:{_PART}|{_AMPM})?"
)
_CLOCK_BEFORE = re.compile(r"(?:\bat|\bby|until|till|around|about|\bis|\bit's|:) ?(?:about |exactly )?$")
_COLON = re.compile(rf"(?<![\w.:/])({_H})[:h](\d\d)(?::(\d\d))?(?:\.\d+)?(?![\d:])z?{_PART}?")
_OCLOCK = re.compile(rf"(?<![\w.:/])({_H}) ?o'clock\b{_PART}?")
_IN_THE = re.compile(rf"(?<![\w.:/$€£-])({_H})(?:[.: ](\d\d))?(?: o'clock)? (?:in the|at) (morning|afternoon|evening|night)\b")
_BARE_RANGE = re.compile(rf"\b(?:from|between) ({_H}) (?:to|and|until|till) ({_H}) (?=o'clock)")
_WORDS = re.compile(r"\b(?:12 )?(noon|midday|midnight)\b")
_AT = re.compile(
    rf"\b(at|by|before|after|until|till|around|about|past|from|@) ({_H})(?:[ .](\d\d))?(?![\w:/%#-]|[.,]\d| ?(?:€|\$|%)| (?:[\d(]|(?!on\b|"
    rf"tomorrow|today|tonight|this|next|for\b|with\b|and\b|in\b|to\b|if\b|"
    r"so\b|instead|sharp|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon\b|tue|wed|thu|fri\b|sat\b|sun\b|at\b|work|would|is\b|"
    r"was\b|but\b|or\b|until|till|when|then|please|as\b|because|since|the\b)[a-z]))"
)
_DAYPART = re.compile(
    r"\b(?:in the|this|that|tomorrow|yesterday|every|early|late|on the|all|by|the) (morning|afternoon|evening|night)\b|\x00{2} (morning|"
    r"afternoon|evening|night)\b"
)
_HINT = re.compile(r"\b(?:(breakfast|morning)|(?:dinner|supper|evening|tonight|afternoon))\b")
"""What tells the half of the day of a time nearby."""
_HALVES = {"morning": "a", "afternoon": "p", "evening": "p", "night": "p", None: None}
_BEFORE_TIMES = frozenset(spaced("at by before after until till around about past from"))
_PAST_TOKENS = frozenset(spaced("past to after before till"))
_AMPM_TOKENS = frozenset(spaced("am pm a p m"))
_PARTS = frozenset(spaced("morning afternoon evening night"))
_NOON = frozenset(spaced("noon midday midnight"))


def read_times(scan: Scan) -> None:
    """Take times of day and parts of the day; dates must have been taken before, durations not yet."""
    tokens = scan.tokens
    if scan.has_digits:
        if not tokens.isdisjoint(_PAST_TOKENS):
            scan.each(_PAST, lambda m: _past(scan, m))
        if not tokens.isdisjoint(_AMPM_TOKENS):
            scan.each(_RANGE_AMPM, lambda m: _range(scan, m))
            scan.each(_CLOCK_AMPM, lambda m: _at(scan, m, int(m[1]), int(m[2] or 0), m[3]))
        if ":" in scan.rest or "h" in tokens:
            scan.each(_COLON, lambda m: _colon(scan, m))
        if "clock" in tokens:
            scan.each(_OCLOCK, lambda m: _at(scan, m, int(m[1]), 0, _HALVES[m[2]]))
        if not tokens.isdisjoint(_PARTS):
            scan.each(_IN_THE, lambda m: _at(scan, m, int(m[1]), int(m[2] or 0), "a" if m[3] == "night" and int(m[1]) < 6 else _HALVES[m[3]]))
        if pattern := CLOCK.get(scan.lang):
            scan.each(pattern, lambda m: _foreign(scan, m))
    if not tokens.isdisjoint(_NOON):
        scan.each(_WORDS, lambda m: _time(scan, m, (0,) if m[1] == "midnight" else (720,)))


def read_bare_times(scan: Scan) -> None:
    """Take hours that only a preposition tells from a number ("at 7"), and parts of the day; amounts must have been taken before."""
    if scan.has_digits and (not scan.tokens.isdisjoint(_BEFORE_TIMES) or "@" in scan.rest):
        scan.each(_AT, lambda m: _preposition(scan, m), 2)
    if not scan.tokens.isdisjoint(_PARTS):
        scan.each(_DAYPART, lambda m: scan.fact("daypart", m[1] or m[2], m))


def _time(scan: Scan, match: re.Match[str], minutes: tuple[int, ...]) -> Fact:
    return scan.fact("time", minutes[0], match, alts=frozenset(minutes))


def _minutes(hour: int, minute: int, half: str | None) -> tuple[int, ...] | None:
    """The minutes of the day that a clock time may mean; None if it is none."""
    if minute > 59 or hour > 24 or (half and not 1 <= hour <= 12 and not (half == "p" and hour < 24)):
        return None
    if half:
        return ((hour if hour > 12 else hour % 12 + (12 if half == "p" else 0)) * 60 + minute,)
    if hour == 0 or hour > 12:
        return (hour % 24 * 60 + minute,)
    morning = hour % 12 * 60 + minute
    return (morning, morning + 720) if hour < 12 else (morning + 720, morning)


def _at(scan: Scan, match: re.Match[str], hour: int, minute: int, half: str | None) -> Fact | None:
    if half is None and 1 <= hour <= 12 and (hint := _HINT.search(scan.low, max(0, match.start() - 40), min(len(scan.low), match.end() + 25))):
        half = "a" if hint[1] else "p"
    minutes = _minutes(hour, minute, half)
    return _time(scan, match, minutes) if minutes else None


def _range(scan: Scan, match: re.Match[str]) -> list[Fact] | None:
    second = _minutes(int(match[3]), int(match[4] or 0), match[5])
    if second is None or not 1 <= int(match[1]) <= 12:
        return None
    half = match[5]
    first = _minutes(int(match[1]), int(match[2] or 0), half)
    if first and first[0] > second[0] and half == "p":
        first = _minutes(int(match[1]), int(match[2] or 0), "a")
    if first is None:
        return None
    text = scan.text
    one = Fact("time", first[0], text[match.start(1) : match.end(1)] + f" {half}m", match.start(), match.end(1), frozenset(first))
    return [one, Fact("time", second[0], text[match.start(3) : match.end()], match.start(3), match.end(), frozenset(second))]


def _colon(scan: Scan, match: re.Match[str]) -> Fact | None:
    hour, half = int(match[1]), _HALVES[match[4]]
    if match[1].startswith("0") and not half:
        half = "a"
        return _time(scan, match, (hour * 60 + int(match[2]),)) if int(match[2]) < 60 else None
    if half is None and AFTERNOON.match(scan.low, match.end()):
        half = "p"
    return _at(scan, match, hour, int(match[2]), half)


def _past(scan: Scan, match: re.Match[str]) -> Fact | None:
    amount = 30 if match[1] == "half" else 15 if "quarter" in match[1] else int(match[1].split()[0])
    if match[2] in ("to", "before", "till"):
        if match[1] == "half" or (match[1].isdigit() and amount not in (5, 10, 20, 25)):
            return None
        amount = -amount
    elif match[1].isdigit() and amount not in (5, 10, 20, 25):
        return None
    if (
        match[1].isdigit()
        and match[2] in ("to", "before", "after")
        and not _CLOCK_BEFORE.search(scan.rest, max(0, match.start() - 12), match.start())
    ):
        return None
    hour = {"noon": 12, "midnight": 24}.get(match[3]) or int(match[3])
    base = _minutes(hour, 0, match[5] or _HALVES[match[4]])
    if match[3] == "noon":
        base = (720,)
    return _time(scan, match, tuple((m + amount) % 1440 for m in base)) if base else None


def _foreign(scan: Scan, match: re.Match[str]) -> Fact | None:
    return _at(scan, match, int(match[1]), int(match[2] or 0), "p" if AFTERNOON.match(scan.low, match.end()) and int(match[1]) <= 12 else None)


def _preposition(scan: Scan, match: re.Match[str]) -> Fact | None:
    if (
        match[1] in ("about", "around", "from", "past")
        and match[3] is None
        and not re.search(r"\b(?:at|time|meet|start|tomorrow|today|\x00)", scan.rest[max(0, match.start() - 20) : match.start()])
    ):
        return None
    return _at(scan, match, int(match[2]), int(match[3] or 0), None)
