"""The program: its commands, its version, its entry point."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gaia2_gym.cli.bench import bench
from gaia2_gym.cli.check import check
from gaia2_gym.cli.config import config
from gaia2_gym.cli.demos import demos
from gaia2_gym.cli.eval import evaluate
from gaia2_gym.cli.exits import EPILOG, Commands
from gaia2_gym.cli.export import export
from gaia2_gym.cli.generate import generate
from gaia2_gym.cli.list import list_scenarios
from gaia2_gym.cli.replay import replay
from gaia2_gym.cli.report import report
from gaia2_gym.cli.rescore import rescore
from gaia2_gym.cli.run import run
from gaia2_gym.cli.show import show
from gaia2_gym.cli.stats import stats
from gaia2_gym.cli.tools import tools
from gaia2_gym.cli.variants import variants
from gaia2_gym.cli.verify import verify

app = typer.Typer(
    name="gaia2-gym",
    cls=Commands,
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(run)
app.command("list")(list_scenarios)
app.command()(show)
app.command()(check)
app.command()(stats)
app.command()(generate)
app.command()(demos)
app.command()(tools)
app.command()(replay)
app.command()(verify)
app.command()(rescore)
app.command("eval")(evaluate)
app.command()(report)
app.command()(variants)
app.command()(export)
app.command()(bench)
app.add_typer(config, name="config")


def _show_version(wanted: bool) -> None:
    if wanted:
        from gaia2_gym._version import __version__

        typer.echo(f"gaia2-gym {__version__}")
        raise typer.Exit


@app.callback()
def gaia2_gym(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Gaia2 as a Gymnasium environment: play, list and check scenarios, look at tools, replay and judge traces.

    SCENARIO and SOURCE are a file, a folder, `synth:PACK[:SPLIT]` (packs train, validation, test, mini), a split (such as `search`: the packaged
    scenario), `packaged` for all of these, or `hf:DATASET`.
    """


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")  # a terminal that lacks a character is no reason to fail
    app()
