"""What commands print with: colours and wrapping in a terminal; plain, one entry a line, elsewhere."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

T = TypeVar("T")
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


def counted(items: Sequence[T], what: str) -> Iterator[T]:
    """The items, with a bar on stderr that shows how many are done, where that is a terminal."""
    from rich.progress import track

    shown = console(stderr=True)
    yield from track(items, what, console=shown, transient=True, disable=not shown.is_terminal)


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


def write_json(path: Path, data: Any) -> None:
    """Write JSON values to a file; its folder is created.

    Raises:
        Gaia2Error: When it cannot be written.
    """
    import orjson

    _write(path, orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE, default=str))


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as a table with every key of any of them; what a row lacks, or None, is an empty cell.

    Raises:
        Gaia2Error: When it cannot be written.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(key for row in rows for key in row)), restval="")
    writer.writeheader()
    writer.writerows(rows)
    _write(path, text.getvalue().encode())


def _write(path: Path, data: bytes) -> None:
    from gaia2_gym.cli.exits import writing

    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
