"""Rendering an episode in the terminal."""

from __future__ import annotations

from typing import Any

from gaia2_gym.session import Session
from gaia2_gym.session.transcript import Line, closing, opening, step_lines, transcript

STYLES = {
    "heading": "bold",
    "thought": "dim italic",
    "call": "cyan",
    "result": "",
    "error": "red",
    "notification": "yellow",
    "end": "bold green",
}


class Renderer:
    """Prints an episode as it goes, coloured."""

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
        for line in lines:
            self.console.print(line.text, style=STYLES[line.style] or None, markup=False, highlight=False)

    @staticmethod
    def text(session: Session) -> str:
        """The transcript so far as plain text."""
        return "\n".join(line.text for line in transcript(session))
