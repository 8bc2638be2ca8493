"""`gaia2-gym variants`: episodes whose verdict is known by construction, as labelled traces."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer


def variants(
    scenario: Annotated[str, typer.Argument(help="Whose oracle to vary.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write the traces, a folder for each scenario.", show_default=False)],
    timing: Annotated[str | None, typer.Option(metavar="WINDOW", help="How they will be judged: reference, paper, or BEFORE,AFTER.")] = None,
    checks: Annotated[str | None, typer.Option(metavar="NAME", help="How they will be judged: reference or strict.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Drives all chance in the episodes.")] = 0,
) -> None:
    """Write the oracle's episode and its variants as labelled traces, for `verify`.

    Valid ones: independent calls in another order, reads, failed calls, arguments written in another way, delays within the window. Invalid ones: a
    call left out, made twice, too early, too late, in the wrong order or app; one argument changed; one fact of a text changed.
    """
    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import console, table
    from gaia2_gym.cli.sources import open_named
    from gaia2_gym.guards.variants import variants as made
    from gaia2_gym.session import SessionConfig

    given = {name: value for name, value in (("timing", timing), ("checks", checks)) if value is not None}
    # played with the gate open, so that a trace holds the whole episode, whatever is wrong with its first turn
    config = SessionConfig.of({**given, "gate": "free", "unscored": "nan", "max_steps": 1000})
    rows = table(("scenario", "kind", "label", "traces"), right=("traces",))
    for played in open_named(scenario):
        counts: Counter[tuple[str, str]] = Counter()
        folder = out / _name(played.scenario_id)
        for n, variant in enumerate(made(played, config)):
            path = folder / f"{n:03d}-{variant.label}-{_name(variant.name)}.jsonl"
            trace = variant.trace(played, seed=seed, config=config, embed=not Path(played.source).is_file())
            with writing(path):
                trace.write(path)
            counts[variant.kind, variant.label] += 1
        for (kind, label), count in sorted(counts.items()):
            rows.add_row(played.scenario_id, kind, label, str(count))
    console().print(rows)


def _name(text: str) -> str:
    return re.sub(r"[^\w+-]+", "_", text).strip("_")[:100]
