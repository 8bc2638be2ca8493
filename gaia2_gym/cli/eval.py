"""`gaia2-gym eval`: models x scenarios x runs, their results written as they come, to be taken up again after any end."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gaia2_gym.evaluate.results import Result
    from gaia2_gym.evaluate.runner import Runner

_EVERY = 10.0
"""Seconds between two lines of progress where the output is no terminal."""


def _option(form: str, text: str) -> Any:
    return typer.Option(metavar=form, help=text, show_default=False)


def evaluate(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="TOML file with [eval], [[models]] and, if wanted, [env].", show_default=False)],
    out: Annotated[Path | None, _option("DIR", "Folder of the results; results there are taken up again.")] = None,
    scenarios: Annotated[list[str] | None, _option("SOURCE", "What is played; may be given several times.")] = None,
    splits: Annotated[str | None, _option("NAMES", "The only splits, separated by commas.")] = None,
    n: Annotated[int | None, _option("N", "Scenarios of each split.")] = None,
    runs: Annotated[int | None, _option("N", "Episodes of each scenario for each model.")] = None,
    seed: Annotated[int | None, _option("N", "From which the episodes' seeds are derived.")] = None,
    concurrency: Annotated[int | None, _option("N", "Episodes at once.")] = None,
    workers: Annotated[int | None, _option("N", "Processes that share them.")] = None,
    traces: Annotated[bool | None, _option("", "Whether to save every episode's trace.")] = None,
    model: Annotated[list[str] | None, _option("NAME", "The only model to evaluate; may be given several times.")] = None,
    sets: Annotated[list[str] | None, typer.Option("--set", metavar="TABLE.NAME=VALUE", help="Any setting of [env] or of the models.")] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Play again what failed for reasons of infrastructure.")] = False,
) -> None:
    """Evaluate models: play every scenario several times and write a line for each episode, then `gaia2-gym report DIR`.

    The same command again takes up what is missing. Exit code 1 if episodes have no verdict: `--retry` plays these again.
    """
    from gaia2_gym.cli.exits import INTERRUPTED, WRONG, complain
    from gaia2_gym.errors import ConfigError
    from gaia2_gym.evaluate.config import read_evaluation
    from gaia2_gym.evaluate.runner import Runner

    flags = {
        "scenarios": tuple(scenarios) if scenarios else None,
        "splits": None if splits is None else tuple(name.strip() for name in splits.split(",") if name.strip()),
        "n": n,
        "runs": runs,
        "seed": seed,
        "concurrency": concurrency,
        "workers": workers,
        "traces": traces,
        "out": None if out is None else str(out),
    }
    given = {name: value for name, value in flags.items() if value is not None}
    evaluation = read_evaluation(config, given=given, sets=sets or (), only=model or ())
    if evaluation.settings.out is None:
        raise ConfigError("where do the results go? Name a folder with --out, or with out in [eval]")
    folder = Path(evaluation.settings.out)
    runner = Runner(evaluation, folder, retry=retry)
    progress = Progress(len(runner.jobs))
    try:
        _watch(runner, progress)
    except KeyboardInterrupt:
        complain(f"interrupted: {progress.done} of {progress.total} episodes are in {folder}; the same command takes up the rest")
        sys.stderr.flush()
        os._exit(INTERRUPTED)  # threads that wait for a model would keep the program for minutes
    if runner.stopped:
        complain(f"stopped: {runner.stopped}")
    if progress.failures or progress.done < progress.total:
        kinds = ", ".join(f"{count} {kind}" for kind, count in progress.failures.most_common())
        complain(f"without a verdict: {kinds}; the same command with --retry plays these again")
        raise typer.Exit(WRONG)


class Progress:
    """What is done so far.

    Args:
        total: Episodes in all.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = self.fresh = self.tokens = 0
        self.cost = 0.0
        self.unpriced = False
        self.failures: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()
        self.began = time.monotonic()

    def add(self, result: Result, *, fresh: bool) -> None:
        """Count a result; `fresh` if it was not there before."""
        self.done += 1
        self.fresh += fresh
        self.tokens += result.prompt_tokens + result.completion_tokens
        self.cost += result.cost or 0.0
        self.unpriced |= result.cost is None
        if result.failure:
            self.failures[result.failure] += 1
        else:
            self.judged[result.split or "none"] += 1
            self.passed[result.split or "none"] += bool(result.success)

    def seconds_left(self) -> float | None:
        """Seconds that the rest will take at the present speed; None before anything is known."""
        if not self.fresh:
            return None
        return (time.monotonic() - self.began) / self.fresh * (self.total - self.done)

    def line(self, *, splits: bool) -> str:
        """All of it in one line, with the pass rates by split if wanted."""
        rates = " ".join(f"{split} {self.passed[split]}/{self.judged[split]}" for split in sorted(self.judged) if splits)
        money = f"${self.cost:.2f}" + (" and more, not all prices are known" if self.unpriced else "")
        facts = [f"{self.done}/{self.total} episodes", rates, f"{self.failures.total()} without a verdict", f"{self.tokens:,} tokens", money]
        left = self.seconds_left()
        return ", ".join(fact for fact in facts if fact) + ("" if left is None or self.done == self.total else f", {_span(left)} left")


def _span(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 90 else f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def _watch(runner: Runner, progress: Progress) -> None:
    """Run, and show how far it is: live in a terminal, a line now and then elsewhere."""
    from rich.live import Live

    from gaia2_gym.cli.output import console

    out = console()
    if out.is_terminal:
        with Live(_panel(progress), console=out, refresh_per_second=4) as live:
            for result, fresh in runner.run():
                progress.add(result, fresh=fresh)
                live.update(_panel(progress))
        return
    said = time.monotonic()
    for result, fresh in runner.run():
        progress.add(result, fresh=fresh)
        if time.monotonic() - said > _EVERY:
            said = time.monotonic()
            out.print(progress.line(splits=True))
    out.print(progress.line(splits=True))


def _panel(progress: Progress) -> RenderableType:
    from rich.console import Group
    from rich.progress_bar import ProgressBar

    from gaia2_gym.cli.output import coloured, table

    rows = table(("split", "judged", "passed", "pass rate"), right=("judged", "passed", "pass rate"))
    for split in sorted(progress.judged):
        judged, passed = progress.judged[split], progress.passed[split]
        rows.add_row(split, str(judged), str(passed), f"{100 * passed / judged:.1f}%")
    return Group(ProgressBar(total=progress.total, completed=progress.done), coloured(progress.line(splits=False)), rows)
