"""Measures gaia2-gym. `python -m tests.bench.ours speed|memory FILE...` prints one line of JSON."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym

import gaia2_gym
from gaia2_gym.agents import RandomAgent
from gaia2_gym.scenario import Scenario, load_scenario
from gaia2_gym.scenario.load import parse_scenario
from gaia2_gym.session import Session
from gaia2_gym.world import run_oracle
from tests.bench.timing import Numbers, in_new_processes, report, resident, seconds, spread
from tests.bench.workload import HOUR_EVENTS, calls, read, waiting

IMPORT = "import time, gymnasium; start = time.perf_counter(); import gaia2_gym; print(time.perf_counter() - start)"
COLD = """
import time; start = time.perf_counter()
import sys, gymnasium, gaia2_gym
gymnasium.make("Gaia2-v0", scenarios=sys.argv[1]).reset(seed=0)
print(time.perf_counter() - start)
"""
STEPS_A_TOOL = 400
STEPS_AN_EPISODE = 100
LIVE = 200
RESETS = 1000


def make(scenario: Scenario, **settings: Any) -> gym.Env[Any, Any]:
    """An environment as a user gets it, wrappers of Gymnasium included."""
    return gym.make("Gaia2-v0", scenarios=scenario, **{"noise": False, **settings})


def speed(paths: list[str]) -> Iterator[tuple[str, Numbers]]:
    """Everything that takes time."""
    yield "import", spread(in_new_processes(IMPORT, times=9))
    yield "cold", spread(in_new_processes(COLD, paths[0], times=5))
    yield "parse_first", spread(seconds(lambda: load_scenario(paths[0]), times=1))
    yield "parse", spread([t for path in paths for t in seconds(lambda path=path: load_scenario(path), times=5)])
    scenarios = [load_scenario(path) for path in paths]
    yield "oracle", spread([t for s in scenarios for t in seconds(lambda s=s: run_oracle(s), times=20)])
    resets, episodes, steps, forks = [], [], [], []
    for scenario in scenarios:
        env = make(scenario)
        env.reset(seed=0)
        actions = [json.dumps(action) for action in env.unwrapped.oracle_actions()]
        for seed in range(20):
            resets += seconds(lambda env=env, seed=seed: env.reset(seed=seed), times=1)
            taken = [t for a in actions for t in seconds(lambda env=env, a=a: env.step(a), times=1)]
            steps += taken
            episodes.append(resets[-1] + sum(taken))
        env.reset(seed=0)
        for action in actions[:-1]:
            env.step(action)
        forks += seconds(env.unwrapped.fork, times=20)
    yield "reset", spread(resets)
    yield "episode", spread(episodes)
    yield "fork", spread(forks)
    yield "oracle_steps", {"median": len(steps) / sum(steps), "n": len(steps)}
    yield "random_steps", random_play(scenarios[0])
    yield from tool_steps(scenarios[0], calls(read(Path(paths[0]))))
    for events in HOUR_EVENTS:
        hour = make(parse_scenario(waiting(read(Path(paths[0])), events)))
        yield f"hour {events}", spread([wait_an_hour(hour) for _ in range(30)])


def random_play(scenario: Scenario) -> Numbers:
    """Steps a second of random calls; choosing them is not counted."""
    taken: list[float] = []
    for seed in range(5):
        session, agent = Session(scenario, seed=seed), RandomAgent(seed)
        last = session.start
        while not session.over:
            action = agent.act(session, last)
            start = time.perf_counter()
            last = session.step(action)
            taken.append(time.perf_counter() - start)
    return {"median": len(taken) / sum(taken), "n": len(taken)}


def tool_steps(scenario: Scenario, given: dict[str, list[dict[str, object]]]) -> Iterator[tuple[str, Numbers]]:
    """One agent's step a tool, JSON text in and text out."""
    env = make(scenario)
    for tool, arguments in given.items():
        actions = [json.dumps({"tool": tool, "args": args}) for args in arguments]
        taken = []
        for n in range(STEPS_A_TOOL):
            if n % STEPS_AN_EPISODE == 0:
                env.reset(seed=n)
            action = actions[n % len(actions)]
            start = time.perf_counter()
            *_, info = env.step(action)
            taken.append(time.perf_counter() - start)
            if info["error"] is not None:
                raise AssertionError(f"{action} fails: {info['error']}")
        yield f"step {tool}", spread(taken)


def wait_an_hour(env: gym.Env[Any, Any]) -> float:
    """Seconds that an hour of waiting takes, again and again after each notification."""
    _, info = env.reset(seed=0)
    now, end = info["time"], info["time"] + 3600
    taken = 0.0
    while now < end:
        action = json.dumps({"tool": "SystemApp__wait_for_notification", "args": {"timeout": int(end - now) or 1}})
        start = time.perf_counter()
        *_, info = env.step(action)
        taken += time.perf_counter() - start
        now = info["time"]
    return taken


def memory(paths: list[str]) -> Iterator[tuple[str, Numbers]]:
    """Bytes of each further live episode, and what many resets leave behind."""
    scenario = load_scenario(paths[0])
    env = make(scenario)
    env.reset(seed=0)
    actions = env.unwrapped.oracle_actions()
    step = json.dumps({"tool": "AgentUserInterface__get_last_message_from_user", "args": {}})
    for seed in range(20):
        env.reset(seed=seed)
    before = resident()
    for seed in range(RESETS):
        env.reset(seed=seed)
        env.step(step)
    yield "resets_resident", {"median": resident() - before, "n": RESETS}
    live = [played(scenario, seed, actions) for seed in range(5)]
    before = resident()
    live += [played(scenario, seed, actions) for seed in range(LIVE)]
    yield "live_resident", {"median": (resident() - before) / LIVE, "n": LIVE}
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    live += [played(scenario, seed, actions) for seed in range(LIVE)]
    yield "live_traced", {"median": (tracemalloc.get_traced_memory()[0] - before) / LIVE, "n": LIVE}


def played(scenario: Scenario, seed: int, actions: list[dict[str, Any]]) -> Session:
    """An episode that has been played up to its last action."""
    session = Session(scenario, seed=seed)
    for action in actions[:-1]:
        session.step(action)
    return session


if __name__ == "__main__":
    part = {"speed": speed, "memory": memory}[sys.argv[1]]
    report(dict(part(sys.argv[2:])), version=gaia2_gym.__version__)
