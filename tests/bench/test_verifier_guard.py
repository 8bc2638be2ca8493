"""Guards against accidents: ten times the targets of `tests.bench.verifier`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gaia2_gym.scenario import load_scenario
from tests.bench.test_guard import FILES, SLACK
from tests.bench.verifier import VERDICT_TARGET, WRITE_TARGET, Shape, shapes, verdict_times, write_times


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_verdicts(path: Path) -> None:
    assert verdict_times(load_scenario(path), times=5)["low"] < SLACK * VERDICT_TARGET


@pytest.mark.parametrize("shape", list(shapes()), ids=lambda shape: shape.name)
def test_writes(shape: Shape) -> None:
    assert write_times(shape, times=3)["median"] < SLACK * WRITE_TARGET
