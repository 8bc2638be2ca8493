"""Synthetic scenarios in the reference implementation: does it load them, and is its oracle's run clean?

    python -m tests.parity.load_in_reference [--reference PYTHON] [--n 100] [--size pocket]

PYTHON is one that has `meta-agents-research-environments` (`make bench` makes `.venv-reference`). Scenarios from all over the `test` pack, the same
share of every split, are written in the official form; see `tests.parity.reference_oracle` for what is done with them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import orjson

from gaia2_gym.scenario import scenario_json
from gaia2_gym.synth.packs import Pack
from gaia2_gym.synth.universe import SIZES, Size
from tests.shared import ROOT


def export(folder: Path, n: int, size: Size) -> None:
    """Write the scenarios."""
    splits = Pack("test").splits
    for k, split in enumerate(splits):
        pack = Pack("test", split, size)
        share = n // len(splits) + (k < n % len(splits))
        for number in range(share):
            scenario = pack[number * len(pack) // share]
            (folder / f"{scenario.scenario_id}.json").write_bytes(orjson.dumps(scenario_json(scenario)))


def main() -> None:
    """Write, load and run; print each problem and how many are clean; exit 1 if one is not."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.load_in_reference")
    parser.add_argument("--reference", metavar="PYTHON", default=ROOT / ".venv-reference" / "bin" / "python")
    parser.add_argument("--n", type=int, default=100, help="scenarios, over all splits")
    parser.add_argument("--size", default="pocket", choices=SIZES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        export(Path(folder), options.n, options.size)
        command = [options.reference, "-m", "tests.parity.reference_oracle", folder]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"scenario"')]
    bad = [f for f in found if f["problems"]]
    for f in bad:
        print("\n    ".join([f["scenario"], *f["problems"]]))
    print(f"{len(found)} of {options.n} scenarios loaded; the oracle's run is clean in {len(found) - len(bad)}")
    sys.exit(bool(bad) or len(found) != options.n)


if __name__ == "__main__":
    main()
