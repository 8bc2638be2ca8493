"""`gaia2-gym check`: everything that is wrong with scenarios."""

from __future__ import annotations

from typing import Annotated

import typer


def check(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Scenarios to check.", show_default=False)],
) -> None:
    """Check scenarios: one line for each that is fine, every problem of each that is not.

    They can be loaded and played, the graph of events is sound, every call fits its tool, and the oracle's own run is clean.
    """
    from gaia2_gym.cli.exits import UNREADABLE, WRONG, complain
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.cli.sources import each, open_named
    from gaia2_gym.errors import ScenarioError
    from gaia2_gym.guards import check_scenario, scenario_warnings

    out = console()
    checked = bad = missing = 0
    for name in sources:
        try:
            source = open_named(name)
        except ScenarioError as error:
            complain(f"error: {error}")
            missing += 1
            continue
        for number, scenario in each(source):
            problems = scenario.problems if isinstance(scenario, ScenarioError) else check_scenario(scenario)
            warnings = [] if isinstance(scenario, ScenarioError) else scenario_warnings(scenario)
            where = scenario.source or f"{name}, number {number}"
            out.print(coloured(f"BAD  {where}", "bold red") if problems else coloured(f"ok   {where}", "green"), soft_wrap=True)
            for problem in problems:
                out.print(coloured(f"     - {problem}", "red"))
            for warning in warnings:
                out.print(coloured(f"     - warning: {warning}", "yellow"))
            checked += 1
            bad += bool(problems)
    if checked:
        scenarios = "1 scenario" if checked == 1 else f"{checked} scenarios"
        out.print(coloured(f"{scenarios}: {'all fine' if not bad else f'{bad} with problems'}", "bold"))
    if missing or bad:
        raise typer.Exit(UNREADABLE if missing else WRONG)
