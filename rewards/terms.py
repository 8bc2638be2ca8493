"""Rewards for ablations: each a small class with its formula and what it encourages."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gaia2_gym.errors import ConfigError
from gaia2_gym.reward import EpisodeFacts, StepFacts, Terms
from gaia2_gym.verifier import Verdict


def _last(verdict: Verdict) -> float:
    """Progress after the agent's last write."""
    return verdict.history[-1][1] if verdict.history else 0.0


@dataclass(frozen=True, slots=True)
class Potential:
    """Success plus potential-based shaping: gamma x P' - P at every step, P = progress, P = 0 once the episode is over.

    Encourages nothing but success: the shaping is policy-invariant (Ng, Harada and Russell 1999), it only brings the signal forward for learners
    that look at single steps. Over a whole trajectory, with gamma = 1, it sums to `Sparse`.

    Args:
        gamma: The learner's discount, from 0 to 1.
    """

    gamma: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.gamma <= 1.0:
            raise ConfigError(f"gamma must be between 0 and 1, not {self.gamma!r}")

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """`shaping`: gamma x after - before."""
        return {"shaping": self.gamma * after - before}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`shaping`: takes back gamma x P of the last step, as the end has no potential; `success`: 1 or 0."""
        taken = -self.gamma * _last(verdict) if trace.steps else 0.0
        return {"shaping": taken, "success": float(verdict.success is True)}


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Share of the turns that were accepted, at the end.

    Encourages getting the first turns right even where the last one fails; on single-turn scenarios it equals `Sparse`.
    """

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Nothing."""
        return {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`turns`: accepted turns / turns."""
        return {"turns": sum(t.success is True for t in verdict.turns) / max(1, len(verdict.turns))}


@dataclass(frozen=True, slots=True)
class EndState:
    """1 where the phone's final state equals the oracle's (generated ids and free text aside), 0 otherwise.

    Encourages the right outcome by any path: a wrong write that was undone costs nothing, unlike in the official verdict. It does not see what was
    said to the user, nor when things were done; combine it with `Sparse` where that matters.
    """

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Nothing."""
        return {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`end_state`: 1 or 0; 0 where nothing was expected to change and nothing else was achieved."""
        return {"end_state": float(verdict.end_state_equivalent is True and (verdict.success is True or verdict.progress > 0.0))}


@dataclass(frozen=True, slots=True)
class Timing:
    """Success, discounted by how far the timed writes were from the oracle's times: mean over them of exp(-|margin| / scale).

    Encourages punctuality within the window that the verdict allows; equals `Sparse` where nothing is timed.

    Args:
        scale: Seconds at which a write is worth 1/e.
    """

    scale: float = 15.0

    def __post_init__(self) -> None:
        if not self.scale > 0.0:
            raise ConfigError(f"scale must be above 0 seconds, not {self.scale!r}")

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Nothing."""
        return {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`timing`: success x mean(exp(-|margin| / scale)) over the timed writes."""
        margins = [abs(o.time_margin) for turn in verdict.turns for o in turn.oracle if o.time_margin is not None]
        mean = sum(math.exp(-m / self.scale) for m in margins) / len(margins) if margins else 1.0
        return {"timing": mean * float(verdict.success is True)}


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Success x max(0, 1 - step_cost x steps - token_cost x tokens) - surplus_cost x surplus writes - malformed_cost x malformed actions.

    Encourages short episodes, but only right ones: the saving is paid on success, so giving up early earns nothing. What is wrong whatever the
    outcome (writes nobody asked for, actions that are none) costs always, at most `max_penalty` in all.

    Args:
        step_cost: For each action.
        token_cost: For each generated token, where the caller counts them.
        surplus_cost: For each write that stands for nothing expected.
        malformed_cost: For each malformed action.
        max_penalty: Bound of the last two together.
    """

    step_cost: float = 0.002
    token_cost: float = 0.0
    surplus_cost: float = 0.02
    malformed_cost: float = 0.01
    max_penalty: float = 0.5

    def step(self, before: float, after: float, record: StepFacts) -> Terms:
        """Nothing."""
        return {}

    def final(self, verdict: Verdict, trace: EpisodeFacts) -> Terms:
        """`efficiency`: paid on success; `waste`: the penalty."""
        tokens = sum(s.tokens or 0 for s in trace.steps)
        saved = max(0.0, 1.0 - self.step_cost * len(trace.steps) - self.token_cost * tokens)
        surplus = sum(a.status == "surplus" for turn in verdict.turns for a in turn.agent)
        malformed = sum(s.error == "malformed_action" for s in trace.steps)
        waste = min(self.max_penalty, self.surplus_cost * surplus + self.malformed_cost * malformed)
        return {"efficiency": saved * float(verdict.success is True), "waste": -waste}
