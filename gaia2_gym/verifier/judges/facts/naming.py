"""Words that name something: kept, replaced, added or left out; and the likeness of texts that hold neither names nor facts."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Sheet, Word
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.sense import sentences
from gaia2_gym.verifier.judges.facts.vocabulary import spaced
from gaia2_gym.verifier.judges.facts.wording import covered, missing, nearly_covered, overlap
from gaia2_gym.verifier.judges.facts.words import alike, poles

_ADDS = re.compile(r"[\s,]*(?:and|as well as|plus)? ?(?:also|too|additionally|as well|and the|and a)\b")

_ADDED = re.compile(r"[\s,]*(?:and|but|or|nor|plus)\b")

_HEADS = frozenset(spaced("meet event session appointment call class course lesson chat group discussion tim day visit reminder task"))

_STATUS = frozenset(spaced("cancel postpon reschedul optional draft test"))

_GENERIC_DONE = re.compile(r"\b(?:done|complete[d]?|finished|all set|taken care of|accomplished|success\w*)\b")

_ACTED = re.compile(
    r"\b(?:i|i've|we|we've|has|have|been|was|were|is|are|now)\b[^.!?\n]{0,40}?\b(?:\w{3,}ed|sent|bought|made|put|set|done|told|written|"
    r"booked|paid|given|taken|found)\b|^\W*(?:\w+ed|sent|bought|made)\b"
)


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
    if novel and not policy.answer and (gone := _lost_key_word(expected, got, allowed, absent)):
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
    if not like:
        return not covered(word, expected)
    return bool(like & got.stems) and all(word.stem.startswith(s) and len(word.stem) > len(s) + 2 for s in like)


def _lost_key_word(expected: Sheet, got: Sheet, allowed: Sheet, absent: list[Word]) -> Word | None:
    """A common word of the oracle's that the task gave and the agent lacks."""
    for word in missing(expected.words, got):
        if word not in absent and covered(word, allowed) and not poles(word.stem) and " " not in word.stem and word.stem not in _AT_HOME:
            return word
    return None


_AT_HOME = frozenset(("home", "house", "place"))


def _is_extra(sheet: Sheet, word: Word) -> bool:
    """Whether a word stands in a clause that adds something ("and also the order of the bookshelf")."""
    return any(c.start <= word.start < c.end and _ADDS.match(sheet.low, c.start) for c in sheet.clauses)


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


def _uncovered_sentence(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy) -> str:
    """A sentence of the oracle's of whose facts and specific words the agent has none."""
    for start, end in sentences(expected):
        strong = [w for w in expected.words if start <= w.start < end and w.specific]
        facts = [f for f in expected.facts if start <= f.start < end and not f.weak]
        if strong and not facts and len(missing(strong, got)) == len(strong) and not (policy.answer and all(covered(w, allowed) for w in strong)):
            return expected.text[start:end].strip()[:60]
    for clause in expected.clauses:
        strong = [w for w in expected.words if clause.start <= w.start < clause.end and w.specific]
        facts = [f for f in expected.facts if clause.start <= f.start < clause.end and not f.weak]
        lost = missing(strong, got)
        if (
            strong
            and not facts
            and len(lost) == len(strong)
            and _ADDED.match(expected.low, clause.start)
            and not (policy.answer and all(covered(w, allowed) for w in strong))
        ):
            return expected.text[clause.start : clause.end].strip()[:60]
    return ""


def _likeness(expected: Sheet, got: Sheet, policy: Policy, similarity: Similarity | None) -> str:
    if policy.answer and _GENERIC_DONE.search(expected.low):
        return "" if _GENERIC_DONE.search(got.low) or _ACTED.search(got.low) else "it does not say that anything is done"
    if any(f.value == 0.0 for f in expected.facts) and (got.negations or any(f.value == 0.0 for f in got.facts)):
        return ""
    if any(axis != "answer" and poles & got.poles.get(axis, frozenset()) for axis, poles in expected.poles.items()):
        return ""
    likeness = overlap(expected, got)
    if similarity is not None:
        likeness = max(likeness, similarity(expected.text, got.text))
    return "" if likeness >= policy.wording else f"the wording is too far from the expected one ({likeness:.2f})"
