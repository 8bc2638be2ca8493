"""What scenarios hold, in numbers: writes, apps, turns, tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import orjson

from gaia2_gym.errors import MissingExtraError
from gaia2_gym.scenario import Scenario, scenario_json

CHARS_PER_TOKEN = 4
"""How tokens are estimated: four characters of JSON each (rule of thumb for English text)."""
_SYSTEM = ("AgentUserInterface", "SystemApp")


@dataclass(frozen=True, slots=True)
class Numbers:
    """One scenario in numbers.

    Args:
        split: Its split.
        family: Its family, or an empty text.
        difficulty: 1 to 5, or 0.
        writes: The oracle's writes, the messages to the user among them.
        apps: Apps that these writes touch, the user interface aside.
        turns: Turns.
        events: Events of the environment.
        tokens: Of all apps' states, estimated.
        prompt: Characters of the user's first message.
    """

    split: str
    family: str
    difficulty: int
    writes: int
    apps: int
    turns: int
    events: int
    tokens: int
    prompt: int


MEASURES = ("writes", "apps", "turns", "events", "tokens", "prompt")


def numbers_of(scenario: Scenario) -> Numbers:
    """A scenario in numbers."""
    oracle = [e for e in scenario.events if e.kind == "AGENT"]
    writes = [e for e in oracle if (spec := scenario.tools.get(f"{e.app}__{e.function}")) and spec.operation == "write"]
    tags = dict(tag.split(":", 1) for tag in scenario.tags if ":" in tag)
    return Numbers(
        split=scenario.split,
        family=tags.get("family", ""),
        difficulty=int(tags.get("difficulty", 0)),
        writes=len(writes),
        apps=len({e.app for e in writes} - set(_SYSTEM)),
        turns=scenario.num_turns,
        events=sum(e.kind == "ENV" for e in scenario.events),
        tokens=len(orjson.dumps(scenario_json(scenario)["apps"])) // CHARS_PER_TOKEN,
        prompt=len(scenario.task),
    )


def summary(all_numbers: Sequence[Numbers], by: str = "split") -> list[dict[str, Any]]:
    """Median and range of each measure, by split or family: one row each, `n` and for each measure (least, median, greatest)."""
    groups: dict[str, list[Numbers]] = {}
    for numbers in all_numbers:
        groups.setdefault(getattr(numbers, by), []).append(numbers)
    return [{by: name, "n": len(group)} | {m: _spread([getattr(x, m) for x in group]) for m in MEASURES} for name, group in groups.items()]


def _spread(values: Sequence[int]) -> tuple[int, float, int]:
    return min(values), median(values), max(values)


def official_writes(path: Path) -> dict[str, list[int]]:
    """Oracle writes of the official scenarios of `oracle_actions.jsonl`, by split (lower case)."""
    found: dict[str, list[int]] = {}
    for line in path.read_bytes().splitlines():
        data = orjson.loads(line)["data"]
        found.setdefault(data["config"], []).append(len(data["oracle"]))
    return found


def plot(all_numbers: Sequence[Numbers], path: Path, official: Mapping[str, Sequence[int]] | None = None) -> None:
    """Draw how many oracle writes scenarios have, a panel for each split, the official ones beside them where given.

    Raises:
        MissingExtraError: Without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("drawing", "plots") from None
    splits = list(dict.fromkeys(n.split for n in all_numbers))
    figure = Figure(figsize=(2.6 * len(splits), 2.8), layout="constrained")
    axes = figure.subplots(1, len(splits), squeeze=False)[0]
    for axis, split in zip(axes, splits, strict=True):
        ours = [n.writes for n in all_numbers if n.split == split]
        theirs = list((official or {}).get(split.lower(), ()))
        top = max(ours + theirs)
        _bars(axis, ours, top, "synthetic", {"color": "0.35"}, -0.2 if theirs else 0.0, 0.4 if theirs else 0.8)
        if theirs:
            _bars(axis, theirs, top, "official", {"color": "white", "edgecolor": "black", "hatch": "///"}, 0.2, 0.4)
            axis.legend(fontsize=7, frameon=False)
        low, _, high = quantiles(ours, n=4) if len(ours) > 1 else (ours[0],) * 3
        axis.set_title(f"{split}\n{len(ours)}: median {median(ours):g}, quartiles {low:g}-{high:g}", fontsize=8)
        axis.set_xlabel("oracle writes", fontsize=8)
        axis.tick_params(labelsize=7)
    axes[0].set_ylabel("share of scenarios", fontsize=8)
    figure.savefig(path, dpi=150)


def _bars(axis: Any, values: Iterable[int], top: int, label: str, style: Mapping[str, Any], shift: float, width: float) -> None:
    counts = Counter(values)
    total = sum(counts.values())
    axis.bar([x + shift for x in range(1, top + 1)], [counts[x] / total for x in range(1, top + 1)], width, label=label, **style)
