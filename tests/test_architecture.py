"""The house rules that no linter of ours enforces: sizes, names, layers, what an import loads, what may stand in the repository."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaia2_gym.scenario import SPLITS
from tests.shared import ROOT

MAX_MODULE = 500
MAX_FUNCTION = 80
TOP_LEVEL = (
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", ".ci/run"),
    *("gaia2_gym", "rewards", "training", "configs", "scenarios", "tests", "notebooks", "docs"),
)
CATCH_ALL = {
    "gaia2_gym/apps/files/documents.py": "on damaged input the document parsers raise whatever comes up",
}
"""Where any exception may be caught, and why. Everywhere else an unexpected one is our bug and propagates."""
BANNED_CALLS = {"time.time", "datetime.datetime.now", "datetime.datetime.utcnow", "uuid.uuid4", "random", "threading", "pickle"}
APP_FRAME = {"__init__", "base", "records"}
"""Modules of gaia2_gym.apps that are no app."""
# Written apart, so that this file does not hold them.
MACHINE_TEXTS = ("/" + "work/", "/" + "root/", "files." + "pythonhosted")

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LIBRARY = [path for folder in ("gaia2_gym", "rewards", "training") for path in sorted((ROOT / folder).rglob("*.py"))]
MODULES = LIBRARY + sorted((ROOT / "tests").rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def place(path: Path, line: int | None = None) -> str:
    name = path.relative_to(ROOT).as_posix()
    return name if line is None else f"{name}:{line}"


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[Path, ast.AST]]:
    return ((path, node) for path, tree in TREES.items() for node in ast.walk(tree) if isinstance(node, kinds))


def contract(name: str) -> dict[str, object]:
    return next(c for c in CONFIG["tool"]["importlinter"]["contracts"] if c["name"] == name)


# --- size and names ---------------------------------------------------------------------------------------------------------------------------


def test_modules_are_short() -> None:
    lengths = {place(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: n for name, n in lengths.items() if n > MAX_MODULE} == {}


def test_functions_are_short() -> None:
    long = {}
    for path, node in nodes(ast.FunctionDef, ast.AsyncFunctionDef):
        length = node.end_lineno - node.lineno + 1
        if length > MAX_FUNCTION:
            long[place(path, node.lineno)] = f"{node.name}: {length} lines"
    assert long == {}


def test_names_say_what_things_are() -> None:
    bad = [place(path) for path in MODULES if re.search(r"^utils?$|_utils?$|v\d$", path.stem)]
    bad += [f"{place(path, node.lineno)} {node.name}" for path, node in nodes(ast.ClassDef) if re.search(r"^_?(Base|Abstract)[A-Z]|V\d+$", node.name)]
    bad += [f"{place(path, node.lineno)} {node.name}" for path, node in nodes(ast.FunctionDef) if re.search(r"_v\d+$", node.name)]
    assert bad == []


# --- errors and suppressions ------------------------------------------------------------------------------------------------------------------


def catches_all(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException")) for kind in caught)


def test_only_listed_boundaries_catch_everything() -> None:
    found = {place(path) for path, node in nodes(ast.ExceptHandler) if path in LIBRARY and catches_all(node)}
    assert found == set(CATCH_ALL), "a handler that catches everything needs a reason in CATCH_ALL, and CATCH_ALL no stale entry"


@pytest.mark.parametrize(
    ("comment", "complete"),
    [
        (r"# type: ignore", r"# type: ignore\[[a-z, -]+\]  # \S.*\w"),
        (r"# noqa", r"# noqa: [A-Z]+\d+(, [A-Z]+\d+)*  # \S.*\w"),
    ],
    ids=["type: ignore", "noqa"],
)
def test_suppressions_name_a_code_and_a_reason(comment: str, complete: str) -> None:
    lines = [(place(path, n), line) for path in LIBRARY for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)]
    assert [where for where, line in lines if re.search(comment, line) and not re.search(complete, line)] == []


def test_clock_chance_and_threads_are_banned() -> None:
    lint = CONFIG["tool"]["ruff"]["lint"]
    assert "TID" in lint["select"]
    assert set(lint["flake8-tidy-imports"]["banned-api"]) >= BANNED_CALLS
    # An edge that owns a clock suppresses TID251 on its own line, with a reason.
    elsewhere = {pattern: codes for pattern, codes in lint["per-file-ignores"].items() if not pattern.startswith("tests/")}
    assert elsewhere == {"gaia2_gym/synth/families/**": ["D103"]}, "only the two functions of a family, which `Family` describes"


# --- layers -----------------------------------------------------------------------------------------------------------------------------------


def test_import_contracts_hold() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_has_a_layer() -> None:
    layers = {name for line in contract("Layers of the library")["layers"] for name in re.findall(r"gaia2_gym\.(\w+)", line)}
    present = {path.stem for path in (ROOT / "gaia2_gym").iterdir() if path.suffix == ".py" or any(path.rglob("*.py"))}
    assert present - {"__init__"} <= layers


def test_every_app_is_independent() -> None:
    listed = {name.rpartition(".")[2] for name in contract("Apps never import each other")["modules"]}
    present = {path.stem for path in (ROOT / "gaia2_gym" / "apps").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert listed == present - APP_FRAME


_IMPORT = """
import sys, time
import gymnasium
start = time.perf_counter()
import gaia2_gym
print(time.perf_counter() - start, *(name for name in ("pydantic", "typer", "rich", "torch") if name in sys.modules))
"""


def test_import_is_light() -> None:
    runs = [subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, timeout=60, check=True).stdout.split() for _ in range(3)]
    assert [run[1:] for run in runs] == [[]] * 3, "import gaia2_gym loads what it need not"
    assert min(float(run[0]) for run in runs) < 1.0  # a guard against accidents; `make bench` measures


# --- the repository ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", TOP_LEVEL)
def test_layout(entry: str) -> None:
    path = ROOT / entry
    assert path.exists()
    assert path.is_file() or any(path.iterdir()), "an empty folder is not in a clone"


def test_packaged_scenarios_are_named_after_splits() -> None:
    names = sorted(path.name for path in (ROOT / "gaia2_gym" / "data" / "scenarios").iterdir())
    assert names == sorted(f"{split.lower()}.json" for split in SPLITS)


def test_no_machine_of_ours_in_the_repository() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    patterns = [option for text in MACHINE_TEXTS for option in ("-e", text)]
    done = subprocess.run(["git", "grep", "--untracked", "-nIF", *patterns], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, ""), done.stdout + done.stderr


def test_quirks_are_listed_once() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", (ROOT / "docs" / "quirks.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert rows
    assert sorted(rows) == sorted(set(rows))
