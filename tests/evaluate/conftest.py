"""A folder to work in, the command line, and a model's server."""

from __future__ import annotations

from tests.cli.conftest import cli, workplace
from tests.llm.conftest import server

__all__ = ["cli", "server", "workplace"]
