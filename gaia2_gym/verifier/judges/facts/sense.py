"""What is said of the facts: whether something is denied, turned into its opposite, or asked instead of stated."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Sheet, Word
from gaia2_gym.verifier.judges.facts.policy import Policy
from gaia2_gym.verifier.judges.facts.thesaurus import NEGATIVE_POLES, NEGATIVE_WORDS, STRICT_AXES
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT, spaced
from gaia2_gym.verifier.judges.facts.words import stem

_NEGATIVE_STEMS = frozenset(map(stem, NEGATIVE_WORDS))

_NOTHING = Sheet()

_LIGHT = frozenset(
    spaced(
        "day tim week thing way person month be do hav get mak tak need want like go com giv put let know see say us work feel think abl "
        "would hope look mak"
    )
)

_FAILED = re.compile(r"\b(?:could|can|was|were|am|have|has|did|does|is|are)(?: ?not|n't)(?: been| be)?(?: able)?\b|\b(?:unable|failed|impossible)\b")

_QUOTED = re.compile(r'"[^"]*"')
"""Words of somebody else's, which ask for nothing."""
_REQUEST = re.compile(
    r"\b(?:invit\w+|join|please|let me know|tell me|need|would like|'d like|love|if you|hope|want|wonder\w*|should|could|let us|let's|looking for|"
    r"vote|must|has to|have to)\b"
)


def exchanged_roles(expected: Sheet, got: Sheet) -> str:
    """Something that comes from where it should go to."""
    for key, role in expected.roles.items():
        other = got.roles.get(key)
        if other and not other & role:
            return f"{'/'.join(sorted(role))} and {'/'.join(sorted(other))} are exchanged"
    return ""


def opposite(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy) -> str:
    """A word that stands for the opposite of the oracle's."""
    for axis, wanted in expected.poles.items():
        given = got.poles.get(axis)
        if given and not wanted & given:
            return f"it says the opposite ({axis})"
        if given and axis in STRICT_AXES and given - wanted:
            return f"it takes back what it says ({axis})"
    if not policy.answer:
        for axis in ("event", "accept") if policy.title else ("event",):
            if axis not in expected.poles and got.poles.get(axis, frozenset()) - {"1", "2"} - allowed.poles.get(axis, frozenset()):
                return f"it adds a status ({axis})"
    return ""


def denied(expected: Sheet, got: Sheet, policy: Policy) -> str:
    """Something said of which the opposite is expected, or the other way round."""
    softly = bool(_NEGATIVE_STEMS & got.stems - expected.stems) or any(
        (axis, p) in NEGATIVE_POLES for axis, found in got.poles.items() if axis not in expected.poles for p in found
    )
    for word in expected.words:
        if word.stem in _LIGHT or word.contrasted or any(w.contrasted and _akin(w, word) for w in got.words):
            continue
        want, have = ({w.negated for w in sheet.words if _akin(w, word)} for sheet in (expected, got))
        if True in have and moods_of(expected, word.stem) == {"question"} == moods_of(got, word.stem):
            continue
        if len(want) == 1 and have and want.isdisjoint(have) and not (True in want and (softly or not word.specific)):
            if (word.negated and _denied_with(expected, got, word)) or (not word.negated and _changed(expected, got)):
                continue
            if (word.proper or _proper_in(got, word)) and _denied_beside(expected, word) and _denied_beside(got, word):
                continue  # "the Lantern is not available" and "there is no Lantern" deny the same
            return f"{word.text!r} is {'not ' if word.negated else ''}denied as expected" if word.negated else f"{word.text!r} is denied"
    answered = _merely_answered(expected, got)
    if expected.negations and not answered and not _negative(got, beyond=expected) and stem(expected.negations[0].split(" ")[0]) not in got.stems:
        return f"the negation {expected.negations[0]!r} is gone"
    if not answered and not _negative(got) and any((axis, p) in NEGATIVE_POLES for axis, found in expected.poles.items() for p in found):
        return "it does not say no"
    if turned := _contrast_turned(expected, got):
        return f"{turned.text!r} is what something else should stand instead of"
    if got.negations and not _negative(expected):
        zero = any(f.value == 0.0 for f in expected.facts if f.kind == "number")
        asks = {c.mood for c in expected.clauses if c.end > c.start} == {"question"} and "?" in got.low
        also = any(w.negated or w.contrasted for w in expected.words) or _changed(expected, got)
        besides = not policy.answer and _denies_other_things(expected, got)
        if not zero and not asks and not also and not besides and (not policy.answer or _FAILED.search(got.low)):
            return f"it denies: {got.negations[0]!r}"
    return ""


def _merely_answered(expected: Sheet, got: Sheet) -> bool:
    """Whether the oracle's only "no" answers the question, and the agent stands on the side of what is said after it ("No, seats are available")."""
    if expected.negations != ("no",) or any(w.negated for w in expected.words):
        return False
    sides = [axis for axis, found in expected.poles.items() if axis != "answer" and found & got.poles.get(axis, frozenset())]
    return bool(sides) and not any((axis, p) in NEGATIVE_POLES for axis, found in expected.poles.items() if axis != "answer" for p in found)


def _denies_other_things(expected: Sheet, got: Sheet) -> bool:
    """Whether all that is denied is of another matter: sentences with nothing of what the oracle says, and with words of their own."""
    for start, end in sentences(got):
        denied = [w for w in got.words if start <= w.start < end and w.negated]
        if not denied:
            continue
        own = [w for w in denied if w.stem not in _LIGHT and w.text not in LIGHT]
        if not own or any(_akin(w, e) for w in got.words if start <= w.start < end and w.text not in LIGHT for e in expected.words):
            return False
        if any(same(f, e) for f in got.facts if start <= f.start < end for e in expected.facts):
            return False
    return len(got.negations) == sum(any(w.negated for w in got.words if a <= w.start < b) for a, b in sentences(got))


def _denied_with(expected: Sheet, got: Sheet, word: Word) -> bool:
    """Whether what is denied together with a word is denied by the agent, who may name the thing before ("it is broken, so I cannot lend it")."""
    beside = [w for w in expected.words if w.negated and w.clause == word.clause and w.stem != word.stem and w.stem not in _LIGHT]
    return any(o.negated and o.stem == w.stem for w in beside for o in got.words)


_CHANGES = frozenset(map(stem, spaced("move postpone reschedule replace shift swap instead cancel switch delete remove")))


def _changed(expected: Sheet, got: Sheet) -> bool:
    """Whether both texts put one thing in the place of another, so that the agent may deny the first."""
    changing = [w for w in expected.words if w.stem in _CHANGES and not w.negated]
    return any(_akin(w, o) and not o.negated for w in changing for o in got.words)


def _denied_beside(sheet: Sheet, word: Word) -> bool:
    """Whether something is denied in a clause in which the word stands."""
    clauses = [c for w in sheet.words if _akin(w, word) for c in sheet.clauses if c.start <= w.start < c.end]
    return any(_DENIAL.search(sheet.low, c.start, c.end) for c in clauses)


def _proper_in(sheet: Sheet, word: Word) -> bool:
    return any(w.proper and w.stem == word.stem for w in sheet.words)


_DENIAL = re.compile(r"\b(?:not|no|none|nobody|never|cannot|without)\b|n't\b")


def _negative(sheet: Sheet, beyond: Sheet = _NOTHING) -> bool:
    """Whether a text says no in any way, apart from the words by which another does so."""
    return (
        bool(sheet.negations)
        or any(w.contrasted for w in sheet.words)
        or any((axis, p) in NEGATIVE_POLES for axis, found in sheet.poles.items() for p in found - beyond.poles.get(axis, frozenset()))
        or bool(_NEGATIVE_STEMS & sheet.stems - beyond.stems)
        or any(f.kind == "number" and f.value == 0.0 for f in sheet.facts)
    )


def _contrast_turned(expected: Sheet, got: Sheet) -> Word | None:
    """A word that stands instead of another, where the oracle has it the other way round."""
    wanted, given = ({w.stem for w in s.words if w.contrasted} for s in (expected, got))
    if not any(w.stem in wanted and not w.contrasted and not w.negated for w in got.words):
        return None
    return next((w for w in expected.words if w.stem in given and not w.contrasted and not w.negated), None)


def _akin(word: Word, other: Word) -> bool:
    return word.stem == other.stem or (word.specific == other.specific and word.stem not in _LIGHT and bool(word.concepts & other.concepts))


def mood(expected: Sheet, got: Sheet) -> str:
    """A question where a statement is expected, or the other way round."""
    moods = {c.mood for c in got.clauses}
    if "?" in expected.low and "?" not in got.low and moods == {"first"}:
        return "it states something instead of asking"
    for word in expected.words:
        if not word.specific:
            continue
        want, have = moods_of(expected, word.stem), moods_of(got, word.stem)
        if want == {"question"} and have == {"first"}:
            return f"it states {word.text!r} instead of asking"
    if "?" in got.low and (asked := _asked_instead(expected, got)):
        return f"it asks about {asked!r} instead of stating it"
    if "?" in expected.low and not moods & {"question"} and "?" not in got.low and not _REQUEST.search(_QUOTED.sub(" ", got.low)):
        return "the question is missing"
    return ""


def _asked_instead(expected: Sheet, got: Sheet) -> str:
    """A sentence about the writer all of whose facts and specific words the agent only asks about."""
    for start, end in sentences(expected):
        if {c.mood for c in expected.clauses if start <= c.start < end and c.end > c.start} != {"first"}:
            continue
        have = [moods_of(got, w.stem) for w in expected.words if start <= w.start < end and w.specific]
        have += [
            {c.mood for g in got.facts if same(f, g) for c in got.clauses if c.start <= g.start < c.end}
            for f in expected.facts
            if start <= f.start < end
        ]
        have = [m for m in have if m]
        if have and all(m == {"question"} for m in have):
            return expected.text[start:end].strip()[:60]
    return ""


def moods_of(sheet: Sheet, stem: str) -> set[str]:
    """The moods of the clauses a word stands in; a subject line has none."""
    return {c.mood for w in sheet.words if w.stem == stem for c in sheet.clauses if c.start <= w.start < c.end}


def sentences(sheet: Sheet) -> Iterable[tuple[int, int]]:
    """Start and end of each sentence."""
    by_number: dict[int, tuple[int, int]] = {}
    for clause in sheet.clauses:
        first, last = by_number.get(clause.sentence, (clause.start, clause.end))
        by_number[clause.sentence] = (min(first, clause.start), max(last, clause.end))
    return by_number.values()
