"""Several sessions, stepped together in one process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from gaia2_gym.env.env import Gaia2Env
from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.session.actions import read_timing
from gaia2_gym.synth.packs import open_scenarios
from gaia2_gym.synth.universe import Size


class Gaia2VectorEnv(SyncVectorEnv):
    """N sessions over one set of scenarios, without a stack of wrappers around each.

    - Observations, rewards, ends and infos are those of `gymnasium.vector.SyncVectorEnv` for the same seeds and actions.
    - Infos are arrays with masks, as everywhere in Gymnasium; `gymnasium.wrappers.vector.DictInfoToList` gives one info a session. Unlike
      Gymnasium's own, they take calls of different tools in one step: values that do not go together are kept whole (see `merged`).
    - What can be wrong with seeds or actions is found before any session has moved.
    - With `NextStep`, a session that was ended from outside (`envs.envs[i].unwrapped.truncate("context_limit")`) is reset like any that is over.

    Args:
        num_envs: Number of sessions.
        autoreset_mode: `NextStep` (the step after the end begins the next episode, whatever its action), `SameStep` (the next episode begins at
            once; the last observation and info are in `final_obs` and `final_info`), or `Disabled` (the caller resets those that are over with
            `reset(options={"reset_mask": ...})`).
        max_episode_steps: Steps after which an episode is truncated, as by Gymnasium's `TimeLimit`; None or -1 for no such limit.
        scenarios: Where the scenarios come from; opened once. `split` and `size` as for `Gaia2Env`.
        render_mode: `ansi`, `human` or None.
        **settings: See `gaia2_gym.session.SessionConfig`.

    Raises:
        ConfigError: For an unknown setting or value.
        ScenarioError: When there are no scenarios, or the first cannot be read.
    """

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        scenarios: Any = "synth:train",
        render_mode: str | None = None,
        split: str = "",
        size: Size = "pocket",
        **settings: Any,
    ) -> None:
        if not _is_whole(num_envs) or num_envs < 1:
            raise ConfigError(f"num_envs must be a whole number of at least 1, not {num_envs!r:.60}")
        if max_episode_steps is not None and (not _is_whole(max_episode_steps) or max_episode_steps < -1 or max_episode_steps == 0):
            raise ConfigError(f"max_episode_steps must be a whole number of at least 1, or -1 or None for no limit, not {max_episode_steps!r:.60}")
        source = open_scenarios(scenarios, split, size)

        def make() -> gym.Env[Any, Any]:
            env = Gaia2Env(source, render_mode, **settings)
            return env if max_episode_steps in (None, -1) else TimeLimit(env, max_episode_steps)

        super().__init__([make] * num_envs, autoreset_mode=_autoreset(autoreset_mode))

    def reset(self, *, seed: Any = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every session, or in those of a mask.

        Args:
            seed: One for each session; or a number, of which the i-th session gets seed + i; or None.
            options: For every session, as in `Gaia2Env.reset`; besides `reset_mask`, a boolean array that says which sessions to reset.

        Raises:
            ConfigError: For a seed or an option that cannot be.
        """
        # A copy: Gymnasium takes the mask out of what it is given.
        observations, infos = super().reset(seed=self._seeds(seed), options=None if options is None else dict(options))
        return observations, merged(infos, self.num_envs)

    def step(self, actions: Sequence[Any]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Do one action in every session.

        Args:
            actions: One for each session; that of a session which begins its next episode is not looked at.

        Raises:
            ResetNeeded: Before the first reset, and when a session is over that will not be reset by itself. No session has moved then.
            ValueError: When there are not as many actions as sessions, or the timing in one is wrong (see `Gaia2Env.step`). The same holds.
        """
        if isinstance(actions, str | Mapping) or len(actions) != self.num_envs:
            given = f"a {type(actions).__name__}" if isinstance(actions, str | Mapping) else f"{len(actions)} actions"
            raise ValueError(f"step wants a list of {self.num_envs} actions, one for each session, not {given}")
        resetting = self._to_reset()
        for action in (a for a, over in zip(actions, resetting, strict=True) if not over):
            read_timing(action)
        observations, rewards, terminated, truncated, infos = super().step(actions)
        return observations, rewards, terminated, truncated, merged(infos, self.num_envs)

    def _to_reset(self) -> list[bool]:
        """Which sessions begin their next episode in this step, instead of acting."""
        by_itself = self.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
        over = [env.unwrapped.session.over for env in self.envs]  # type: ignore[attr-defined]  # they are all ours
        if self.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP:
            self._autoreset_envs |= over
            over = self._autoreset_envs.tolist()
        if any(over) and not by_itself:
            numbers = ", ".join(str(i) for i, is_over in enumerate(over) if is_over)
            raise ResetNeeded(f"the episodes of the sessions {numbers} are over: reset them with options={{'reset_mask': ...}}")
        return over

    def _seeds(self, seed: Any) -> list[int | None]:
        """One seed a session, dealt out as Gymnasium does."""
        if seed is None or _is_whole(seed):
            seeds: list[Any] = [seed if seed is None else seed + i for i in range(self.num_envs)]
        elif isinstance(seed, list | tuple | np.ndarray):
            seeds = list(seed)
        else:
            raise ConfigError(f"seed must be a whole number, a list of them, or None, not {seed!r:.60}")
        if len(seeds) != self.num_envs:
            raise ConfigError(f"there must be {self.num_envs} seeds, one for each session, not {len(seeds)}")
        for number in seeds:
            if number is not None and (not _is_whole(number) or number < 0):
                raise ConfigError(f"a seed must be a whole number of at least 0, or None, not {number!r:.60}")
        return [None if number is None else int(number) for number in seeds]

    def _add_info(self, vector_infos: dict[Any, Any], env_info: dict[str, Any], env_num: int) -> dict[Any, Any]:
        """Only collect a session's info: how values are kept depends on those of all sessions."""
        vector_infos.setdefault(env_num, {}).update(env_info)
        return vector_infos


def merged(infos: Mapping[Any, Mapping[str, Any]], num_envs: int) -> dict[str, Any]:
    """One info of arrays from the infos of some of the sessions.

    As in Gymnasium, numbers stand in an array of their type, dicts are merged key by key, anything else stands in an array of objects; `_key`
    tells which sessions have the key. Gymnasium goes by the first session's value, and fails or cuts numbers where another's is of another kind.
    Where that would happen, here every session's value is kept as it is, in an array of objects.

    Args:
        infos: By the number of the session.
        num_envs: Number of all sessions.

    >>> merged({0: {"turn": 1, "result": "abc"}, 1: {"turn": 2, "result": {"total": 10}}}, 2)
    {'turn': array([1, 2]), '_turn': array([ True,  True]), 'result': array(['abc', {'total': 10}], dtype=object), '_result': array([ True,  True])}
    """
    result: dict[str, Any] = {}
    for key in dict.fromkeys(key for info in infos.values() for key in info):
        values = {i: info[key] for i, info in infos.items() if key in info}
        mask = np.zeros(num_envs, np.bool_)
        mask[list(values)] = True
        result[key], result[f"_{key}"] = _together(values, num_envs, whole=key == "final_obs"), mask
    return result


def _together(values: Mapping[int, Any], num_envs: int, whole: bool) -> Any:
    if not whole:
        # A key with an underscore could be taken for a mask.
        if all(isinstance(v, dict) and not any(str(k).startswith("_") for k in v) for v in values.values()):
            return merged(values, num_envs)
        if (array := _numbers(values, num_envs)) is not None:
            return array
    objects = np.full(num_envs, None, dtype=object)
    for i, value in values.items():
        objects[i] = value
    return objects


def _numbers(values: Mapping[int, Any], num_envs: int) -> Any | None:
    """The values in an array of the first one's type, if they all are numbers and come out of it as they went in."""
    if not all(isinstance(v, bool | int | float | np.number) for v in values.values()):
        return None
    array = np.zeros(num_envs, dtype=type(next(iter(values.values()))))
    try:
        for i, value in values.items():
            array[i] = value
    except OverflowError:
        return None
    return array if all(array[i] == v or v != v for i, v in values.items()) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    known: dict[str, AutoresetMode] = {m.value: m for m in AutoresetMode} | {m.name: m for m in AutoresetMode}
    if isinstance(mode, AutoresetMode):
        return mode
    if mode not in known:
        names = [m.value for m in AutoresetMode]
        raise ConfigError(f"autoreset_mode must be one of {', '.join(names)}, not {mode!r:.60}{nearest(str(mode), names)}")
    return known[mode]
