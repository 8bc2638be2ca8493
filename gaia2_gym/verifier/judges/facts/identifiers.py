"""Emails, links, file paths, phone numbers, ids and codes: what must be equal to the letter."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.scan import TAKEN, Scan

_EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>\"')\]]{1,300}|\b(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,12}/[^\s<>\"')\],;]{1,200}")
_DOMAIN = re.compile(r"\b(?:[a-z0-9-]{2,40}\.){1,3}(?:com|org|net|edu|gov|io|example|uk|de|fr|pl|pt|es|it|nl|eu)\b(?![\w.])")
_FILE = re.compile(
    r"(?<![\w/])(?:/?(?:[\w+-]{1,60}/){1,8})?[\w+.-]{1,60}\.(?:txt|pdf|csv|xlsx?|docx?|pptx?|md|json|png|jpe?g|gif|html?|py|zip|mp[34]|ics|xml|log)\b"
)
_INNER_DOT = re.compile(r"\w\.[a-z]")
_PATH = re.compile(r"(?<![\w/.])/[a-z][\w.+-]{0,60}(?:/[\w.+-]{1,60}){0,8}/?")
_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_HEX = re.compile(r"\b(?=[a-f]{0,63}\d)(?=\d{0,63}[a-f])[0-9a-f]{8,64}\b")
_EIGHT = re.compile(r"[0-9a-f]{8}")
_MANY_DIGITS = re.compile(r"\d(?:[ ().-]{0,3}\d){6}")
_MIXED = re.compile(r"[a-z][-a-z]{0,12}\d|\d[-\d]{0,12}[a-z]")
_PHONE = re.compile(r"(?<![\w.,/:$])\+? ?\(?\d(?:[ ().-]{0,3}\d){6,17}(?![\w,:/]|\.\d|-\d)")
_GROUPED = re.compile(r"\d{1,3}(?: \d{3})+")
_RANGE = re.compile(r"\d{1,5} ?- ?\d{1,5}")
_CODE = re.compile(r"(?<![\w.,])#?(?=[a-z-]{0,12}\d)(?=[\d-]{0,12}[a-z])[a-z0-9]{1,20}(?:-[a-z0-9]{1,12}){0,3}#?(?!\w)")
_NOT_A_CODE = re.compile(r"\d+(?:st|nd|rd|th|am|pm|a|p|h|k|m|km|kg|x|s|sqft|min|mins|hrs?)$|\d+-[a-z]+$|[a-z]+-\d+$|\d+h\d\d$")
_LETTER = re.compile(
    r"(?:(?<= for )|(?<=tion )|(?<=plan )|(?<=with )|(?<=take )|(?<=pick )|(?<=fer ))[B-HJ-Z](?=\. )"
    r"|(?<![\w.'&])(?:[B-HJ-Z]|A(?=[.,;:!?)\n]|$))(?![\w'&]|\.[A-Z]|\. [A-Z]\w)"
)


def read_addresses(scan: Scan) -> None:
    """Take emails, links and paths."""
    rest = scan.rest
    if "@" in rest:
        scan.each(_EMAIL, lambda m: scan.fact("email", m[0].strip(".-"), m))
    if "/" in rest or "www." in rest:
        scan.each(_URL, lambda m: scan.fact("url", _link(m[0]), m))
    if _INNER_DOT.search(rest):
        scan.each(_FILE, lambda m: scan.fact("path", m[0].strip("/").rsplit("/", 1)[-1], m))
        scan.each(_DOMAIN, lambda m: scan.fact("url", _link(m[0]), m))
    if "/" in scan.rest:
        scan.each(_PATH, lambda m: scan.fact("path", m[0].strip("/."), m))


def read_ids(scan: Scan) -> None:
    """Take phone numbers and long ids; dates must have been taken before."""
    if not scan.has_digits:
        return
    _read_capitals(scan, _IBAN)
    hexadecimal = _EIGHT.search(scan.rest) is not None
    if hexadecimal:
        scan.each(_UUID, lambda m: scan.fact("code", m[0], m))
    if _MANY_DIGITS.search(scan.rest):
        scan.each(_PHONE, lambda m: _phone(scan, m))
    if hexadecimal:
        scan.each(_HEX, lambda m: scan.fact("code", m[0], m))


_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_SPACED = re.compile(r"\b(?!AM\b|PM\b|OK\b|TO\b|NR\b|NO\b)[A-Z]{2,3} \d{2,4}\b(?![.,:]\d)")
_CLASSED = re.compile(
    r"(?:\b[A-Z]\w+|\b(?:hall|team|room|gate|platform|section|group|block|coach|class|plan|option|part|building|wing|terminal|version|row|"
    r"door)) A(?=[ .,;:!?)]|$)"
)


def read_codes(scan: Scan) -> None:
    """Take codes of letters and digits, and single capital letters ("coach C"); times, durations and amounts must have been taken before."""
    if scan.has_digits:
        _read_capitals(scan, _SPACED)
        if _MIXED.search(scan.rest):
            scan.each(_CODE, lambda m: None if _NOT_A_CODE.match(m[0]) else scan.fact("code", m[0].strip("#").replace("-", ""), m))
    scan.facts.extend(Fact("code", "a", "A", m.end() - 1, m.end()) for m in _CLASSED.finditer(scan.text) if scan.rest[m.end() - 1] != TAKEN)
    scan.facts.extend(Fact("code", m[0].lower(), m[0], m.start(), m.end()) for m in _LETTER.finditer(scan.text) if scan.rest[m.start()] != TAKEN)


def _read_capitals(scan: Scan, pattern: re.Pattern[str]) -> None:
    """Take codes that capitals tell; blanks within do not count."""
    for match in pattern.finditer(scan.text):
        if TAKEN not in scan.rest[match.start() : match.end()]:
            scan.facts.append(scan.fact("code", match[0].lower().replace(" ", ""), match))
            scan.take(match.start(), match.end())


def _link(text: str) -> str:
    return re.sub(r"^https?://|^www\.|^https?://www\.", "", text).rstrip("./,;:")


def _phone(scan: Scan, match: re.Match[str]) -> Fact | None:
    text = match[0].strip()
    digits = "".join(c for c in text.replace("(0)", "") if c.isdigit())
    if text.startswith("+") and len(digits) >= 7:
        return scan.fact("phone", digits, match)
    if _GROUPED.fullmatch(text) or _RANGE.fullmatch(text) or len(digits) < 9:
        return scan.fact("phone", digits, match) if re.fullmatch(r"\d{3}[-.]\d{4}", text) else None
    return scan.fact("phone", digits, match)
