"""Words that name something: kept, replaced, added or left out; and the likeness of texts that hold neither names nor facts."""

from __future__ import annotations

import re
from operator import attrgetter

from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Fact, Sheet, Word
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.sense import sentences
from gaia2_gym.verifier.judges.facts.thesaurus import NEGATIVE_POLES
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT, spaced
from gaia2_gym.verifier.judges.facts.wording import covered, missing, nearly_covered, overlap, share
from gaia2_gym.verifier.judges.facts.words import alike, is_thing, poles, rival, stem

_ADDS = re.compile(r"[\s,]*(?:and|as well as|plus)? ?(?:also|too|additionally|as well|and the|and a)\b")

_ADDED = re.compile(r"[\s,]*(?:and|but|or|nor|plus)\b")

_HEADS = frozenset(spaced("meet event session appointment call class course lesson chat group discussion tim day visit reminder task"))

_FILLERS = frozenset(spaced("trip plan plann party chat thread crew outing match game play"))

_STATUS = frozenset(spaced("cancel postpon reschedul optional draft test"))

_DONE = re.compile(r"\b(?:done|completed|finished|all set|taken care of|accomplished|successfully)\b|\b(?:is|are|now) complete\b(?!,? and)")
_ACTIONS = (
    r"(?:added|answered|archived|arranged|booked|bought|cancell?ed|changed|copied|created|deleted|downloaded|edited|emailed|forwarded|"
    r"handled|informed|"
    r"called|corrected|entered|filed|invited|mailed|noted|recorded|replaced|settled|swapped|made|messaged|moved|notified|ordered|organi[sz]ed|placed|postponed|purchased|put|removed|renamed|replied|rescheduled|"
    r"reserved|saved|"
    r"scheduled|sent|set|shared|told|updated|written)"
)
_ACTED = re.compile(
    rf"\b(?:i|we)(?: have|'ve)?(?: now| also| just| already)? {_ACTIONS}\b|\b(?:has|have|was|were|is|are)(?: now| also|"
    rf" all)?(?: been)? {_ACTIONS}\b|^\W*{_ACTIONS}\b"
)
_DECISIVE = frozenset(axis for axis, _ in NEGATIVE_POLES)
"""Axes of which to stand on the same side says much by itself."""


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
    if not policy.answer and (gone := _lost_key_word(expected, got, allowed, absent)) and (n := _rival_of(gone, novel)):
        return f"it says {n.text!r}, expected was {gone.text!r}"
    if policy.imperative and (verb := next((w for w in absent if w is expected.words[0]), None)) and (other := missing(got.words[:1], expected)):
        return f"it says {other[0].text!r}, expected was {verb.text!r}"
    if pair := next(((a, n) for a in absent if (n := _rival_of(a, novel))), None):
        return f"it says {pair[1].text!r}, expected was {pair[0].text!r}"
    if sentence := _uncovered_sentence(expected, got, allowed, policy):
        return f"nothing of {sentence!r} is said"
    if not policy.answer and (addition := _added_sentence(expected, got, allowed)):
        return f"{addition!r} is added"
    firm = [f for f in expected.facts if not f.weak]
    if absent_here and len(absent_here) * 2 > len(specific) and (len(absent_here) > 1 or not firm):
        return f"{absent_here[0].text!r} is missing"
    if len(novel) > policy.spare_words and not (policy.answer and not specific):
        return f"{', '.join(repr(w.text) for w in novel[:3])} are not in the expected text"
    if policy.answer and specific and not says_done(got) and len(missing(specific, got)) == len(specific) and not _states_any(expected.facts, got):
        return "it says nothing of what is expected"
    alone = bool(specific or firm) and not policy.answer and not _states_any(expected.facts, got) and not _stand_together(expected, got)
    if alone and not _shares_words(expected, got):
        return f"it has no word of {expected.text[:40]!r}"
    if not specific and not firm:
        return _likeness(expected, got, policy, similarity)
    return ""


def _rival_of(word: Word, others: list[Word]) -> Word | None:
    """The first of some words that may stand in a word's place but does not mean the same."""
    return next((o for o in others if word.proper or o.proper or rival(word.stem, o.stem)), None)


def _states_any(facts: tuple[Fact, ...], got: Sheet) -> bool:
    return any(same(f, g) for f in facts for g in got.facts)


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
        if word in absent or " " in word.stem or word.stem in _AT_HOME or poles(word.stem):
            continue
        if covered(word, allowed) and not _head_of_kept(word, expected, got):
            return word
    return None


def _head_of_kept(word: Word, expected: Sheet, got: Sheet) -> bool:
    """Whether a word follows one that is kept and says more ("housewarming party", said "housewarming")."""
    before = max((w for w in expected.words if w.start < word.start and w.clause == word.clause), key=attrgetter("start"), default=None)
    return before is not None and before.specific and word.start - before.start - len(before.text) <= 2 and covered(before, got)


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
    if wanted and not any(alike(w.stem, s) for w in wanted for s in got.stems):
        return f"none of its words is of {expected.text[:40]!r}"
    for word in got.words:
        if (word.specific or word.stem in _STATUS) and word.stem not in _FILLERS and not covered(word, expected) and not covered(word, allowed):
            return f"{word.text!r} is not in the expected title"
    return ""


def _uncovered_sentence(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy) -> str:
    """A sentence of the oracle's of whose facts and specific words the agent has none."""
    for start, end in sentences(expected):
        strong = [w for w in expected.words if start <= w.start < end and w.specific]
        facts = [f for f in expected.facts if start <= f.start < end and not f.weak]
        phrases = any(" " in w.stem and covered(w, got) for w in expected.words if start <= w.start < end)
        asked = policy.answer and all(covered(w, allowed) for w in strong)
        if strong and not facts and not phrases and not asked and len(missing(strong, got)) == len(strong):
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


def _added_sentence(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    """A sentence of the agent's that is about other things than the oracle's text and the tasks, and about more than courtesy."""
    for start, end in sentences(got):
        said = [w for w in got.words if start <= w.start < end and w.text not in LIGHT]
        things = [w for w in said if (w.specific or w.proper) and is_thing(w.stem)]
        requests = _ASKS.search(got.low, start, end) is not None
        if len(things) + requests < 2 or not things or len(said) < 2:
            continue
        facts = any(same(f, g) for g in got.facts if start <= g.start < end for f in expected.facts if not f.weak)
        if not facts and not any(covered(w, expected) or covered(w, allowed) for w in said if w.specific or w.proper):
            return got.text[start:end].strip()[:60]
    return ""


_ASKS = re.compile(r"\b(?:please|could you|can you|would you|will you|don't forget|make sure|remember to|also|let me know)\b")


def _likeness(expected: Sheet, got: Sheet, policy: Policy, similarity: Similarity | None) -> str:
    if policy.answer and _DONE.search(expected.low):
        return "" if says_done(got) else "it does not say that anything is done"
    if any(f.value == 0.0 for f in expected.facts) and (got.negations or any(f.value == 0.0 for f in got.facts)):
        return ""
    if _stand_together(expected, got):
        return ""
    likeness = overlap(expected, got)
    if likeness >= policy.wording and _shares_words(expected, got, answer=policy.answer):
        return ""
    if similarity is not None and (likeness := max(likeness, similarity(expected.text, got.text))) >= policy.wording:
        return ""
    return f"the wording is too far from the expected one ({likeness:.2f})"


def _stand_together(expected: Sheet, got: Sheet) -> bool:
    """Whether two texts say no, or yes, to the same."""
    sides = {axis for axis, found in expected.poles.items() if found & got.poles.get(axis, frozenset())}
    return bool((sides - {"answer"}) & _DECISIVE) or ("answer" in sides and not expected.words)


def _shares_words(expected: Sheet, got: Sheet, *, answer: bool = False) -> bool:
    """Whether two texts have a word in common, not only synonyms, one that carries weight if there are any; and it is not drowned by others."""
    if not expected.words:
        return True
    heavy = [w for w in expected.words if w.text not in LIGHT] or expected.words
    said = [w for w in got.words if w.text not in LIGHT or covered(w, expected)]
    if expected.negations and got.negations:
        return share(said, expected) > 0
    return any(alike(w.stem, s) for w in heavy for s in got.stems) and (answer or share(said, expected) >= _LEAST_SHARE)


_LEAST_SHARE = 0.4
"""Share of the agent's words that the oracle's text must have where nothing but wording decides."""


def says_done(sheet: Sheet) -> bool:
    """Whether a text reports that something is done."""
    stated = _QUESTIONS.sub(" ", sheet.low)
    reported = any(pattern.search(stated) for pattern in (_DONE, _ACTED, _THERE))
    return reported and not any(w.negated and w.stem in _DOING for w in sheet.words)


_QUESTIONS = re.compile(r"[^.!?\n]*\?")
_THERE = re.compile(
    r"\b(?:is|are) (?:now |already )?(?:in|on|among|off|out of|gone from) (?:your|the|their|its) |"
    r"\b(?:knows?|(?:is|are) (?:now )?(?:gone|saved|settled|in place))\b"
)
"""The state that something done leaves behind: "the event is in your calendar", "Sam knows"."""
_DOING = frozenset(map(stem, spaced("do done complete finish accomplish add book buy cancel create delete send order save schedule")))
