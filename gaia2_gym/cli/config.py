"""`gaia2-gym config show`: the settings that hold, and where each came from."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from gaia2_gym.cli.exits import Commands

config = typer.Typer(cls=Commands, no_args_is_help=True, help="Look at the configuration.")


@config.callback()
def _group() -> None:
    """Keep `show` a command of its own."""


@config.command()
def show(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="TOML file with a table env.", show_default=False)] = None,
) -> None:
    """Show every setting: its value and where that comes from.

    A flag prevails over an environment variable (GAIA2_ENV_<NAME>, GAIA2_NOISE_<NAME>), that over the file, and that over the default.
    """
    from gaia2_gym.cli.output import coloured, console, table
    from gaia2_gym.config import DEFAULT, read_toml
    from gaia2_gym.env.config import OWN_TABLES, env_settings

    settings, origins = env_settings(toml=file)
    rows = table(("[env]", "value", "from"))
    for name, origin in origins.items():
        rows.add_row(name, _value(getattr(settings, name)), origin, style="dim" if origin == DEFAULT else "")
    files = os.environ.get("GAIA2_FILES")
    rows.add_row("GAIA2_FILES", files or "not set", "GAIA2_FILES" if files else DEFAULT, style="" if files else "dim")
    out = console()
    out.print(rows)
    if others := [f"[{name}]" for name in ({} if file is None else read_toml(file)) if name not in ("env", *OWN_TABLES)]:
        out.print(coloured(f"{file}: {', '.join(others)} not read by this version", "yellow"))


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if dataclasses.is_dataclass(value):
        return "\n".join(f"{field.name} = {getattr(value, field.name)}" for field in dataclasses.fields(value))
    return ", ".join(value) if isinstance(value, tuple) else str(value)
