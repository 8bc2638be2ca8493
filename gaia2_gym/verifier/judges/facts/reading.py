"""Reading a text: its facts, then the words that are left, clause by clause."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from gaia2_gym.verifier.judges.facts.dates import read_dates, weekdays_that_repeat_dates
from gaia2_gym.verifier.judges.facts.durations import read_durations
from gaia2_gym.verifier.judges.facts.fact import Clause, Fact, Sheet, Word
from gaia2_gym.verifier.judges.facts.identifiers import read_addresses, read_codes, read_ids
from gaia2_gym.verifier.judges.facts.languages import NEGATIONS, language
from gaia2_gym.verifier.judges.facts.names import Index, index_of, read_names
from gaia2_gym.verifier.judges.facts.places import read_countries
from gaia2_gym.verifier.judges.facts.polarity import negated_tokens, poles_of, sentence_mood, without_idioms
from gaia2_gym.verifier.judges.facts.quantities import read_amounts, read_numbers
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.spelling import figures
from gaia2_gym.verifier.judges.facts.text import clean, lower
from gaia2_gym.verifier.judges.facts.times import read_bare_times, read_times
from gaia2_gym.verifier.judges.facts.words import PHRASES, concepts, is_general, is_stop, stem

TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|(?<=\d)[^\W\d_]+(?=\x00)")
_SENTENCE_END = re.compile(r"(?<!\bmr)(?<!\bdr)(?<!\bst)(?<!\bmrs)(?<!\bms)(?<!\bno)(?<!\bmin)(?<!\be\.g)(?<!\bi\.e)[.!?]+(?=[\s)\"']|$)|[;\n]")
_CLAUSE_END = re.compile(
    r"[,)]|\b(?:and|but|or|nor|since|because|so|while|whereas|although|though|which|who|where|when|that|as|if|et|und|oraz|mas|ale|mais|aber|pero)\b"
)
_QUOTED = re.compile(r"\"([^\"\n]{1,120})\"|(?<![\w])'([^'\n]{2,80}(?:'s [^'\n]{1,60})?)'(?!\w)")
_ROLE = re.compile(r"\b(from|to|into|until|till|through|von|nach|bis|de|para|od|do)(?: the| my| your| an?| el| la| o)? $")
_FAR_ROLE = re.compile(r"\b(from|to|into|until|till|through|von|nach|bis|de|para|od|do)(?: (?:the|my|your))?(?: [a-z]{3,})? $")
_TO = re.compile(r" ?(?:-|to|until|till) ?")
_ROLES = {"from": "from", "to": "to", "into": "to", "until": "to", "till": "to", "through": "to", "von": "from", "bis": "to"}


def read(text: str, today: int = 0, names: tuple[str, ...] = (), user: str = "", hint: str = "en", *, title: bool = False) -> Sheet:
    """Everything a text states.

    Args:
        text: The text.
        today: Ordinal of the day that date words refer to; 0 if unknown.
        names: The user's contacts.
        user: The user's full name.
        hint: Language to assume where the text does not tell.
        title: Whether it is a title, in which capitals mean nothing.
    """
    return _read(text, today, index_key(names, user), hint, title)


_INDEXES: dict[int, Index] = {}


@lru_cache(maxsize=64)
def index_key(names: tuple[str, ...], user: str) -> int:
    """A small key for an index of names, so that the cache of texts need not hash all of them."""
    index = index_of(names, user)
    key = hash(index.parts)
    _INDEXES[key] = index
    return key


@lru_cache(maxsize=8192)
def _read(text: str, today: int, names: int, hint: str, title: bool) -> Sheet:
    raw = clean(text)
    lang = language(lower(raw), hint)
    plain = figures(without_idioms(raw), lang)
    scan = Scan(plain, lower(plain), today, lang)
    index = _INDEXES[names]
    read_addresses(scan)
    read_dates(scan)
    read_ids(scan)
    read_times(scan)
    read_durations(scan)
    read_amounts(scan)
    read_bare_times(scan)
    read_names(scan, index)
    read_countries(scan)
    read_codes(scan)
    read_numbers(scan)
    facts = sorted(weekdays_that_repeat_dates(scan.facts), key=lambda f: (f.start, f.end))
    return _sheet(scan, facts, title=title)


def _sheet(scan: Scan, facts: list[Fact], *, title: bool) -> Sheet:
    low, text = scan.low, scan.text
    sentences = _starts(_SENTENCE_END, low)
    breaks = sorted({*sentences, *(m.start() for m in _CLAUSE_END.finditer(scan.rest))})
    quotes = [m.span() for m in _QUOTED.finditer(text)] if '"' in text or "'" in text else []
    tokens = [(m.group(), m.start(), m.end()) for m in TOKEN.finditer(scan.rest)]
    stems = [stem(t) for t, _, _ in tokens]
    negated, negations = negated_tokens(scan, tokens, stems, NEGATIONS.get(scan.lang, frozenset()))
    words: list[Word] = []
    found: set[str] = set()
    i = 0
    while i < len(tokens):
        token, start, _ = tokens[i]
        phrase = _phrase(stems, i)
        meaning = " ".join(phrase) if phrase else stems[i]
        found |= concepts(meaning)
        if phrase:
            found |= {c for s in phrase for c in (s,)}
        quoted = any(a <= start < b for a, b in quotes)
        if len(token) == 1 and any(f.start == start for f in facts):
            i += 1
            continue
        if not phrase and is_stop(token, scan.lang) and not (quoted and text[start].isupper() and not is_stop(token)):
            i += 1
            continue
        capital = text[start].isupper() and not title
        inside = capital and not _begins(text, start, sentences)
        general = bool(phrase) or is_general(token)
        uppercase = capital and token.isascii() and text[start : start + len(token)].isupper() and len(token) > 1
        words.append(
            Word(
                text=token if not phrase else meaning,
                stem=meaning,
                concepts=concepts(meaning),
                start=start,
                clause=bisect_right(breaks, start),
                specific=not general,
                proper=quoted or (inside and not uppercase),
                quoted=quoted,
                negated=i in negated,
                listed=_listed(scan, tokens, i, breaks, sentences),
            )
        )
        i += len(phrase) if phrase else 1
    clauses = tuple(
        Clause(bisect_right(sentences, a), a, b, _mood(scan, sentences, a)) for a, b in zip((0, *breaks), (*breaks, len(low)), strict=True)
    )
    return Sheet(
        text=text,
        low=low,
        facts=tuple(facts),
        words=tuple(words),
        concepts=frozenset(found),
        stems=frozenset(stems),
        clauses=clauses,
        poles=poles_of(scan, tokens, stems, negated),
        negations=negations,
        english=scan.lang == "en",
        roles=_roles(scan, facts, words, title=title),
    )


def _starts(pattern: re.Pattern[str], low: str) -> list[int]:
    return [m.end() for m in pattern.finditer(low)]


def _phrase(stems: list[str], i: int) -> tuple[str, ...]:
    for phrase in PHRASES.get(stems[i], ()):
        if tuple(stems[i : i + len(phrase)]) == phrase:
            return phrase
    return ()


def _begins(text: str, start: int, sentences: list[int]) -> bool:
    """Whether a word begins a sentence, a line, a list item or a quotation."""
    last = sentences[bisect_right(sentences, start) - 1] if sentences and sentences[0] <= start else 0
    between = text[last:start]
    return not any(c.isalnum() for c in between) or between.rstrip().endswith((":", "-", "*"))


def _mood(scan: Scan, sentences: list[int], at: int) -> Literal["question", "first", "other"]:
    number = bisect_right(sentences, at)
    start = sentences[number - 1] if number else 0
    end = sentences[number] if number < len(sentences) else len(scan.low)
    return sentence_mood(scan.low[start:end], scan.low[at:end])


def _listed(scan: Scan, tokens: list[tuple[str, int, int]], i: int, breaks: list[int], sentences: list[int]) -> bool:
    """Whether a word is an item of an enumeration: few words between two separators, one of them "and", "or", a bullet."""
    start = tokens[i][1]
    k = bisect_right(breaks, start)
    left = breaks[k - 1] if k else 0
    right = breaks[k] if k < len(breaks) else len(scan.low)
    content = [t for t, a, _ in tokens if left <= a < right and not is_stop(t, scan.lang)]
    if not 1 <= len(content) <= 4 or any(is_general(t) for t in content) or any(t in _PREDICATES for t, a, _ in tokens if left <= a < right):
        return False
    before, after = scan.low[max(0, left - 1) : left + 4].strip(), scan.low[right : right + 4].strip()
    joined = before.startswith(("and", "or", "nor", ",and")) or scan.low[left : left + 2] in ("- ", "* ") or after.startswith(("and", "or ", "nor"))
    return joined or (scan.low[max(0, left - 1) : left + 1].startswith(",") and bool(re.match(r",| and| or", scan.low[right : right + 4])))


_PREDICATES = frozenset("i we you he she it they is are was were be been has have had will would can could should must may do does did i'm we're it's".split())


def _roles(scan: Scan, facts: list[Fact], words: list[Word], *, title: bool) -> dict[Hashable, frozenset[str]]:
    """What comes from where and goes to where."""
    roles: dict[Hashable, set[str]] = {}
    for key, start, far in (*((f.value, f.start, f.kind in ("code", "number")) for f in facts), *((w.stem, w.start, False) for w in words if w.proper or title)):
        if match := (_FAR_ROLE if far else _ROLE).search(scan.low[max(0, start - 24) : start]):
            role = _ROLES.get(match[1])
            if role:
                roles.setdefault(key, set()).add(role)
    for first, second in pairwise(facts):
        if first.kind == second.kind and _TO.fullmatch(scan.low[first.end : second.start]):
            roles[first.value], roles[second.value] = {"from"}, {"to"}
    return {k: frozenset(v) for k, v in roles.items()}
