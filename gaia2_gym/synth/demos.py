"""Demonstrations: episodes of the experts as chat messages with tool calls, the form that TRL's SFTTrainer takes."""

from __future__ import annotations

from typing import Any

import orjson

from gaia2_gym.errors import Gaia2Error
from gaia2_gym.session import Session, SessionConfig, open_session
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.family import Task
from gaia2_gym.synth.solver import Phone

_SLIPS = (
    "I misspelt an argument; I'll correct it.",
    "That argument has another name. Once more.",
    "The error names the argument that is wanted; I'll use it.",
)


class SlippingPhone(Phone):
    """A phone whose user now and then misspells an argument, reads the error and calls again; nothing else changes.

    Args:
        session: The episode, at its start.
        draw: Chooses when.
        probability: That a call is misspelt first.
    """

    def __init__(self, session: Session, draw: Draw, probability: float) -> None:
        super().__init__(session)
        self._draw = draw
        self._probability = probability

    def call(self, tool: str, thought: str = "", /, **args: Any) -> Any:
        """A call, perhaps after one that is refused for the name of an argument."""
        if args and self._draw.chance(self._probability):
            name = self._draw.pick(sorted(args))
            misspelt = {(f"{key}_value" if key == name else key): value for key, value in args.items()}
            self.last = self.session.step({"tool": self.session.phone.called(tool), "args": misspelt, "thought": thought})
            self.seen += self.last.notifications
            thought = self._draw.pick(_SLIPS)
        return super().call(tool, thought, **args)


def demonstrate(task: Task, *, slips: float = 0.0, config: SessionConfig | None = None) -> dict[str, Any]:
    """One demonstration.

    Args:
        task: What is demonstrated.
        slips: Probability that a call is first made with a misspelt argument, so that recovery from errors is demonstrated, too.
        config: How the episode is played.

    Returns:
        `messages` (system, user, then assistant with one tool call and tool in turn), `tools` (OpenAI-style functions, as a JSON text: parameters of
        one name have several types, which a column of a table cannot have), `scenario_id`, `split`, `family`, `difficulty`, `steps`, `reward` (1.0).

    Raises:
        Gaia2Error: When the expert's episode is not accepted, which is a bug of the family.
    """
    session = open_session(task.scenario, config=config or SessionConfig())
    phone = SlippingPhone(session, Draw(task.scenario.seed, f"slips/{task.scenario.scenario_id}"), slips)
    task.family.solve(phone, task.brief)
    if session.verdict is None or session.verdict.success is not True:
        raise Gaia2Error(f"the expert's episode of {task.scenario.scenario_id} is not accepted: {session.verdict and session.verdict.explanation}")
    return {
        "messages": messages_of(session),
        "tools": orjson.dumps(session.tools).decode(),
        "scenario_id": task.scenario.scenario_id,
        "split": task.scenario.split,
        "family": task.family.name,
        "difficulty": task.difficulty,
        "steps": len(session.steps),
        "reward": 1.0,
    }


def messages_of(session: Session) -> list[dict[str, Any]]:
    """An episode of single calls as chat messages: system, user, then assistant and tool in turn."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": session.phone.system_prompt},
        {"role": "user", "content": session.start.text},
    ]
    for step in session.steps:
        call = step.raw  # as it was given to the session: a dict, of which nothing was changed
        function = {"name": call["tool"], "arguments": call["args"]}
        messages.append({"role": "assistant", "content": step.thought, "tool_calls": [{"type": "function", "function": function}]})
        messages.append({"role": "tool", "name": call["tool"], "content": step.observation})
    return messages
