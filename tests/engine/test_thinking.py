"""Thinking time: the modes and how they are written."""

from __future__ import annotations

import pytest

from gaia2_gym.engine import Fixed, Measured, Tokens, Zero, parse_latency


@pytest.mark.parametrize(
    ("text", "latency"),
    [
        ("zero", Zero()),
        ("measured", Measured()),
        ("fixed", Fixed(1.0)),
        ("fixed:2.5", Fixed(2.5)),
        ("fixed:0", Fixed(0.0)),
        ("tokens", Tokens(0.5, 80.0)),
        ("tokens:rate=40", Tokens(0.5, 40.0)),
        ("tokens:ttft=0,rate=1e3", Tokens(0.0, 1000.0)),
        ("tokens: ttft=1 , rate=2", Tokens(1.0, 2.0)),
    ],
)
def test_the_forms(text: str, latency: object) -> None:
    assert parse_latency(text) == latency


@pytest.mark.parametrize(
    "text",
    [
        *("", "Zero", "zero:1", "measured:x", "fast", "fixed:x", "fixed:-1", "fixed:nan", "fixed:inf"),
        *("tokens:rate=0", "tokens:rate=-1", "tokens:rate", "tokens:speed=3", "tokens:rate=nan", "tokens:rate=1;ttft=2", "tokens:5"),
    ],
)
def test_what_is_no_form_is_refused_and_the_forms_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="the forms are zero, measured, fixed:SECONDS") as raised:
        parse_latency(text)
    assert repr(text) in str(raised.value)


def test_seconds() -> None:
    assert Zero().seconds(100, 5.0, 3.0) == 0.0
    assert Fixed(2.0).seconds(100, None, 3.0) == 2.0
    assert Measured().seconds(100, None, 3.0) == 3.0
    assert Tokens(0.5, 80.0).seconds(160, None, 3.0) == 2.5
    assert Tokens(0.5, 80.0).seconds(None, None, 3.0) == 0.5


@pytest.mark.parametrize("latency", [Fixed(2.0), Measured(), Tokens()])
def test_seconds_given_prevail(latency: Fixed | Measured | Tokens) -> None:
    assert latency.seconds(160, 7.25, 3.0) == 7.25
    assert latency.seconds(160, 0.0, 3.0) == 0.0
