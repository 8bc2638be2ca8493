"""The scheduler: a clock, a heap of what is due, and the bookkeeping of events and watches.

It knows ids and times, nothing else. Whoever drives it asks for the next due item up to a time (`next_due`), carries it out, and reports back
(`complete`, `checked`, `grown`). Time moves in `next_due` and `advance` alone.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gaia2_gym.engine.graph import Graph
from gaia2_gym.engine.watch import Watch, Watching


@dataclass(frozen=True, slots=True)
class Due:
    """Something whose time has come: an event to run, or a watch to check (`number` is its check's number, from 0)."""

    id: str
    time: float
    number: int | None = None


class Simulator:
    """A discrete-event simulation over one graph.

    Args:
        graph: The events.
        watches: Which of the nodes are watches, by id.
        start: Unix seconds at which the clock begins.
    """

    __slots__ = ("_done", "_front", "_heap", "_watching", "graph", "now", "start", "watches")

    def __init__(self, graph: Graph, watches: Mapping[str, Watch], start: float) -> None:
        self.graph = graph
        self.watches = watches
        self.start = start
        self.now = start
        self._heap: list[tuple[float, str]] = []
        self._done: dict[str, float] = {}
        self._watching: dict[str, Watching] = {}
        self._front: tuple[float, bool, str] = (start, False, "")
        """How far things have been carried out: up to an event (time, False, id), or everything up to a time (time, True, "")."""
        for node in graph.nodes.values():
            if not node.parents:
                self._release(node.id, start + node.delay if node.at is None else node.at)

    def copy(self) -> Simulator:
        """An independent copy with the same future."""
        other = Simulator.__new__(Simulator)
        for name in ("graph", "watches", "start", "now", "_front"):
            setattr(other, name, getattr(self, name))
        other._heap = self._heap.copy()
        other._done = self._done.copy()
        other._watching = self._watching.copy()
        return other

    @property
    def next_time(self) -> float | None:
        """When something is due next (never earlier than now), or None."""
        self._drop_stale()
        return max(self.now, self._heap[0][0]) if self._heap else None

    def beyond(self, end: float) -> tuple[float | None, float | None]:
        """What lies after a time up to which everything is done: when the first event is due, and when polling would next check something.

        A watch whose first check is still to come counts as an event.
        """
        begun = {id for id, watching in self._watching.items() if watching.awaited != 0}
        events = (time for time, id in self._heap if id not in self.watches or (id in self._watching and id not in begun))
        polls = (watching.time_of(watching.number_after(end)) for watching in self._watching.values())
        return min(events, default=None), min(polls, default=None)

    def next_due(self, until: float) -> Due | None:
        """Take out the first item due by a time and move the clock to it; None when there is none (the clock then stays)."""
        self._drop_stale()
        if not self._heap or self._heap[0][0] > until:
            return None
        time, id = heapq.heappop(self._heap)
        self.now = max(self.now, time)
        self._front = max(self._front, (time, False, id))
        watching = self._watching.get(id)
        return Due(id, time, None if watching is None else watching.awaited)

    def advance(self, to: float) -> None:
        """Move the clock forward; what is due on the way must have been taken out."""
        self.now = max(self.now, to)
        self._front = max(self._front, (self.now, True, ""))

    def complete(self, id: str, time: float) -> None:
        """Note that an event has run, dated `time`, and release the successors that now are ready."""
        self._done[id] = time
        for child in self.graph.children.get(id, ()):
            node = self.graph.nodes[child]
            if all(parent in self._done for parent in node.parents):
                latest = max(self._done[parent] for parent in node.parents)
                self._release(child, latest + node.delay if node.at is None else node.at)

    def time_of(self, id: str) -> float | None:
        """When an event ran, as logged, or None."""
        return self._done.get(id)

    def grown(self) -> None:
        """Note that the log has grown: watches wait for their next check.

        A check at this very moment still counts if it comes after the running event in the order of (time, id); once everything up to the moment
        has been carried out, as when the agent calls, it does not.
        """
        for id, watching in self._watching.items():
            number = self._next_number(id, watching)
            if watching.awaited is None or number < watching.awaited:
                self._await(id, watching, number)

    def checked(self, id: str, *, done: bool) -> None:
        """Note the outcome of a check: the watch ends, or waits for its next occasion.

        Checks that lie before what has happened already, because the watch began late, are counted but not made.
        """
        watching = self._watching[id]
        if done:
            del self._watching[id]
        elif watching.watch.reads_time:
            self._await(id, watching, max((watching.awaited or 0) + 1, self._next_number(id, watching)))
        elif watching.watch.limit is not None:
            self._await(id, watching, watching.watch.limit - 1)
        else:
            self._watching[id] = replace(watching, awaited=None)

    def checks_made(self, id: str) -> int:
        """How many checks of a watch in progress polling would have made so far."""
        watching = self._watching[id]
        number = self._next_number(id, watching)
        return number if watching.awaited is None else min(number, watching.awaited)

    def watching(self) -> Mapping[str, Watching]:
        """The watches in progress."""
        return self._watching

    def _next_number(self, id: str, watching: Watching) -> int:
        """Number of the first check that lies after all that has been carried out."""
        return watching.number_after(self.now, included=(self.now, False, id) > self._front)

    def _release(self, id: str, time: float) -> None:
        watch = self.watches.get(id)
        if watch is not None:
            self._watching[id] = Watching(watch, time)
        heapq.heappush(self._heap, (time, id))

    def _await(self, id: str, watching: Watching, number: int) -> None:
        if watching.watch.limit is not None:
            number = min(number, watching.watch.limit - 1)
        self._watching[id] = replace(watching, awaited=number)
        heapq.heappush(self._heap, (watching.time_of(number), id))

    def _drop_stale(self) -> None:
        """Entries of watches that have ended or wait for another check are left in the heap; drop those on top."""
        while self._heap:
            time, id = self._heap[0]
            if id not in self.watches:
                return
            watching = self._watching.get(id)
            if watching is not None and watching.awaited is not None and watching.time_of(watching.awaited) == time:
                return
            heapq.heappop(self._heap)
