"""`gaia2-gym replay`: do a trace again and say where it departs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def replay(
    trace: Annotated[Path, typer.Argument(help="A trace of ours (.jsonl), or an exported episode (.json, .json.gz).", show_default=False)],
    scenario: Annotated[Path | None, typer.Option(metavar="FILE", help="Its scenario, where the trace does not find it.")] = None,
) -> None:
    """Make the calls of a trace again and say where the outcome departs from it, if it does."""
    from gaia2_gym.cli.exits import WRONG, complain
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.cli.traces import read_any
    from gaia2_gym.scenario import load_scenario
    from gaia2_gym.session.replay import replay as again

    recorded = read_any(trace)
    done = again(recorded, None if scenario is None else load_scenario(scenario))
    calls = "1 call" if done.calls == 1 else f"{done.calls} calls"
    if done.departure is not None:
        complain(f"departs: {done.departure}")
        raise typer.Exit(WRONG)
    cut = "" if getattr(recorded, "end", True) is not None else "; the trace has no end: its episode was cut off"
    console().print(coloured(f"the same: {calls}, {len(done.records)} records{cut}", "green"))
