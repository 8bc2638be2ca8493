"""Sessions to be played, and models that say what a test wants."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.llm import Completion, ToolCall, Usage
from gaia2_gym.scenario import open_source
from gaia2_gym.session import Session, SessionConfig, open_session

TAGS = {"tool": "Calendar__get_all_tags", "args": {}}
TELL = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}


def session_of(split: str = "search", *, seed: int = 0, **settings: Any) -> Session:
    return open_session(open_source(f"packaged:{split}")[0], seed=seed, config=SessionConfig(**settings))


def solution(split: str, **settings: Any) -> list[Any]:
    return play(session_of(split, **settings), OracleAgent())


def text(call: Any, *, thought: str = "", tokens: int = 10, seconds: float = 1.0) -> Completion:
    """An answer with a call, or with a text as it stands."""
    said = call if isinstance(call, str) else f"Thought: {thought}\nAction: {json.dumps(call)}"
    return Completion(said, None, Usage(100, tokens, 4, 50), seconds, False, 0.25, reasoning="hm")


def native(*calls: Mapping[str, Any] | tuple[str, str], id: str = "") -> Completion:
    """An answer with native calls: as dicts, or as names and texts of arguments."""
    made = [(c["tool"], json.dumps(c["args"])) if isinstance(c, Mapping) else c for c in calls]
    return Completion("", None, Usage(), 1.0, False, None, calls=tuple(ToolCall(id, name, arguments) for name, arguments in made))


class Saying:
    """A policy that says one thing after the other, then the last again; remembers what it was given."""

    def __init__(self, *answers: Completion | Callable[[], Completion]) -> None:
        self.answers = answers
        self.seen: list[list[dict[str, Any]]] = []
        self.tools: Sequence[Mapping[str, Any]] = ()

    def __call__(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> Completion:
        self.seen.append([dict(m) for m in messages])
        self.tools = tools
        answer = self.answers[min(len(self.seen), len(self.answers)) - 1]
        return answer() if callable(answer) else answer
