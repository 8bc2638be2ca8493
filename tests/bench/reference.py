"""Measures the reference implementation, through its public classes. `PYTHON -m tests.bench.reference speed|memory FILE...`, PYTHON being one
that has `meta-agents-research-environments`; prints one line of JSON.
"""

from __future__ import annotations

import logging
import sys
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from are.simulation.data_handler.importer import JsonScenarioImporter
from are.simulation.environment import Environment, EnvironmentConfig
from are.simulation.scenarios.scenario_imported_from_json.utils import preprocess_scenario
from are.simulation.validation import GraphPerEventJudgeConfig

from tests.bench.timing import Numbers, in_new_processes, report, resident, seconds, spread
from tests.bench.workload import HOUR_EVENTS, calls, read, waiting

NAME = "meta-agents-research-environments"
IMPORT = """
import time; start = time.perf_counter()
from are.simulation.data_handler.importer import JsonScenarioImporter
from are.simulation.environment import Environment
print(time.perf_counter() - start)
"""
COLD = """
import time; start = time.perf_counter()
import sys, tests.bench.reference as bench
bench.quiet()
env = bench.started(bench.prepared(bench.read(bench.Path(sys.argv[1]))))
while not env.notification_system.message_queue.list_view():
    time.sleep(0.001)
print(time.perf_counter() - start)
env.stop()
"""
CALLS_A_TOOL = 200
LIVE = 20


def quiet() -> None:
    """No log lines between the numbers."""
    logging.disable(logging.CRITICAL)


def parsed(text: str) -> Any:
    """A scenario with its apps filled in."""
    scenario, _, _ = JsonScenarioImporter().import_from_json_to_benchmark(text)
    scenario.initialize()
    return scenario


def prepared(text: str) -> Any:
    """A scenario as its runner prepares one for an agent, without a judge."""
    scenario, _, _ = JsonScenarioImporter().import_from_json_to_benchmark(text)
    preprocess_scenario(scenario, judge_config=None, max_scenario_duration=100_000)
    return scenario


def judged(text: str) -> None:
    """The same with its judge, whose language model is a stub."""
    scenario, _, _ = JsonScenarioImporter().import_from_json_to_benchmark(text)
    preprocess_scenario(scenario, judge_config=GraphPerEventJudgeConfig(engine=lambda messages, **kwargs: ("[[Success]]", {})))


def environment(scenario: Any, *, oracle: bool) -> Any:
    """An environment for it: the oracle's jumps from event to event, an agent's runs on the wall clock in a thread."""
    config = EnvironmentConfig(
        oracle_mode=oracle,
        queue_based_loop=oracle,
        start_time=scenario.start_time,
        duration=scenario.duration if oracle else None,
        time_increment_in_seconds=1,
        exit_when_no_events=oracle,
        verbose=False,
    )
    return Environment(config)


def started(scenario: Any) -> Any:
    """An environment in which an agent can act."""
    env = environment(scenario, oracle=False)
    env.run(scenario, wait_for_end=False)
    return env


def tools_of(env: Any) -> dict[str, Any]:
    """The agent's tools by name."""
    return {tool.name: tool for app in env.apps.values() for tool in app.get_tools()}


def speed(paths: list[str]) -> Iterator[tuple[str, Numbers]]:
    """Everything that takes time."""
    yield "import", spread(in_new_processes(IMPORT, times=3))
    yield "cold", spread(in_new_processes(COLD, paths[0], times=3))
    yield "parse_first", spread(seconds(lambda: parsed(read(Path(paths[0]))), times=1))
    yield "parse", spread([t for path in paths for t in seconds(lambda path=path: parsed(read(Path(path))), times=2)])
    oracle, events = [], 0
    for path in paths:
        for _ in range(3):
            scenario = parsed(read(Path(path)))
            env = environment(scenario, oracle=True)
            oracle += seconds(lambda env=env, scenario=scenario: env.run(scenario), times=1)
            events += len(env.event_log.list_view())
    yield "oracle", spread(oracle)
    yield "oracle_steps", {"median": events / sum(oracle), "n": events}
    text = read(Path(paths[0]))
    yield "judge", spread(seconds(lambda: judged(text), times=2))
    scenario = parsed(text)
    yield "reset", spread(seconds(scenario.soft_reset, times=10))
    env = started(prepared(text))
    yield "fork", spread(seconds(env.get_state, times=5))
    tools = tools_of(env)
    for name, arguments in calls(text).items():
        yield f"step {name}", spread([t for n in range(CALLS_A_TOOL) for t in one_call(tools[name], arguments[n % len(arguments)])])
    env.stop()
    for count in HOUR_EVENTS:
        yield f"hour {count}", spread([wait_an_hour(waiting(text, count)) for _ in range(3)])


def one_call(tool: Any, args: dict[str, Any]) -> list[float]:
    """Seconds of one call and of the text that its agent reads."""
    return seconds(lambda: str(tool(**args)), times=1)


def wait_an_hour(text: str) -> float:
    """Seconds that an hour of waiting takes, again and again after each notification."""
    env = started(prepared(text))
    wait, queue, clock = tools_of(env)["SystemApp__wait_for_notification"], env.notification_system.message_queue, env.time_manager
    while not queue.list_view():  # the user's message
        time.sleep(0.01)
    end = clock.time() + 3600
    taken = 0.0
    while (now := clock.time()) < end:
        queue.get_by_timestamp(timestamp=datetime.fromtimestamp(end, tz=UTC))  # a pending notification would end the wait at once
        taken += seconds(lambda now=now: wait(timeout=int(end - now) or 1), times=1)[0]
    env.stop()
    return taken


def memory(paths: list[str]) -> Iterator[tuple[str, Numbers]]:
    """Bytes of each further episode; nothing is shared, so each has a phone of its own."""
    text = read(Path(paths[0]))
    live = [prepared(text) for _ in range(2)]
    before = resident()
    live += [prepared(text) for _ in range(LIVE)]
    yield "live_resident", {"median": (resident() - before) / LIVE, "n": LIVE}
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    live += [prepared(text) for _ in range(3)]
    yield "live_traced", {"median": (tracemalloc.get_traced_memory()[0] - before) / 3, "n": 3}


if __name__ == "__main__":
    quiet()
    part = {"speed": speed, "memory": memory}[sys.argv[1]]
    report(dict(part(sys.argv[2:])), version=version(NAME))
