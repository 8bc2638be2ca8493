"""A model as an agent: it reads the conversation, answers, and its call is carried out, until the episode is over (ReAct)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gaia2_gym.agents.config import AgentConfig
from gaia2_gym.agents.conversation import Conversation
from gaia2_gym.agents.policy import Policy
from gaia2_gym.engine.thinking import Measured
from gaia2_gym.llm import Completion, LLMRequestError, Usage
from gaia2_gym.session import Session

Hook = Callable[[Session, Conversation], None]
_TOO_LONG = re.compile(r"context.{0,40}(length|window|size)|maximum.{0,40}tokens|too (long|many tokens)|prompt.{0,30}(exceed|long)", re.IGNORECASE)
"""How endpoints say that a prompt does not fit."""


@dataclass(slots=True)
class Played:
    """What an episode took.

    Args:
        generations: Answers of the model.
        usage: Tokens.
        cost: US dollars, as far as the price is known.
        unpriced: Answers whose price is not known.
        seconds: What the answers took.
        reasoning: Characters of reasoning that the endpoint showed.
    """

    generations: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    unpriced: int = 0
    seconds: float = 0.0
    reasoning: int = 0

    def count(self, answer: Completion) -> None:
        """Add an answer."""
        self.generations += 1
        self.usage += answer.usage
        self.cost += answer.cost or 0.0
        self.unpriced += answer.cost is None
        self.seconds += answer.seconds
        self.reasoning += len(answer.reasoning)


class ReActAgent:
    """A model that plays an episode: one generation a step, its call carried out, the result and the notifications read.

    An answer that is no valid call is a step, too, and the error is read like any result. The observation already holds what has arrived
    meanwhile, and the session says when it is over; hooks are for whatever else is wanted.

    Args:
        policy: The model.
        config: How it plays.
        before: Called before each generation, with the session and the conversation (which they may add to).
        after: Called after each step.

    Raises:
        ConfigError: When a generation alone would fill the context.
    """

    def __init__(self, policy: Policy, config: AgentConfig | None = None, *, before: Sequence[Hook] = (), after: Sequence[Hook] = ()) -> None:
        self.policy = policy
        self.config = config or AgentConfig()
        _ = self.config.room
        self.before = tuple(before)
        self.after = tuple(after)

    def play(self, session: Session, played: Played | None = None) -> Played:
        """Play an episode to its end.

        Args:
            session: The episode, at its start. Its `parallel_calls` should be the agent's `parallel`.
            played: Counted up as it goes, for whoever wants to know what an episode took that failed.

        Raises:
            LLMError: When the model gives no answer: a failure of infrastructure, not of the agent.
        """
        conversation, played = Conversation(session, self.config), played or Played()
        while not session.over:
            for hook in self.before:
                hook(session, conversation)
            answer = self._answer(conversation) if conversation.fits() else None
            if answer is None:
                session.truncate("context_limit")
                break
            played.count(answer)
            conversation.add(answer, session.step(action_of(answer, session)))
            for hook in self.after:
                hook(session, conversation)
        return played

    def _answer(self, conversation: Conversation) -> Completion | None:
        """The model's answer, or None where the endpoint says that the conversation does not fit."""
        try:
            return self.policy(conversation.messages, conversation.tools)
        except LLMRequestError as error:
            if not _TOO_LONG.search(str(error)):
                raise
            return None


def action_of(answer: Completion, session: Session) -> dict[str, Any]:
    """A model's answer as an action: its calls or its text, with what it took."""
    calls = [{"name": call.name, "arguments": call.arguments} for call in answer.calls]
    action: dict[str, Any] = {"role": "assistant", "content": answer.text, "generated_tokens": answer.usage.completion_tokens}
    if calls:
        action["tool_calls"] = calls
    if isinstance(session.latency, Measured):
        action["generated_seconds"] = answer.seconds
    return action
