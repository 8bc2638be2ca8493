"""Snapshots and forks: restoring is going back, and neither a child nor a parent ever changes the other."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from gaia2_gym.apps.records import plain
from gaia2_gym.env import Gaia2Env
from gaia2_gym.scenario import Scenario, open_source
from tests.properties.effort import THOROUGH
from tests.properties.episodes import busy_phone
from tests.properties.hostile import Hostile

TRIALS = 60 if THOROUGH else 1
STEPS = 40
SCENARIOS = [
    pytest.param(scenario, settings, id=f"{scenario.scenario_id}-{i}")
    for i, settings in enumerate(({"gate": "free"}, {"reward": "dense", "latency": "tokens", "parallel_calls": True, "notifications": "high"}))
    for scenario in (busy_phone(), open_source("packaged:adaptability")[0], open_source("packaged:time")[0])
]


def picture(env: Gaia2Env) -> dict[str, Any]:
    """Everything an episode is: states in their order, draws, log, notifications, clock, what is queued, steps, scores."""
    session, world = env.session, env.session.world
    progress = {name: getattr(world.progress, name) for name in world.progress.__slots__ if name not in ("records", "pending")}
    return {
        "states": {name: orjson.dumps(plain(app.state)) for name, app in world.apps.items()},
        "draws": {name: app.runtime.stream.count for name, app in world.apps.items()},
        "records": list(world.records),
        "pending": list(world.pending),
        "progress": repr(progress),
        "clock": (world.now, world.next_time()),
        "queue": (sorted(world.simulator._heap), repr(world.simulator._watching), dict(world.simulator._done)),
        "steps": (tuple(session.steps), tuple(session.step_records), session.reason, session.verdict),
    }


def walk(env: Gaia2Env, hostile: Hostile, steps: int, taken: list[Any] | None = None) -> None:
    """Go on at random."""
    for _ in range(steps):
        action, bad_timing = hostile.action(env.session)
        if env.session.over:
            return
        if not bad_timing:
            env.step(action)
            if taken is not None:
                taken.append(action)


def again(env: Gaia2Env, actions: list[Any]) -> list[dict[str, Any]]:
    """Do the actions, and take a picture after each."""
    pictures = []
    for action in actions:
        env.step(action)
        pictures.append(picture(env))
    return pictures


def started(scenario: Scenario, settings: dict[str, Any], seed: int) -> tuple[Gaia2Env, Hostile, Random]:
    rng = Random(seed)
    env = Gaia2Env(scenario, **settings)
    env.reset(seed=seed)
    hostile = Hostile(rng)
    walk(env, hostile, rng.randrange(40))
    return env, hostile, rng


@pytest.mark.parametrize(("scenario", "settings"), SCENARIOS)
def test_restoring_is_going_back_any_number_of_times(scenario: Scenario, settings: dict[str, Any]) -> None:
    for trial in range(TRIALS):
        env, hostile, _ = started(scenario, settings, trial)
        snapshot, then = env.snapshot(), picture(env)
        actions: list[Any] = []
        walk(env, hostile, 20, actions)
        went_on = picture(env)
        env.restore(snapshot)
        assert picture(env) == then
        pictures = again(env, actions)
        assert (pictures or [then])[-1] == went_on
        digest = env.trace.digest
        for _ in range(3):
            walk(env, hostile, 8)
            env.restore(snapshot)
            assert picture(env) == then
            assert again(env, actions) == pictures
            assert env.trace.digest == digest


@pytest.mark.parametrize(("scenario", "settings"), SCENARIOS)
def test_a_child_never_changes_its_parent_nor_a_parent_its_child(scenario: Scenario, settings: dict[str, Any]) -> None:
    for trial in range(TRIALS):
        env, hostile, rng = started(scenario, settings, 100 + trial)
        family = [env, env.fork()]
        pictures = [picture(e) for e in family]
        assert pictures[0] == pictures[1]
        for _ in range(STEPS):
            chosen = rng.randrange(len(family))
            walk(family[chosen], hostile, rng.choice((1, 1, 3)))
            pictures[chosen] = picture(family[chosen])
            if len(family) < 5 and rng.random() < 0.2:
                family.append(family[chosen].fork())
                pictures.append(picture(family[-1]))
            assert [picture(e) for e in family] == pictures
        for e, seen in zip(family, pictures, strict=True):
            walk(env, hostile, 5)
            assert e is env or picture(e) == seen


@pytest.mark.parametrize(("scenario", "settings"), SCENARIOS)
def test_a_fork_has_the_future_of_its_parent(scenario: Scenario, settings: dict[str, Any]) -> None:
    for trial in range(TRIALS):
        env, hostile, _ = started(scenario, settings, 200 + trial)
        child = env.fork()
        grandchild = child.fork()
        actions: list[Any] = []
        walk(env, hostile, 20, actions)
        pictures = again(child, actions)
        assert again(grandchild, actions) == pictures
        assert not actions or pictures[-1] == picture(env)


def test_a_snapshot_may_be_restored_in_another_environment() -> None:
    scenario = busy_phone()
    env, hostile, _ = started(scenario, {}, 7)
    snapshot, then = env.snapshot(), picture(env)
    walk(env, hostile, 20)
    other = Gaia2Env(scenario)
    other.restore(snapshot)
    assert picture(other) == then
    env.reset(seed=8)
    assert picture(other) == then
    env.restore(snapshot)
    assert picture(env) == then
