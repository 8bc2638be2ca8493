"""Watches: the arithmetic of their grids, also where starts and periods are fractions."""

from __future__ import annotations

import pytest

from gaia2_gym.engine import Watch, Watching

STARTS = (0.0, 0.1, 0.25, 1 / 3, 1_728_975_600.0, 1_728_975_600.1, 1_728_975_600 + 2 / 3)


@pytest.mark.parametrize("period", [1.0, 2.0, 5.0, 15.0])
@pytest.mark.parametrize("first", STARTS)
def test_the_next_check_is_the_first_on_the_grid(first: float, period: float) -> None:
    """Against a walk over the grid: after the time, or at it where that still counts."""
    watching = Watching(Watch(period), first)
    grid = [watching.time_of(n) for n in range(60)]
    times = [first - 3, first, *grid[:20], *(t + 0.3 for t in grid[:20]), *(t - 1e-6 for t in grid[:20]), first + 7 / 3]
    for time in times:
        assert watching.number_after(time) == next(n for n, t in enumerate(grid) if t > time)
        assert watching.number_after(time, included=True) == next(n for n, t in enumerate(grid) if t >= time)


def test_checks_far_away_cost_nothing() -> None:
    watching = Watching(Watch(1.0), 0.1)
    assert watching.number_after(1e9) == 10**9
    assert watching.time_of(watching.number_after(1e12)) > 1e12


@pytest.mark.parametrize(
    ("message", "increment", "check"),
    [(12.3, 1, 13.0), (12.3, 5, 15.0), (13.0, 1, 14.0), (13.0, 5, 15.0), (15.0, 5, 20.0), (0.0, 1, 1.0), (0.0, 5, 5.0)],
)
def test_a_message_is_noticed_strictly_after_it(message: float, increment: int, check: float) -> None:
    watching = Watching(Watch(float(increment)), 0.0)
    assert watching.time_of(watching.number_after(message)) == check


def test_the_last_check() -> None:
    assert [Watching(Watch(limit=3), 0.0).is_last(n) for n in range(4)] == [False, False, True, True]
    assert not Watching(Watch(), 0.0).is_last(10**9)
