"""`gaia2-gym report`: tables, figures and a page from the results of evaluations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gaia2_gym.evaluate.figures import Figure
    from gaia2_gym.evaluate.report import Report
    from gaia2_gym.evaluate.summary import Played


def report(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of results; several are put side by side.", show_default=False)],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to write; the first folder by default.", show_default=False)] = None,
    against: Annotated[
        str, typer.Option(metavar="MODEL", help="The model that others are compared with; the best by default.", show_default=False)
    ] = "",
    paper: Annotated[bool, typer.Option("--paper", help="Put the paper's published figures beside, marked as such.")] = False,
) -> None:
    """Report on evaluations: report.md, report.json, report.html and figures, also while an evaluation runs."""
    from gaia2_gym.cli.exits import complain
    from gaia2_gym.errors import MissingExtraError
    from gaia2_gym.evaluate.report import report_of
    from gaia2_gym.evaluate.summary import read_played

    players = read_played(folders)
    made = report_of(players, against=against, paper=paper)
    figures: list[Figure] = []
    try:
        from gaia2_gym.evaluate.figures import figures_of

        figures = figures_of(players, paper=paper)
    except MissingExtraError as error:
        complain(f"without figures: {error}")
    first = folders[0] if folders[0].is_dir() else folders[0].parent
    _show(made, players)
    _write(made, figures, out or first)


def _show(made: Report, players: list[Played]) -> None:
    from gaia2_gym.cli.output import coloured, console, table

    printer = console()
    for line in made.facts:
        printer.print(coloured(line, "dim"), soft_wrap=True)
    for shown in made.tables[:1]:
        rows = table(shown.columns, right=shown.columns[1:])
        for row in shown.rows:
            rows.add_row(*(coloured("".join(c if c.isprintable() else "?" for c in cell)) for cell in row))
        printer.print(rows)
    if failed := sum(len(p.results) - len(p.judged) for p in players):
        printer.print(coloured(f"{failed} episodes have no verdict and enter no rate", "yellow"), soft_wrap=True)


def _write(made: Report, figures: list[Figure], folder: Path) -> None:
    from gaia2_gym.cli.exits import complain, writing
    from gaia2_gym.cli.output import coloured, console, write_json
    from gaia2_gym.errors import MissingExtraError
    from gaia2_gym.evaluate.report import markdown, page

    write_json(folder / "report.json", made.data)
    texts = {"report.md": markdown(made, figures)}
    try:
        texts["report.html"] = page(made, figures)
    except MissingExtraError as error:
        complain(f"without a page: {error}")
    contents = {name: text.encode("utf-8", "replace") for name, text in texts.items()}
    for figure in figures:
        contents |= {f"figures/{figure.name}.svg": figure.svg, f"figures/{figure.name}.png": figure.png}
    for name, content in contents.items():
        with writing(folder / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    console().print(coloured(f"written to {folder}: report.json, {', '.join(contents)}", "dim"), soft_wrap=True)
