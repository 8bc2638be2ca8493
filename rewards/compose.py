"""Compositions of rewards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gaia2_gym.errors import ConfigError
from gaia2_gym.reward import EpisodeFacts, Reward, StepFacts, Terms
from gaia2_gym.verifier import Verdict
from rewards.terms import Potential


@dataclass(frozen=True)
class Weighted:
    """Sum of weight x reward over named parts; terms are called `part/term`.

    Encourages what its parts encourage, in the proportion of the weights.

    Args:
        parts: Name -> (weight, reward).
    """

    parts: Mapping[str, tuple[float, Reward]]

    def __post_init__(self) -> None:
        for name, part in self.parts.items():
            if not (isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Reward)):
                raise ConfigError(f"part {name!r} must be a pair (weight, reward), not {part!r:.60}")

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """The parts' terms."""
        return self._sum({name: (weight, reward.step(before, after, record)) for name, (weight, reward) in self.parts.items()})

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """The parts' terms."""
        return self._sum({name: (weight, reward.final(verdict, trace)) for name, (weight, reward) in self.parts.items()})

    def _sum(self, parts: Mapping[str, tuple[float, Terms]]) -> Terms:
        return {f"{name}/{term}": weight * value for name, (weight, terms) in parts.items() for term, value in terms.items()}


@dataclass(frozen=True)
class Shaped:
    """Any reward plus scale x potential-based shaping, which changes no optimal policy.

    Encourages what the reward encourages, with an earlier signal.

    Args:
        reward: What counts.
        gamma: The learner's discount.
        scale: Size of the shaping.
    """

    reward: Reward
    gamma: float = 1.0
    scale: float = 1.0

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """The reward's terms and `shaping`."""
        return {**self.reward.step(before, after, record), "shaping": self.scale * (self.gamma * after - before)}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """The reward's terms, and the `shaping` that the end takes back."""
        taken = Potential(self.gamma).final(verdict, trace)["shaping"]
        return {**self.reward.final(verdict, trace), "shaping": self.scale * taken}
