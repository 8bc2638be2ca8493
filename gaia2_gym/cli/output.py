"""What commands print with: colours and wrapping in a terminal; plain, one entry a line, elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

UNWRAPPED = 100_000
"""Width of output that is no terminal: nothing is wrapped, so that every line can be searched."""


class _Output(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line, which ends quietly."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Where to print; texts are taken as they are, without markup."""
    made = _Output(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = UNWRAPPED
    return made


def coloured(text: str, style: str = "") -> Text:
    """A text in a style."""
    return Text(text, style)


def table(columns: Iterable[str], *, right: Iterable[str] = ()) -> Table:
    """A plain table, without lines.

    Args:
        columns: Headings.
        right: Those whose cells are numbers.
    """
    made: Any = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made  # type: ignore[no-any-return]  # a Table
