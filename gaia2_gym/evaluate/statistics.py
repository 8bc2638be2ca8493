"""Rates over scenarios that were played several times, their errors, and the difference of two models.

A scenario is the unit: its runs are averaged first, so that a standard error says how much the rate would move with other scenarios. Episodes
without a verdict enter nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gaia2_gym.evaluate.results import Result

RESAMPLES = 10_000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate and its standard error (None for a single scenario) over so many scenarios."""

    value: float
    error: float | None
    scenarios: int

    def __str__(self) -> str:
        return f"{100 * self.value:.1f}" if self.error is None else f"{100 * self.value:.1f} ± {100 * self.error:.1f}"


@dataclass(frozen=True, slots=True)
class Tally:
    """One scenario: episodes with a verdict, and successes among them."""

    runs: int
    passed: int

    def pass_at(self, k: int) -> float:
        """Chance that at least one of k of the runs passes, without bias.

        >>> Tally(4, 1).pass_at(1), Tally(4, 1).pass_at(2)
        (0.25, 0.5)
        """
        return 1 - math.comb(self.runs - self.passed, k) / math.comb(self.runs, k)

    def pass_all(self, k: int) -> float:
        """Chance that all of k of the runs pass, without bias (pass^k).

        >>> Tally(3, 2).pass_all(2)
        0.3333333333333333
        """
        return math.comb(self.passed, k) / math.comb(self.runs, k)


def tallies(results: Iterable[Result]) -> dict[str, Tally]:
    """Scenario -> its tally; scenarios without a verdict are left out."""
    found: dict[str, list[bool]] = {}
    for result in results:
        if result.success is not None:
            found.setdefault(result.scenario_id, []).append(result.success)
    return {scenario_id: Tally(len(verdicts), sum(verdicts)) for scenario_id, verdicts in found.items()}


def mean(values: Sequence[float]) -> Estimate | None:
    """Their mean with its standard error; None for none.

    >>> mean([0.0, 1.0, 1.0, 0.0])
    Estimate(value=0.5, error=0.28867513459481287, scenarios=4)
    """
    n = len(values)
    if not n:
        return None
    centre = math.fsum(values) / n
    error = math.sqrt(math.fsum((v - centre) ** 2 for v in values) / (n - 1) / n) if n > 1 else None
    return Estimate(centre, error, n)


def rate(results: Iterable[Result], k: int = 1, *, every: bool = False) -> Estimate | None:
    """Pass@k over the scenarios with at least k verdicts, or pass^k where all k are to pass; None where there is no such scenario."""
    played = [tally for tally in tallies(results).values() if tally.runs >= k]
    return mean([tally.pass_all(k) if every else tally.pass_at(k) for tally in played])


def overall(parts: Iterable[Estimate | None]) -> Estimate | None:
    """The mean of the splits' rates, each with equal weight; None for none.

    >>> overall([Estimate(0.5, 0.03, 10), None, Estimate(1.0, 0.04, 90)])
    Estimate(value=0.75, error=0.025, scenarios=100)
    """
    found = [part for part in parts if part is not None]
    if not found:
        return None
    errors = [part.error for part in found if part.error is not None]
    error = math.sqrt(math.fsum(e * e for e in errors)) / len(found) if len(errors) == len(found) else None
    return Estimate(math.fsum(part.value for part in found) / len(found), error, sum(part.scenarios for part in found))


def by_split(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Split -> its results."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.split, []).append(result)
    return found


def overall_rate(results: Iterable[Result], k: int = 1, *, every: bool = False) -> Estimate | None:
    """Pass@k or pass^k with equal weight for each split."""
    return overall(rate(part, k, every=every) for part in by_split(results).values())


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one model is than another on the scenarios that both played.

    Args:
        value: Difference of pass@1, each split with equal weight.
        low: Lower end of the 95% interval.
        high: Upper end.
        p: Two-sided: the share of resamples on the other side of zero, twice.
        scenarios: Scenarios that both played.
    """

    value: float
    low: float
    high: float
    p: float
    scenarios: int


def compare(first: Iterable[Result], second: Iterable[Result], *, resamples: int = RESAMPLES, seed: int = 0) -> Difference | None:
    """The first model less the second, by a paired bootstrap over scenarios within each split; None where no scenario is common."""
    of_first, of_second = by_split(first), by_split(second)
    rng = np.random.default_rng(seed)
    values, drawn, scenarios = [], [], 0
    for split in sorted(of_first):
        mine, theirs = tallies(of_first[split]), tallies(of_second.get(split, ()))
        common = sorted(mine.keys() & theirs.keys())
        if not common:
            continue
        differences = np.array([mine[s].passed / mine[s].runs - theirs[s].passed / theirs[s].runs for s in common])
        scenarios += len(common)
        values.append(float(differences.mean()))
        drawn.append(differences[rng.integers(0, len(common), (resamples, len(common)))].mean(axis=1))
    if not values:
        return None
    means = np.mean(drawn, axis=0)
    low, high = np.quantile(means, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    p = min(1.0, 2 * min(float((means <= 0).mean()), float((means >= 0).mean())))
    return Difference(sum(values) / len(values), float(low), float(high), p, scenarios)


def curve(results: Sequence[Result], value: Mapping[tuple[str, str, int], float], caps: Sequence[float]) -> list[float]:
    """For each cap the pass rate where an episode counts only if its value is within it, each split with equal weight.

    Args:
        results: Episodes.
        value: Of each, by its key.
        caps: The caps.
    """
    lines = []
    for part in by_split(r for r in results if r.success is not None).values():
        runs = tallies(part)
        total = len(runs)
        spent = np.array([value[r.key] for r in part if r.success])
        weight = np.array([1 / runs[r.scenario_id].runs / total for r in part if r.success])
        lines.append([float(weight[spent <= cap].sum()) if len(spent) else 0.0 for cap in caps])
    return [sum(column) / len(lines) for column in zip(*lines, strict=True)] if lines else [0.0] * len(caps)
