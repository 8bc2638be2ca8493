"""Verdicts against labels: agreement, precision, recall and F1, with bootstrap intervals.

An accepted episode is a positive: precision is the share of accepted episodes that are valid, recall the share of valid ones that are accepted.
Unknown verdicts are counted apart and enter no rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1_000
LEVEL = 0.95
"""Share of the resamples that an interval holds."""
RATES = ("agreement", "precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Case:
    """One episode: whether it was accepted (None for an unknown verdict), and whether its label says that it is valid."""

    accepted: bool | None
    valid: bool


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate and its interval; None where it has no meaning (precision where nothing was accepted)."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return "-"
        return f"{self.value:.3f}" if self.low is None else f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far verdicts agree with labels.

    Args:
        cases: Episodes with a verdict.
        unknown: Episodes whose verdict is unknown.
        accepted_valid: Valid ones that were accepted.
        accepted_invalid: Invalid ones that were accepted.
        refused_valid: Valid ones that were refused.
        refused_invalid: Invalid ones that were refused.
        agreement: Share of the episodes judged as labelled.
        precision: Share of the accepted ones that are valid.
        recall: Share of the valid ones that were accepted.
        f1: Harmonic mean of precision and recall.
    """

    cases: int
    unknown: int
    accepted_valid: int
    accepted_invalid: int
    refused_valid: int
    refused_invalid: int
    agreement: Rate
    precision: Rate
    recall: Rate
    f1: Rate


def agreement(cases: Iterable[Case], *, resamples: int = RESAMPLES, seed: int = 0) -> Agreement:
    """The rates over some episodes, with percentile bootstrap intervals.

    Args:
        cases: The episodes.
        resamples: How often to draw as many episodes with replacement.
        seed: Of the draws.
    """
    cases = list(cases)
    known = [case for case in cases if case.accepted is not None]
    # 3 accepted and valid, 2 accepted and invalid, 1 refused and valid, 0 refused and invalid
    kinds = np.array([2 * bool(case.accepted) + case.valid for case in known], dtype=np.int64)
    counts = np.bincount(kinds, minlength=4)
    draws = np.random.default_rng(seed).multinomial(len(known), counts / len(known), size=resamples) if known else np.zeros((0, 4))
    values, drawn = _rates(counts[None, :]), _rates(draws)
    rates = {name: _rate(values[name], drawn[name]) for name in RATES}
    return Agreement(len(known), len(cases) - len(known), int(counts[3]), int(counts[2]), int(counts[1]), int(counts[0]), **rates)


def agreement_by(
    cases: Sequence[tuple[Case, Any]], key: Callable[[Any], str], *, resamples: int = RESAMPLES, seed: int = 0
) -> Mapping[str, Agreement]:
    """The rates of each group.

    Args:
        cases: The episodes, each with what it is grouped by.
        key: The group's name.
        resamples: As for `agreement`.
        seed: As for `agreement`.
    """
    groups: dict[str, list[Case]] = {}
    for case, about in cases:
        groups.setdefault(key(about), []).append(case)
    return {name: agreement(groups[name], resamples=resamples, seed=seed) for name in sorted(groups)}


def _rates(counts: NDArray[Any]) -> dict[str, NDArray[np.float64]]:
    """The rates of many tables of counts at once; NaN where a rate has no meaning."""
    refused_invalid, refused_valid, accepted_invalid, accepted_valid = (counts[:, n].astype(float) for n in range(4))
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            "agreement": (accepted_valid + refused_invalid) / counts.sum(axis=1),
            "precision": accepted_valid / (accepted_valid + accepted_invalid),
            "recall": accepted_valid / (accepted_valid + refused_valid),
            "f1": 2 * accepted_valid / (2 * accepted_valid + accepted_invalid + refused_valid),
        }


def _rate(value: NDArray[np.float64], drawn: NDArray[np.float64]) -> Rate:
    if np.isnan(value[0]):
        return Rate(None)
    sound = drawn[~np.isnan(drawn)]
    if not len(sound):
        return Rate(float(value[0]))
    low, high = np.quantile(sound, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return Rate(float(value[0]), float(low), float(high))
