"""`gaia2-gym stats`: scenarios in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gaia2_gym.scenario import Source
    from gaia2_gym.synth.stats import Numbers


def stats(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Scenarios to count.", show_default=False)],
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="At most so many of each source.")] = 200,
    by: Annotated[str, typer.Option(metavar="WHAT", help="split, family or difficulty.")] = "split",
    official: Annotated[Path | None, typer.Option(metavar="FILE", help="oracle_actions.jsonl, to set the official oracles beside.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Picture to draw (.png, .svg, .pdf).")] = None,
    out_json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Where to write the numbers of every scenario.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as a table.")] = None,
) -> None:
    """Count what scenarios hold: oracle writes, apps, turns, events, tokens of the phone, characters of the task (least, median, greatest)."""
    from dataclasses import asdict

    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import console, table, write_csv, write_json
    from gaia2_gym.cli.sources import open_named
    from gaia2_gym.session.config import check_choice
    from gaia2_gym.synth.stats import MEASURES, summary
    from gaia2_gym.synth.stats import plot as draw

    check_choice("by", by, ("split", "family", "difficulty"))
    numbers = [found for source in sources for found in _numbers(open_named(source), n)]
    theirs = _read(official) if official else []
    rows = table((by, "n", *MEASURES), right=("n", *MEASURES))
    for row in sorted(summary(numbers, by), key=lambda r: str(r[by])) if by != "split" else summary(numbers, by):
        rows.add_row(str(row[by]), str(row["n"]), *(_range(*row[m]) for m in MEASURES))
    for row in summary(theirs):
        rows.add_row(f"official {row['split']}", str(row["n"]), *(_range(*row[m]) if any(row[m]) else "" for m in MEASURES))
    console().print(rows)
    plain: list[dict[str, Any]] = [asdict(x) for x in numbers]
    if out_json:
        write_json(out_json, plain)
    if csv:
        write_csv(csv, plain)
    if plot:
        with writing(plot):
            plot.parent.mkdir(parents=True, exist_ok=True)
            draw(numbers, plot, theirs)


def _numbers(source: Source, n: int) -> list[Numbers]:
    from gaia2_gym.cli.output import counted
    from gaia2_gym.synth.stats import numbers_of

    return [numbers_of(source[i]) for i in counted(range(min(n, len(source))), source.name)]


def _read(path: Path) -> list[Numbers]:
    from json import JSONDecodeError

    from gaia2_gym.errors import ScenarioError
    from gaia2_gym.synth.stats import official_numbers

    try:
        return official_numbers(path)
    except OSError as error:
        raise ScenarioError(f"cannot be read: {error.strerror}", str(path)) from None
    except (JSONDecodeError, KeyError, TypeError) as error:
        raise ScenarioError(f"is no oracle_actions.jsonl: {error}", str(path)) from None


def _range(low: float, middle: float, high: float) -> str:
    return f"{low:,}" if low == high else f"{low:,} / {middle:,.1f} / {high:,}".replace(".0 ", " ")
