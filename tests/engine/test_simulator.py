"""The scheduler: order, times, and watches that are checked only when something may have changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gaia2_gym.engine import Due, Graph, Node, Simulator, Watch

INF = float("inf")


def run(simulator: Simulator, until: float = INF, watches: dict[str, Callable[[], bool]] | None = None) -> list[tuple[str, float]]:
    """Carry everything out: events run, watches are asked; what was done, with its times."""
    done = []
    while (due := simulator.next_due(until)) is not None:
        done.append((due.id, due.time))
        if watches and due.id in watches:
            held = watches[due.id]()
            simulator.checked(due.id, done=held)
            if held:
                simulator.complete(due.id, due.time)
        else:
            simulator.grown()
            simulator.complete(due.id, due.time)
    if until < INF:
        simulator.advance(until)
    return done


def test_times_follow_from_delays_absolute_times_and_parents() -> None:
    graph = Graph([Node("a", delay=2), Node("b", ("a",), delay=3), Node("c", at=101.5), Node("d", ("a", "c"), delay=1), Node("e")])
    simulator = Simulator(graph, {}, 100.0)
    assert run(simulator) == [("e", 100.0), ("c", 101.5), ("a", 102.0), ("d", 103.0), ("b", 105.0)]
    assert simulator.time_of("d") == 103.0
    assert simulator.time_of("ghost") is None
    assert simulator.next_time is None


def test_equal_times_go_by_id_and_successors_due_at_once_join_in() -> None:
    graph = Graph([Node("c"), Node("b"), Node("a", ("c",)), Node("d", ("b",))])
    assert [id for id, _ in run(Simulator(graph, {}, 0.0))] == ["b", "c", "a", "d"]


def test_an_absolute_time_waits_for_all_parents_and_is_kept() -> None:
    """It runs at the later of its time and theirs, and is dated by its own."""
    graph = Graph(
        [Node("early"), Node("late", delay=10), Node("x", ("early", "late"), at=4.0), Node("y", ("early",), at=20.0), Node("z", ("x",), delay=1)]
    )
    simulator = Simulator(graph, {}, 0.0)
    seen = []
    while (due := simulator.next_due(INF)) is not None:
        seen.append((due.id, due.time, simulator.now))
        simulator.complete(due.id, due.time)
    assert seen == [("early", 0.0, 0.0), ("late", 10.0, 10.0), ("x", 4.0, 10.0), ("z", 5.0, 10.0), ("y", 20.0, 20.0)]


def test_nothing_beyond_the_time_asked_for_and_the_clock_stays() -> None:
    simulator = Simulator(Graph([Node("a", delay=5)]), {}, 0.0)
    assert simulator.next_due(4.999) is None
    assert simulator.now == 0.0
    assert simulator.next_time == 5.0
    assert simulator.next_due(5.0) == Due("a", 5.0)
    simulator.advance(3.0)
    assert simulator.now == 5.0, "the clock never goes back"


def test_an_event_without_its_parents_never_comes() -> None:
    graph = Graph([Node("a"), Node("b", delay=1), Node("c", ("a", "b"))])
    simulator = Simulator(graph, {}, 0.0)
    simulator.next_due(INF)
    simulator.complete("a", 0.0)
    assert simulator.next_due(0.5) is None
    assert simulator.next_time == 1.0


def test_a_copy_is_independent_both_ways() -> None:
    graph = Graph([Node("a", delay=1), Node("b", ("a",), delay=1), Node("w")])
    simulator = Simulator(graph, {"w": Watch()}, 0.0)
    simulator.next_due(0.0)
    simulator.checked("w", done=False)
    copy = simulator.copy()
    closed = {"w": lambda: False}
    assert run(simulator, 10.0, closed) == [("a", 1.0), ("w", 1.0), ("b", 2.0), ("w", 2.0)]
    assert (copy.now, copy.time_of("a"), copy.checks_made("w")) == (0.0, None, 1)
    assert run(copy, 10.0, closed) == [("a", 1.0), ("w", 1.0), ("b", 2.0), ("w", 2.0)]
    other = copy.copy()
    copy.advance(50.0)
    copy.checked("w", done=True)
    assert (other.now, list(other.watching())) == (10.0, ["w"])


class Door:
    """A predicate that counts how often it is asked."""

    def __init__(self) -> None:
        self.open = False
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.open


@pytest.mark.parametrize(("period", "grown_at", "noticed"), [(1.0, 2.5, 3.0), (5.0, 2.5, 5.0), (1.0, 3.0, 4.0), (5.0, 5.0, 10.0), (1.0, 0.0, 1.0)])
def test_a_watch_is_checked_at_its_start_and_after_each_change(period: float, grown_at: float, noticed: float) -> None:
    door = Door()
    simulator = Simulator(Graph([Node("w")]), {"w": Watch(period)}, 0.0)
    assert run(simulator, grown_at, {"w": door}) == [("w", 0.0)]
    simulator.grown()  # as when the agent calls: everything up to now has been carried out
    assert run(simulator, 1000.0, {"w": door}) == [("w", noticed)]
    door.open = True
    simulator.grown()
    [(_, time)] = run(simulator, 3000.0, {"w": door})
    assert time == 1000.0 + period
    assert door.asked == 3, "no polling"
    assert not simulator.watching()


def test_a_change_at_the_moment_of_a_check_counts_if_it_comes_first_in_order() -> None:
    for event, noticed in (("a", 2.0), ("x", 3.0)):
        door = Door()
        simulator = Simulator(Graph([Node("m"), Node(event, delay=2)]), {"m": Watch()}, 0.0)
        run(simulator, 1.0, {"m": door})
        door.open = True
        assert run(simulator, 9.0, {"m": door}) == [(event, 2.0), ("m", noticed)]


def test_a_watch_that_reads_time_is_checked_at_every_point() -> None:
    door = Door()
    simulator = Simulator(Graph([Node("w")]), {"w": Watch(2.0, reads_time=True)}, 0.5)
    assert [time for _, time in run(simulator, 7.0, {"w": door})] == [0.5, 2.5, 4.5, 6.5]


def test_a_watch_that_begins_late_is_not_checked_for_all_the_time_it_missed() -> None:
    """What lies before the present is counted, not made: a date of 1970 must not cost a billion checks."""
    for reads_time in (False, True):
        door = Door()
        graph = Graph([Node("a", delay=1e9), Node("w", ("a",), at=0.0)])
        simulator = Simulator(graph, {"w": Watch(1.0, reads_time=reads_time)}, 0.0)
        run(simulator, 1e9 + 0.5, {"w": door})
        assert door.asked <= 2
        assert simulator.checks_made("w") == 10**9 + 1


def test_a_watch_with_a_limit_gets_its_last_check() -> None:
    door = Door()
    simulator = Simulator(Graph([Node("w")]), {"w": Watch(1.0, limit=5)}, 0.0)
    assert run(simulator, 3.0, {"w": door}) == [("w", 0.0)]
    due = simulator.next_due(INF)
    assert due == Due("w", 4.0, 4)
    assert simulator.watching()["w"].is_last(4)


def test_checks_made_are_those_of_polling() -> None:
    door = Door()
    simulator = Simulator(Graph([Node("w", delay=1)]), {"w": Watch(2.0)}, 0.0)
    assert simulator.checks_made("w") == 0
    for until, made in ((0.9, 0), (1.0, 1), (2.9, 1), (3.0, 2), (100.0, 50), (101.0, 51)):
        run(simulator, until, {"w": door})
        assert simulator.checks_made("w") == made, until
    assert door.asked == 1


def test_checks_after_the_event_that_stopped_everything_are_not_made() -> None:
    simulator = Simulator(Graph([Node("a"), Node("z"), Node("stop", delay=2)]), {"a": Watch(), "z": Watch()}, 0.0)
    run(simulator, 1.0, {"a": Door(), "z": Door()})
    assert simulator.next_due(INF) == Due("stop", 2.0)
    assert (simulator.checks_made("a"), simulator.checks_made("z")) == (3, 2)


def test_beyond_the_end_events_and_checks_are_told_apart() -> None:
    simulator = Simulator(Graph([Node("w"), Node("v", delay=30), Node("e", delay=12)]), {"w": Watch(3.0), "v": Watch()}, 0.0)
    run(simulator, 10.0, {"w": Door()})
    assert simulator.beyond(10.0) == (12.0, 12.0)
    run(simulator, 13.0, {"w": Door()})
    assert simulator.beyond(13.0) == (30.0, 15.0), "a watch that has not begun counts as an event"
