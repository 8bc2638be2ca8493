"""Rewards: from verdicts and progress to numbers. The protocol, and the two that `gym.make` knows by name.

A reward is pure: the same facts give the same terms, so that saved traces can be re-scored. Its terms are named and summed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.verifier import Verdict

Terms = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What a reward may know of one call of the agent.

    Args:
        i: Index of its record.
        tool: Public name; None for a malformed action.
        operation: `read` or `write`.
        error: Kind of its error, or None.
        turn: Its turn, from 0.
        time: Unix seconds.
        seconds: Thinking time before it, simulated seconds.
        tokens: Tokens generated for it, if the caller said.
    """

    i: int
    tool: str | None
    operation: str = "read"
    error: str | None = None
    turn: int = 0
    time: float = 0.0
    seconds: float = 0.0
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class EpisodeFacts:
    """What a reward may know of a finished episode: its calls, how it ended, and how long it took (simulated seconds)."""

    steps: Sequence[StepFacts] = field(default_factory=tuple)
    reason: str = ""
    duration: float = 0.0


@runtime_checkable
class Reward(Protocol):
    """Turns progress and verdicts into named terms."""

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Terms for one call of the agent.

        Args:
            before: Progress before it, from 0 to 1.
            after: Progress after it.
            record: The call.
        """
        ...

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """Terms for the end of the episode. The verdict is never unknown here.

        Args:
            verdict: The judgement, with the history of progress.
            trace: The episode.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sparse:
    """1 on success, 0 otherwise, at the end."""

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Nothing."""
        return {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`success`: 1 or 0."""
        return {"success": float(verdict.success is True)}


@dataclass(frozen=True, slots=True)
class Dense:
    """weight x final progress + (1 - weight) x success, paid as progress changes.

    Not policy-invariant, and does not claim to be: with weight 0.3 a sure near-miss (progress 0.9) earns 0.27, an even chance of success at least
    0.5. On the Search split, where a single write is judged, it equals `Sparse`.

    Args:
        weight: Share of progress, from 0 to 1.
    """

    weight: float = 0.3

    def __post_init__(self) -> None:
        if not 0.0 <= self.weight <= 1.0:
            raise ConfigError(f"weight must be between 0 and 1, not {self.weight!r}")

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """`progress`: weight x the change of progress."""
        return {"progress": self.weight * (after - before)} if after != before else {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`progress`: what is still owed; `success`: 1 - weight, or 0."""
        paid = verdict.history[-1][1] if verdict.history else 0.0
        return {"progress": self.weight * (verdict.progress - paid), "success": (1.0 - self.weight) * float(verdict.success is True)}


NAMED: Mapping[str, Callable[[], Reward]] = {"sparse": Sparse, "dense": Dense}


def make_reward(reward: Any) -> Reward:
    """A reward from its setting.

    Args:
        reward: `sparse`, `dense`, `module:attribute` (an object, or a class that needs no arguments), or an object with `step` and `final`.

    Raises:
        ConfigError: When it is none; says what is wrong.
    """
    if isinstance(reward, str):
        if reward in NAMED:
            return NAMED[reward]()
        reward = _imported(reward)
    if isinstance(reward, type):
        reward = reward()
    if not isinstance(reward, Reward):
        raise ConfigError(f"a reward needs the methods `step` and `final`; {type(reward).__name__} has not")
    chosen: Reward = reward
    return chosen


def _imported(name: str) -> Any:
    module, _, attribute = name.partition(":")
    if not attribute:
        raise ConfigError(f"reward must be one of {', '.join(NAMED)}, 'module:attribute' or an object, not {name!r:.60}{nearest(name, NAMED)}")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ConfigError(f"reward {name!r:.80} cannot be imported: {error}") from None


def score(reward: Reward, verdict: Verdict, trace: EpisodeFacts) -> dict[str, float]:
    """The terms of a whole episode, summed over its steps: what a session would have paid.

    Args:
        reward: The reward.
        verdict: The episode's verdict, with its history.
        trace: The episode.
    """
    total: dict[str, float] = {}
    after_of = dict(verdict.history)
    before = 0.0
    for step in trace.steps:
        after = after_of.get(step.i, before)
        add_terms(total, reward.step(before, after, step))
        before = after
    return add_terms(total, reward.final(verdict, trace))


def add_terms(total: dict[str, float], terms: Terms) -> dict[str, float]:
    """Add terms to a running sum by name, in place; returns the sum."""
    for name, value in terms.items():
        total[name] = total.get(name, 0.0) + value
    return total
