"""A family: many scenarios of one kind, and the expert that solves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import Scenario
from gaia2_gym.session import Session
from gaia2_gym.session.config import check_choice
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth.draft import Draft, Unfit
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.solver import Phone
from gaia2_gym.synth.universe import Universe

DIFFICULTIES = (1, 2, 3, 4, 5)
TEST_FAMILY = "test_family"
"""Tag of scenarios whose family occurs in the `test` pack only, so that their figures can be told apart."""
_ATTEMPTS = 200


@dataclass(frozen=True)
class Family:
    """Scenarios of one kind.

    Args:
        name: Unique, `snake_case`.
        split: The split.
        phrasings: At least ten ways to put the task, each with the same `{slots}`.
        make: Writes a scenario into a draft: draws parameters, adds what must be there, asks, and writes what the ideal agent does. Raises
            `Unfit` (as `Draft.fits` does) where the draws allow no scenario.
        solve: Solves it through the phone, given what the user's message states (slot -> text). It must look at nothing else.
        test_only: Whether it occurs in the `test` pack only, to measure generalisation to new tasks.
        tags: Further tags.
    """

    name: str
    split: str
    phrasings: tuple[str, ...]
    make: Callable[[Draft], None]
    solve: Callable[[Phone, Mapping[str, str]], None]
    test_only: bool = False
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_choice("split", self.split, SPLITS)
        slots = {p: {name for _, name, _, _ in Formatter().parse(p) if name} for p in self.phrasings}
        every = set().union(*slots.values())
        if len(set(self.phrasings)) < 10:
            raise ScenarioError(f"{len(set(self.phrasings))} different phrasings, at least 10 are wanted", self.name)
        if problems := [f"phrasing {p!r} lacks {', '.join(sorted(every - s))}" for p, s in slots.items() if s != every]:
            raise ScenarioError(problems, self.name)


@dataclass(frozen=True, eq=False)
class Task:
    """A scenario of a family, with what its expert and its checks need to know.

    Args:
        family: Its family.
        scenario: The scenario.
        brief: What the user's first message states: slot -> text.
        wrong_answers: Answers that come near the right one and must be refused.
        difficulty: 1 to 5.
        universe: Whose phone it is played on.
    """

    family: Family
    scenario: Scenario
    brief: Mapping[str, str]
    wrong_answers: Sequence[str]
    difficulty: int
    universe: Universe

    def solve(self, session: Session) -> Phone:
        """Let the expert play a session of the scenario; returns its phone.

        Raises:
            CallFailed: When a call of the expert's fails.
            EpisodeOver: When the episode ends under it.
        """
        phone = Phone(session)
        self.family.solve(phone, self.brief)
        return phone


def make_task(
    family: Family,
    universe: Universe,
    seed: int,
    difficulty: int,
    scenario_id: str = "",
    *,
    tags: Sequence[str] = (),
    split: str = "",
    duration: float | None = None,
) -> Task:
    """A scenario of a family in a universe.

    Args:
        family: The family.
        universe: The phone's contents.
        seed: Of everything that is drawn.
        difficulty: 1 to 5.
        scenario_id: Its id; by default made from the rest.
        tags: Further tags.
        split: The split it is played in, by default the family's own.
        duration: Seconds an episode may last; None for what the split says.

    Raises:
        ScenarioError: When no draw of many makes a scenario.
    """
    check_choice("difficulty", difficulty, DIFFICULTIES)
    scenario_id = scenario_id or f"{family.name}-{universe.size}-{universe.seed}-{seed}"
    held_out = (TEST_FAMILY,) if family.test_only else ()
    all_tags = (split or family.split, f"family:{family.name}", f"difficulty:{difficulty}", *held_out, *family.tags, *tags)
    for attempt in range(_ATTEMPTS):
        draw = Draw(seed, f"{family.name}/{universe.size}/{universe.seed}/{difficulty}/{attempt}")
        draft = Draft(scenario_id, universe, draw, difficulty, phrasings=family.phrasings, tags=all_tags)
        try:
            family.make(draft)
        except Unfit:
            continue
        draft.duration = duration
        return Task(family, draft.build(), draft.brief, draft.wrong_answers, difficulty, universe)
    raise ScenarioError(f"{_ATTEMPTS} draws in universe {universe.seed} ({universe.size}) made no scenario of difficulty {difficulty}", family.name)
