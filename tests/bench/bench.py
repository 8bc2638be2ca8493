"""How fast gaia2-gym is, beside the reference in the same run.

    python -m tests.bench.bench [--reference PYTHON] [--json OUT]

PYTHON is one that has `meta-agents-research-environments`; without it there are only our numbers. `make bench` sets one up. The scenarios are
the official ones, in the folder named by GAIA2_DATA or beside the checkout; without them a small packaged one, which makes everything look faster.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.timing import Numbers
from tests.bench.workload import HOUR_EVENTS, LOOK_UPS, PACKAGED, ROOT, SEARCHES, read, scenario_files

Results = dict[str, Numbers]
NOTHING = "-"


@dataclass(frozen=True)
class Row:
    """One line of the table; `target` is the most (for rates the least) that ours may be, `key` names the measurement on either side."""

    what: str
    key: str
    target: float | None = None
    form: Callable[[float], str] | None = None
    is_rate: bool = False


def time_text(value: float) -> str:
    """Seconds with their unit."""
    if value < 0.001:
        return f"{value * 1e6:.0f} us"
    return f"{value * 1e3:.{1 if value < 0.1 else 0}f} ms" if value < 1 else f"{value:.1f} s"


def size_text(value: float) -> str:
    """Bytes in MB."""
    return f"{value / 1e6:.2f} MB"


def rate_text(value: float) -> str:
    """Steps a second."""
    return f"{value:,.0f}"


ROWS = (
    Row("import, beyond gymnasium's (reference: its importer and environment)", "import", 0.2),
    Row("new process to first observation: imports, parsing, reset", "cold"),
    Row("parse and validate the first file of a process (ours then imports pydantic and builds its validators)", "parse_first"),
    Row("parse and validate a file", "parse", 0.150),
    Row("prepare a scenario with its judge, the model stubbed", "judge"),
    Row("reset from a parsed scenario (reference: `soft_reset`)", "reset", 0.002),
    Row("fork (reference: `get_state` alone, it cannot fork)", "fork", 0.001),
    Row("oracle run, once parsed", "oracle", 0.020),
    Row("oracle episode through `gym.make`, reset and JSON actions", "episode", 0.020),
    Row("**look-ups**, median of the tools below (least to greatest)", "look-ups", 150e-6),
    *(Row(f"`{tool}`", f"step {tool}") for tool in LOOK_UPS),
    Row("**searches and long listings**, median of the tools below (least to greatest)", "searches", 0.002),
    *(Row(f"`{tool}`", f"step {tool}") for tool in SEARCHES),
    *(Row(f"a simulated hour of waiting with {n} emails", f"hour {n}") for n in HOUR_EVENTS),
    Row("memory of a further live episode, resident", "live_resident", 1e6, size_text),
    Row("memory of a further live episode, traced", "live_traced", 1e6, size_text),
    Row("growth of the resident size by 1,000 resets", "resets_resident", 1e6, size_text),
    Row("steps a second, oracle play (reference: its oracle's events)", "oracle_steps", None, rate_text, is_rate=True),
    Row("steps a second, random play", "random_steps", None, rate_text, is_rate=True),
)


def table(ours: Results, reference: Results) -> str:
    """Everything as a markdown table."""
    lines = ["| what | ours | reference | ratio | target |", "| --- | ---: | ---: | ---: | --- |"]
    for row in ROWS:
        mine, its = ours.get(row.key), reference.get(row.key)
        if mine or its:
            cells = (row.what, _cell(row, mine), _cell(row, its), _ratio(row, mine, its), _target(row, mine))
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(row: Row, numbers: Numbers | None) -> str:
    if numbers is None:
        return NOTHING
    form = row.form or time_text
    text = form(numbers["median"])
    return text if numbers.get("low", 0) == numbers.get("high", 0) else f"{text} ({form(numbers['low'])} to {form(numbers['high'])})"


def _ratio(row: Row, mine: Numbers | None, its: Numbers | None) -> str:
    if not mine or not its or not mine["median"]:
        return NOTHING
    ratio = its["median"] / mine["median"]
    ratio = 1 / ratio if row.is_rate else ratio
    return f"{ratio:.1f}x" if ratio < 10 else f"{ratio:,.0f}x"


def _target(row: Row, mine: Numbers | None) -> str:
    if row.target is None or mine is None:
        return ""
    return f"under {(row.form or time_text)(row.target)}: {'met' if mine['median'] < row.target else 'MISSED'}"


def with_classes(results: Results) -> Results:
    """The results, and the medians over the tools of each class."""
    for name, tools in (("look-ups", LOOK_UPS), ("searches", SEARCHES)):
        medians = [results[f"step {tool}"]["median"] for tool in tools if f"step {tool}" in results]
        if medians:
            results[name] = {"median": median(medians), "low": min(medians), "high": max(medians), "n": len(medians)}
    return results


def measured(python: str, module: str, files: list[Path]) -> tuple[Results, dict[str, Any]]:
    """What a worker measures, speed and memory each in a process of its own, and what it says about itself."""
    results: Results = {}
    about: dict[str, Any] = {}
    for part in ("speed", "memory"):
        print(f"measuring {module.rpartition('.')[2]}: {part} ...", file=sys.stderr)
        done = subprocess.run([python, "-m", module, part, *map(str, files)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        report = json.loads(done.stdout.splitlines()[-1])
        results |= report["results"]
        about |= report["about"]
    return with_classes(results), about


def machine() -> dict[str, Any]:
    """Where this was measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    cpu = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor() or "unknown CPU")
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "gymnasium": version("gymnasium"),
        "load": [round(x, 1) for x in os.getloadavg()] if hasattr(os, "getloadavg") else None,
    }


def main() -> None:
    """Measure, print the table, write the numbers."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench", description="Speed and memory, beside the reference.")
    parser.add_argument("--reference", metavar="PYTHON", help="a Python that has meta-agents-research-environments")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write all numbers to this file")
    options = parser.parse_args()

    files = scenario_files()
    if files == [PACKAGED]:
        print("The official Gaia2 scenarios are absent (set GAIA2_DATA to their folder): measured with a small packaged one instead.\n")
    where = machine()
    ours, about = measured(sys.executable, "tests.bench.ours", files)
    reference: Results = {}
    theirs: dict[str, Any] = {}
    if options.reference:
        try:
            reference, theirs = measured(options.reference, "tests.bench.reference", files)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"The reference could not be measured: {error}\n")
    print(_heading(where, about, theirs, files))
    print(table(ours, reference))
    if options.json:
        versions = {"gaia2-gym": about["version"], "reference": theirs.get("version")}
        data = {"machine": where, "versions": versions, "ours": ours, "reference": reference}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _heading(where: dict[str, Any], about: dict[str, Any], theirs: dict[str, Any], files: list[Path]) -> str:
    against = f"reference {theirs['version']}" if theirs else "no reference (give --reference PYTHON)"
    size = max(len(read(file).encode()) for file in files)
    load = f", load {' '.join(map(str, where['load']))} at the start" if where["load"] else ""
    return (
        f"gaia2-gym {about['version']}, {against}, Python {where['python']}, gymnasium {where['gymnasium']}, "
        f"on {where['cores']} x {where['cpu']}, {where['system']}{load}.\n"
        f"{len(files)} scenario(s) of up to {size / 1e6:.2f} MB. Medians, in brackets the 10th to the 90th percentile.\n"
        "A tool's row is our whole step, `gym.make` with JSON text in and text out, recorded and judged; the reference's the call and its text.\n"
    )


if __name__ == "__main__":
    main()
