"""The decision: does the agent's text state what the oracle's states, and nothing else of its kind?

Every test returns the reason for a refusal, "" if it finds none. They run from the most telling to the least.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gaia2_gym.verifier.judges.facts.binding import swapped
from gaia2_gym.verifier.judges.facts.derived import derived
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import MOMENTS, QUANTITIES, Fact, Sheet, Word
from gaia2_gym.verifier.judges.facts.thesaurus import NEGATIVE_POLES, NEGATIVE_WORDS, STRICT_AXES
from gaia2_gym.verifier.judges.facts.words import alike, poles, stem
from gaia2_gym.verifier.judges.facts.wording import covered, missing, nearly_covered, overlap

Similarity = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class Policy:
    """How strict a comparison is.

    Args:
        answer: A message to the user: what the task says may be repeated or left out, and only facts of the kinds that the oracle states are too much.
        title: A title: every word counts.
        wording: Similarity that a text without facts or specific words must reach.
        spare_words: Specific words that the agent may add.
        imperative: A note that begins with what is to be done.
    """

    answer: bool = False
    title: bool = False
    wording: float = 0.34
    spare_words: int = 2
    imperative: bool = False


def difference(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, similarity: Similarity | None = None) -> str:
    """Why the agent's text does not say what the oracle's says, "" if it does.

    Args:
        expected: The oracle's text.
        got: The agent's.
        allowed: The tasks and whatever else may be mentioned.
        policy: How strict to be.
        similarity: Optional measure of meaning for texts that hold no facts, 0 to 1.
    """
    if expected.low == got.low:
        return ""
    asked = allowed.low if policy.answer or policy.title else ""
    return (
        lacking(expected, got, allowed, policy, asked)
        or surplus(expected, got, allowed, policy, asked)
        or exchanged_roles(expected, got)
        or swapped(expected, got)
        or opposite(expected, got, allowed, policy)
        or denied(expected, got, policy)
        or mood(expected, got)
        or words(expected, got, allowed, policy, similarity)
    )


def lacking(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, asked: str) -> str:
    """A fact of the oracle's that the agent does not state."""
    given = (*got.facts, *derived(got))
    body = got.clauses[-1].end + 1 if got.clauses else 0
    for fact in expected.facts:
        if fact.weak:
            continue
        stating = [o for o in given if same(fact, o, asked) and not _ambiguous(fact, o, policy)]
        if stating and not (all(o.start >= body for o in stating) and _rivals(fact, expected, got, body)):
            continue
        if _spared(fact, expected, got, policy) or (policy.answer and _restated(fact, expected, allowed)):
            continue
        rival = next((o for o in got.facts if o.kind == fact.kind and not any(same(f, o, asked) for f in expected.facts)), None)
        return f"{fact} is missing" + (f", it says {rival}" if rival else "")
    if any(f.kind == "number" and f.weak and f.value == 0.0 for f in expected.facts) and not any(f.kind != "name" and not f.weak for f in expected.facts):
        return "" if any(f.value == 0.0 for f in given if f.kind == "number") or got.negations else "it does not say that there are none"
    return ""


def _rivals(fact: Fact, expected: Sheet, got: Sheet, body: int) -> bool:
    """Whether the agent's body states another fact of the kind, so that a subject line that states the right one does not count."""
    return any(o.kind == fact.kind and not o.weak and o.start < body and not any(same(e, o) for e in expected.facts) for o in got.facts)


def _restated(fact: Fact, expected: Sheet, allowed: Sheet) -> bool:
    """Whether a fact only repeats the task: it stands there, and the answer is another fact that does not."""
    if not any(same(fact, a) for a in allowed.facts):
        return False
    return any(not f.weak and f.kind != fact.kind and not any(same(f, a) for a in allowed.facts) for f in expected.facts)


def _ambiguous(fact: Fact, other: Fact, policy: Policy) -> bool:
    """Whether a first name that several contacts have stands for one of them in an answer."""
    return policy.answer and fact.kind == "name" and isinstance(fact.value, frozenset) and isinstance(other.value, frozenset) and len(fact.value) < len(other.value)


def _spared(fact: Fact, expected: Sheet, got: Sheet, policy: Policy) -> bool:
    """Whether a fact may be left out: a count of what the agent lists, a country behind a place, a part of the day that the time implies."""
    if fact.kind == "number" and any(d.kind == "number" and d.value == fact.value for d in derived(expected)):
        return not any(f.kind == "number" and not f.weak for f in got.facts)
    if fact.kind == "country":
        return expected.low[max(0, fact.start - 2) : fact.start] == ", " or fact.value in got.stems
    if fact.kind == "daypart":
        return any(f.kind == "time" for f in expected.facts) and not any(f.kind == "daypart" for f in got.facts)
    if fact.kind == "name" and fact.unit == "last":
        return False
    if fact.kind in ("duration", "measure"):
        return any(same(fact, d) for d in derived(expected)) and not any(f.kind == fact.kind for f in got.facts)
    return False


def surplus(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, asked: str) -> str:
    """A fact that the agent adds or changes."""
    known = (*expected.facts, *derived(expected))
    granted = (*allowed.facts, *derived(got), *derived(allowed))
    for fact in got.facts:
        if fact.weak or any(same(k, fact, asked) for k in known):
            continue
        if any(same(g, fact) for g in granted):
            if rival := _joined_to(fact, expected, got, asked):
                return f"it names alternatives: {rival} and {fact}"
            continue
        if policy.answer and not _concerns(fact, expected):
            continue
        if fact.kind == "daypart" and any(f.kind in ("time", "daypart") and same(fact, f) for f in known):
            continue
        if fact.kind == "country" and not any(f.kind == "country" for f in expected.facts) and got.low[max(0, fact.start - 2) : fact.start] in (", ", " ("):
            continue
        if fact.kind == "ordinal" and policy.answer:
            continue
        return f"{fact} is not in the expected text"
    return ""


def _joined_to(fact: Fact, expected: Sheet, got: Sheet, asked: str) -> Fact | None:
    """An expected fact of the same kind that a granted one is joined to as another answer ("Berlin or Paris")."""
    for other in got.facts:
        if other is fact or other.kind != fact.kind or not any(same(e, other, asked) for e in expected.facts if not e.weak):
            continue
        between = got.low[min(other.end, fact.end) : max(other.start, fact.start)]
        if re.fullmatch(r"\W*(?:or|/|and/or|or possibly|or maybe)\W*", between):
            return other
    return None


def _concerns(fact: Fact, expected: Sheet) -> bool:
    """Whether a fact is of a kind that the oracle's answer is about; a yes or no is about everything that can be counted."""
    kinds = {f.kind for f in expected.facts if not f.weak}
    if fact.kind in QUANTITIES:
        return bool(kinds & QUANTITIES) or ("answer" in expected.poles and fact.kind != "ordinal")
    if fact.kind in MOMENTS:
        return bool(kinds & MOMENTS) or ("answer" in expected.poles and fact.kind == "time")
    if fact.kind == "name":
        return "name" in kinds
    return fact.kind in kinds or (fact.kind == "code" and bool(kinds & QUANTITIES))


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


_NEGATIVE_STEMS = frozenset(map(stem, NEGATIVE_WORDS))


_NOTHING = Sheet()


def _negative(sheet: Sheet, beyond: Sheet = _NOTHING) -> bool:
    """Whether a text says no in any way, apart from the words by which another does so."""
    return (
        bool(sheet.negations)
        or any((axis, p) in NEGATIVE_POLES for axis, found in sheet.poles.items() for p in found - beyond.poles.get(axis, frozenset()))
        or bool(_NEGATIVE_STEMS & sheet.stems - beyond.stems)
        or any(f.kind == "number" and f.value == 0.0 for f in sheet.facts)
    )


def denied(expected: Sheet, got: Sheet, policy: Policy) -> str:
    """Something said of which the opposite is expected, or the other way round."""
    softly = bool(_NEGATIVE_STEMS & got.stems - expected.stems) or any((axis, p) in NEGATIVE_POLES for axis, found in got.poles.items() if axis not in expected.poles for p in found)
    for word in expected.words:
        if word.stem in _LIGHT:
            continue
        want, have = ({w.negated for w in sheet.words if _akin(w, word)} for sheet in (expected, got))
        if True in have and _moods(expected, word.stem) == {"question"} == _moods(got, word.stem):
            continue
        if len(want) == 1 and have and want.isdisjoint(have) and not (True in want and (softly or not word.specific)):
            return f"{word.text!r} is {'not ' if word.negated else ''}denied as expected" if word.negated else f"{word.text!r} is denied"
    if expected.negations and not _negative(got, beyond=expected):
        return f"the negation {expected.negations[0]!r} is gone"
    if got.negations and not _negative(expected):
        zero = any(f.value == 0.0 for f in expected.facts if f.kind == "number")
        asks = {c.mood for c in expected.clauses if c.end > c.start} == {"question"} and "?" in got.low
        also = any(w.negated for w in expected.words)
        if not zero and not asks and not also and (not policy.answer or _FAILED.search(got.low)):
            return f"it denies: {got.negations[0]!r}"
    return ""


def _akin(word: Word, other: Word) -> bool:
    return word.stem == other.stem or (word.specific == other.specific and word.stem not in _LIGHT and bool(word.concepts & other.concepts))


_LIGHT = frozenset("day tim week thing way person month be do hav get mak tak need want like go com giv put let know see say us work feel think abl would hope look mak".split())
_FAILED = re.compile(r"\b(?:could|can|was|were|am|have|has|did|does|is|are)(?: ?not|n't)(?: been| be)?(?: able)?\b|\b(?:unable|failed|impossible)\b")


def mood(expected: Sheet, got: Sheet) -> str:
    """A question where a statement is expected, or the other way round."""
    moods = {c.mood for c in got.clauses}
    if "?" in expected.low and "?" not in got.low and moods == {"first"}:
        return "it states something instead of asking"
    for word in expected.words:
        if not word.specific:
            continue
        want, have = _moods(expected, word.stem), _moods(got, word.stem)
        if want == {"question"} and have == {"first"}:
            return f"it states {word.text!r} instead of asking"
    if "?" in got.low and (asked := _asked_instead(expected, got)):
        return f"it asks about {asked!r} instead of stating it"
    if "?" in expected.low and not moods & {"question"} and "?" not in got.low and not _REQUEST.search(got.low):
        return "the question is missing"
    return ""


def _asked_instead(expected: Sheet, got: Sheet) -> str:
    """A sentence about the writer all of whose facts and specific words the agent only asks about."""
    for start, end in _sentences(expected):
        if {c.mood for c in expected.clauses if start <= c.start < end and c.end > c.start} != {"first"}:
            continue
        have = [_moods(got, w.stem) for w in expected.words if start <= w.start < end and w.specific]
        have += [{c.mood for g in got.facts if same(f, g) for c in got.clauses if c.start <= g.start < c.end} for f in expected.facts if start <= f.start < end]
        have = [m for m in have if m]
        if have and all(m == {"question"} for m in have):
            return expected.text[start:end].strip()[:60]
    return ""


_REQUEST = re.compile(r"\b(?:invit\w+|join|please|let me know|tell me|need|would like|hope|want|wonder\w*|should|could|let us|let's|looking for|vote|must|has to|have to)\b")


def _moods(sheet: Sheet, stem: str) -> set[str]:
    """The moods of the clauses a word stands in; a subject line has none."""
    return {c.mood for w in sheet.words if w.stem == stem for c in sheet.clauses if c.start <= w.start < c.end}


def words(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, similarity: Similarity | None) -> str:
    """A word that names something and is missing, replaced or added; or no likeness at all."""
    if policy.title:
        return _title_words(expected, got, allowed)
    specific = [w for w in expected.words if w.specific or w.proper]
    absent = missing(specific, got)
    novel = [w for w in got.words if (w.specific or w.proper) and _is_new(w, expected, got) and not covered(w, allowed)]
    if policy.answer:
        novel = [w for w in novel if not w.text.isascii() or w.specific]
        absent_here = [w for w in absent if not covered(w, allowed) or w.quoted]
    else:
        absent_here = absent
    if not expected.english or not got.english:
        return _foreign_words(expected, got, allowed, absent, novel, policy)
    if name := next((w for w in absent if w.proper and w.specific and (not policy.answer or w in absent_here)), None):
        return f"{name.text!r} is missing"
    if any(w.listed for w in expected.words) and (added := next((w for w in novel if w.listed and w.specific and not w.negated), None)):
        return f"{added.text!r} is added"
    if policy.answer and specific and (more := next((w for w in novel if _is_extra(got, w)), None)):
        return f"{more.text!r} is added"
    if item := next((w for w in absent_here if w.listed and w.specific), None):
        return f"{item.text!r} is missing from the list"
    named = any(w.proper or (w.specific and expected.text[w.start].isupper()) for w in expected.words)
    if (fake := next((w for w in novel if w.proper and w.specific), None)) and (not policy.answer or named):
        return f"{fake.text!r} is not in the expected text"
    if novel and not policy.answer and (gone := next((w for w in missing(expected.words, got) if w not in absent and covered(w, allowed) and not poles(w.stem) and " " not in w.stem), None)):
        return f"it says {novel[0].text!r}, expected was {gone.text!r}"
    if policy.imperative and (verb := next((w for w in absent if w is expected.words[0]), None)) and (other := missing(got.words[:1], expected)):
        return f"it says {other[0].text!r}, expected was {verb.text!r}"
    if absent and novel:
        return f"it says {novel[0].text!r}, expected was {absent[0].text!r}"
    if sentence := _uncovered_sentence(expected, got, allowed, policy):
        return f"nothing of {sentence!r} is said"
    firm = [f for f in expected.facts if not f.weak]
    if absent_here and len(absent_here) * 2 > len(specific) and (len(absent_here) > 1 or not firm):
        return f"{absent_here[0].text!r} is missing"
    if len(novel) > policy.spare_words and not (policy.answer and not specific):
        return f"{', '.join(repr(w.text) for w in novel[:3])} are not in the expected text"
    if not specific and not firm:
        return _likeness(expected, got, policy, similarity)
    return ""


def _is_new(word: Word, expected: Sheet, got: Sheet) -> bool:
    """Whether a word of the agent's has no like in the oracle's text; a compound of a word that both have is new ("door" and "doormat")."""
    if word.concepts & expected.concepts or word.stem in expected.stems:
        return False
    like = {s for s in expected.stems if alike(word.stem, s)}
    return not like or bool(like & got.stems and all(word.stem.startswith(s) and len(word.stem) > len(s) + 2 for s in like)) if like else not covered(word, expected)


def _is_extra(sheet: Sheet, word: Word) -> bool:
    """Whether a word stands in a clause that adds something ("and also the order of the bookshelf")."""
    return any(c.start <= word.start < c.end and _ADDS.match(sheet.low, c.start) for c in sheet.clauses)


_ADDS = re.compile(r"[\s,]*(?:and|as well as|plus)? ?(?:also|too|additionally|as well|and the|and a)\b")


def _foreign_words(expected: Sheet, got: Sheet, allowed: Sheet, absent: list[Word], novel: list[Word], policy: Policy) -> str:
    """Words of a language whose vocabulary is not known here: names must be kept, and half of the words the task gave."""
    if name := next((w for w in absent if w.proper), None):
        return f"{name.text!r} is missing"
    if fake := next((w for w in novel if w.proper), None):
        return f"{fake.text!r} is not in the expected text"
    firm = [f for f in expected.facts if not f.weak]
    key = [w for w in expected.words if covered(w, allowed)]
    lost = [w for w in key if not nearly_covered(w, got)]
    if lost and not (policy.answer and firm) and len(lost) * 3 > len(key) * 2:
        return f"{lost[0].text!r} is missing"
    return "" if firm or overlap(expected, got) >= 0.3 else "it says something else"


def _title_words(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    wanted = [w for w in expected.words if w.stem not in _HEADS] or list(expected.words)
    if absent := missing(wanted, got):
        return f"{absent[0].text!r} is missing"
    for word in got.words:
        if (word.specific or word.stem in _STATUS) and not covered(word, expected) and not covered(word, allowed):
            return f"{word.text!r} is not in the expected title"
    return ""


_HEADS = frozenset("meet event session appointment call class course lesson chat group discussion tim day visit reminder task".split())
_STATUS = frozenset("cancel postpon reschedul optional draft test".split())


def _uncovered_sentence(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy) -> str:
    """A sentence of the oracle's of whose facts and specific words the agent has none."""
    for start, end in _sentences(expected):
        strong = [w for w in expected.words if start <= w.start < end and w.specific]
        facts = [f for f in expected.facts if start <= f.start < end and not f.weak]
        if strong and not facts and len(missing(strong, got)) == len(strong) and not (policy.answer and all(covered(w, allowed) for w in strong)):
            return expected.text[start:end].strip()[:60]
    for clause in expected.clauses:
        strong = [w for w in expected.words if clause.start <= w.start < clause.end and w.specific]
        facts = [f for f in expected.facts if clause.start <= f.start < clause.end and not f.weak]
        lost = missing(strong, got)
        if strong and not facts and len(lost) == len(strong) and _ADDED.match(expected.low, clause.start) and not (policy.answer and all(covered(w, allowed) for w in strong)):
            return expected.text[clause.start : clause.end].strip()[:60]
    return ""


_ADDED = re.compile(r"[\s,]*(?:and|but|or|nor|plus)\b")


def _sentences(sheet: Sheet) -> Iterable[tuple[int, int]]:
    by_number: dict[int, tuple[int, int]] = {}
    for clause in sheet.clauses:
        first, last = by_number.get(clause.sentence, (clause.start, clause.end))
        by_number[clause.sentence] = (min(first, clause.start), max(last, clause.end))
    return by_number.values()


_GENERIC_DONE = re.compile(r"\b(?:done|complete[d]?|finished|all set|taken care of|accomplished|success\w*)\b")
_ACTED = re.compile(r"\b(?:i|i've|we|we've|has|have|been|was|were|is|are|now)\b[^.!?\n]{0,40}?\b(?:\w{3,}ed|sent|bought|made|put|set|done|told|written|booked|paid|given|taken|found)\b|^\W*(?:\w+ed|sent|bought|made)\b")


def _likeness(expected: Sheet, got: Sheet, policy: Policy, similarity: Similarity | None) -> str:
    if policy.answer and _GENERIC_DONE.search(expected.low):
        return "" if _GENERIC_DONE.search(got.low) or _ACTED.search(got.low) else "it does not say that anything is done"
    if any(f.value == 0.0 for f in expected.facts) and any(f.value == 0.0 for f in got.facts):
        return ""
    if any(axis != "answer" and poles & got.poles.get(axis, frozenset()) for axis, poles in expected.poles.items()):
        return ""
    likeness = overlap(expected, got)
    if similarity is not None:
        likeness = max(likeness, similarity(expected.text, got.text))
    return "" if likeness >= policy.wording else f"the wording is too far from the expected one ({likeness:.2f})"
