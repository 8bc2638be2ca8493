"""What scenarios hold, in numbers: writes, apps, turns, tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any

import orjson

from gaia2_gym.errors import MissingExtraError
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, Scenario, scenario_json
from gaia2_gym.splits import SPLITS

CHARS_PER_TOKEN = 4
"""How tokens are estimated: four characters of JSON each (rule of thumb for English text)."""
_SYSTEM = (USER_INTERFACE, "SystemApp")
_COLUMNS = 4
"""Panels of a picture side by side."""


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
    """Median and range of each measure, by split, family or difficulty: one row each, `n` and for each measure (least, median, greatest)."""
    groups: dict[str, list[Numbers]] = {}
    for numbers in all_numbers:
        groups.setdefault(getattr(numbers, by), []).append(numbers)
    return [{by: name, "n": len(group)} | {m: _spread([getattr(x, m) for x in group]) for m in MEASURES} for name, group in groups.items()]


def _spread(values: Sequence[int]) -> tuple[int, float, int]:
    return min(values), median(values), max(values)


def official_numbers(path: Path) -> list[Numbers]:
    """What `oracle_actions.jsonl` tells of official scenarios: the oracle's writes, their apps, the turns, the length of the task.

    A turn is counted for each message to the user, and one where there is none. Events and tokens are not in that file; they are 0.
    """
    names = {split.lower(): split for split in SPLITS}
    return [_official(orjson.loads(line), names) for line in path.read_bytes().splitlines()]


def _official(row: Mapping[str, Any], names: Mapping[str, str]) -> Numbers:
    oracle = row["data"]["oracle"]
    messages = sum(action["function"] == MESSAGE_TO_USER for action in oracle)
    apps = len({action["app"] for action in oracle} - set(_SYSTEM))
    return Numbers(names[row["data"]["config"]], "", 0, len(oracle), apps, max(1, messages), 0, 0, len(row["prompt"]))


def plot(all_numbers: Sequence[Numbers], path: Path, official: Sequence[Numbers] = ()) -> None:
    """Draw how many oracle writes scenarios have, a panel for each split, the official ones beside them where given.

    Raises:
        MissingExtraError: Without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("drawing", "plots") from None
    splits = list(dict.fromkeys(n.split for n in all_numbers))
    columns = min(len(splits), _COLUMNS)
    rows = -(-len(splits) // columns)
    figure = Figure(figsize=(2.8 * columns, 2.6 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis, split in zip_longest(axes.flat, splits):
        if split is None:
            axis.axis("off")
            continue
        ours, theirs = ([n.writes for n in numbers if n.split == split] for numbers in (all_numbers, official))
        _bars(axis, ours, "synthetic", {"color": "0.35"}, -0.2 if theirs else 0.0, 0.4 if theirs else 0.8)
        if theirs:
            _bars(axis, theirs, "official", {"color": "white", "edgecolor": "black"}, 0.2, 0.4)
            axis.legend(fontsize=7, frameon=False)
        axis.set_title(f"{split}: median {median(ours):g}, {min(ours)} to {max(ours)}", fontsize=8)
        axis.set_xlabel("oracle writes", fontsize=8)
        axis.set_xlim(0, max(*ours, *theirs, 7) + 1)
        axis.xaxis.get_major_locator().set_params(integer=True)
        axis.tick_params(labelsize=7)
    for axis in axes[:, 0]:
        axis.set_ylabel("share of scenarios", fontsize=8)
    figure.savefig(path, dpi=150)


def _bars(axis: Any, values: Sequence[int], label: str, style: Mapping[str, Any], shift: float, width: float) -> None:
    counts = Counter(values)
    axis.bar([x + shift for x in counts], [count / len(values) for count in counts.values()], width, label=label, **style)
