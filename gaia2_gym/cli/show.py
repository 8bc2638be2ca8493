"""`gaia2-gym show`: what a scenario is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gaia2_gym.scenario import Event, Scenario


def show(
    scenario: Annotated[str, typer.Argument(help="The scenario.", show_default=False)],
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Chooses among several scenarios: the N-th.")] = 0,
) -> None:
    """Show a scenario: the task, the oracle's graph (what follows what), and the oracle's run as a timeline."""
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.cli.sources import open_named

    source = open_named(scenario)
    shown = source[seed % len(source)]
    out = console()
    out.print(coloured(f"{shown.scenario_id} ({', '.join(shown.tags) or 'no tags'})", "bold"), soft_wrap=True)
    out.print(coloured(f"\n{shown.task}\n", "cyan"), soft_wrap=True)
    for heading, lines in (("Graph", _graph(shown)), ("Timeline of the oracle's run", _timeline(shown))):
        out.print(coloured(heading, "bold"))
        for style, line in lines:
            out.print(coloured(line, style), soft_wrap=True)
        out.print()


_STYLES = {"AGENT": "green", "USER": "cyan", "ENV": "yellow"}


def _graph(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Each event with what it follows, parents before children."""
    for id in scenario.oracle.order:
        event = scenario.by_id[id]
        when = f"at {_moment(event.at)}" if event.at is not None else f"+{event.delay:g} s"
        follows = f"after {', '.join(event.dependencies)}" if event.dependencies else "at the start"
        turn = scenario.turns.of[id] + 1
        yield _STYLES.get(event.kind, ""), f"  {id}  [turn {turn}, {event.kind}, {follows}, {when}]  {_call(event)}"


def _timeline(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """What happens when, in the oracle's run."""
    from gaia2_gym.session import oracle_run

    for record in sorted(oracle_run(scenario).records, key=lambda r: r.time):
        event = scenario.by_id.get(record.id)
        if event is not None:
            yield _STYLES.get(event.kind, ""), f"  {_moment(record.time)}  +{record.time - scenario.start_time:>5g} s  {event.id}  {_call(event)}"


def _call(event: Event) -> str:
    import json

    args = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False, default=str)}" for name, value in event.args.items())
    return " ".join(f"{event.app}__{event.function}({args})".split()) if event.function else event.kind


def _moment(time: float) -> str:
    from gaia2_gym.apps.records import format_time

    return format_time(time)
