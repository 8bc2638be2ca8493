"""Which fact belongs to what: "train 507, seat 42" is not "train 42, seat 507", though both hold the same facts."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import MOMENTS, QUANTITIES, Fact, Sheet
from gaia2_gym.verifier.judges.facts.words import alike

Labels = dict[str, tuple[frozenset[str], int]]
"""Stem of a word or key of a fact -> its meanings and its weight: names and facts weigh more than common words."""


def swapped(expected: Sheet, got: Sheet) -> str:
    """Two facts of one kind that have changed places, "" if there are none.

    The labels of a fact are the words and the facts of other kinds in its clause. Two facts have changed places if what labels only the one in the
    oracle's text labels only the other in the agent's, more often than it labels the right one.
    """
    firm = [f for f in expected.facts if not f.weak and f.end > f.start]
    if len(firm) < 2:
        return ""
    wanted = {id(f): _labels(expected, f) for f in firm}
    for a, b in combinations(firm, 2):
        if _family(a) != _family(b) or same(a, b):
            continue
        in_a, in_b = _found(got, a), _found(got, b)
        if not in_a or not in_b:
            continue
        have_a, have_b = _union(got, in_a), _union(got, in_b)
        only_a, only_b = _without(wanted[id(a)], wanted[id(b)]), _without(wanted[id(b)], wanted[id(a)])
        have_only_a, have_only_b = _without(have_a, have_b), _without(have_b, have_a)
        right = _common(only_a, have_only_a) + _common(only_b, have_only_b)
        wrong = _common(only_a, have_only_b) + _common(only_b, have_only_a)
        if (
            wrong > right
            and _common(only_a, have_only_b)
            and _common(only_b, have_only_a)
            and not (listed(expected, a, b) or listed(got, in_a[0], in_b[0]))
        ):
            return f"{a} and {b} have changed places"
    parts, others = (_parts(s) for s in (expected, got))
    if turned := next((p for p in sorted(parts) if (p[1], p[0]) in others and p not in others), None):
        return f"{turned[0]} of {turned[1]} is turned round"
    return _other_day(expected, got, firm)


_PART_OF = re.compile(r" (?:out )?of (?:the |my |our |your |these |those |all )?")


def _parts(sheet: Sheet) -> set[tuple[float, float]]:
    """Pairs of quantities of which the first is a part of the second."""
    firm = [f for f in sheet.facts if f.raw is not None and not f.weak]
    return {(a.raw, b.raw) for a, b in pairwise(firm) if a.raw is not None and b.raw is not None and _PART_OF.fullmatch(sheet.low, a.end, b.start)}


def _other_day(expected: Sheet, got: Sheet, firm: list[Fact]) -> str:
    """A time that stands beside other days than the oracle's: the days of its sentence, or of the sentences before."""
    if len({f.value for f in firm if f.kind == "date"}) < 2:
        return ""
    for time in firm:
        if time.kind != "time":
            continue
        want = _days_beside(expected, time)
        have = [d for t in _found(got, time) for d in _days_beside(got, t)]
        if want and have and not any(same(w, h) for w in want for h in have):
            return f"{time} is on another day"
    return ""


def _days_beside(sheet: Sheet, time: Fact) -> list[Fact]:
    number = next((c.sentence for c in sheet.clauses if c.start <= time.start < c.end), -1)
    for sentence in range(number, -1, -1):
        if days := [f for f in sheet.facts if f.kind == "date" and any(c.sentence == sentence and c.start <= f.start < c.end for c in sheet.clauses)]:
            return days
    return []


_SEPARATORS = re.compile(r"(?:[\s,;:&/*()-]|\b(?:and|or|both|then|also|for|the|is it)\b)*")


def listed(sheet: Sheet, a: Fact, b: Fact) -> bool:
    """Whether two facts are items of one enumeration: what is said of one is said of the other."""
    first, second = (a, b) if a.start < b.start else (b, a)
    at, between = first.end, []
    for other in sheet.facts:
        if first.end <= other.start < second.start and _family(other) == _family(a) and not other.weak:
            between.append(sheet.low[at : other.start])
            at = other.end
    between.append(sheet.low[at : second.start])
    joined = len(between) > 1 or any(re.search(r"\b(?:and|or)\b|[&/*]|\n", part) for part in (*between, sheet.low[second.end : second.end + 5]))
    return joined and all(_SEPARATORS.fullmatch(part) for part in between)


def _family(fact: Fact) -> str:
    return "quantity" if fact.kind in QUANTITIES else "moment" if fact.kind in MOMENTS else fact.kind


def _found(sheet: Sheet, fact: Fact) -> list[Fact]:
    return [f for f in sheet.facts if f.end > f.start and same(fact, f)]


def _union(sheet: Sheet, facts: list[Fact]) -> Labels:
    found: Labels = {}
    for fact in facts:
        found.update(_labels(sheet, fact))
    return found


def _labels(sheet: Sheet, fact: Fact) -> Labels:
    """What stands in the fact's clause."""
    clause = next((c for c in sheet.clauses if c.start <= fact.start < c.end), None)
    if clause is None:
        return {}
    found = {w.stem: (w.concepts, 3 if w.proper else 2 if w.specific else 1) for w in sheet.words if clause.start <= w.start < clause.end}
    for other in sheet.facts:
        if other is not fact and not other.weak and clause.start <= other.start < clause.end and _family(other) != _family(fact):
            key = f"{_family(other)}:{other.value}"
            found[key] = (frozenset((key,)), 3)
    return found


def _without(labels: Labels, others: Labels) -> Labels:
    return {k: v for k, v in labels.items() if k not in others}


def _common(labels: Labels, others: Labels) -> int:
    return sum(weight for k, (v, weight) in labels.items() if any(v & w or alike(k, o) for o, (w, _) in others.items()))
