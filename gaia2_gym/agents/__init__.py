"""Agents: whatever turns what was seen into the next action. They drive a Session."""

from __future__ import annotations

from typing import Any, Protocol

from gaia2_gym.agents.baselines import ClaimsDoneAgent, RetrievalAgent
from gaia2_gym.agents.config import AgentConfig
from gaia2_gym.agents.oracle import OracleAgent
from gaia2_gym.agents.policy import ModelPolicy, Policy
from gaia2_gym.agents.react import Played, ReActAgent
from gaia2_gym.agents.scripted import NoopAgent, RandomAgent
from gaia2_gym.session import Session, Step


class Agent(Protocol):
    """Anything that acts."""

    def act(self, session: Session, last: Step) -> Any:
        """The next action, given the session and what the last action led to."""
        ...


def play(session: Session, agent: Agent) -> list[Any]:
    """Let an agent act until the episode is over.

    Returns:
        The actions, in order.
    """
    actions = []
    last = session.start
    while not session.over:
        action = agent.act(session, last)
        actions.append(action)
        last = session.step(action)
    return actions


__all__ = [
    "Agent",
    "AgentConfig",
    "ClaimsDoneAgent",
    "ModelPolicy",
    "NoopAgent",
    "OracleAgent",
    "Played",
    "Policy",
    "RandomAgent",
    "ReActAgent",
    "RetrievalAgent",
    "play",
]
