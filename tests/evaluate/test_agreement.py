"""Agreement with labels: the rates, their intervals, and what has no rate."""

from __future__ import annotations

import pytest

from gaia2_gym.evaluate import Case, Rate, agreement, agreement_by


def cases(accepted_valid: int, accepted_invalid: int, refused_valid: int, refused_invalid: int, unknown: int = 0) -> list[Case]:
    table = {
        Case(True, True): accepted_valid,
        Case(True, False): accepted_invalid,
        Case(False, True): refused_valid,
        Case(False, False): refused_invalid,
        Case(None, True): unknown,
    }
    return [case for case, n in table.items() for _ in range(n)]


def test_the_rates_are_those_of_the_textbook() -> None:
    a = agreement(cases(30, 10, 20, 40))
    assert (a.accepted_valid, a.accepted_invalid, a.refused_valid, a.refused_invalid) == (30, 10, 20, 40)
    assert a.agreement.value == pytest.approx(0.7)
    assert a.precision.value == pytest.approx(0.75)
    assert a.recall.value == pytest.approx(0.6)
    assert a.f1.value == pytest.approx(2 * 0.75 * 0.6 / (0.75 + 0.6))


def test_intervals_hold_the_rate_narrow_with_more_cases_and_are_the_same_again() -> None:
    few, many = agreement(cases(9, 1, 1, 9)), agreement(cases(900, 100, 100, 900))
    for a in (few, many):
        assert a.agreement.low <= a.agreement.value <= a.agreement.high
    assert many.agreement.high - many.agreement.low < (few.agreement.high - few.agreement.low) / 5
    # the normal approximation for 2,000 cases at 0.9
    assert many.agreement.high - many.agreement.low == pytest.approx(2 * 1.96 * (0.9 * 0.1 / 2000) ** 0.5, rel=0.15)
    assert agreement(cases(9, 1, 1, 9)) == few
    assert agreement(cases(9, 1, 1, 9), seed=1).f1 != few.f1


def test_unknown_verdicts_are_counted_apart() -> None:
    a = agreement(cases(1, 0, 0, 1, unknown=3))
    assert (a.cases, a.unknown, a.agreement.value) == (2, 3, 1.0)


@pytest.mark.parametrize(
    ("table", "without"),
    [((0, 0, 0, 5), ("precision", "recall", "f1")), ((0, 0, 5, 0), ("precision",)), ((0, 5, 0, 0), ("recall",)), ((0, 0, 0, 0), ("agreement", "f1"))],
)
def test_a_rate_without_cases_is_none_and_not_zero(table: tuple[int, int, int, int], without: tuple[str, ...]) -> None:
    a = agreement(cases(*table))
    for name in without:
        assert getattr(a, name) == Rate(None)
        assert str(getattr(a, name)) == "-"


def test_groups_are_measured_apart() -> None:
    both = [(case, "good") for case in cases(2, 0, 0, 2)] + [(case, "bad") for case in cases(0, 2, 2, 0)]
    groups = agreement_by(both, lambda about: about)
    assert {name: a.agreement.value for name, a in groups.items()} == {"bad": 0.0, "good": 1.0}
