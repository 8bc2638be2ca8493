"""The verifier against labels, over synthetic families: `python -m tests.synth.report_agreement [--scenarios 4] [--size pocket] [--json OUT]`.

For so many scenarios of every family, these are played and judged: the labelled variants of the oracle's episode (`gaia2_gym.guards.variants`), the
near misses that the family names (invalid), and the expert's own episode (valid, in its own words). Prints agreement, precision, recall and F1 with
bootstrap intervals, over all, by split and by kind, and every episode that is misjudged.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from gaia2_gym.errors import ScenarioError
from gaia2_gym.evaluate.agreement import RATES, Agreement, Case, agreement
from gaia2_gym.guards.plans import MESSAGE, plan_of
from gaia2_gym.guards.variants import Variant, variants
from gaia2_gym.session import Session, SessionConfig, open_session
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import DIFFICULTIES, Family, Task, make_task
from gaia2_gym.synth.solver import CallFailed, EpisodeOver
from gaia2_gym.synth.universe import SIZES, Size, make_universe

FIRST_UNIVERSE = 7_000_000
"""Universes that no pack has and no family was tried on."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One episode and its verdict."""

    split: str
    family: str
    scenario: str
    variant: str
    kind: str
    valid: bool
    accepted: bool | None
    explanation: str

    @property
    def case(self) -> Case:
        """It as the rates count it."""
        return Case(self.accepted, self.valid)


def judged(family: Family, seed: int, size: Size) -> Iterator[Judged]:
    """Every labelled episode of one scenario; nothing where none could be made."""
    try:
        task = make_task(family, make_universe(FIRST_UNIVERSE + seed, size), seed, DIFFICULTIES[seed % len(DIFFICULTIES)])
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return
    for v in (*variants(task.scenario), *near_misses(task)):
        yield _judged(task, v.name, v.kind, v.label == "valid", v.play(task.scenario))
    session = open_session(task.scenario, config=SessionConfig(gate="free", unscored="nan", max_steps=1000))
    with suppress(EpisodeOver, CallFailed):
        task.solve(session)
    yield _judged(task, "the expert's episode", "expert", True, session)


def near_misses(task: Task) -> Iterator[Variant]:
    """The oracle's episode with each wrong answer that the family names in the place of the last message."""
    plan = plan_of(task.scenario)
    last = max((n for n, call in enumerate(plan) if call.tool == MESSAGE), default=-1)
    for wrong in task.wrong_answers:
        changed = (*plan[:last], replace(plan[last], args={"content": wrong}), *plan[last + 1 :])
        yield Variant(f"answer {wrong!r} instead of {plan[last].args['content']!r}", "invalid", "text", changed)


def _judged(task: Task, name: str, kind: str, valid: bool, session: Session) -> Judged:
    accepted, why = (session.verdict.success, session.verdict.explanation) if session.verdict else (None, "there is no verdict")
    return Judged(task.family.split, task.family.name, task.scenario.scenario_id, name, kind, valid, accepted, why)


def _of_family(name: str, scenarios: int, size: Size) -> list[Judged]:
    family = next(f for f in FAMILIES if f.name == name)
    return [found for seed in range(scenarios) for found in judged(family, seed, size)]


def _line(name: str, found: Sequence[Judged]) -> str:
    rates: Agreement = agreement([j.case for j in found])
    valid = sum(j.valid for j in found)
    families, scenarios = len({j.family for j in found}), len({j.scenario for j in found})
    return f"| {name} | {families} | {scenarios} | {len(found):,} | {valid:,} | " + " | ".join(str(getattr(rates, r)) for r in RATES) + " |"


def table(found: Sequence[Judged]) -> str:
    """The rates over all, by split and by kind, in markdown."""
    lines = [
        f"| what | families | scenarios | trajectories | valid | {' | '.join(RATES)} |",
        "| --- |" + " ---: |" * (4 + len(RATES)),
        _line("all", found),
    ]
    for what in ("split", "kind"):
        groups = list(dict.fromkeys(getattr(j, what) for j in found))
        lines += [_line(f"{what} {name}", [j for j in found if getattr(j, what) == name]) for name in sorted(groups)]
    return "\n".join(lines)


def main() -> None:
    """Print the table and what is misjudged."""
    parser = argparse.ArgumentParser(prog="python -m tests.synth.report_agreement", description=__doc__)
    parser.add_argument("--scenarios", type=int, default=4, help="scenarios a family; their difficulties count up from 1")
    parser.add_argument("--size", default="pocket", choices=SIZES)
    parser.add_argument("--family", action="append", help="only this one (several may be named)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write every episode and its verdict")
    args = parser.parse_args()
    names = [f.name for f in FAMILIES if not args.family or f.name in args.family]
    n = len(names)
    with ProcessPoolExecutor(args.workers) as pool:
        found = [j for part in pool.map(_of_family, names, [args.scenarios] * n, [args.size] * n) for j in part]
    print(table(found))
    wrong = [j for j in found if j.accepted is not j.valid]
    print(f"\n{len(wrong)} of {len(found)} are misjudged.")
    for j in wrong:
        print(f"- {j.split}, {j.scenario}, {j.variant} ({'valid' if j.valid else 'invalid'}, {j.kind}): {j.explanation}")
    if args.json:
        args.json.write_bytes(orjson.dumps([asdict(j) for j in found]))


if __name__ == "__main__":
    main()
