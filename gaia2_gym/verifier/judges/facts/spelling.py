"""Numbers in words become figures before anything else is read, so that every kind of fact has to know figures only."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.languages import MONTHS, NUMBERS
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

_SMALL = {
    w: n
    for n, w in enumerate(
        spaced("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
    )
}
_TENS = {w: n for n, w in enumerate(spaced("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
_ORDINALS = {
    w: n
    for n, w in enumerate(
        spaced(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth "
            "eighteenth nineteenth"
        ),
        1,
    )
}
_ROUND = {"twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90}
_ORDINAL = "|".join((*_ORDINALS, *_ROUND))
_CARDINAL = "|".join((*(w for w in _SMALL if w != "one"), *_TENS))
_PART = rf"(?:{_CARDINAL}|one|hundred|thousand|million)"
_NUMBER = re.compile(
    rf"\b(?:(?:a|an|one) (?=hundred|thousand|million)|(?:{_CARDINAL})|one(?= hundred| thousand| million|[ -]and a half))"
    rf"(?:(?:[ -]| and ){_PART}){{0,8}}(?:[ -](?:{_ORDINAL}))?(?: and a half|-and-a-half)?(?!\w)",
    re.IGNORECASE,
)
_ONLY_ORDINAL = re.compile(rf"\b(?:{_ORDINAL})\b", re.IGNORECASE)
_AFTER_FIRST = re.compile(
    rf" (?:of (?:{'|'.join(MONTHS)})|floor|class|row|round|chapter|half|team|prize|street|avenue|place|grade|prize|edition|"
    rf"{'|'.join(m for m in MONTHS if m != 'may')})\b",
    re.IGNORECASE,
)
_BEFORE_FIRST = re.compile(rf"\b(?:{'|'.join(MONTHS)})(?: the)? $", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:the|my|your|his|her|our|their) \| (?!of\b|time|thought|hand|name|opinion)[a-z]", re.IGNORECASE)
_FIXED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(p, re.IGNORECASE), r)
    for p, r in (
        (r"\bhalf a dozen\b", "6"),
        (r"\b(?:a|one) dozen\b(?: of(?= the| my| your| \w+'s))?", "12"),
        (r"\bdozens? of\b", "dozens of"),
        (r"\b(?:a|the) couple of\b", "2"),
        (r"\ban hour and a half\b|\b1 hour and a half\b|\bone and a half hours?\b", "1.5 hours"),
        (r"\bhalf an hour\b|\ba half[ -]hour\b|\bhalf-hour\b", "30 minutes"),
        (r"\b(?:a )?quarter of an hour\b", "15 minutes"),
        (r"\bthree quarters of an hour\b", "45 minutes"),
        (r"(?<!\d )(?<!\d)(?<!half )(?<!half-)(?<!dollars )(?<!euros )(?<!per )\b(?:an|one)[ -]hour\b(?!'s)", "1 hour"),
        (r"\bhalf an? (?=lit(?:re|er)|kilo|mile|pound|cup|km|day|year)", "0.5 "),
        (r"\b(?:an?|one) (?=lit(?:re|er)\b|kilo\b|mile\b|kilomet)", "1 "),
        (r"\bone[ -](minute|day|week|month|year|kilomet|km|mile|night|percent|per cent|o'clock|pm|am|p\.m|a\.m)", r"1 \1"),
        (r"\b(at|past|to|by|around|until|till) one(?=[.,;!?)\n]|$| o'clock| in the| on| tomorrow| today| pm| am)", r"\1 1"),
        (r"(?<=\d) and a half\b", ".5"),
        (r"(?<=\d)-and-a-half\b", ".5"),
    )
)
_TOKEN = re.compile(r"[a-z]+")
_NUMBER_TOKENS = frozenset(
    (*_SMALL, *_TENS, *_ORDINALS, *_ROUND, *spaced("hundred thousand million dozen half hour couple quarter quarters litre liter kilo mile"))
)
_SUFFIX = {1: "st", 2: "nd", 3: "rd"}


def figures(text: str, lang: str = "en") -> str:
    """A cleaned text with its numbers in figures.

    >>> figures("One hundred and twenty chairs, on the twenty-first, in five and a half hours")
    '120 chairs, on the 21st, in 5.5 hours'
    """
    if lang != "en" and (words := NUMBERS.get(lang)):
        text = re.sub(r"[A-Za-z]+", lambda m: str(words.get(m[0].lower(), m[0])), text)
    if _NUMBER_TOKENS.isdisjoint(_TOKEN.findall(text.lower())):
        return text
    text = _FIXED[0][0].sub(_FIXED[0][1], text)
    text = _NUMBER.sub(_figure, text)
    for pattern, plain in _FIXED[1:]:
        text = pattern.sub(plain, text)
    return _ONLY_ORDINAL.sub(_lone_ordinal, text)


def _figure(match: re.Match[str]) -> str:
    half = match[0].lower().endswith("half")
    words = re.findall(r"[a-z]+", re.sub(r"(?i)[ -]and[ -]a[ -]half$", "", match[0].lower()))
    groups: list[int] = []
    total = current = 0
    last = 10**9
    ordinal = False
    for word in words:
        if word in ("a", "an"):
            current, last = 1, 10
            continue
        if word == "and":
            continue
        if word in ("thousand", "million"):
            total, current, last = total + max(current, 1) * (1000 if word == "thousand" else 10**6), 0, 10**9
            continue
        if word == "hundred":
            current, last = max(current, 1) * 100, 100
            continue
        ordinal = word in _ORDINALS or word in _ROUND
        value = _SMALL.get(word, _ORDINALS.get(word, _ROUND.get(word, _TENS.get(word, 0) * 10)))
        size = 10 if value < 10 else 20 if value < 20 else 30
        if current and (size >= last or (last == 20) or (size == 20 and last == 30)):
            groups.append(total + current)
            total = current = 0
        current, last = current + value, size
    groups.append(total + current)
    if " and " in match[0].lower() and len(groups) > 1 and "hundred" not in words and "thousand" not in words:
        return " and ".join(map(str, groups))
    text = " ".join(map(str, groups))
    return f"{text}.5" if half else text + (_SUFFIX.get(groups[-1] % 10 if groups[-1] % 100 not in (11, 12, 13) else 0, "th") if ordinal else "")


def _lone_ordinal(match: re.Match[str]) -> str:
    word = match[0].lower()
    n = _ORDINALS.get(word) or _ROUND[word]
    text = match.string
    before = text[max(0, match.start() - 16) : match.start()]
    if n <= 2 and not (
        _AFTER_FIRST.match(text, match.end()) or _BEFORE_FIRST.search(before) or (n == 2 and _COUNTED.search(f"{before}|{text[match.end() :][:12]}"))
    ):
        return match[0]
    if text[match.start() - 1 : match.start()] == "'" or text[match.end() : match.end() + 2] in ("s ", "s."):
        return match[0]
    return f"{n}{_SUFFIX.get(n, 'th')}"
