"""A search over the tools in place of all their schemas in the prompt."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gymnasium as gym
import orjson
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from gaia2_gym.env.env import Gaia2Env
from gaia2_gym.env.spaces import ToolCalls, UnicodeText
from gaia2_gym.errors import ConfigError, ToolError
from gaia2_gym.session.actions import Action, Call, parse_action
from gaia2_gym.session.json_text import decode_all
from gaia2_gym.session.observe import observation_text

SEARCH = "search_tools"
CALL = "call_tool"
CLOCK = "SystemApp__get_current_time"
"""What the environment carries out for a search: a look at the clock, which changes nothing."""
NAME_WEIGHT = 3
STEM = 5
"""Letters of a word that count, so that "message", "messages" and "messaging" are one."""

META_TOOLS: tuple[dict[str, Any], ...] = (
    {
        "name": SEARCH,
        "description": "Find tools of the phone's apps by what they do. Returns the schemas of those that fit best. Takes a step, like any call.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "What the tool should do, in a few words, with the app's name if you know it."}},
            "required": ["query"],
            "additionalProperties": False,
        },
    },
    {
        "name": CALL,
        "description": "Call a tool by its name, with arguments as its schema says. A tool may also be called directly, as if it were listed here.",
        "parameters": {
            "type": "object",
            "properties": {
                "tool": {"type": "string", "description": "Name of the tool, <App>__<function>."},
                "args": {"type": "object", "description": "Its arguments by name."},
            },
            "required": ["tool", "args"],
            "additionalProperties": False,
        },
    },
)


class CompactTools(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """The prompt holds two tools instead of a hundred: `search_tools(query)`, and `call_tool(tool, args)` for any tool by its name.

    - `tools` and `info["tools_json"]` hold these two; `info["system_prompt"]` goes on to name the apps and how to search.
    - A search is answered here, but played as a step: it counts towards `max_steps`, takes its thinking time, and notifications arrive with it.
      The trace shows a look at the clock (`SystemApp__get_current_time`) in its place, with what the model wrote and read.
    - A search must be the only call of its action.
    - Any tool may be called directly as well, whether it was found or not; such actions go through as they are.

    Args:
        env: The environment to wrap; `ChatMessages` comes above this one.
        results: Tools that a search returns at most.

    Raises:
        ConfigError: When something has changed the observations already, or for a wrong number.
    """

    def __init__(self, env: gym.Env[Any, Any], results: int = 5) -> None:
        if isinstance(results, bool) or not isinstance(results, int) or results < 1:
            raise ConfigError(f"results must be a whole number of at least 1, not {results!r:.60}")
        if not isinstance(env.observation_space, UnicodeText | spaces.Dict):
            raise ConfigError("CompactTools goes directly around the environment, below wrappers that change observations, such as ChatMessages")
        RecordConstructorArgs.__init__(self, results=results)
        gym.Wrapper.__init__(self, env)
        self.results = results
        self._tools_json = orjson.dumps(self.tools).decode()
        self.action_space = ToolCalls(self._tools_json)
        self._index: _Index | None = None

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The two tools as OpenAI-style functions (fresh objects)."""
        return [{"type": "function", "function": orjson.loads(orjson.dumps(tool))} for tool in META_TOOLS]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._index = _Index(orjson.loads(info["tools_json"]))
        apps = ", ".join(f"{app} ({count})" for app, count in self._index.apps.items())
        prompt = (
            f"{info['system_prompt'].rstrip()}\n\nThe phone's tools are not listed here; find them with {SEARCH}, then call them by their names. "
            f"Apps and the number of their tools: {apps}.\n"
        )
        return observation, info | {"tools_json": self._tools_json, "system_prompt": prompt}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Do one action, or answer a search."""
        config = self._phone.config
        try:
            parsed = parse_action(action, parallel=config.parallel_calls, plain_text=config.plain_text)
            calls = [_called(call) for call in parsed.calls]
        except ToolError as error:
            # What is no action at all is for the environment to answer; a wrong call of ours is not.
            return self.env.step(action) if error.kind == "malformed_action" or error.kind == "too_large" else self._answer(action, None, error)
        if any(call.tool == SEARCH for call in calls):
            return self._search(parsed, calls, action)
        if any(call.tool == CALL for call in parsed.calls):
            return self._played(parsed, calls, action)
        return self.env.step(action)
