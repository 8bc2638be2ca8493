"""Guards against accidents: ten times the targets of `bench.py`, best of several tries, so that a busy machine never fails them."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.scenario import Scenario, load_scenario
from gaia2_gym.scenario.load import parse_scenario
from gaia2_gym.scenario.sources import PACKAGED
from gaia2_gym.session import Session
from gaia2_gym.world import run_oracle
from tests.bench import bench
from tests.bench.ours import make, wait_an_hour
from tests.bench.timing import resident, seconds
from tests.bench.workload import LOOK_UPS, SEARCHES, calls, read, scenario_files, waiting
from tests.shared import NO_DATA

OFFICIAL = scenario_files()[0] if scenario_files()[0].suffix == ".gz" else None
FILES = [*sorted(PACKAGED.glob("*.json")), *([OFFICIAL] if OFFICIAL else [])]
SLACK = 10


def target(key: str) -> float:
    """What `bench.py` wants of a measurement."""
    return next(row.target for row in bench.ROWS if row.key == key)


def best(function: Callable[[], Any], *, times: int = 5, before: Callable[[], Any] | None = None) -> float:
    return min(seconds(function, times=times, before=before))


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name.partition(".")[0])
def path(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(scope="module")
def scenario(path: Path) -> Scenario:
    return load_scenario(path)


def test_official_scenarios_are_guarded_too() -> None:
    if OFFICIAL is None:
        pytest.skip(NO_DATA)
    assert OFFICIAL in FILES


def test_parsing(path: Path) -> None:
    assert best(lambda: load_scenario(path)) < SLACK * target("parse")


def test_reset_and_fork(scenario: Scenario) -> None:
    env = make(scenario)
    assert best(lambda: env.reset(seed=0)) < SLACK * target("reset")
    assert best(env.unwrapped.fork) < SLACK * target("fork")


def test_oracle(scenario: Scenario) -> None:
    assert best(lambda: run_oracle(scenario)) < SLACK * target("oracle")
    env = make(scenario)
    env.reset(seed=0)
    actions = [json.dumps(action) for action in env.unwrapped.oracle_actions()]

    def episode() -> None:
        env.reset(seed=0)
        for action in actions:
            env.step(action)

    assert best(episode) < SLACK * target("episode")


@pytest.mark.parametrize(("tools", "key"), [(LOOK_UPS, "look-ups"), (SEARCHES, "searches")], ids=["look-ups", "searches"])
def test_steps(path: Path, scenario: Scenario, tools: tuple[str, ...], key: str) -> None:
    env = make(scenario)
    given = calls(read(path))
    slow = {}
    for tool in tools:
        if tool in given:
            action = json.dumps({"tool": tool, "args": given[tool][0]})
            taken = best(lambda action=action: env.step(action), before=lambda: env.reset(seed=0))
            if taken >= SLACK * target(key):
                slow[tool] = taken
    assert slow == {}


def test_waiting_costs_what_its_events_cost() -> None:
    text = read(FILES[-1])
    empty, full = (make(parse_scenario(waiting(text, n))) for n in (0, 100))
    assert min(wait_an_hour(empty) for _ in range(5)) < 0.01
    assert min(wait_an_hour(full) for _ in range(5)) < 0.5


def test_episodes_are_freed_at_once_and_scenarios_too() -> None:
    scenario = load_scenario(FILES[-1])
    env = make(scenario)
    gc.collect()
    gc.disable()
    try:
        env.reset(seed=1)
        fork = env.unwrapped.fork()
        fork.step({"tool": "AgentUserInterface__get_last_message_from_user", "args": {}})
        env.unwrapped.restore(fork.snapshot())
        worlds = [weakref.ref(e.session.world) for e in (env.unwrapped, fork)]
        del fork
        env.reset(seed=2)
        assert [world() for world in worlds] == [None, None], "something that belongs to an episode refers back to it"
    finally:
        gc.enable()
    kept = weakref.ref(scenario)
    del scenario, env
    gc.collect()
    assert kept() is None, "a cache keeps scenarios alive"


def test_memory_of_live_episodes_and_resets() -> None:
    if not resident():
        pytest.skip("this system does not tell the resident size")
    scenario = load_scenario(FILES[-1])
    env = make(scenario)
    for seed in range(20):
        env.reset(seed=seed)
    before = resident()
    for seed in range(300):
        env.reset(seed=seed)
    assert resident() - before < SLACK * target("resets_resident")
    before = resident()
    live = [Session(scenario, seed=seed) for seed in range(50)]
    assert (resident() - before) / len(live) < SLACK * target("live_resident") / 5  # 2 MB
