"""Infos that Gymnasium's own vector environments can hold."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

_VARYING = ("args", "given_args", "result")


class CallList(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Moves what a step's call was given and returned from the info's top into the list `info["calls"]`.

    `SyncVectorEnv` and `AsyncVectorEnv` put the infos of all environments into arrays and fail where one tool returned a list and another a
    dict. Lists they keep as they are. So where different tools are called in one step: `gym.make_vec(id, n, "async", {"shared_memory": False},
    wrappers=[CallList])`. `Gaia2VectorEnv`, which `gym.make_vec` takes by default, does not need it.

    `calls` holds one dict a call, with `tool`, `args`, `given_args`, `result` and `error`, as with `parallel_calls`.

    Args:
        env: The environment to wrap.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Do one action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        call = {"tool": info["tool"], **{key: info.pop(key) for key in _VARYING}, "error": info["error"]}
        info.setdefault("calls", [call])
        return observation, reward, terminated, truncated, info
