"""How well a rubric judge agrees with the labelled pairs of texts: `python -m tests.verifier.report_pairs [--judge facts] [--set dev]`.

The errors of the blind set are counted but not shown, so that a judge can be developed with this report; `--show-blind` shows them.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from gaia2_gym.apps import APPS
from gaia2_gym.apps.base import bound_tools
from gaia2_gym.tools import ToolSpec
from gaia2_gym.verifier.judges import make_judge
from gaia2_gym.verifier.soft import Context, Judge, SoftResult, compare

SETS = ("dev", "more", "blind")
DATA = Path(__file__).parent / "data"

Pair = dict[str, Any]


@cache
def pairs(name: str) -> tuple[Pair, ...]:
    """The labelled pairs of one set."""
    return tuple(json.loads((DATA / f"pairs_{name}.json").read_text(encoding="utf-8")))


@cache
def soft_tools() -> dict[str, ToolSpec]:
    """Function name -> tool, for every tool with a free-text argument."""
    return {name: spec for cls in APPS for name, spec in bound_tools(cls, cls.class_name).items() if "soft" in spec.checks.values()}


def context_of(pair: Pair) -> Context:
    """What a judge may know of the pair."""
    now = datetime.fromisoformat(pair["now"]).replace(tzinfo=UTC).timestamp()
    return Context((pair["task"],), now, pair["user_name"], pair["user_address"], tuple(pair["names"]))


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what the soft comparison made of it."""

    pair: Pair
    result: SoftResult

    @property
    def valid(self) -> bool:
        """The label."""
        return bool(self.pair["class"] == "valid")

    @property
    def accepted(self) -> bool:
        """The outcome; undecided counts as refused."""
        return self.result.accepted is True

    @property
    def check(self) -> str:
        """The check that refused, or how the pair came to be accepted."""
        return self.result.check if not self.accepted else "(accepted)" if self.result.questions else "(equal)"


def judged(name: str, judge: Judge) -> list[Judged]:
    """All pairs of a set, compared."""
    return [Judged(p, compare(soft_tools()[p["tool"]], p["expected"], p["got"], judge, context_of(p))) for p in pairs(name)]


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of a set of judged pairs; accepted and valid is a true positive."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def n(self) -> int:
        """All pairs."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def agreement(self) -> float:
        """Share of pairs decided as labelled."""
        return (self.tp + self.tn) / self.n

    @property
    def precision(self) -> float | None:
        """Share of accepted pairs that are valid."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """Share of valid pairs that are accepted."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None


def figures(items: Iterable[Judged]) -> Figures:
    """The counts of some judged pairs."""
    seen = [(j.accepted, j.valid) for j in items]
    return Figures(*(seen.count(k) for k in ((True, True), (True, False), (False, True), (False, False))))


def table(title: str, items: Sequence[Judged], key: Callable[[Judged], str]) -> str:
    """Figures by group, as text, the worst agreement first."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    rows = sorted(((figures(g), name) for name, g in groups.items()), key=lambda row: (row[0].agreement, row[1]))
    return "\n".join([f"{title:<36}{HEAD}", *(line(name, f) for f, name in rows)])


HEAD = f"{'n':>5}{'agree':>8}{'prec':>7}{'recall':>8}{'wrongly accepted':>18}{'wrongly refused':>17}"


def line(name: str, f: Figures) -> str:
    """One row of a table."""
    precision, recall = ("-" if v is None else f"{v:.3f}" for v in (f.precision, f.recall))
    return f"{name:<36}{f.n:>5}{f.agreement:>8.3f}{precision:>7}{recall:>8}{f.fp:>18}{f.fn:>17}"


def error(j: Judged) -> str:
    """A wrong decision with both texts."""
    p = j.pair
    changed = [a for a, text in p["expected"].items() if p["got"][a] != text]
    texts = [f"    {side:<8} {a}: {p[side][a]!r}" for a in changed for side in ("expected", "got")]
    what = f"accepted, though {p['kind']}: {p['why']}" if j.accepted else f"refused by {j.check} ({j.result.reason}), though {p['kind']}: {p['why']}"
    return "\n".join([f"{p['id']} {p['tool']} {what}", *texts])


def report(name: str, judge: Judge, *, show_errors: bool) -> str:
    """The whole report on one set."""
    items = judged(name, judge)
    parts = [
        f"{name:<36}{HEAD}\n{line('all', figures(items))}",
        table("by tool", items, lambda j: str(j.pair["tool"])),
        table("by check", items, lambda j: j.check),
        table("by kind", items, lambda j: f"{j.pair['class']}: {j.pair['kind']}"),
    ]
    if show_errors:
        parts += [error(j) for j in items if j.accepted != j.valid]
    return "\n\n".join(parts)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description="Agreement of a rubric judge with the labelled pairs of texts.")
    parser.add_argument("--judge", default="facts", choices=("facts", "hard"))
    parser.add_argument("--set", "--half", dest="name", choices=SETS, help="only this set (default: all)")
    parser.add_argument("--show-blind", action="store_true", help="list the errors of the blind set, too")
    args = parser.parse_args(argv)
    judge = make_judge(args.judge)
    for name in [args.name] if args.name else SETS:
        print(report(name, judge, show_errors=name != "blind" or args.show_blind), end="\n\n")


if __name__ == "__main__":
    main()
