"""`gaia2-gym rescore`: what rewards would have paid for saved episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaia2_gym.cli.verify import STYLES, TRACES, WORDS, Judged, judge_all, judging

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class Scored:
    """What one reward would have paid for one episode; `terms` is None where the verdict is unknown."""

    judged: Judged
    reward: str
    terms: Mapping[str, float] | None

    @property
    def total(self) -> float | None:
        """The sum of the terms."""
        return None if self.terms is None else sum(self.terms.values())

    def as_json(self) -> dict[str, Any]:
        """JSON values."""
        j = self.judged
        about = {"trace": str(j.trace), "scenario_id": j.scenario_id, "split": j.split, "verdict": WORDS[j.verdict.success]}
        return {**about, "reward": self.reward, "total": self.total, "terms": None if self.terms is None else dict(self.terms)}


def rescore(
    traces: Annotated[list[Path], TRACES],
    reward: Annotated[list[str], typer.Option(metavar="NAME", help="sparse, dense, or module:attribute; several may be given.", show_default=False)],
    judge: Annotated[str | None, judging("NAME", "Who compares free text: facts, hard or openai.")] = None,
    matching: Annotated[str | None, judging("NAME", "optimal or reference.")] = None,
    timing: Annotated[str | None, judging("WINDOW", "reference, paper, or BEFORE,AFTER in seconds.")] = None,
    checks: Annotated[str | None, judging("NAME", "Which arguments count: reference or strict.")] = None,
    scenario: Annotated[Path | None, typer.Option(metavar="FILE", help="What was played, where the traces do not find it.")] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write totals, terms and means as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="Write one row a trace and reward.")] = None,
) -> None:
    """Say what each reward would have paid for saved episodes: totals, terms, means. Nothing is played again.

    An episode whose verdict is unknown has no reward: it is counted apart and enters no mean.
    """
    from gaia2_gym.cli.exits import UNREADABLE, WRONG
    from gaia2_gym.cli.output import console, write_csv, write_json
    from gaia2_gym.cli.traces import given_settings
    from gaia2_gym.reward import make_reward

    rewards = {name: make_reward(name) for name in dict.fromkeys(reward)}
    settings = given_settings(judge=judge, matching=matching, timing=timing, checks=checks)
    judged, failed = judge_all(traces, settings, None, scenario)
    scored = [Scored(j, name, _terms(j, made)) for j in judged for name, made in rewards.items()]
    means = [_mean(name, [s for s in scored if s.reward == name]) for name in rewards]
    if scored:
        _show(console(), scored, means)
    if json is not None:
        write_json(json, {"traces": [s.as_json() for s in scored], "rewards": means})
    if csv is not None:
        write_csv(csv, [{k: v for k, v in s.as_json().items() if k != "terms"} | dict(s.terms or {}) for s in scored])
    if failed or any(s.terms is None for s in scored):
        raise typer.Exit(UNREADABLE if failed else WRONG)


def _terms(j: Judged, reward: Any) -> dict[str, float] | None:
    from gaia2_gym.reward import score

    return None if j.verdict.success is None else score(reward, j.verdict, j.episode)


def _mean(name: str, scored: Sequence[Scored]) -> dict[str, Any]:
    """The mean total and terms of a reward over the episodes that have one; a term that an episode lacks counts as 0 there."""
    known = [s for s in scored if s.terms is not None]
    names = list(dict.fromkeys(term for s in known for term in s.terms or {}))
    terms = {term: fmean((s.terms or {}).get(term, 0.0) for s in known) for term in names}
    mean = fmean(s.total or 0.0 for s in known) if known else None
    return {"reward": name, "traces": len(known), "unknown": len(scored) - len(known), "mean": mean, "terms": terms}


def _show(out: Console, scored: Sequence[Scored], means: Sequence[Mapping[str, Any]]) -> None:
    from gaia2_gym.cli.output import coloured, table

    rows = table(("trace", "scenario", "verdict", "reward", "total", "terms"), right=("total",))
    for s in scored:
        success = s.judged.verdict.success
        total = "unknown" if s.total is None else f"{s.total:.3f}"
        rows.add_row(str(s.judged.trace), s.judged.scenario_id, coloured(WORDS[success], STYLES[success]), s.reward, total, _listed(s.terms or {}))
    out.print(rows)
    out.print()
    rows = table(("reward", "traces", "unknown", "mean", "mean terms"), right=("traces", "unknown", "mean"))
    for m in means:
        mean = "-" if m["mean"] is None else f"{m['mean']:.3f}"
        rows.add_row(m["reward"], str(m["traces"]), str(m["unknown"]), mean, _listed(m["terms"]))
    out.print(rows)


def _listed(terms: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in terms.items())
