"""Whatever is sent to `Gaia2Env.step`, it raises nothing (but ValueError for impossible timing), breaks no invariant, and ends soon.

10,000 actions by default, 100,000 with THOROUGH_TESTS=1.
"""

from __future__ import annotations

import itertools
import json
import math
import reprlib
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaia2_gym.env import Gaia2Env
from gaia2_gym.scenario import Scenario, load_scenario, open_source
from gaia2_gym.trace import canonical, read_trace
from gaia2_gym.world import record_json
from tests.properties.effort import THOROUGH
from tests.properties.hostile import PATTERNS, Hostile
from tests.shared import GAIA2_DATA, NO_DATA
from tests.world.scenes import EVERY_APP, answer, mail, oracle, phone, user

SHARDS = 4
ACTIONS = (100_000 if THOROUGH else 10_000) // SHARDS
MOST_SECONDS = 1.0
"""For one step, in processor time."""
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"latency": "tokens:ttft=0.5,rate=80", "plain_text": "message"},
    {"observation": "dict", "parallel_calls": True, "latency": "fixed:2"},
    {"observation": "reference", "compat": "1.2.0", "notifications": "high", "max_observation_chars": 100},
    {"latency": "tokens:ttft=0,rate=0.000001", "max_steps": 30},
)


def scenarios() -> list[Scenario]:
    """The packaged ones, and one with all apps, a strange start and a long duration."""
    mails = (mail(f"e{i}", "u0", delay=7.7 * i) for i in range(20))
    task = oracle("o0", "Calendar__delete_calendar_event", "u0", event_id="ev-1"), answer("m0", "o0"), user("u1", "m0"), answer("m1", "u1")
    return [*open_source("packaged"), phone(user("u0", delay=0.3), *mails, *task, apps=EVERY_APP, duration=1e7, tick=3)]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_action_breaks_the_environment(shard: int, tmp_path: Path) -> None:
    rng = Random(shard)
    hostile = Hostile(rng)
    envs = [Gaia2Env(scenarios(), render_mode="ansi", **settings) for settings in SETTINGS]
    seen: Counter[str] = Counter()
    done = 0
    for episode in itertools.count():
        env = rng.choice(envs)
        env.reset(seed=rng.randrange(1000))
        over = False
        while not over and done < ACTIONS:
            over = step(env, hostile, seen)
            done += 1
        if episode % 10 == 0 or (over and rng.random() < 0.1):
            check_trace(env, tmp_path / "trace.jsonl")
        if done >= ACTIONS:
            break
    for kind in ("ok", "malformed_action", "unknown_tool", "bad_argument", "type", "not_found", "too_large", "conflict", "ValueError"):
        assert seen[kind] >= 3, f"too few of {kind}: the actions have become one-sided ({seen})"


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_no_pattern_is_slow_on_the_chats_of_an_official_phone() -> None:
    env = Gaia2Env(load_scenario(max((GAIA2_DATA / "scenarios").glob("*.json.gz"), key=lambda file: file.stat().st_size)))
    env.reset(seed=0)
    for app in ("Messages", "Chats"):
        for pattern in PATTERNS:
            started = time.process_time()
            env.step({"tool": f"{app}__regex_search", "args": {"query": pattern}})
            assert time.process_time() - started < MOST_SECONDS, pattern[:100]


def step(env: Gaia2Env, hostile: Hostile, seen: Counter[str]) -> bool:
    """One action and everything that must hold after it; whether the episode is over."""
    session = env.session
    world = session.world
    action, bad_timing = hostile.action(session)
    before, steps, records = world.now, len(session.steps), list(world.records)
    digests = {name: app.state_digest() for name, app in world.apps.items()} if bad_timing else {}
    started = time.process_time()
    try:
        observation, reward, terminated, truncated, info = env.step(action)
    except ValueError as error:
        if not (bad_timing and "generated_" in str(error)):
            raise AssertionError(f"refused: {brief(action)}") from error
        assert (world.now, len(session.steps), world.records) == (before, steps, records)
        assert {name: app.state_digest() for name, app in world.apps.items()} == digests
        seen["ValueError"] += 1
        return False
    assert time.process_time() - started < MOST_SECONDS, f"slow: {brief(action)}"
    assert not bad_timing, f"taken: {brief(action)}"
    assert env.observation_space.contains(observation)
    assert math.isfinite(reward)
    assert reward < 1.0, "hostile actions have solved the task"
    assert len(session.steps) == steps + 1 == info["step"]
    assert math.isfinite(world.now)
    assert before == info["time_before"] <= info["time_called"] <= info["time"] == world.now
    assert (terminated or truncated) == session.over == ("reason" in info)
    assert not (terminated and truncated)
    json.dumps(info, allow_nan=False)
    check_records(world, records)
    for record in (world.records[i] for i in session.step_records[-1]):
        seen["ok" if record.error is None else record.error.kind] += 1
    return terminated or truncated


def brief(action: Any) -> str:
    """An action for a message; never in full, as its `repr` may be endless."""
    return reprlib.repr(action) if type(action) in (str, dict, list) else object.__repr__(action)


def check_records(world: Any, earlier: list[Any]) -> None:
    """The log has only grown, and what is new is dated within the episode."""
    assert all(a is b for a, b in zip(earlier, world.records, strict=False))
    for i, record in enumerate(world.records[len(earlier) :], start=len(earlier)):
        assert record.i == i
        assert world.scenario.start_time <= record.time <= world.now
        canonical(record_json(record))


def check_trace(env: Gaia2Env, path: Path) -> None:
    """The trace of any episode can be written and comes back the same."""
    trace = env.trace
    trace.write(path)
    again = read_trace(path)
    assert again.digest == trace.digest
    assert again.end == trace.end
    assert list(again.records) == list(trace.records)
    for app in env.session.world.apps.values():
        app.state_digest()
    env.session.world.state_diff()
    env.render()
