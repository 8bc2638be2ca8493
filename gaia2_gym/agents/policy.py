"""Policies: whatever answers a conversation. A model behind an endpoint is one; a function in a test is another."""

from __future__ import annotations

import asyncio
import atexit
import threading  # noqa: TID251  # this edge owns it: connections live in one event loop, episodes wait for it in theirs
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from gaia2_gym.llm import LLM, Completion, LLMConfig

T = TypeVar("T")
Message = Mapping[str, Any]


class Policy(Protocol):
    """What decides: a conversation in, an answer out. Called from many threads at once by the evaluator."""

    def __call__(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> Completion:
        """The answer.

        Args:
            messages: The conversation, in the form of the chat-completions protocol.
            tools: OpenAI-style functions to be called natively; empty where calls are written as text.

        Raises:
            LLMError: When there is none.
        """
        ...


class ModelPolicy:
    """A model behind an OpenAI-compatible endpoint.

    All policies of a process share one event loop, in which their connections live. Those that come from one by `seeded` share connections, too,
    and `max_concurrency` bounds the requests of all of them.

    Args:
        config: Which model, where and how; see `gaia2_gym.llm.LLMConfig`.
        seed: For the endpoint's sampling, where it takes one.
    """

    def __init__(self, config: LLMConfig, seed: int | None = None) -> None:
        self.llm = LLM(config)
        self.seed = seed

    def seeded(self, seed: int | None) -> ModelPolicy:
        """The same model with another seed, through the same connections."""
        other = ModelPolicy.__new__(ModelPolicy)
        other.llm, other.seed = self.llm, seed
        return other

    def __call__(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> Completion:
        """The model's answer; blocks until it is there."""
        return _in_loop(self.llm.complete(messages, tools=tools, seed=self.seed))


class _Loop:
    """The event loop of the models' connections, in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, name="gaia2-gym models", daemon=True).start()
        atexit.register(self.loop.call_soon_threadsafe, self.loop.stop)


_LOOPS: list[_Loop] = []
_LOCK = threading.Lock()


def _in_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    with _LOCK:
        if not _LOOPS:
            _LOOPS.append(_Loop())
    return asyncio.run_coroutine_threadsafe(coroutine, _LOOPS[0].loop).result()
