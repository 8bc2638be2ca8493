"""Every family, over a few seeds: each scenario is proved solvable and proved checkable. `python -m tests.synth.check_families` does it for many."""

import pytest

from gaia2_gym.guards import load_attacks
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import DIFFICULTIES, Family, make_task
from gaia2_gym.synth.proof import check_task
from gaia2_gym.synth.universe import make_universe

NAMES = [family.name for family in FAMILIES]


def test_names_are_unique():
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_scenarios_are_solvable_and_checkable(family: Family):
    attacks = load_attacks()[::7]
    for seed, difficulty in enumerate(DIFFICULTIES):
        task = make_task(family, make_universe(1000 + seed, "pocket"), seed, difficulty)
        assert check_task(task, attacks=attacks, seeds=(seed,), with_variants=difficulty in (1, 4)) == []


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_scenarios_are_reproducible_and_differ(family: Family):
    universe = make_universe(1001, "pocket")
    again = [make_task(family, universe, 7, 2).scenario.digest for _ in range(2)]
    assert again[0] == again[1]
    tasks = {make_task(family, universe, seed, 2).scenario.task for seed in range(12)}
    assert len(tasks) >= 9
