"""People: which of the user's contacts a text mentions. A first name alone is enough; several people may be meant by it."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache, partial

from gaia2_gym.verifier.judges.facts.fact import Fact
from gaia2_gym.verifier.judges.facts.languages import MONTHS
from gaia2_gym.verifier.judges.facts.scan import TAKEN, Scan
from gaia2_gym.verifier.judges.facts.text import clean, lower
from gaia2_gym.verifier.judges.facts.vocabulary import spaced
from gaia2_gym.verifier.judges.facts.words import concepts, is_general, is_stop, stem

_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_LATIN = re.compile(r"[a-z]+")
_PARTICLES = frozenset(spaced("de da do dos das di del della van von der den la le el bin al y e"))


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Contacts by the parts of their names; compared by identity, so that it is cheap as a key.

    Args:
        parts: Per person, the folded parts of the full name.
        by_part: Part -> numbers of the people who have it.
        first: First names -> numbers of the people who have it.
        pieces: The runs of Latin letters in all parts.
    """

    parts: tuple[tuple[str, ...], ...]
    by_part: dict[str, frozenset[int]]
    first: dict[str, frozenset[int]]
    pieces: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.parts)


@lru_cache(maxsize=64)
def index_of(names: tuple[str, ...], user: str = "") -> Index:
    """The index of some full names; the user's own is one of them."""
    unique = list(dict.fromkeys(tuple(_parts(n)) for n in (*names, user) if n and _parts(n)))
    by_part: dict[str, set[int]] = {}
    first: dict[str, set[int]] = {}
    for number, parts in enumerate(unique):
        for part in parts:
            if part not in _PARTICLES:
                by_part.setdefault(part, set()).add(number)
        first.setdefault(parts[0], set()).add(number)
    numbers = [{k: frozenset(v) for k, v in found.items()} for found in (by_part, first)]
    return Index(tuple(unique), numbers[0], numbers[1], frozenset(_LATIN.findall(" ".join(by_part))))


def _parts(name: str) -> list[str]:
    return _TOKEN.findall(lower(clean(name)))


def read_names(scan: Scan, index: Index) -> None:
    """Take the mentions of contacts."""
    if not index:
        return
    if not scan.rest.isascii():
        _read_joined(scan, index)
    elif scan.lang == "en" and index.pieces.isdisjoint(scan.tokens):
        return
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(scan.rest)]
    i = 0
    while i < len(tokens):
        used = _mention(scan, index, tokens, i)
        i += used or 1


def _read_joined(scan: Scan, index: Index) -> None:
    """Take names of scripts without blanks, their parts joined or apart, in either order."""
    for number, parts in enumerate(index.parts):
        if len(parts) < 2 or any(p.isascii() for p in parts):
            continue
        ways = " ?".join(map(re.escape, parts)), " ?".join(map(re.escape, reversed(parts)))
        scan.each(re.compile("|".join(ways)), partial(_whole, scan, number))


def _whole(scan: Scan, number: int, match: re.Match[str]) -> Fact:
    return scan.fact("name", frozenset((number,)), match)


def _mention(scan: Scan, index: Index, tokens: list[tuple[str, int, int]], i: int) -> int:
    """Take a mention that starts at a token; the number of tokens used."""
    token, start, end = tokens[i]
    people = index.by_part.get(token)
    genitive = token.removesuffix("'s")
    if people is None and genitive != token:
        people, token = index.by_part.get(genitive), genitive
    if people is None and scan.lang != "en":
        people = _inflected(scan, index, token, start)
    if people is None or not _looks_like_a_name(scan, tokens, i, index):
        return 0
    used, parts = 1, {token}
    while i + used < len(tokens):
        following, at, to = tokens[i + used]
        between = scan.rest[end:at]
        if between not in (" ", ", ", ". ", "", " - ") or TAKEN in between:
            break
        following = following.removesuffix("'s")
        narrowed = people & index.by_part.get(following, frozenset())
        if narrowed and following not in parts and not (between == ", " and following in index.first):
            people, end, used = narrowed, to, used + 1
            parts.add(following)
        elif following in _PARTICLES and between == " " and any(following in index.parts[p] for p in people):
            end, used = to, used + 1
        else:
            if between == " " and _foreign_surname(scan, following, at, index) and token in index.first and used == 1:
                people, end, used = frozenset(), to, used + 1
                parts.add(following)
            break
    only_last = used == 1 and token not in index.first
    value: frozenset[Hashable] = frozenset(people) or frozenset(parts)
    scan.facts.append(Fact("name", value, scan.text[start:end], start, end, unit="last" if only_last else ""))
    scan.take(start, end)
    return used


def _looks_like_a_name(scan: Scan, tokens: list[tuple[str, int, int]], i: int, index: Index) -> bool:
    token, start, end = tokens[i]
    token = token.removesuffix("'s")
    capital = scan.text[start].isupper() or not scan.text[start].isascii()
    following = tokens[i + 1][0].removesuffix("'s") if i + 1 < len(tokens) and scan.rest[end : tokens[i + 1][1]] == " " else ""
    whole = bool(following) and bool(index.by_part.get(token, frozenset()) & index.by_part.get(following, frozenset()))
    if not capital:
        return whole
    ordinary = (is_stop(token) or is_general(token) or token in MONTHS) and not whole
    begins = start == 0 or scan.low[start - 1] == "\n" or scan.low[max(0, start - 2) : start] in (". ", "! ", "? ")
    return not (ordinary and (begins or is_stop(token)))


def _foreign_surname(scan: Scan, token: str, at: int, index: Index) -> bool:
    """Whether a word after a known first name is another family name than the contact's."""
    if not scan.text[at].isascii():
        return True
    if not scan.text[at].isupper() or token in MONTHS or len(token) < 2:
        return False
    return token in index.by_part or not (is_general(token) or is_stop(token) or _ordinary_noun(token))


def _ordinary_noun(token: str) -> bool:
    return len(concepts(stem(token))) > 1


def _inflected(scan: Scan, index: Index, token: str, start: int) -> frozenset[int] | None:
    """People whose first name a capitalised word is a case form of ("Igi" of Iga, "Bartka" of Bartek)."""
    if not scan.text[start].isupper() or is_stop(token, scan.lang) or start == 0:
        return None
    for name, people in index.first.items():
        stem_length = max(2, len(name) - 2)
        if token[:stem_length] == name[:stem_length] and abs(len(token) - len(name)) <= 2:
            return people
    return None
