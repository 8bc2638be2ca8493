"""A folder to work in, and the command line as a function."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gaia2_gym.cli.app import app


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and an environment that says nothing."""
    for name in [n for n in os.environ if n.startswith("GAIA2_")] + ["COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def cli() -> Callable[..., tuple[int, str, str]]:
    """Run a command: exit code, stdout, stderr."""

    def run(*args: object) -> tuple[int, str, str]:
        result = CliRunner().invoke(app, [str(a) for a in args])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.stdout, result.stderr

    return run
