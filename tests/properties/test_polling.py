"""The World against the naive simulator of `polling`: random graphs, random agents, the same order, times, checks, results, notifications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import pytest

from gaia2_gym.world import TurnOutcome, World, run_oracle
from tests.properties.effort import examples
from tests.properties.plans import ADD, ARGS, Plan, plan
from tests.properties.polling import Polling
from tests.world.scenes import MESSAGE, WAIT

SHARDS = 4
EPISODES = examples(16_000) // SHARDS
ORACLE_RUNS = examples(8_000) // SHARDS


def drive(simulation: Any, script: Plan, seen: list[Any]) -> Any:
    """Play the plan's script, noting time and notifications after each step; the same for both simulations.

    Now and then the World is forked; the child goes on while the parent is misused, or the other way round.
    """

    def look(what: str) -> None:
        notes = simulation.take_notifications() if isinstance(simulation, World) else simulation.take()
        told = [(n.time, n.kind, n.tool if isinstance(simulation, World) else n.what) for n in notes]
        seen.append((what, simulation.now, simulation.reason, told))

    simulation.idle()
    look("start")
    for n, turn in enumerate(script.script):
        if n % 2 and isinstance(simulation, World):
            other = simulation.fork()
            simulation, other = (other, simulation) if n % 4 == 1 else (simulation, other)
            other.think(4)
            other.call(ADD, {})
        simulation.think(turn.think)
        if simulation.reason is None:
            simulation.call(turn.tool, {"timeout": turn.timeout} if turn.tool == WAIT else ARGS[turn.tool])
            simulation.check_time_limit()
            if turn.tool == MESSAGE and turn.idles:
                simulation.idle()
        look(turn.tool)
    simulation.close()
    return simulation


def world_rows(records: list[Any]) -> list[tuple[Any, ...]]:
    return [(r.kind, r.id, r.time, r.tool, r.failed, r.resolved_args != r.args, _facts(r)) for r in records]


def naive_rows(records: list[Any]) -> list[tuple[Any, ...]]:
    return [(r.kind, r.id, r.time, r.tool, r.failed, r.resolved, _facts(r)) for r in records]


def _facts(record: Any) -> Any:
    """Of a watch: first and last check, their number, and the last value."""
    return record.result if record.kind in ("condition", "validation") else None


def episode_difference(script: Plan, seen: Counter[str] | None = None) -> str | None:
    """Where the two part in an episode, if they do."""

    def gate(world: World, turn: int) -> TurnOutcome:
        return TurnOutcome(*script.outcome(turn))

    got: list[Any] = []
    want: list[Any] = []
    world = drive(World(script.scenario, notifications=script.level, gate=gate), script, got)
    naive = drive(Polling(script.scenario, gate=script.outcome, level=script.level), script, want)
    if seen is not None:
        seen[f"ended {naive.reason}"] += 1
        seen[f"turns {sum(r.id.startswith('condition_turn') and r.result['value'] for r in naive.records)}"] += 1
        seen.update(f"{r.kind} {r.result['value']}" for r in naive.records if _facts(r))
    return difference([*got, *world_rows(world.records)], [*want, *naive_rows(naive.records)])


def oracle_difference(script: Plan) -> str | None:
    """Where the two part in an oracle run, if they do."""
    run = run_oracle(script.scenario)
    naive = Polling(script.scenario, oracle=True, gate=lambda turn: (True, True))
    naive.play_oracle()
    failed = naive.reason == "validation_failed" or any(c.left for c in naive.agent_checks.values())
    got = [*world_rows(run.records), (run.time, run.cut, run.world.reason, run.failed)]
    return difference(got, [*naive_rows(naive.records), (naive.now, naive.cut, naive.reason, failed)])


def difference(got: list[Any], want: list[Any]) -> str | None:
    for i, (a, b) in enumerate(zip_longest(got, want)):
        if a != b:
            return f"number {i}: the World has {a}, the naive simulator {b}"
    return None


def fail(script: Plan, seed: int, differs: Callable[[Plan], str | None]) -> None:
    """Fail with the smallest plan that still shows a difference."""
    smaller: Plan | None = script
    while smaller is not None:
        script = smaller
        smaller = next((s for s in script.smaller() if differs(s)), None)
    pytest.fail(f"seed {seed}: {differs(script)}\n" + "\n".join(map(str, [*script.events, *script.script, script])))


@pytest.mark.parametrize("shard", range(SHARDS))
def test_episodes_are_those_of_the_naive_simulator(shard: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(shard * EPISODES, (shard + 1) * EPISODES):
        if episode_difference(plan(seed), seen):
            fail(plan(seed), seed, episode_difference)
    for kind in ("ended None", "ended time_limit", "ended stopped", "ended turn_refused", "ended validation_failed", "turns 1", "turns 2"):
        assert seen[kind] > EPISODES // 100, f"too few of {kind!r}: {seen}"
    for kind in ("condition True", "condition False", "validation True", "validation False"):
        assert seen[kind] > EPISODES // 20, f"too few of {kind!r}: {seen}"


@pytest.mark.parametrize("shard", range(SHARDS))
def test_oracle_runs_are_those_of_the_naive_simulator(shard: int) -> None:
    for seed in range(shard * ORACLE_RUNS, (shard + 1) * ORACLE_RUNS):
        if oracle_difference(plan(seed)):
            fail(plan(seed), seed, oracle_difference)
