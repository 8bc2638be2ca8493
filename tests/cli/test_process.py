"""The command line as a process: what a shell sees."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ENDLESS = ("run", "adaptability", "--agent", "random", "--max-steps", "1000000")


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "gaia2_gym.cli", *args]


def done(*args: str, **environ: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"} | environ
    return subprocess.run(command(*args), env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)


def started(*args: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(command(*args), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def test_a_run_with_a_setting_of_the_environment(workplace: Path) -> None:
    plain, slow = done("run", "search"), done("run", "search", GAIA2_ENV_LATENCY="fixed:30")
    assert (plain.returncode, plain.stderr, slow.returncode) == (0, "", 0)
    assert "\x1b" not in plain.stdout
    assert "end: completed" in slow.stdout
    assert plain.stdout.splitlines()[-1].startswith("1 s simulated")
    assert slow.stdout.splitlines()[-1].startswith("61 s simulated")
    assert (workplace / "traces" / "gaia2_gym_search-oracle-0.jsonl").is_file()


@pytest.mark.parametrize(
    ("args", "code"),
    [(("check", "packaged:search"), 0), (("check", "broken.json"), 1), (("run", "search", "--latency", "x"), 2), (("replay", "missing.jsonl"), 3)],
)
def test_exit_codes_without_a_traceback(workplace: Path, args: tuple[str, ...], code: int) -> None:
    (workplace / "broken.json").write_text("{}")
    result = done(*args)
    assert result.returncode == code
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == (1 if code > 1 else 0)


def test_an_encoding_that_lacks_characters_is_no_failure() -> None:
    result = done("run", "adaptability", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert r"\u0141ukasz" in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of a Unix shell")
def test_ctrl_c_ends_quietly() -> None:
    process = started(*ENDLESS)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of a Unix shell")
def test_a_closed_pipe_ends_quietly() -> None:
    process = started(*ENDLESS)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    assert (process.wait(timeout=60), err) == (141, "")
    process.stderr.close()


def test_help_loads_next_to_nothing_of_ours() -> None:
    program = """
import sys
from gaia2_gym.cli.app import app
try:
    app(["--help"])
except SystemExit:
    print("LOADED", *sorted(sys.modules))
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=60, check=True)
    loaded = result.stdout.rpartition("LOADED")[2].split()
    heavy = [name for name in loaded if name.split(".")[0] in ("pydantic", "orjson", "re2", "rapidfuzz")]
    ours = [name for name in loaded if name.startswith(("gaia2_gym.apps", "gaia2_gym.world", "gaia2_gym.session", "gaia2_gym.env.env"))]
    assert (heavy, ours) == ([], [])
