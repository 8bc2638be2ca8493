"""Rendering an episode in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gaia2_gym.session import Session
from gaia2_gym.session.transcript import Line, closing, opening, step_lines, transcript

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {
    "heading": "bold",
    "thought": "dim italic",
    "call": "cyan",
    "result": "",
    "error": "red",
    "user": "bold yellow",
    "notification": "yellow",
    "end": "bold green",
    "stopped": "bold red",
}
NARROW = 60
"""Width of a terminal below which entries are no longer indented."""


class Renderer:
    """Prints an episode as it goes: coloured and wrapped in a terminal, one entry a line elsewhere."""

    def __init__(self, console: Any = None) -> None:
        if console is None:
            from rich.console import Console  # only where something is shown

            console = Console()
        self.console = console

    def begin(self, session: Session) -> None:
        """Print the start."""
        self._print(*opening(session))

    def step(self, session: Session) -> None:
        """Print the last step, and the end if it was that."""
        self._print(*step_lines(session, len(session.steps) - 1), *closing(session))

    def _print(self, *lines: Line) -> None:
        from rich.text import Text

        for line in lines:
            text = Text(line.text, STYLES[line.style])
            print_hanging(self.console, text[: line.hang], text[line.hang :])

    @staticmethod
    def text(session: Session) -> str:
        """The transcript so far as plain text."""
        return "\n".join(str(line) for line in transcript(session))


def print_hanging(console: Console, head: Text, body: Text) -> None:
    """Print a head and, beside it, a body whose further lines begin where its first does.

    In a terminal the body is wrapped; elsewhere it is left as it is, so that every line of it can be searched.
    """
    from rich.text import Text

    if console.width < NARROW:
        head, body = Text(), head + body
    rows = body.wrap(console, console.width - len(head)) if console.is_terminal else body.split("\n", allow_blank=True)
    for n, row in enumerate(rows):
        row.rstrip()
        console.print((Text(" " * len(head)) if n else head) + row, soft_wrap=True)
