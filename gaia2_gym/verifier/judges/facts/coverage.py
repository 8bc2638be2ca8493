"""Facts: whether all of the oracle's are stated, and no others of their kind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.derived import derived
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import MOMENTS, QUANTITIES, Fact, Sheet
from gaia2_gym.verifier.judges.facts.policy import Policy


def lacking(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, asked: str) -> str:
    """A fact of the oracle's that the agent does not state."""
    body = got.clauses[-1].end + 1 if got.clauses else 0
    for fact in expected.facts:
        if fact.weak:
            continue
        stating = _stating(fact, got.facts, policy, asked) or _stating(fact, derived(got), policy, asked)
        if stating and not _excluded(expected, fact) and all(_excluded(got, o) for o in stating):
            return f"{fact} is denied"
        if stating and not (all(o.start >= body for o in stating) and _rivals(fact, expected, got, body)):
            continue
        if policy.answer and fact.kind not in (kinds := _asked_kinds(allowed.low)) and kinds and any(o.kind in kinds for o in got.facts):
            continue
        if _spared(fact, expected, got, policy) or (policy.answer and _restated(fact, expected, allowed)):
            continue
        rival = next((o for o in got.facts if o.kind == fact.kind and not any(same(f, o, asked) for f in expected.facts)), None)
        return f"{fact} is missing" + (f", it says {rival}" if rival else "")
    none = any(f.kind == "number" and f.weak and f.value == 0.0 for f in expected.facts)
    if none and not any(f.kind != "name" and not f.weak for f in expected.facts):
        return "" if any(f.value == 0.0 for f in got.facts if f.kind == "number") or got.negations else "it does not say that there are none"
    return ""


def _stating(fact: Fact, given: Iterable[Fact], policy: Policy, asked: str) -> list[Fact]:
    """Those of the given facts that state a fact of the oracle's."""
    return [o for o in given if same(fact, o, asked) and not _ambiguous(fact, o, policy) and not (o.unit == "times" != fact.unit)]


_QUESTIONS = (
    (re.compile(r"\b(?:what|which) time\b|\bwhen\b"), ("time", "date", "period", "daypart")),
    (re.compile(r"\bhow many\b"), ("number",)),
    (re.compile(r"\bhow much\b|\bwhat (?:is|was|'s) the (?:total )?(?:price|cost|amount)\b"), ("money",)),
    (re.compile(r"\bhow long\b"), ("duration",)),
    (re.compile(r"\bhow far\b"), ("measure",)),
)


@lru_cache(maxsize=1024)
def _asked_kinds(task: str) -> tuple[str, ...]:
    """The kinds of facts of which one answers the task, if all it asks is one question."""
    if task.count("?") != 1 or re.search(r"\band\b|[.!;\n] *\w", task):
        return ()
    found = [kinds for pattern, kinds in _QUESTIONS if pattern.search(task)]
    return found[0] if len(found) == 1 else ()


def _excluded(sheet: Sheet, fact: Fact) -> bool:
    """Whether a text says "not" of a fact itself ("not on Friday")."""
    return fact.end > fact.start and _NOT.search(sheet.low, max(0, fact.start - 24), fact.start) is not None


_NOT = re.compile(r"(?:\b(?:not|isn't|wasn't|aren't|weren't|never|nicht|pas|nie)|^no:?) (?:(?:the|an?|by|at|on|in|to|for|with) )*$")


def _rivals(fact: Fact, expected: Sheet, got: Sheet, body: int) -> bool:
    """Whether the agent's body states another fact of the kind, so that a subject line that states the right one does not count."""
    return any(o.kind == fact.kind and not o.weak and o.start < body and not any(same(e, o) for e in expected.facts) for o in got.facts)


def _restated(fact: Fact, expected: Sheet, allowed: Sheet) -> bool:
    """Whether a fact only repeats the task: it stands there, and the answer is another fact that does not."""
    if not any(same(fact, a) for a in allowed.facts):
        return False
    told = [f for f in expected.facts if not f.weak and f.kind != fact.kind]
    if "answer" in expected.poles and fact.kind == "name":
        return True
    return any(not any(f.kind == a.kind and same(f, a) for a in allowed.facts) for f in told)


def _ambiguous(fact: Fact, other: Fact, policy: Policy) -> bool:
    """Whether a first name that several contacts have stands for one of them in an answer."""
    return (
        policy.answer
        and fact.kind == "name"
        and isinstance(fact.value, frozenset)
        and isinstance(other.value, frozenset)
        and len(fact.value) < len(other.value)
    )


def _spared(fact: Fact, expected: Sheet, got: Sheet, policy: Policy) -> bool:
    """Whether a fact may be left out: a count of what the agent lists, a country behind a place, a part of the day that the time implies."""
    if fact.kind == "number" and any(d.kind == "number" and d.value == fact.value for d in derived(expected)):
        return not any(f.kind == "number" and not f.weak for f in got.facts)
    if fact.kind == "ordinal" and fact.value in _FEW:
        return not any(f.kind == "ordinal" for f in got.facts) and got.stems.isdisjoint(("first", "last", "final"))
    if fact.kind == "country":
        return expected.low[max(0, fact.start - 2) : fact.start] == ", " or fact.value in got.stems
    if fact.kind == "daypart":
        return any(f.kind == "time" for f in expected.facts) and not any(f.kind == "daypart" for f in got.facts)
    if fact.kind in ("duration", "measure"):
        return any(same(fact, d) for d in derived(expected)) and not any(f.kind == fact.kind for f in got.facts)
    return False


_FEW = (1.0, 2.0)
"""Ordinals that other words may stand for: "the first", "the earliest", "the other"."""


def surplus(expected: Sheet, got: Sheet, allowed: Sheet, policy: Policy, asked: str) -> str:
    """A fact that the agent adds or changes."""
    known = (*expected.facts, *derived(expected))
    novel = [f for f in got.facts if not f.weak and not any(same(k, f, asked) for k in known)]
    granted = (*allowed.facts, *derived(got), *derived(allowed)) if novel else ()
    for fact in novel:
        if any(same(g, fact) for g in granted):
            if rival := _joined_to(fact, expected, got, asked):
                return f"it names alternatives: {rival} and {fact}"
            continue
        if fact.kind == "number" and fact.value == 1.0 and _ARTICLE.search(expected.low):
            continue
        if policy.answer and not _concerns(fact, expected):
            continue
        if fact.kind == "daypart" and any(f.kind in ("time", "daypart") and same(fact, f) for f in known):
            continue
        if fact.kind == "country" and _qualifies_place(fact, expected, got):
            continue
        if fact.kind == "ordinal" and (policy.answer or (fact.value in _FEW and not any(f.kind == "ordinal" for f in expected.facts))):
            continue
        return f"{fact} is not in the expected text"
    return ""


_ARTICLE = re.compile(r"\ban? [a-z]")


def _qualifies_place(fact: Fact, expected: Sheet, got: Sheet) -> bool:
    """Whether a country only says where a place is ("Melbourne, Australia")."""
    return not any(f.kind == "country" for f in expected.facts) and got.low[max(0, fact.start - 2) : fact.start] in (", ", " (")


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
