"""How fast scenarios are made and proved, on one core: `python -m tests.bench.synth`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import orjson

from gaia2_gym.scenario import scenario_json
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth import universe
from gaia2_gym.synth.packs import CORE, Pack
from gaia2_gym.synth.proof import check_task
from gaia2_gym.synth.universe import SIZES, Size, make_universe
from tests.bench.bench import machine, rate_text, time_text
from tests.bench.timing import spread

PER_SPLIT = 100
FIRST = 160_000
"""Number of the first scenario: its universe is one that nothing in this process has asked for."""
TARGET = 20.0
UNIVERSES: dict[Size, int] = {"pocket": 20, "small": 10, "full": 3}
SECONDS = {"pocket": 0.1, "full": 5.0}
"""What a universe may take."""
CHECKED = 5


def taken(work: Callable[[], object]) -> float:
    """Seconds of this process's CPU time, which other programs on the machine do not lengthen much."""
    start = time.process_time()
    work()
    return time.process_time() - start


def rates() -> Iterator[tuple[str, str]]:
    """Scenarios a second, new universes included: each split alone, then all of them written out in the official form."""
    for n, split in enumerate(SPLITS):
        pack, first = Pack("train", split), FIRST + 1600 * n
        yield f"{split}, a second", rate_text(PER_SPLIT / taken(lambda p=pack, f=first: [p.task(f + k) for k in range(PER_SPLIT)]))  # type: ignore[misc]  # p, f
    pack = Pack("train")
    rate = PER_SPLIT / taken(lambda: [orjson.dumps(scenario_json(pack.task(FIRST * 2 + k).scenario)) for k in range(PER_SPLIT)])
    yield "all splits in turn, as JSON, a second", f"{rate_text(rate)} (target {TARGET:g}: {'met' if rate >= TARGET else 'MISSED'})"


def universes() -> Iterator[tuple[str, str]]:
    """Seconds to make a universe of each size, without the cache on disk."""
    for size in SIZES:
        found = spread([taken(partial(universe._made, 9_000_000 + n, size)) for n in range(UNIVERSES[size])])
        target = f"target {time_text(SECONDS[size])}: {'met' if found['median'] < SECONDS[size] else 'MISSED'}, " if size in SECONDS else ""
        yield f"universe, {size}", f"{time_text(found['median'])} ({target}{time_text(found['low'])} to {time_text(found['high'])})"


def checks() -> Iterator[tuple[str, str]]:
    """Seconds to prove a pocket scenario, with every attack and every variant; and without the variants."""
    for split in CORE:
        tasks = [Pack("train", split).task(k * 7) for k in range(CHECKED)]
        whole, quick = (median(taken(partial(check_task, task, with_variants=v)) for task in tasks) for v in (True, False))
        yield f"`check_task`, {split}", f"{time_text(whole)} ({time_text(quick)} without variants)"


def main() -> None:
    """Print the table."""
    make_universe(-1)  # reads the data
    where = machine()
    print(f"Python {where['python']}, one of {where['cores']} cores of {where['cpu']}, {where['system']}. Seconds of CPU time.\n")
    print("| what | |\n| --- | ---: |")
    for rows in (rates(), universes(), checks()):
        for what, value in rows:
            print(f"| {what} | {value} |")


if __name__ == "__main__":
    main()
