"""The proofs of many scenarios: `python -m tests.synth.check_families [--family NAME] [--split SPLIT] [--n 100] [--size pocket]`."""

from __future__ import annotations

import argparse
import sys
import time

from gaia2_gym.errors import ScenarioError
from gaia2_gym.guards import load_attacks
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import DIFFICULTIES, make_task
from gaia2_gym.synth.proof import check_task
from gaia2_gym.synth.universe import make_universe


def main() -> None:
    """Print a line a family, and every problem; exit 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--family", action="append", help="only this one (several may be named)")
    parser.add_argument("--split", help="only families of this split")
    parser.add_argument("--n", type=int, default=100, help="scenarios a family")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--size", default="pocket", choices=("pocket", "small", "full"))
    parser.add_argument("--attacks", type=int, default=10, help="every so-manieth attack of the corpus, another tenth for every seed")
    parser.add_argument("--quick", action="store_true", help="without the variants")
    args = parser.parse_args()
    bad = 0
    for family in FAMILIES:
        if (args.family and family.name not in args.family) or (args.split and family.split != args.split):
            continue
        began, problems, writes = time.perf_counter(), 0, []
        for seed in range(args.first, args.first + args.n):
            try:
                task = make_task(family, make_universe(5000 + seed // 5, args.size), seed, DIFFICULTIES[seed % len(DIFFICULTIES)])
                found = check_task(task, attacks=load_attacks()[seed % args.attacks :: args.attacks], seeds=(seed,), with_variants=not args.quick)
                writes.append(sum(e.kind == "AGENT" for e in task.scenario.events))
            except ScenarioError as error:
                found = [str(error)]
            for problem in found:
                print(f"    seed {seed}: {problem}")
            problems += bool(found)
        seconds = time.perf_counter() - began
        span = f"{min(writes, default=0)}-{max(writes, default=0)}"
        print(f"{family.split:<13} {family.name:<36} {args.n - problems}/{args.n} fine, writes {span}, {seconds:.0f} s", flush=True)
        bad += problems
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
