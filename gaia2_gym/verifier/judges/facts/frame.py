"""Near copies: a text that repeats the oracle's but for a word or two is judged by those words, be they ever so common.

"Devon, I found your wallet" and "Devon, I lost your wallet" share nearly all their words; that makes the one that differs the message. A paraphrase
shares fewer, and is judged by its facts and specific words alone.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from rapidfuzz.distance import Levenshtein

from gaia2_gym.verifier.judges.facts.binding import listed
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Fact, Sheet, Step
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT, spaced
from gaia2_gym.verifier.judges.facts.words import alike, concepts, is_general, is_stop, stem

_NEAR = 0.6
"""Share of equal steps that makes a near copy."""
_CLOSE = 0.65
"""The same, where it matters who does what."""
_SHORTEST = 4
"""Steps a text must have."""
_LONGEST_BLOCK = 3
_LIGHT = LIGHT | frozenset(map(stem, LIGHT))
_OPPOSED = frozenset(
    frozenset(pair.split("/"))
    for pair in spaced(
        "up/down on/off in/out before/after over/under above/below more/less with/without my/your i/you me/you we/you our/your all/some "
        "all/none yes/no "
        "him/her he/she his/her every/no and/or can/must first/second i/he i/she he/you she/you they/you we/they ask/tell whether/that "
        "both/neither either/neither always/never to/from"
    )
)


def replaced(expected: Sheet, got: Sheet, allowed: Sheet, *, answer: bool = False) -> str:
    """What a near copy changes, "" if nothing that matters or if it is none.

    Args:
        expected: The oracle's text.
        got: The agent's.
        allowed: What may be added.
        answer: Whether it is an answer to the user, who needs not be told again what belongs to the question.
    """
    a, b = steps_of(expected), steps_of(got)
    if min(len(a), len(b)) < _SHORTEST:
        return ""
    blocks = Levenshtein.opcodes([s.key for s in a], [s.key for s in b])
    equal = sum(o.src_end - o.src_start for o in blocks if o.tag == "equal")
    if equal < _NEAR * max(len(a), len(b)) and not (equal >= 0.9 * len(b) and equal >= 0.5 * len(a)):
        return ""
    changed = [(a[o.src_start : o.src_end], b[o.dest_start : o.dest_end]) for o in blocks if o.tag != "equal"]
    close = equal >= _CLOSE * max(len(a), len(b))
    if close and (moved := _moved_person(changed)):
        return f"{moved} stands in another place"
    words, others = _Words(a), _Words(b)
    denials = sum(map(_denies, a)) != sum(map(_denies, b))
    english = expected.english and got.english
    for gone, new in changed:
        if max(len(gone), len(new)) > _LONGEST_BLOCK * (1 if gone and new else 2):
            continue
        reason = _moved_fact(expected, gone, new)
        if english and not reason:
            reason = _denial(gone, new, denials=denials) or (
                _other_word(words, others, gone, new, close=close)
                if gone and new
                else _changed_length(words, others, allowed, gone, new, answer=answer)
            )
        if reason:
            return reason
    return ""


@lru_cache(maxsize=8192)
def steps_of(sheet: Sheet) -> tuple[Step, ...]:
    """Words and facts of a text, in order; a subject line put behind it left out."""
    found = []
    for token in sheet.tokens:
        stop = is_stop(token.text, sheet.lang)
        found.append((token.start, Step(token.stem, token.text, not stop, not stop and not is_general(token.text))))
    body = sheet.clauses[-1].end if sheet.clauses else 0
    found += [(f.start, Step((f.kind, f.value), f.text, fact=f)) for f in sheet.facts if not f.weak and f.start < body]
    return tuple(step for _, step in sorted(found, key=itemgetter(0)))


class _Words:
    """The words of a text, to ask whether it has one or its like."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.stems = frozenset(str(s.key) for s in steps if s.fact is None)
        self.concepts = frozenset().union(*(concepts(s) for s in self.stems))

    def __contains__(self, step: Step) -> bool:
        key = str(step.key)
        if key in self.stems or concepts(key) & self.concepts or any(alike(key, s) for s in self.stems):
            return True
        return len(key) >= 3 and any(s.endswith(key) and len(s) >= len(key) + 3 for s in self.stems)  # the second half of a compound


def _moved_person(changed: list[tuple[tuple[Step, ...], tuple[Step, ...]]]) -> Fact | None:
    """A person who does what another did: gone from one place, and come to another."""
    gone = [s.fact for block, new in changed for s in block if s.fact and s.fact.kind == "name" and new and not any(n.fact for n in new)]
    come = [s.fact for _, new in changed for s in new if s.fact and s.fact.kind == "name"]
    return next((f for f in gone if any(same(f, o) for o in come)), None)


def _moved_fact(expected: Sheet, gone: tuple[Step, ...], new: tuple[Step, ...]) -> str:
    for a in gone:
        for b in new:
            if a.fact is None or b.fact is None or a.fact.kind != b.fact.kind or same(a.fact, b.fact):
                continue
            origin = next((f for f in expected.facts if same(f, b.fact)), None)
            if origin is not None and not listed(expected, a.fact, origin):
                return f"{b.fact} stands where {a.fact} is expected"
    return ""


def _denial(gone: tuple[Step, ...], new: tuple[Step, ...], *, denials: bool) -> str:
    if any(map(_denies, gone)) == any(map(_denies, new)) or not (denials or (gone and new)):
        return ""
    return f"it says {' '.join(s.text for s in new)!r}, expected was {' '.join(s.text for s in gone)!r}"


_DENYING = frozenset(spaced("not cannot never no nobody nothing none without neither nor unable"))


def _denies(step: Step) -> bool:
    return step.text.endswith("n't") or step.text in _DENYING


def _other_word(words: _Words, others: _Words, gone: tuple[Step, ...], new: tuple[Step, ...], *, close: bool) -> str:
    if (
        close
        and len(gone) == len(new)
        and (pair := next(((a, b) for a, b in zip(gone, new, strict=True) if frozenset((a.text, b.text)) in _OPPOSED), None))
    ):
        return f"it says {pair[1].text!r}, expected was {pair[0].text!r}"
    lost = next((a for a in gone if _weighs(a) and a not in others), None)
    come = next((b for b in new if _weighs(b) and b not in words), None)
    return f"it says {come.text!r}, expected was {lost.text!r}" if lost and come else ""


def _changed_length(words: _Words, others: _Words, allowed: Sheet, gone: tuple[Step, ...], new: tuple[Step, ...], *, answer: bool) -> str:
    lost = [s for s in gone if _weighs(s) and s not in others]
    joined = bool(gone) and gone[0].text in ("and", "or", "but")
    if (joined or not answer) and (len(lost) > 1 or (joined and any(s.specific for s in lost))):
        return f"{lost[0].text!r} is missing"
    if added := next((s for s in new if s.specific and s not in words and s.key not in allowed.stems), None):
        return f"{added.text!r} is added"
    return ""


def _weighs(step: Step) -> bool:
    return step.fact is None and step.content and step.key not in _LIGHT and step.text not in _LIGHT
