"""`gaia2-gym export`: a trace in the official format."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Annotated

import typer


def export(
    trace: Annotated[Path, typer.Argument(help="A trace of ours (.jsonl).", show_default=False)],
    out: Annotated[Path, typer.Argument(help="File to write: .json, or .json.gz.", show_default=False)],
    scenario: Annotated[Path | None, typer.Option(metavar="FILE", help="Its scenario, where the trace does not find it.")] = None,
) -> None:
    """Write a trace as an official scenario file with completed events, which the reference's tools read."""
    import orjson

    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.scenario import episode_json, load_scenario
    from gaia2_gym.session.replay import scenario_of
    from gaia2_gym.trace import read_trace

    recorded = read_trace(trace)
    played = scenario_of(recorded) if scenario is None else load_scenario(scenario)
    episode = episode_json(played, recorded.records)
    data = orjson.dumps(episode)
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(gzip.compress(data, mtime=0) if out.name.endswith(".gz") else data)
    console().print(coloured(f"{out}: {len(episode['completed_events'])} completed events, {len(data):,} bytes of JSON", "green"))
