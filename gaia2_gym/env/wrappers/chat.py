"""The episode as a conversation, as chat templates and chat servers take it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import gymnasium as gym
import orjson
from gymnasium.utils import RecordConstructorArgs

from gaia2_gym.env.spaces import Conversation
from gaia2_gym.errors import ConfigError, ToolError, nearest
from gaia2_gym.session.json_text import plain

RESULT_ROLES = ("tool", "user")
_NOT_CONTENT = ("thought", "generated_tokens", "generated_seconds", "prompt_tokens")
_SEE_ABOVE = "See the first result."


class ChatMessages(gym.Wrapper[list[dict[str, Any]], Any, Any, Any], RecordConstructorArgs):
    """Observations are the conversation so far, a list of chat messages to which every step appends.

    - `system`: the system prompt, then the tools' schemas, one a line.
    - `user`: the first observation, normally the user's task.
    - `assistant`: an action. A text stands there exactly as it was written, a chat message as it was given, the call of any other dict as JSON
      after its thought.
    - `tool`: what the action led to: result and notifications. An action with several `tool_calls` that have ids gets one message for each.

    An earlier message never changes, so a chat template renders each observation as a continuation of the one before, and tokens that were
    sampled or cached stay valid. The list belongs to this wrapper: `env.unwrapped.restore` does not take messages back.

    Args:
        env: The environment to wrap; other wrappers of actions, such as `CompactTools`, come below this one.
        tools: Whether the system message lists the tools; False where the chat template or server is given `env.unwrapped.tools`.
        system: Text instead of the environment's system prompt.
        result_role: Role of the messages after an action: `tool`, or `user` for chat templates that want user and assistant to alternate.

    Raises:
        ConfigError: For another role.
    """

    def __init__(self, env: gym.Env[Any, Any], tools: bool = True, system: str | None = None, result_role: str = "tool") -> None:
        if result_role not in RESULT_ROLES:
            raise ConfigError(f"result_role must be {' or '.join(RESULT_ROLES)}, not {result_role!r:.60}{nearest(str(result_role), RESULT_ROLES)}")
        RecordConstructorArgs.__init__(self, tools=tools, system=system, result_role=result_role)
        gym.Wrapper.__init__(self, env)
        self.observation_space = Conversation()
        self._with_tools = tools
        self._system = system
        self._result_role = result_role
        self._messages: list[dict[str, Any]] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Begin an episode and a conversation."""
        observation, info = self.env.reset(seed=seed, options=options)
        system = info["system_prompt"] if self._system is None else self._system
        if self._with_tools:
            schemas = [orjson.dumps(tool["function"]).decode() for tool in orjson.loads(info["tools_json"])]
            system = "\n".join([system.rstrip("\n"), "", "Tools:", *schemas])
        self._messages = [{"role": "system", "content": system}, {"role": "user", "content": _text(observation)}]
        return self.messages, info

    def step(self, action: Any) -> tuple[list[dict[str, Any]], Any, bool, bool, dict[str, Any]]:
        """Do one action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        message = _assistant(action)
        self._messages.append(message)
        self._messages += self._results(_text(observation), info, _ids(message))
        return self.messages, reward, terminated, truncated, info

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation so far, in objects of the caller's own."""
        return [{key: value if isinstance(value, str) else deepcopy(value) for key, value in m.items()} for m in self._messages]

    def _results(self, text: str, info: Mapping[str, Any], ids: list[str]) -> list[dict[str, Any]]:
        if self._result_role == "user" or not ids:
            return [{"role": self._result_role, "content": text}]
        texts = info.get("texts", ())
        if len(texts) == len(ids):
            *first, last = texts
            contents = [*first, last + text.removeprefix("\n".join(texts))]
        else:  # one error for all of them
            contents = [text] + [_SEE_ABOVE] * (len(ids) - 1)
        return [{"role": "tool", "tool_call_id": id, "content": content} for id, content in zip(ids, contents, strict=True)]


def _text(observation: Any) -> str:
    """An observation of any form as one text."""
    if isinstance(observation, str):
        return observation
    return "\n".join(filter(None, [observation["result"], *observation["notifications"]]))


def _assistant(action: Any) -> dict[str, Any]:
    """An action as the message it was, or would have been."""
    if isinstance(action, str):
        return {"role": "assistant", "content": action}
    try:
        given = plain(action)
    except ToolError:
        return {"role": "assistant", "content": f"<{type(action).__name__}>"}
    if not isinstance(given, dict):
        return {"role": "assistant", "content": _json(given)}
    call = {key: value for key, value in given.items() if key not in _NOT_CONTENT}
    if given.get("role") == "assistant":
        return call
    thought = given.get("thought")
    return {"role": "assistant", "content": "\n".join(filter(None, [thought if isinstance(thought, str) else "", _json(call)]))}


def _ids(message: Mapping[str, Any]) -> list[str]:
    """The ids of a message's tool calls, if all of them have one."""
    calls = message.get("tool_calls")
    ids = [call.get("id") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    return [id for id in ids if isinstance(id, str)] if all(isinstance(id, str) for id in ids) else []


def _json(value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:  # an integer beyond 64 bits
        return str(value)
