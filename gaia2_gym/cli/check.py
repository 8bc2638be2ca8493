"""`gaia2-gym check`: everything that is wrong with scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gaia2_gym.scenario import Scenario, Source


def check(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Scenarios to check.", show_default=False)],
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="At most so many of each source; a synthetic stream has no end.")] = 100,
    floors: Annotated[bool, typer.Option("--floors", help="Of files, too: doing nothing, random calls and attacks earn nothing.")] = False,
) -> None:
    """Check scenarios: one line for each that is fine, every problem of each that is not.

    They can be loaded and played, the graph of events is sound, every call fits its tool, and the oracle's own run is clean. Synthetic ones are
    proved fit for training besides: their expert solves them in time, each variant of the oracle's episode is judged as it is labelled, near misses
    are refused, and nothing else earns anything.
    """
    from gaia2_gym.cli.exits import UNREADABLE, WRONG, complain
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.cli.sources import each, open_named
    from gaia2_gym.errors import ScenarioError
    from gaia2_gym.guards import scenario_warnings
    from gaia2_gym.synth.packs import Pack

    out = console()
    checked = bad = missing = 0
    for name in sources:
        try:
            source = open_named(name)
        except ScenarioError as error:
            complain(f"error: {error}")
            missing += 1
            continue
        for number, scenario in each(source, n):
            problems = scenario.problems if isinstance(scenario, ScenarioError) else _problems(source, number, scenario, floors)
            warnings = [] if isinstance(scenario, ScenarioError) else scenario_warnings(scenario)
            where = f"{name}, number {number}, {source.id_of(number)}" if isinstance(source, Pack) else scenario.source
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


def _problems(source: Source, number: int, scenario: Scenario, floors: bool) -> list[str]:
    from gaia2_gym.guards import check_floors, check_scenario
    from gaia2_gym.session import SessionConfig, open_session
    from gaia2_gym.synth.packs import Pack
    from gaia2_gym.synth.proof import check_task

    if isinstance(source, Pack):
        return check_task(source.task(number))
    problems = check_scenario(scenario)
    if floors and not problems:
        problems = check_floors(scenario, lambda: open_session(scenario, config=SessionConfig(gate="free", unscored="nan")))
    return problems
