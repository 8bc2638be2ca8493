"""The wheel, installed away from the checkout, is complete."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.shared import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

_USE = """
import json
import gymnasium as gym
import gaia2_gym, rewards
ids = [f"Gaia2-{split}-v0" for split in "Execution Search Ambiguity Adaptability Time Noise Agent2Agent".split()]
tasks = {}
for id in ["Gaia2-v0", *ids]:
    env = gym.make(id)
    observation, info = env.reset(seed=0)
    assert info["task"] in observation, id
    tasks[id] = info["task"]
print(json.dumps({"files": [gaia2_gym.__file__, rewards.__file__], "tasks": tasks}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the working tree, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with the wheel in it; the packages it depends on are those of this one."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    run(sys.executable, "-m", "pip", "-q", "--python", folder / "bin" / "python", "install", "--no-deps", "--no-index", wheel, cwd=folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    # Adds the folder itself; the link to the checkout that lies in it is not followed from here.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in ("gaia2_gym", "rewards")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"gaia2_gym/py.typed", "rewards/py.typed", "gaia2_gym/data/scenarios/search.json"} <= expected
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_installed_package_plays_every_split(installed: Path, tmp_path: Path) -> None:
    used = json.loads(run(installed / "bin" / "python", "-c", _USE, cwd=tmp_path))
    assert all(Path(file).is_relative_to(installed) for file in used["files"])
    assert len(set(used["tasks"].values())) == 6, "Gaia2-v0 begins with Execution; Noise and Agent2Agent play the same scenarios"


def test_installed_command_line_answers(installed: Path, tmp_path: Path) -> None:
    assert "replay" in run(installed / "bin" / "gaia2-gym", "--help", cwd=tmp_path)
