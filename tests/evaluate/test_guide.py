"""The guide's Python runs as printed, and its commands are those that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.evaluate.scripted_model import Cli, results_in
from tests.shared import ROOT

GUIDE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def test_python(workplace: Path) -> None:
    (workplace / "configs").symlink_to(ROOT / "configs")
    for example in re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL):
        exec(compile(example, "docs/evaluation.md", "exec"), {})
    results = results_in("runs/short")
    assert {r.model for r in results} == {"oracle", "solver", "random", "noop", "claims_done", "retrieval"}
    assert {r.success for r in results if r.model in ("oracle", "solver")} == {True}
    assert {r.success for r in results if r.model not in ("oracle", "solver")} == {False}


def test_flags(cli: Cli) -> None:
    shown = cli("eval", "--help")[1] + cli("report", "--help")[1]
    flags = set(re.findall(r"`(--[a-z]+)", GUIDE))
    assert {"--retry", "--set", "--paper", "--against"} <= flags
    assert {flag for flag in flags if flag not in shown} == set()
