"""Which fact belongs to what: "train 507, seat 42" is not "train 42, seat 507", though both hold the same facts."""

from __future__ import annotations

from itertools import combinations

from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import MOMENTS, QUANTITIES, Fact, Sheet
from gaia2_gym.verifier.judges.facts.words import alike


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
        if wrong > right:
            return f"{a} and {b} have changed places"
    return ""


def _family(fact: Fact) -> str:
    return "quantity" if fact.kind in QUANTITIES else "moment" if fact.kind in MOMENTS else fact.kind


def _found(sheet: Sheet, fact: Fact) -> list[Fact]:
    return [f for f in sheet.facts if f.end > f.start and same(fact, f)]


def _union(sheet: Sheet, facts: list[Fact]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for fact in facts:
        found.update(_labels(sheet, fact))
    return found


def _labels(sheet: Sheet, fact: Fact) -> dict[str, frozenset[str]]:
    """Stem of a word in the fact's clause, or key of another fact there -> its meanings."""
    clause = next((c for c in sheet.clauses if c.start <= fact.start < c.end), None)
    if clause is None:
        return {}
    found = {w.stem: w.concepts for w in sheet.words if clause.start <= w.start < clause.end and not fact.start <= w.start < fact.end}
    for other in sheet.facts:
        if other is not fact and not other.weak and clause.start <= other.start < clause.end and _family(other) != _family(fact):
            key = f"{_family(other)}:{other.value}"
            found[key] = frozenset((key,))
    return found


def _without(labels: dict[str, frozenset[str]], others: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {k: v for k, v in labels.items() if k not in others}


def _common(labels: dict[str, frozenset[str]], others: dict[str, frozenset[str]]) -> int:
    return sum(any(v & w or alike(k, o) for o, w in others.items()) for k, v in labels.items())
