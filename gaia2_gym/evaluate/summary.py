"""What the results of one model come to, in numbers."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from gaia2_gym.evaluate.results import Result, read_results
from gaia2_gym.evaluate.statistics import Estimate, by_split, overall_rate, rate
from gaia2_gym.splits import SPLITS

Groups = Mapping[str, Estimate | None]
UNPRICED = "tokens written"
"""What a budget is counted in where no price is known."""


@dataclass(frozen=True, slots=True)
class Played:
    """The episodes of one model under one configuration.

    Args:
        label: What tables call it.
        header: What was evaluated.
        results: Its episodes.
    """

    label: str
    header: Mapping[str, Any]
    results: Sequence[Result]

    @property
    def judged(self) -> list[Result]:
        """Episodes with a verdict."""
        return [r for r in self.results if r.success is not None]

    @property
    def runs(self) -> int:
        """Episodes of each scenario that were to be played."""
        return int(self.header["eval"]["runs"])


def read_played(folders: Sequence[Path]) -> list[Played]:
    """The models of several evaluations, in the order of their configurations; with the folder's name where there are several folders.

    Raises:
        Gaia2Error: When results cannot be read.
    """
    found = []
    for folder in folders:
        header, results = read_results(folder)
        for model in header["models"]:
            name = str(model["name"])
            where = folder.name if folder.is_dir() else folder.parent.name
            label = name if len(folders) == 1 else f"{name} ({where or folder.resolve().name})"
            found.append(Played(label, header, [r for r in results if r.model == name]))
    return found


def splits_of(players: Sequence[Played]) -> list[str]:
    """The splits that anybody played, in the order of the paper."""
    present = {r.split for p in players for r in p.results}
    return [split for split in SPLITS if split in present] + sorted(present - {*SPLITS})


def grouped(results: Sequence[Result], keys: Callable[[Result], Sequence[str]]) -> dict[str, Estimate | None]:
    """Pass@1 of each group; an episode may be in several."""
    groups: dict[str, list[Result]] = {}
    for result in results:
        for key in keys(result):
            groups.setdefault(key, []).append(result)
    return {key: rate(groups[key]) for key in sorted(groups)}


GROUPINGS: Mapping[str, Callable[[Result], Sequence[str]]] = {
    "turns": lambda r: (f"{r.turns} turn{'s' if r.turns != 1 else ''}",),
    "difficulty": lambda r: (str(r.difficulty),) if r.difficulty else (),
    "families": lambda r: ("in tests only" if r.test_family else "also in training",) if r.family else (),
    "apps": lambda r: r.apps,
    "family": lambda r: (r.family,) if r.family else (),
}
"""How pass rates are told apart, besides by split: name -> groups of an episode."""


def summary(player: Played) -> dict[str, Any]:
    """Everything about a model, as JSON values."""
    results, judged = player.results, player.judged
    wrong = [r for r in judged if not r.success]
    ks = range(1, player.runs + 1)
    return {
        "label": player.label,
        "episodes": len(results),
        "judged": len(judged),
        "passed": len(judged) - len(wrong),
        "failures": dict(Counter(r.failure for r in results if r.failure).most_common()),
        "overall": _json(overall_rate(results)),
        "splits": {split: _json(rate(part)) for split, part in by_split(results).items()},
        "pass_at": {str(k): _json(overall_rate(results, k)) for k in ks},
        "pass_all": {str(k): _json(overall_rate(results, k, every=True)) for k in ks},
        **{f"by_{name}": {key: _json(value) for key, value in grouped(results, keys).items()} for name, keys in GROUPINGS.items()},
        "first_failed_check": dict(Counter(r.check or r.reason for r in wrong).most_common()),
        "end_state_equal_though_refused": sum(r.end_state is True for r in wrong),
        "reasons": dict(Counter(r.reason for r in judged).most_common()),
        "effort": effort(results),
        "tools": tools(results),
    }


def _json(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else dataclasses.asdict(estimate)


def effort(results: Sequence[Result]) -> dict[str, float | None]:
    """What an episode took, on average; simulated seconds of the solved ones, in the middle."""
    if not results:
        return {}
    names = ("steps", "calls", "failed_calls", "generations", "prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens")
    means = {name: fmean(float(getattr(r, name)) for r in results) for name in (*names, "model_seconds", "wall_seconds", "simulated_seconds")}
    solved = [r.simulated_seconds for r in results if r.success]
    known = [r.cost for r in results if r.cost is not None]
    return {
        **means,
        "cost": fmean(known) if len(known) == len(results) else None,
        "total_cost": math.fsum(known),
        "total_tokens": float(sum(r.prompt_tokens + r.completion_tokens for r in results)),
        "simulated_seconds_of_solved": median(solved) if solved else None,
    }


def tools(results: Sequence[Result]) -> dict[str, float]:
    """Calls of each tool in an episode, on average, the most called first."""
    calls: Counter[str] = Counter()
    for result in results:
        calls.update(result.tool_calls)
    return {tool: count / len(results) for tool, count in sorted(calls.items(), key=lambda item: (-item[1], item[0]))}


def budget_of(players: Sequence[Played]) -> tuple[str, Callable[[Result], float]]:
    """What a budget is counted in: dollars where every price is known and anything costs, else tokens, else steps."""
    results = [r for p in players for r in p.results]
    if any(r.cost for r in results) and all(r.cost is not None for r in results):
        return "US dollars", lambda r: r.cost or 0.0
    if any(r.completion_tokens for r in results):
        return UNPRICED, lambda r: float(r.completion_tokens)
    return "steps", lambda r: float(r.steps)
