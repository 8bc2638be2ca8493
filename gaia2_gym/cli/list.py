"""`gaia2-gym list`: the scenarios of a source, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gaia2_gym.scenario import Scenario


def list_scenarios(
    source: Annotated[str, typer.Argument(help="Where the scenarios are.")] = "packaged",
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="At most so many; a synthetic stream has no end.")] = 50,
) -> None:
    """List scenarios: number (the seed that chooses it), id, split, size, source."""
    from gaia2_gym.cli.exits import UNREADABLE, complain
    from gaia2_gym.cli.output import console, table
    from gaia2_gym.cli.sources import each, open_named, short_name
    from gaia2_gym.errors import ScenarioError

    numbers = ("number", "turns", "events", "oracle writes")
    rows = table(("number", "id", "split", *numbers[1:], "source"), right=numbers)
    errors = []
    for number, scenario in each(open_named(source), n):
        if isinstance(scenario, ScenarioError):
            errors.append(f"error: number {number}: {scenario}")
        else:
            rows.add_row(str(number), *_cells(scenario), short_name(scenario, source) or source)
    if rows.row_count:
        console().print(rows)
    for error in errors:
        complain(error)
    if errors:
        raise typer.Exit(UNREADABLE)


def _cells(scenario: Scenario) -> tuple[str, ...]:
    oracle = [scenario.tools.get(f"{e.app}__{e.function}") for e in scenario.events if e.kind == "AGENT"]
    writes = sum(spec is not None and spec.operation == "write" for spec in oracle)
    counts = (str(scenario.num_turns), str(len(scenario.events)), str(writes))
    return (scenario.scenario_id, scenario.split, *counts)
