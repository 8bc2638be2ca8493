"""`gaia2-gym bench`: how fast this machine is, in a few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gaia2_gym.scenario import Scenario

SECONDS = 0.5
"""Time given to each measurement."""
CALLS: Mapping[str, Mapping[str, Any]] = {
    "SystemApp__get_current_time": {},
    "Contacts__get_current_user_details": {},
    "Contacts__search_contacts": {"query": "an"},
    "Emails__search_emails": {"query": "the"},
}
"""Calls to measure, those that the phone has."""


def bench(
    scenario: Annotated[str, typer.Argument(help="What to measure with; the first of several.")] = "adaptability",
) -> None:
    """Measure loading, resetting, stepping, forking and whole episodes on this machine.

    The comparison with the reference implementation is `make bench` in a checkout.
    """
    from gaia2_gym.cli.output import coloured, console, table
    from gaia2_gym.cli.sources import open_named

    loaded = open_named(scenario)[0]
    rows = table(("what", "median", "fastest", "runs"), right=("median", "fastest", "runs"))
    for what, function in _measurements(loaded):
        times = _times(function)
        rows.add_row(what, _shown(median(times)), _shown(min(times)), str(len(times)))
    out = console()
    out.print(coloured(f"{loaded.scenario_id}: {len(loaded.raw):,} bytes, {len(loaded.apps)} apps, {len(loaded.events)} events", "bold"))
    out.print(rows)


def _measurements(scenario: Scenario) -> Iterator[tuple[str, Callable[[], object]]]:
    from gaia2_gym.agents import OracleAgent, play
    from gaia2_gym.env import Gaia2Env
    from gaia2_gym.scenario import load_scenario
    from gaia2_gym.session import Session

    env = Gaia2Env(scenarios=scenario, max_steps=1_000_000)
    env.reset(seed=0)
    if Path(scenario.source).is_file():
        yield "load the file", lambda: load_scenario(scenario.source)
    yield "reset", lambda: env.reset(seed=0)
    for name, args in CALLS.items():
        if any(tool["function"]["name"] == name for tool in env.tools):
            yield f"step: {name}", _step(env, {"tool": name, "args": args})
    yield "fork", env.fork
    yield "oracle episode", lambda: play(Session(scenario), OracleAgent())


def _step(env: Any, action: dict[str, Any]) -> Callable[[], object]:
    return lambda: env.step(action)


def _times(function: Callable[[], object]) -> list[float]:
    """Seconds of each of many calls, after one to warm up."""
    function()
    times: list[float] = []
    end = time.perf_counter() + SECONDS
    while not times or time.perf_counter() < end:
        before = time.perf_counter()
        function()
        times.append(time.perf_counter() - before)
    return times


def _shown(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds >= 0.001 else f"{1_000_000 * seconds:.0f} us"
