"""Progress: how much of the oracle is done, after every write, over the best partial matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.oracle import Expected, Oracle
from gaia2_gym.verifier.pair import Pairs, Refusal

MAX_NODES = 2_000
"""Assignments that the search for the best partial matching may try after one write."""


def cap(writes: int) -> float:
    """The highest progress without success: a half write short of all of them."""
    return 1.0 - 1.0 / (2 * writes) if writes else 0.0


class Tracker:
    """Computes progress from acts.

    progress = max(0, m - s) / n, capped at 1 - 1 / (2 n) until every turn has passed: n oracle writes of all turns, m of them matched by the best
    assignment, s agent writes that it leaves unmatched (one tolerated extra message aside). Turns not yet released count as unmatched, so that
    releasing one never lowers it; flooding never pays.

    Args:
        oracle: The oracle side.
        pairs: Compares acts.
    """

    def __init__(self, oracle: Oracle, pairs: Pairs) -> None:
        self.oracle = oracle
        self.pairs = pairs

    def progress(self, acts: Sequence[Act]) -> float:
        """Progress after these acts (in the order in which they happened)."""
        n = self.oracle.writes
        if n == 0:
            return 0.0
        best = self.best(acts)
        writes = [a for a in acts if a.kind == "agent"]
        matched = sum(1 for a in best.values() if a.kind == "agent")
        surplus = len(writes) - matched - self._tolerated(writes, best)
        return min(max(0, matched - surplus) / n, cap(n))

    def best(self, acts: Sequence[Act]) -> dict[str, Act]:
        """The best partial matching: oracle id -> act."""
        ordered = sorted(acts, key=lambda a: (a.time, a.i))
        tasks = tuple(str(a.args.get("content", "")) for a in ordered if a.kind == "user")
        events = {a.id: a for a in ordered if a.kind != "agent"}
        by_tool: dict[str, list[Act]] = {}
        for act in ordered:
            if act.kind == "agent":
                by_tool.setdefault(act.tool, []).append(act)
        expected = [e for turn in self.oracle.turns for e in turn if (e.act.kind != "agent" and e.id in events) or e.act.tool in by_tool]
        return _Best(expected, events, by_tool, self.pairs, tasks).run()

    def _tolerated(self, writes: Sequence[Act], best: Mapping[str, Act]) -> int:
        """Messages beyond the oracle's that a turn may have: one in a turn whose oracle sends none."""
        taken = {a.i for a in best.values()}
        extra = {a.turn for a in writes if a.is_message and a.i not in taken}
        return sum(not any(e.act.is_message for e in self.oracle.turns[t]) for t in extra)


class _Best:
    """Branch and bound over partial assignments: each oracle act takes a fitting act or stays open."""

    def __init__(
        self, expected: list[Expected], events: Mapping[str, Act], by_tool: Mapping[str, list[Act]], pairs: Pairs, tasks: tuple[str, ...]
    ) -> None:
        self.expected, self.events, self.by_tool, self.pairs, self.tasks = expected, events, by_tool, pairs, tasks
        self.nodes = 0
        self.found: dict[str, Act] = {}
        self.found_size = -1
        self.bounds = self._bounds()

    def run(self) -> dict[str, Act]:
        """The largest assignment found."""
        self._extend(0, {}, set(), 0)
        return self.found

    def _bounds(self) -> list[int]:
        """For each position, how many agent acts could at most still be matched from there on."""
        bounds = [0]
        left: dict[str, int] = {}
        for e in reversed(self.expected):
            if e.act.kind == "agent":
                left[e.act.tool] = left.get(e.act.tool, 0) + 1
            bounds.append(sum(min(n, len(self.by_tool.get(tool, ()))) for tool, n in left.items()))
        return bounds[::-1]

    def _extend(self, position: int, matched: dict[str, Act], taken: set[int], size: int) -> bool:
        """Returns whether the search may stop: nothing better is possible, or the bound of nodes is reached."""
        if size > self.found_size:
            self.found, self.found_size = dict(matched), size
        if self.found_size >= self.bounds[0] or self.nodes >= MAX_NODES:
            return True
        if position == len(self.expected) or size + self.bounds[position] <= self.found_size:
            return False
        e = self.expected[position]
        for act in self._options(e):
            if act.i in taken or self._refuses(e, act, matched):
                continue
            self.nodes += 1
            if self._extend(position + 1, {**matched, e.id: act}, taken | {act.i}, size + (act.kind == "agent")):
                return True
        return False if e.act.kind != "agent" and e.id in self.events else self._extend(position + 1, matched, taken, size)

    def _options(self, e: Expected) -> Sequence[Act]:
        if e.act.kind != "agent":
            return [self.events[e.id]] if e.id in self.events else []
        return [a for a in self.by_tool.get(e.act.tool, ()) if a.turn <= e.turn]

    def _refuses(self, e: Expected, act: Act, matched: Mapping[str, Act]) -> Refusal | None:
        return self.pairs.refusal(e, act, matched, self.tasks) if e.act.kind == "agent" else None
