"""Packs: the endless training stream and the fixed sets, by name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, overload
from urllib.parse import parse_qsl

from gaia2_gym.errors import ConfigError, ScenarioError, nearest
from gaia2_gym.scenario import Scenario, Source, open_source
from gaia2_gym.scenario.model import TIME_DURATION
from gaia2_gym.session.config import check_choice
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import DIFFICULTIES, Family, Task, make_task
from gaia2_gym.synth.universe import SIZES, Size, make_universe

ENDLESS = 1 << 31
"""Scenarios of the training stream: as many as there are seeds."""
AUGMENTED = ("Noise", "Agent2Agent")
"""Splits whose scenarios are those of the five others, played under another augmentation (paper)."""
CORE = tuple(split for split in SPLITS if split not in AUGMENTED)
_PER_UNIVERSE = 16
"""Neighbouring scenarios of a split that share a universe."""
_AUGMENTED_SEEDS = 1 << 32
"""First seed of scenarios under an augmentation, so that these are no copies of those of the five other splits."""
_KEYS = ("difficulty", "family", "size")


@dataclass(frozen=True, slots=True)
class PackSpec:
    """What a pack is made of.

    Args:
        per_split: Scenarios a split.
        first_universe: Its first universe; no two packs share one.
        universes: How many universes there are; then they come again, with other scenarios.
        test_families: Whether it holds the families that are kept for tests.
    """

    per_split: int
    first_universe: int
    universes: int
    test_families: bool = False


PACKS = {
    "train": PackSpec(ENDLESS, 0, 1000),
    "validation": PackSpec(160, 1_000_000, 10),
    "test": PackSpec(160, 2_000_000, 10, test_families=True),
    "mini": PackSpec(32, 3_000_000, 2),
}
"""`train` is endless, the others have the sizes of Gaia2 and Gaia2-mini (paper); only `test` holds the test families."""


class Pack(Source):
    """Synthetic scenarios by number, each made when it is first asked for.

    Without a split, number k is the (k // 7)-th of the split k % 7, so that the seven splits come in turn. Where families are named, only the splits
    that have one of them take part.

    Args:
        pack: `train`, `validation`, `test` or `mini`.
        split: One split, or an empty text for all in turn.
        size: Of the universes: `pocket`, `small` or `full`.
        difficulty: Least and greatest difficulty, 1 to 5.
        families: Names of the only families wanted; all that the pack has by default.

    Raises:
        ConfigError: For an unknown pack, split, size or family.
    """

    def __init__(
        self, pack: str = "train", split: str = "", size: Size = "pocket", difficulty: tuple[int, int] = (1, 5), families: Collection[str] = ()
    ) -> None:
        check_choice("pack", pack, tuple(PACKS))
        check_choice("split", split, ("", *SPLITS))
        check_choice("size", size, SIZES)
        low, high = difficulty
        if low not in DIFFICULTIES or high not in DIFFICULTIES or low > high:
            raise ConfigError(f"difficulty must be a range within 1 to 5, such as 1-3, not {low}-{high}")
        self.pack, self.split, self.size, self.difficulty = pack, split, size, (low, high)
        self.spec = PACKS[pack]
        name = f"synth:{pack}" + (f":{split}" if split else "")
        known = {s: _families(pack, s) for s in ((split,) if split else SPLITS)}
        names = list(dict.fromkeys(f.name for found in known.values() for f in found))
        if unknown := [wanted for wanted in families if wanted not in names]:
            raise ConfigError(f"{name} has no family {unknown[0]!r:.60}{nearest(unknown[0], names)}; it has {', '.join(names)}")
        chosen = {s: [f for f in found if not families or f.name in families] for s, found in known.items()}
        self.families = {s: _in_turn(found) if s in AUGMENTED else found for s, found in chosen.items() if found}
        self.splits = tuple(self.families)
        super().__init__(name, _Loaders(self._scenario, self.spec.per_split * len(self.splits)))

    def task(self, index: int) -> Task:
        """A scenario with what its expert and its checks need to know.

        Raises:
            IndexError: When the pack has no such number.
        """
        split, k, family, difficulty = self._plan(index)
        universe = make_universe(self.spec.first_universe + k // _PER_UNIVERSE % self.spec.universes, self.size)
        augmented = split if split in AUGMENTED else ""
        duration = TIME_DURATION if augmented and family.split == "Time" else None  # Time's limit goes with its families
        tags = (f"pack:{self.pack}",)
        seed = k + _AUGMENTED_SEEDS if augmented else k
        return make_task(family, universe, seed, difficulty, self.id_of(index), tags=tags, split=augmented, duration=duration)

    def id_of(self, index: int) -> str:
        """The id of a scenario, without making it.

        Raises:
            IndexError: When the pack has no such number.
        """
        split, k, family, difficulty = self._plan(index)
        return f"synth-{self.pack}-{split}-{self.size}-{k:06}-{family.name}-{difficulty}".lower()

    def _plan(self, index: int) -> tuple[str, int, Family, int]:
        """Split, number within it, family and difficulty of a scenario."""
        if not 0 <= index < len(self):
            raise IndexError(f"{self.name} has {len(self)} scenarios, there is no number {index}")
        split, k = self.splits[index % len(self.splits)], index // len(self.splits)
        families = self.families[split]
        low, high = self.difficulty
        # each family meets each difficulty: the rounds through the families count the difficulties up
        return split, k, families[k % len(families)], low + (k // len(families)) % (high - low + 1)

    def find(self, scenario_id: str) -> Scenario:
        """The scenario with an id, which tells its number.

        Raises:
            ScenarioError: When this pack has none of that id.
        """
        if match := re.fullmatch(r"synth-[a-z]+-([a-z0-9]+)-[a-z]+-(\d+)-.*", scenario_id):
            splits = [s.lower() for s in self.splits]
            if match[1] in splits and int(match[2]) < self.spec.per_split:
                index = int(match[2]) * len(splits) + splits.index(match[1])
                if self.id_of(index) == scenario_id:
                    return self[index]
        raise ScenarioError(f"no scenario with the id {scenario_id!r}", self.name)

    def _scenario(self, index: int) -> Scenario:
        return self.task(index).scenario


class _Loaders(Sequence[Callable[[], Scenario]]):
    """One function a scenario, without a list of two thousand million of them."""

    def __init__(self, make: Callable[[int], Scenario], length: int) -> None:
        self._make = make
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Callable[[], Scenario]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Callable[[], Scenario]]: ...

    def __getitem__(self, index: int | slice) -> Callable[[], Scenario] | Sequence[Callable[[], Scenario]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        return lambda: self._make(index)


def _families(pack: str, split: str) -> list[Family]:
    """The families that a pack has for a split."""
    tests = PACKS[pack].test_families
    return [f for f in FAMILIES if (split in AUGMENTED or f.split == split) and (tests or not f.test_only)]


def _in_turn(families: Sequence[Family]) -> list[Family]:
    """Families of several splits, one of each in turn, so that every split has the same share."""
    by_split = [fs for s in CORE if (fs := [f for f in families if f.split == s])]
    return [fs[i % len(fs)] for i in range(max(map(len, by_split))) for fs in by_split]


def open_scenarios(source: Any, split: str = "", size: Size = "pocket") -> Source:
    """Scenarios from wherever they are, synthetic ones included.

    Args:
        source: `synth:PACK[:SPLIT][?difficulty=1-3&family=NAME,NAME&size=SIZE]`, whatever `gaia2_gym.scenario.open_source` takes, or a list of these.
        split: Split of synthetic and packaged scenarios where the source names none.
        size: Size of synthetic universes where the source names none.

    Raises:
        ScenarioError: When there is nothing there, or it cannot be read.
        ConfigError: For an unknown pack, split, size or family.
    """
    if isinstance(source, list | tuple):
        return open_source([open_scenarios(part, split, size) for part in source])
    if source == "packaged" and split:
        return open_source(f"packaged:{split}")
    if not isinstance(source, str | os.PathLike) or not os.fspath(source).startswith("synth:"):
        return open_source(source)
    name, _, query = os.fspath(source).removeprefix("synth:").partition("?")
    pack, _, own_split = name.partition(":")
    options = dict(parse_qsl(query, keep_blank_values=True))
    for key in options:
        if key not in _KEYS:
            raise ConfigError(f"{source}: unknown option {key!r:.60}{nearest(key, _KEYS)}; known are {', '.join(_KEYS)}")
    chosen = {s.lower(): s for s in SPLITS}.get(own_split.lower(), own_split) or split
    families = [f for f in options.get("family", "").split(",") if f]
    return Pack(pack or "train", chosen, options.get("size", size), _range(options.get("difficulty", "1-5")), families)


def _range(text: str) -> tuple[int, int]:
    if not re.fullmatch(r"[1-5](-[1-5])?", text):
        raise ConfigError(f"difficulty must be a number from 1 to 5 or a range such as 1-3, not {text!r:.60}")
    return int(text[0]), int(text[-1])
