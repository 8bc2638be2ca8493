"""Progress: how much of the oracle is done, after every write, over the best partial matching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.oracle import Expected, Oracle
from gaia2_gym.verifier.pair import Pairs

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

    The best assignment is found in two steps. `_stands_for` is a largest assignment by what can be said of each pair alone, kept up to date act by
    act. Where it also satisfies order, delays and placeholders, which depend on the other pairs, it is the best one. Where not, a search settles it.

    Args:
        oracle: The oracle side.
        pairs: Compares acts.
    """

    def __init__(self, oracle: Oracle, pairs: Pairs) -> None:
        self.oracle = oracle
        self.pairs = pairs
        self._turn = 0
        self._writes: list[Act] = []
        self._events: dict[str, Act] = {}
        self._fitting: dict[str, tuple[Act, ...]] = {}
        self._wanted_by: dict[int, tuple[Expected, ...]] = {}
        self._stands_for: dict[str, Act] = {}

    def fork(self, pairs: Pairs) -> Tracker:
        """An independent copy that compares with its own `pairs`."""
        other = Tracker(self.oracle, pairs)
        other._turn, other._writes, other._events = self._turn, self._writes.copy(), self._events.copy()
        other._fitting, other._wanted_by, other._stands_for = self._fitting.copy(), self._wanted_by.copy(), self._stands_for.copy()
        return other

    def add(self, act: Act) -> None:
        """Take note of what happened, in the order in which it happened."""
        if act.turn > self._turn:
            self._turn = act.turn
            self._start_over()
        if act.kind == "agent":
            self._writes.append(act)
            self._consider(act)
        elif act.id in self.oracle.by_id:
            self._events[act.id] = act
            if self._writes:
                self._start_over()

    def progress(self) -> float:
        """Progress after what has happened."""
        n = self.oracle.writes
        if n == 0:
            return 0.0
        best = self.best()
        taken = {a.i for a in best.values()}
        surplus = len(self._writes) - len(taken) - self._tolerated(taken)
        return min(max(0, len(taken) - surplus) / n, cap(n))

    def best(self) -> dict[str, Act]:
        """The best partial matching: oracle id -> act, the agent's acts alone."""
        open_acts = [e for id, e in self.oracle.by_id.items() if id in self._fitting]
        held = self._held(open_acts)
        if len(held) == len(self._stands_for):
            return held
        best: dict[str, Act] = {}
        for part in _independent_parts(open_acts, self._fitting):
            known = {e.id: held[e.id] for e in part if e.id in held}
            limit = sum(e.id in self._stands_for for e in part)
            best |= known if len(known) == limit else _Search(part, self._fitting, self._events, self.pairs, known, limit).run()
        return best

    def _held(self, open_acts: Iterable[Expected]) -> dict[str, Act]:
        """Those of `_stands_for` that also fit beside the others, parents before children."""
        matched = dict(self._events)
        held: dict[str, Act] = {}
        for e in open_acts:
            act = self._stands_for.get(e.id)
            if act is not None and (not e.rests_on or self.pairs.refusal(e, act, matched) is None):
                matched[e.id] = held[e.id] = act
        return held

    def _consider(self, act: Act) -> None:
        """See what an act may stand for, and let as many acts as possible stand for something."""
        candidates = (e for e in self.oracle.by_tool.get(act.tool, ()) if act.turn <= e.turn <= self._turn and self._is_due(e))
        fits = tuple(e for e in candidates if self.pairs.could_fit(e, act, self._events))
        self._wanted_by[act.i] = fits
        for e in fits:
            self._fitting[e.id] = (*self._fitting.get(e.id, ()), act)
        self._place(act, set())

    def _is_due(self, e: Expected) -> bool:
        """Whether everything of the agent's that must come before an expected act may have been done."""
        return all(p in self._fitting for p in e.parents_in_turn if p in e.rests_on)

    def _place(self, act: Act, tried: set[str]) -> bool:
        """Let an act stand for something, moving others if need be."""
        fits = self._wanted_by[act.i]
        for e in fits:
            if e.id not in self._stands_for:
                self._stands_for[e.id] = act
                return True
        for e in fits:
            if e.id not in tried:
                tried.add(e.id)
                if self._place(self._stands_for[e.id], tried):
                    self._stands_for[e.id] = act
                    return True
        return False

    def _start_over(self) -> None:
        """A turn was released, or an event came on which comparisons depend: consider all acts again."""
        self._fitting, self._wanted_by, self._stands_for = {}, {}, {}
        for act in self._writes:
            self._consider(act)

    def _tolerated(self, taken: set[int]) -> int:
        """Messages beyond the oracle's that a turn may have: one in a turn whose oracle sends none."""
        extra = {a.turn for a in self._writes if a.is_message and a.i not in taken}
        return sum(not any(e.act.is_message for e in self.oracle.turns[t]) for t in extra)


def _independent_parts(expected: Sequence[Expected], fitting: Mapping[str, Sequence[Act]]) -> list[list[Expected]]:
    """Groups of expected acts that neither want the same acts nor rest on each other; order kept."""
    group: dict[str, list[Expected]] = {}
    owner: dict[int, str] = {}
    for e in expected:
        near = {*(owner[a.i] for a in fitting[e.id] if a.i in owner), *(id for id in e.rests_on if id in group)}
        joined = [e]
        for members in [group[other] for other in sorted(near)]:
            if members[0] not in joined:
                joined = [*members, *joined]
        for member in joined:
            group[member.id] = joined
        owner |= {act.i: e.id for act in fitting[e.id]}
    position = {e.id: n for n, e in enumerate(expected)}
    first = {members[0].id: members for members in group.values()}
    return [sorted(members, key=lambda e: position[e.id]) for members in first.values()]


class _Search:
    """Branch and bound over partial assignments of one part: each expected act takes a fitting act or stays open.

    Args:
        expected: The part's expected acts, parents before children.
        fitting: Oracle id -> acts that may stand for it.
        events: Events of user and environment by id.
        pairs: Compares acts.
        known: A partial assignment that holds.
        limit: How many acts can be matched at most.
    """

    def __init__(
        self,
        expected: Sequence[Expected],
        fitting: Mapping[str, Sequence[Act]],
        events: Mapping[str, Act],
        pairs: Pairs,
        known: dict[str, Act],
        limit: int,
    ) -> None:
        self.expected, self.fitting, self.pairs, self.limit = expected, fitting, pairs, limit
        self.matched = dict(events)
        self.chosen: dict[str, Act] = {}
        self.taken: set[int] = set()
        self.found = known
        self.nodes = 0
        self.after = _largest_from(expected, fitting)
        self.rested_on = {id for e in expected for id in e.rests_on}
        # an act on which another rests in more than order may be better left open; see _extend
        self.loose = {id for e in expected for id in e.rests_on if id not in e.parents_in_turn}
        wanted: dict[int, int] = {}
        for e in expected:
            for act in fitting[e.id]:
                wanted[act.i] = wanted.get(act.i, 0) + 1
        self.contested = {i for i, times in wanted.items() if times > 1}

    def run(self) -> dict[str, Act]:
        """The largest assignment found."""
        self._extend(0)
        return self.found

    def _extend(self, position: int) -> bool:
        """Returns whether the search may stop: nothing better is possible, or the bound of nodes is reached."""
        if len(self.chosen) > len(self.found):
            self.found = dict(self.chosen)
        if len(self.found) >= self.limit or self.nodes >= MAX_NODES:
            return True
        if position == len(self.expected):
            return False
        more = len(self.found) - len(self.chosen)  # to be exceeded
        if self.after[position] <= more or self._in_order(position) <= more:
            return False
        e = self.expected[position]
        leave_open = True
        for act in self.fitting[e.id]:
            if act.i in self.taken or self.pairs.refusal(e, act, self.matched):
                continue
            self.nodes += 1
            self.matched[e.id] = self.chosen[e.id] = act
            self.taken.add(act.i)
            stop = self._extend(position + 1)
            self.taken.discard(act.i)
            del self.matched[e.id], self.chosen[e.id]
            if stop:
                return True
            # An act that nobody else wants is never worse than none, and where nothing rests on the choice, never worse than another act.
            if act.i not in self.contested and e.id not in self.loose:
                leave_open = False
                if e.id not in self.rested_on:
                    return False
        return leave_open and self._extend(position + 1)

    def _in_order(self, position: int) -> int:
        """How many of the expected acts from there on could still be matched at most, going by order alone."""
        earliest = {id: (act.time, act.i) for id, act in self.chosen.items()}
        count = 0
        for e in self.expected[position:]:
            before = [earliest.get(p) for p in e.parents_in_turn if p in e.rests_on]
            if None in before:
                continue
            since = max((moment for moment in before if moment is not None), default=(0.0, -1))
            moments = ((act.time, act.i) for act in self.fitting[e.id] if act.i not in self.taken)
            first = next((moment for moment in moments if moment > since), None)
            if first is not None:
                earliest[e.id] = first
                count += 1
        return count


def _largest_from(expected: Sequence[Expected], fitting: Mapping[str, Sequence[Act]]) -> list[int]:
    """For each position, how many of the expected acts from there on can be matched at most, each pair taken alone."""
    standing: dict[int, Expected] = {}

    def place(e: Expected, tried: set[int]) -> bool:
        for act in fitting[e.id]:
            if act.i not in tried:
                tried.add(act.i)
                if act.i not in standing or place(standing[act.i], tried):
                    standing[act.i] = e
                    return True
        return False

    sizes = [0]
    for e in reversed(expected):
        sizes.append(sizes[-1] + place(e, set()))
    return sizes[::-1]
