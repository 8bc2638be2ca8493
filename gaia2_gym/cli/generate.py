"""`gaia2-gym generate`: synthetic scenarios as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def generate(
    out: Annotated[Path, typer.Option(metavar="PATH", help="A file .jsonl, one scenario a line, or a folder for a file each.", show_default=False)],
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="How many.")] = 10,
    split: Annotated[str, typer.Option(metavar="NAME", help="One split; all seven in turn by default.", show_default=False)] = "",
    pack: Annotated[str, typer.Option(metavar="NAME", help="train (endless), validation, test or mini.")] = "train",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Number of the first scenario in the pack.")] = 0,
    size: Annotated[str, typer.Option(metavar="SIZE", help="Of the phone's contents: pocket, small or full.")] = "pocket",
    difficulty: Annotated[str, typer.Option(metavar="RANGE", help="1 to 5, or a range such as 1-3.")] = "1-5",
    family: Annotated[str, typer.Option(metavar="NAMES", help="Only these families, separated by commas.", show_default=False)] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="Processes; what is written does not depend on it.")] = 1,
) -> None:
    """Write synthetic scenarios in the official format.

    An interrupted run goes on where it stopped, given the same options. Example: gaia2-gym generate --split Search --n 1000 --out search.jsonl
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.errors import ConfigError
    from gaia2_gym.synth.generate import Order, write_folder, write_jsonl

    if out.suffix in (".json", ".gz", ".parquet") and not out.is_dir():
        raise ConfigError(f"{out}: scenarios are written into a file .jsonl, or into a folder")
    options = f"?size={size}&difficulty={difficulty}" + (f"&family={family}" if family else "")
    order = Order(f"synth:{pack}" + (f":{split}" if split else "") + options, seed, n, workers)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    made = 0
    shown = console(stderr=True)
    with writing(out), Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as progress:
        out.parent.mkdir(parents=True, exist_ok=True)
        bar = progress.add_task("scenarios", total=n)
        for is_new in write_jsonl(order, out) if out.name.endswith(".jsonl") else write_folder(order, out):
            made += is_new
            progress.advance(bar)
    before = f", {n - made} were there" if made < n else ""
    console().print(coloured(f"{out}: {made} scenarios written{before}", "green"), soft_wrap=True)
