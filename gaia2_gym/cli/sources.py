"""Scenarios as the command line names them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gaia2_gym.errors import ScenarioError, nearest
from gaia2_gym.scenario import Scenario, Source, open_source
from gaia2_gym.scenario.sources import PACKAGED
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth.packs import open_scenarios

_NAMES = ("packaged", *(split.lower() for split in SPLITS))


def open_named(name: Any, split: str = "", size: Any = "pocket") -> Source:
    """Scenarios by a path, by the name of a packaged split, or by anything else that `open_scenarios` takes.

    Args:
        name: The name.
        split: Split of synthetic and packaged scenarios where the name has none.
        size: Size of synthetic universes where the name has none.

    Raises:
        ScenarioError: When there is nothing there.
    """
    if not isinstance(name, str) or (name and Path(name).exists()) or ":" in name:
        return open_scenarios(name, split, size)
    if name.lower() in _NAMES:
        return open_source(name.lower() if name.lower() == "packaged" else f"packaged:{name.lower()}")
    raise ScenarioError(f"no such file or folder, and no split of this name{nearest(name.lower(), _NAMES)}", name)


AT_MOST = 1000
"""Scenarios of an endless source that a command looks at where it is not told how many."""


def each(source: Source, n: int = AT_MOST) -> Iterator[tuple[int, Scenario | ScenarioError]]:
    """The first scenarios with their numbers, or why one cannot be loaded."""
    for number in range(min(n, len(source))):
        try:
            scenario = source[number]
        except ScenarioError as error:
            yield number, error
        else:
            yield number, scenario


def short_name(scenario: Scenario, source: str) -> str:
    """Where a scenario came from, briefly: the split's name if it is packaged, the path within a folder."""
    path = Path(scenario.source)
    if path.parent == PACKAGED:
        return f"packaged:{path.stem}"
    return str(path.relative_to(source)) if path.is_relative_to(source) and path != Path(source) else scenario.source
