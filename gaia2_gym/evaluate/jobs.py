"""The episodes of an evaluation: models x scenarios x runs, each with its seed, in an order of no consequence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from gaia2_gym.errors import ConfigError
from gaia2_gym.evaluate.config import Evaluation
from gaia2_gym.scenario import Source
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth.packs import ENDLESS, Pack, open_scenarios

Key = tuple[str, str, int]
"""What an episode is known by: model, scenario, run."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A scenario to be played: the source, its number there, its id, its split."""

    source: str
    number: int
    scenario_id: str
    split: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One episode to be played."""

    model: str
    scenario: Chosen
    run: int
    seed: int

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self.model, self.scenario.scenario_id, self.run


def episode_seed(seed: int, scenario_id: str, run: int) -> int:
    """The seed of an episode: the same for all models, so that they can be compared scenario by scenario.

    >>> episode_seed(0, "s", 0) == episode_seed(0, "s", 0), episode_seed(0, "s", 0) == episode_seed(0, "s", 1)
    (True, False)
    """
    digest = blake2b(f"{seed}/{scenario_id}/{run}".encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1


def jobs_of(evaluation: Evaluation) -> list[Job]:
    """All episodes. Those of a scenario follow each other, so that it is loaded once.

    Raises:
        ConfigError: When no scenario is left, an id stands for two, or an agent cannot play them.
        ScenarioError: When a scenario cannot be read.
    """
    settings = evaluation.settings
    chosen = [scenario for source in settings.sources for scenario in choose(evaluation, source)]
    if not chosen:
        raise ConfigError(f"there is no scenario of the splits {', '.join(settings.splits)} in {', '.join(settings.sources)}")
    doubles = [scenario_id for scenario_id, count in Counter(s.scenario_id for s in chosen).items() if count > 1]
    if doubles:
        raise ConfigError(f"the scenario {doubles[0]!r:.80} stands in the sources twice")
    return [
        Job(model.name, scenario, run, episode_seed(settings.seed, scenario.scenario_id, run))
        for scenario in chosen
        for run in range(settings.runs)
        for model in evaluation.models
    ]


def choose(evaluation: Evaluation, name: str) -> Iterator[Chosen]:
    """The scenarios of a source that are wanted: the first `n` of each split.

    Raises:
        ConfigError: When there is no end to them, or they are no scenarios for the solver.
        ScenarioError: When one cannot be read.
    """
    settings = evaluation.settings
    source = open_scenarios(name, size=evaluation.size)
    if isinstance(source, Pack):
        if settings.n is None and source.spec.per_split >= ENDLESS:
            raise ConfigError(f"{name} has no end: set n, the number of scenarios of each split")
    elif any(model.agent == "solver" for model in evaluation.models):
        raise ConfigError(f"the agent 'solver' plays synthetic scenarios only, and {name} holds others; leave it out with --model")
    wanted, taken = settings.splits or ("", *SPLITS), Counter[str]()
    for number, scenario_id, split in _listed(source, settings.n):
        if split in wanted and (settings.n is None or taken[split] < settings.n):
            taken[split] += 1
            yield Chosen(name, number, scenario_id, split)


def _listed(source: Source, n: int | None) -> Iterator[tuple[int, str, str]]:
    """Number, id and split of scenarios; those of a pack without making them."""
    if isinstance(source, Pack):  # its splits come in turn
        splits = source.splits
        for number in range(len(source) if n is None else min(len(source), n * len(splits))):
            yield number, source.id_of(number), splits[number % len(splits)]
        return
    for number in range(len(source)):
        scenario = source[number]
        yield number, scenario.scenario_id, scenario.split
