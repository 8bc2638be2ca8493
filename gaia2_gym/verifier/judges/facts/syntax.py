"""The words of a text that no fact took: sentence by sentence, clause by clause, with what they mean and whether they are denied."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterator
from itertools import pairwise

from gaia2_gym.verifier.judges.facts.fact import Clause, Fact, Mood, Sheet, Token, Word
from gaia2_gym.verifier.judges.facts.languages import NEGATIONS
from gaia2_gym.verifier.judges.facts.polarity import clause_mood, negated_tokens, poles_of, sentence_mood
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.vocabulary import spaced
from gaia2_gym.verifier.judges.facts.words import PHRASES, concepts, is_general, is_stop, phrase_at, stem

_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SENTENCE_END = re.compile(r"[.!?]+(?=[\s)\"']|$)|[;\n]")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|no|nr|min|e\.g|i\.e)$")
_COMMA = re.compile(r"[,)]")
_CONJUNCTIONS = frozenset(
    spaced("and but or nor since because so while whereas although though which who where when that as if et und oraz mas ale mais aber pero")
)
_QUOTED = re.compile(r"\"([^\"\n]{1,120})\"|(?<![\w])'([^'\n]{2,80}(?:'s [^'\n]{1,60})?)'(?!\w)")
_PREPOSITION = r"(?<!according )\b(from|to|into|until|till|through|von|bis)"
_ROLE = re.compile(rf"{_PREPOSITION}(?: the| my| your| an?)? $")
_FAR_ROLE = re.compile(rf"{_PREPOSITION}(?: (?:the|my|your))?(?: [a-z]{{3,}})? $")
_TO = re.compile(r" ?(?:-|to|until|till) ?")
_ROLES = {"from": "from", "to": "to", "into": "to", "until": "to", "till": "to", "through": "to", "von": "from", "bis": "to"}
_PREDICATES = frozenset(
    spaced("i we you he she it they is are was were be been has have had will would can could should must may do does did i'm we're it's")
)
_ITEM_JOINT = re.compile(r",| and| or")


def sheet_of(scan: Scan, facts: list[Fact], *, title: bool) -> Sheet:
    """The sheet of a text whose facts have been read."""
    low = scan.low
    sentences = [
        m.end() for m in _SENTENCE_END.finditer(low) if not (low[m.start()] == "." and _ABBREVIATION.search(low, max(0, m.start() - 4), m.start()))
    ]
    tokens = [Token(text := m.group(), m.start(), m.end(), stem(text)) for m in _TOKEN.finditer(scan.rest)]
    joints = (t.start for t in tokens if t.text in _CONJUNCTIONS or ("'" in t.text and t.text.partition("'")[0] in _CONJUNCTIONS))
    breaks = sorted({*sentences, *joints, *(m.start() for m in _COMMA.finditer(scan.rest))})
    negated, instead_of, negations = negated_tokens(scan, tokens, NEGATIONS.get(scan.lang, frozenset()))
    units = list(_units(tokens))
    words = list(_words(scan, facts, tokens, units, negated, instead_of, sentences, breaks, title=title))
    stems = frozenset(t.stem for t in tokens)
    return Sheet(
        text=scan.text,
        low=low,
        facts=tuple(facts),
        words=tuple(words),
        concepts=frozenset().union(*(concepts(meaning) for _, _, meaning in units)),
        stems=stems,
        clauses=_clauses(low, sentences, breaks),
        tokens=tuple(tokens),
        lang=scan.lang,
        poles=poles_of(scan, tokens, units, negated | instead_of),
        negations=negations,
        roles=_roles(low, facts, words, title=title),
    )


def _units(tokens: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Words and phrases of the thesaurus in order: number of the first token, how many, the stem or the phrase."""
    stems = [t.stem for t in tokens]
    i = 0
    while i < len(stems):
        phrase = phrase_at(stems, i) if stems[i] in PHRASES else ()
        yield i, len(phrase) or 1, " ".join(phrase) or stems[i]
        i += len(phrase) or 1


def _words(
    scan: Scan,
    facts: list[Fact],
    tokens: list[Token],
    units: list[tuple[int, int, str]],
    negated: frozenset[int],
    instead_of: frozenset[int],
    sentences: list[int],
    breaks: list[int],
    *,
    title: bool,
) -> Iterator[Word]:
    text, lang = scan.text, scan.lang
    quotes = [m.span() for m in _QUOTED.finditer(text)] if '"' in text or "'" in text else []
    taken = {f.start for f in facts}
    listed = _Lists(scan.low, tokens, breaks, lang)
    for i, length, meaning in units:
        token = tokens[i]
        start = token.start
        quoted = bool(quotes) and any(a <= start < b for a, b in quotes)
        if (len(token.text) == 1 and start in taken) or (length == 1 and is_stop(token.text, lang)):
            continue
        capital = not title and text[start].isupper()
        shouted = capital and len(token.text) > 1 and (written := text[start : token.end]).isupper() and written.isascii()
        clause = bisect_right(breaks, start)
        yield Word(  # by position: there are many of them
            token.text if length == 1 else meaning,
            meaning,
            concepts(meaning),
            start,
            clause,
            length == 1 and not is_general(token.text),
            quoted or (capital and not shouted and not _begins(text, start, sentences)),
            quoted,
            i in negated,
            i in instead_of,
            listed.holds(clause),
        )


def _begins(text: str, start: int, sentences: list[int]) -> bool:
    """Whether a word begins a sentence, a line, a list item or a quotation."""
    number = bisect_right(sentences, start)
    between = text[sentences[number - 1] if number else 0 : start]
    return not any(c.isalnum() for c in between) or between.rstrip().endswith((":", "-", "*"))


def _clauses(low: str, sentences: list[int], breaks: list[int]) -> tuple[Clause, ...]:
    moods: dict[int, Mood | None] = {}
    found = []
    for start, end in zip((0, *breaks), (*breaks, len(low)), strict=True):
        number = bisect_right(sentences, start)
        if number not in moods:
            first = sentences[number - 1] if number else 0
            moods[number] = sentence_mood(low[first : sentences[number] if number < len(sentences) else len(low)])
        found.append(Clause(number, start, end, moods[number] or clause_mood(low[start:end])))
    return tuple(found)


class _Lists:
    """Which clauses are items of an enumeration: few words between two separators, one of them "and", "or", a bullet, and no predicate."""

    def __init__(self, low: str, tokens: list[Token], breaks: list[int], lang: str) -> None:
        self.low = low
        self.breaks = breaks
        self.lang = lang
        self.known: dict[int, bool] = {}
        self.tokens = tokens
        self.possible = any(joint in low for joint in (",", "\n", " and ", " or ", " nor "))

    def holds(self, clause: int) -> bool:
        """Whether a clause is such an item."""
        if self.possible and clause not in self.known:
            self.known[clause] = self._is_item(clause)
        return self.possible and self.known[clause]

    def _is_item(self, clause: int) -> bool:
        texts = [t.text for t in self.tokens if bisect_right(self.breaks, t.start) == clause]
        content = [t for t in texts if not is_stop(t, self.lang)]
        if not 1 <= len(content) <= 4 or not _PREDICATES.isdisjoint(texts) or all(is_general(t) for t in content):
            return False
        named = not any(is_general(t) for t in content)
        low, left = self.low, self.breaks[clause - 1] if clause else 0
        right = self.breaks[clause] if clause < len(self.breaks) else len(low)
        before, after = low[max(0, left - 1) : left + 4].strip(), low[right : right + 4].strip()
        if (
            (named and before.startswith(("and", "or", "nor", ",and")))
            or (named and low[left : left + 2] in ("- ", "* "))
            or (named and after.startswith(("and", "or ", "nor")))
        ):
            return True
        if not low[max(0, left - 1) : left + 1].startswith(","):
            return False
        return _ITEM_JOINT.match(low, right) is not None or (clause > 1 and self.holds(clause - 1))


def _roles(low: str, facts: list[Fact], words: list[Word], *, title: bool) -> dict[Hashable, frozenset[str]]:
    """What comes from where and goes to where."""
    found: dict[Hashable, set[str]] = {}
    places: list[tuple[Hashable, int, bool]] = [(f.value, f.start, f.kind in ("code", "number")) for f in facts]
    places += [(w.stem, w.start, False) for w in words if w.proper or title]
    for key, start, far in places:
        if match := (_FAR_ROLE if far else _ROLE).search(low, max(0, start - 24), start):
            found.setdefault(key, set()).add(_ROLES[match[1]])
    for first, second in pairwise(facts):
        if first.kind == second.kind and _TO.fullmatch(low, first.end, second.start):
            found[first.value], found[second.value] = {"from"}, {"to"}
    return {key: frozenset(roles) for key, roles in found.items()}
