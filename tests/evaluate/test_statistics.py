"""Rates, their errors, and differences, against what can be counted by hand or by all draws."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Mapping, Sequence

import pytest

from gaia2_gym.evaluate.results import Result
from gaia2_gym.evaluate.statistics import Estimate, Tally, compare, curve, overall, overall_rate, rate, tallies
from tests.evaluate.made_results import made


def results(verdicts: Mapping[str, Sequence[bool | None]], model: str = "m", split: str = "Search") -> list[Result]:
    return [
        Result(model, scenario, run, 0, split, success=success, failure="" if success is not None else "LLMTimeoutError")
        for scenario, line in verdicts.items()
        for run, success in enumerate(line)
    ]


@pytest.mark.parametrize(("runs", "passed"), [(n, c) for n in range(1, 6) for c in range(n + 1)])
def test_pass_at_k_is_the_mean_over_all_draws(runs: int, passed: int) -> None:
    verdicts = [True] * passed + [False] * (runs - passed)
    for k in range(1, runs + 1):
        draws = list(itertools.combinations(verdicts, k))
        assert Tally(runs, passed).pass_at(k) == pytest.approx(sum(map(any, draws)) / len(draws))
        assert Tally(runs, passed).pass_all(k) == pytest.approx(sum(map(all, draws)) / len(draws))


def test_scenarios_weigh_alike_however_many_verdicts_they_have() -> None:
    played = results({"a": [True, True, True], "b": [False], "c": [True, False, None]})
    assert rate(played) == Estimate(0.5, math.sqrt((0.25 + 0.25) / 2 / 3), 3)
    assert rate(played, 2) == Estimate(1.0, 0.0, 2)  # b was played once
    assert rate(played, 3) == Estimate(1.0, None, 1)
    assert rate(played, 4) is None


def test_failures_are_no_wrong_answers() -> None:
    played = results({"a": [True, None, None], "b": [None, None, None]})
    assert tallies(played) == {"a": Tally(1, 1)}
    assert rate(played) == Estimate(1.0, None, 1)
    assert overall_rate(results({"a": [None]})) is None


def test_splits_weigh_alike() -> None:
    played = results({"a": [True]}) + results({str(n): [False] for n in range(99)}, split="Time")
    assert overall_rate(played).value == 0.5  # type: ignore[union-attr]
    assert overall([]) is None


def test_the_standard_error_is_that_of_other_scenarios() -> None:
    """The spread of rates over many made-up sets of scenarios, whose runs are alike within a scenario."""
    chance = random.Random(3)
    rates, errors = [], []
    for _ in range(400):
        hard = {str(n): chance.random() for n in range(40)}
        found = rate(results({s: [chance.random() < p for _ in range(3)] for s, p in hard.items()}))
        assert found is not None
        rates.append(found.value)
        errors.append(found.error or 0.0)
    centre = sum(rates) / len(rates)
    spread = math.sqrt(sum((r - centre) ** 2 for r in rates) / len(rates))
    assert sum(errors) / len(errors) == pytest.approx(spread, rel=0.1)


def test_a_difference_is_paired() -> None:
    """Scenarios differ far more than the models do: pairs see it, and no difference is found where there is none."""
    easy = {f"easy{n}": [True, True] for n in range(30)}
    hard = {f"hard{n}": [False, False] for n in range(24)}
    better = compare(
        results(easy | hard | {f"x{n}": [True, True] for n in range(6)}), results(easy | hard | {f"x{n}": [False, True] for n in range(6)})
    )
    assert better is not None
    assert better.value == pytest.approx(0.05)
    assert 0 < better.low < better.value < better.high
    assert better.p < 0.05
    same = compare(results(easy | hard), results(easy | hard))
    assert same is not None
    assert (same.value, same.low, same.high, same.p) == (0.0, 0.0, 0.0, 1.0)


def test_a_difference_knows_only_common_scenarios() -> None:
    first, second = results({"a": [True], "b": [True]}), results({"b": [False], "c": [True]})
    found = compare(first, second)
    assert found is not None
    assert (found.value, found.scenarios) == (1.0, 1)
    assert compare(results({"a": [True]}), results({"c": [True]})) is None
    assert compare(results({"a": [None]}), results({"a": [True]})) is None


def test_a_difference_is_the_same_every_time_and_turns_its_sign() -> None:
    one, two = (made({m: p}, seed=s) for m, p, s in (("a", 0.6, 1), ("b", 0.4, 2)))
    found, back = compare(one, two), compare(two, one)
    assert found == compare(one, two)
    assert found is not None
    assert back is not None
    assert found.value == pytest.approx(-back.value)
    assert found.low == pytest.approx(-back.high, abs=0.01)


def test_intervals_hold_what_they_promise() -> None:
    """Two models that are alike: the interval misses zero about one time in twenty."""
    missed = 0
    for seed in range(200):
        found = compare(made({"a": 0.5}, per_split=6, seed=2 * seed), made({"b": 0.5}, per_split=6, seed=2 * seed + 1), resamples=400)
        assert found is not None
        missed += not found.low <= 0 <= found.high
    assert 2 <= missed <= 30


def test_a_budget_curve_ends_at_pass_at_1() -> None:
    played = made({"m": 0.5})
    cost = {r.key: r.cost or 0.0 for r in played}
    caps = [0.0, *sorted(cost.values())]
    line = curve(played, cost, caps)
    assert line[0] == 0.0
    assert line == sorted(line)
    assert line[-1] == pytest.approx(overall_rate(played).value)  # type: ignore[union-attr]
    cap = caps[len(caps) // 2]
    capped = [dataclasses.replace(r, success=None if r.success is None else r.success and cost[r.key] <= cap) for r in played]
    assert line[len(caps) // 2] == pytest.approx(overall_rate(capped).value)  # type: ignore[union-attr]
