"""How a command ends: exit codes, and errors as one red line instead of a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from gaia2_gym.errors import ConfigError, Gaia2Error

WRONG = 1
"""The thing asked about is not right: a check found problems, a replay departs, a verdict is unknown."""
USAGE = 2
"""Wrong usage or configuration; the command line's own code for it."""
UNREADABLE = 3
"""Input that cannot be read, or output that cannot be written."""
INTERRUPTED, PIPE_CLOSED = 130, 141
"""By Ctrl-C, and because whoever read the output went away: 128 and the signal's number, as shells have it."""

EPILOG = (
    "Exit codes: 0 all is well; 1 what was asked about is not right (check found problems, a replay departs, a verdict is unknown); "
    "2 wrong usage or configuration; 3 something cannot be read or written."
)


class Commands(TyperGroup):
    """A group of commands whose errors are for people."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with errors_told():
            return super().invoke(ctx)


@contextmanager
def errors_told() -> Iterator[None]:
    """Turn an error of ours into a red line and an exit code; end quietly at Ctrl-C and when nobody reads the output."""
    try:
        yield
    except Gaia2Error as error:
        complain(f"error: {error}")
        raise typer.Exit(USAGE if isinstance(error, ConfigError) else UNREADABLE) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # What is still in the buffer must not fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(PIPE_CLOSED) from None


def complain(text: str) -> None:
    """Print a red line on stderr."""
    from gaia2_gym.cli.output import coloured, console

    console(stderr=True).print(coloured(text, "bold red"), soft_wrap=True)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say which file could not be written, and why.

    Raises:
        Gaia2Error: When it cannot.
    """
    try:
        yield
    except OSError as error:
        raise Gaia2Error(f"{os.fspath(path)}: cannot be written: {error.strerror}") from None
