"""Matching one turn: counts first, then an assignment of the agent's acts to the oracle's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.verifier.pair import Refusal, RefusalOf

MAX_NODES = 10_000
"""Assignments that the search for a complete matching may try."""
EXTRA_MESSAGES = 1
"""Messages to the user beyond the oracle's that a turn may have (reference)."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An agent's act that was tried for an oracle's, and why it was refused."""

    act: Act
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Matching:
    """Outcome of matching a turn.

    Args:
        matches: Oracle id -> agent act, of this turn.
        failed: The first oracle act that found no partner, or None when all did.
        attempts: Why each candidate was refused for it.
        bound: Whether the search was cut off.
        unknown: Whether a judge could not decide, so that the failure is not certain.
    """

    matches: Mapping[str, Act]
    failed: Expected | None = None
    attempts: tuple[Attempt, ...] = ()
    bound: bool = False
    unknown: bool = False


def count_tools(expected: Sequence[Expected], acts: Sequence[Act]) -> dict[str, tuple[int, int]]:
    """Tool -> (agent's count, oracle's count), for every tool of either side."""
    mine, theirs = Counter(a.tool for a in acts), Counter(e.act.tool for e in expected)
    return {tool: (mine[tool], theirs[tool]) for tool in sorted({*mine, *theirs})}


def counts_equal(expected: Sequence[Expected], acts: Sequence[Act]) -> bool:
    """Whether a turn has as many calls of every tool as the oracle; of messages to the user, at most one more."""
    messages = sum(e.act.is_message for e in expected)
    mine = sum(a.is_message for a in acts)
    others = Counter(a.tool for a in acts if not a.is_message) == Counter(e.act.tool for e in expected if not e.act.is_message)
    return others and messages <= mine <= messages + EXTRA_MESSAGES


def match_turn(
    expected: Sequence[Expected],
    acts: Sequence[Act],
    before: Mapping[str, Act],
    refusal: RefusalOf,
    mode: Literal["reference", "optimal"],
) -> Matching:
    """Assign the agent's acts to a turn's expected ones.

    Args:
        expected: The turn's oracle acts, in topological order.
        acts: All acts of the episode up to the turn's end, by time.
        before: Matches of earlier turns.
        refusal: Compares a pair.
        mode: `reference` takes the first fitting act and never reconsiders; `optimal` searches for a complete assignment, so that a right
            episode is never refused because of the order in which equal-looking calls are tried.
    """
    candidates = _candidates(expected, acts)
    first = _first_fit(expected, candidates, before, refusal)
    if first.failed is None or mode == "reference":
        return first
    search = _Search(expected, candidates, before, refusal)
    found = search.run()
    if found is not None:
        return Matching(found)
    return Matching(first.matches, first.failed, first.attempts, search.nodes >= MAX_NODES, first.unknown or search.unknown)


def _candidates(expected: Iterable[Expected], acts: Sequence[Act]) -> dict[str, list[Act]]:
    """Events of user and environment match by id, the agent's calls by tool."""
    by_tool: dict[str, list[Act]] = {}
    by_id: dict[str, Act] = {}
    for act in acts:
        if act.kind == "agent":
            by_tool.setdefault(act.tool, []).append(act)
        else:
            by_id[act.id] = act
    return {e.id: by_tool.get(e.act.tool, []) if e.act.kind == "agent" else [by_id[e.id]] if e.id in by_id else [] for e in expected}


def _try(e: Expected, act: Act, matched: Mapping[str, Act], taken: set[int], refusal: RefusalOf) -> Refusal | None:
    if act.i in taken:
        return Refusal("taken")
    return None if e.act.kind != "agent" else refusal(e, act, matched)


def _first_fit(expected: Sequence[Expected], candidates: Mapping[str, list[Act]], before: Mapping[str, Act], refusal: RefusalOf) -> Matching:
    matched = dict(before)
    taken = {act.i for act in before.values()}
    for e in expected:
        attempts = []
        for act in candidates[e.id]:
            why = _try(e, act, matched, taken, refusal)
            if why is None:
                matched[e.id] = act
                taken.add(act.i)
                break
            attempts.append(Attempt(act, why))
        else:
            unknown = any(a.refusal.check == "infrastructure" for a in attempts)
            return Matching(_new(matched, before), e, tuple(attempts), unknown=unknown)
    return Matching(_new(matched, before))


def _new(matched: Mapping[str, Act], before: Mapping[str, Act]) -> dict[str, Act]:
    return {id: act for id, act in matched.items() if id not in before}


@dataclass(slots=True)
class _Search:
    """Depth-first search for a complete assignment; the order of `expected` has parents first, so windows and placeholders are known."""

    expected: Sequence[Expected]
    candidates: Mapping[str, list[Act]]
    before: Mapping[str, Act]
    refusal: RefusalOf
    nodes: int = 0
    unknown: bool = False
    matched: dict[str, Act] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    def run(self) -> dict[str, Act] | None:
        """The first complete assignment, or None."""
        self.matched = dict(self.before)
        self.taken = {act.i for act in self.before.values()}
        return _new(self.matched, self.before) if self._enough() and self._extend(0) else None

    def _enough(self) -> bool:
        """Forward check: no tool may be wanted more often than it was called."""
        wanted = Counter(e.act.tool for e in self.expected if e.act.kind == "agent")
        free = Counter({e.act.tool: sum(a.i not in self.taken for a in self.candidates[e.id]) for e in self.expected})
        return all(free[tool] >= n for tool, n in wanted.items()) and all(self.candidates[e.id] for e in self.expected)

    def _extend(self, position: int) -> bool:
        if position == len(self.expected):
            return True
        e = self.expected[position]
        for act in self.candidates[e.id]:
            if self.nodes >= MAX_NODES:
                return False
            why = _try(e, act, self.matched, self.taken, self.refusal)
            if why is not None:
                self.unknown = self.unknown or why.check == "infrastructure"
                continue
            self.nodes += 1
            self.matched[e.id] = act
            self.taken.add(act.i)
            if self._extend(position + 1):
                return True
            del self.matched[e.id]
            self.taken.discard(act.i)
        return False
