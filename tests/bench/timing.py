"""Measuring: seconds of many runs, resident memory. Standard library only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Numbers = dict[str, float]


def spread(values: list[float]) -> Numbers:
    """Median, 10th and 90th percentile, and how many values there were."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return {"median": ordered[last // 2], "low": ordered[last // 10], "high": ordered[-(last // 10) - 1], "n": len(ordered)}


def seconds(function: Callable[[], Any], *, times: int, before: Callable[[], Any] | None = None) -> list[float]:
    """Seconds of each run; `before` is run before each, outside the measurement."""
    taken = []
    for _ in range(times):
        if before is not None:
            before()
        start = time.perf_counter()
        function()
        taken.append(time.perf_counter() - start)
    return taken


def resident() -> int:
    """Bytes of this process in memory; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def in_new_processes(program: str, *arguments: str, times: int) -> list[float]:
    """What a program prints (a number), each time in a new process of this Python."""
    command = [sys.executable, "-c", program, *arguments]
    runs = (subprocess.run(command, capture_output=True, text=True, check=True, timeout=300) for _ in range(times))
    return [float(run.stdout.split()[-1]) for run in runs]


def report(results: dict[str, Numbers], **about: Any) -> None:
    """Print the results for `bench.py`, as the last line."""
    print(json.dumps({"results": results, "about": about}))
