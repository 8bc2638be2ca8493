"""The Gymnasium face of a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.env.config import env_settings
from gaia2_gym.env.render import Renderer
from gaia2_gym.env.spaces import ToolCalls, UnicodeText
from gaia2_gym.errors import ConfigError, Gaia2Error, nearest
from gaia2_gym.scenario import Scenario, open_source
from gaia2_gym.session import Reason, Session, SessionConfig, SessionSnapshot, Step, open_session, trace_of
from gaia2_gym.session.observe import notification_line
from gaia2_gym.session.phone import Phone, phone_of
from gaia2_gym.synth.packs import open_scenarios
from gaia2_gym.synth.universe import Size
from gaia2_gym.trace import Trace

OPTIONS = ("index", "scenario_id", "scenario")


@dataclass(frozen=True, slots=True)
class EnvSnapshot:
    """An environment at one moment of an episode."""

    scenario: Scenario
    seed: int
    session: SessionSnapshot


class Gaia2Env(gym.Env[Any, Any]):
    """A simulated phone on which an agent does what its user asks, while time passes and things happen.

    - Observation: a text (the result of the call, then one line a notification); with `observation="dict"` a dict of `result` (text),
      `notifications` (texts), `time` (Unix seconds) and `turn`. The first one is the user's task.
    - Action: one tool call, as a dict `{"tool": ..., "args": {...}}` or as a model's text; a wrong one is answered with an error and takes a step.
    - Reward: by default 1.0 at the end of an episode whose verdict is a success and 0.0 otherwise; see `gaia2_gym.reward`.
    - Termination: the last turn's message to the user was sent, a turn was refused (`gate="strict"`), or the scenario stopped or failed its
      validation.
    - Truncation: the limit of steps or of simulated time was reached, or the caller says so (`truncate`).
    - Start: the scenario that the seed (or an option) selects, at the time of the user's first message.

    Args:
        scenarios: Where the scenarios come from; see `gaia2_gym.synth.open_scenarios`. By default the endless synthetic training stream.
        split: Split of synthetic and packaged scenarios; an empty text for all seven in turn.
        size: Of synthetic universes: `pocket` (about 20,000 tokens), `small` or `full`.
        render_mode: `ansi`, `human` or None.
        **settings: See `gaia2_gym.session.SessionConfig`; what is not given is taken from variables `GAIA2_ENV_<NAME>`, then from the defaults.

    Raises:
        ConfigError: For an unknown setting or value.
        ScenarioError: When there are no scenarios, or the first cannot be read.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self, scenarios: Any = "synth:train", render_mode: str | None = None, *, split: str = "", size: Size = "pocket", **settings: Any
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = self.metadata["render_modes"]
            raise ConfigError(f"render_mode must be one of {', '.join(modes)} or None, not {render_mode!r}{nearest(str(render_mode), modes)}")
        self.render_mode = render_mode
        self.config = env_settings(given=settings)[0].session
        self._source = open_scenarios(scenarios, split, size)
        self._session: Session | None = None
        self._renderer = Renderer() if render_mode == "human" else None
        self.action_space = ToolCalls(self._first_phone().tools_json)
        self.observation_space = _observation_space(self.config)

    # --- Gymnasium ---------------------------------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Selects the scenario (k-th of the source, modulo its size) and drives all randomness; drawn from `np_random` if None.
            options: `index`, `scenario_id` or `scenario` selects the scenario instead; the seed then only drives the randomness.

        Returns:
            The first observation (the user's task) and the info of the start.

        Raises:
            ConfigError: For an unknown option.
            ScenarioError: When the scenario cannot be played.
        """
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 31)) if seed is None else seed
        scenario = self._choose(chosen, options or {})
        self._session = open_session(scenario, seed=chosen, config=self.config)
        if self._renderer is not None:
            self._renderer.begin(self._session)
        start = self._session.start
        return self._observation(start), start.info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do one action; see `Session.step`.

        Raises:
            ResetNeeded: Before the first reset and after the end of an episode; nothing has changed then.
            ValueError: When `generated_tokens` or `generated_seconds` of a dict is negative or not finite.
        """
        if self._session is None or self._session.over:
            raise ResetNeeded("call reset() first" if self._session is None else f"the episode is over ({self._session.reason}): call reset()")
        step = self._session.step(action)
        if self._renderer is not None:
            self._renderer.step(self._session)
        return self._observation(step), step.reward, step.terminated, step.truncated, step.info

    def render(self) -> Any:
        """The transcript so far (`ansi`); in `human` mode it has been printed already."""
        return Renderer.text(self.session) if self.render_mode == "ansi" else None

    # --- more --------------------------------------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The episode in progress.

        Raises:
            ResetNeeded: Before the first reset.
        """
        if self._session is None:
            raise ResetNeeded("call reset() first")
        return self._session

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The agent's tools as OpenAI-style functions (fresh objects)."""
        if self._session is not None:
            return self._session.tools
        return [spec.as_function() for spec in self._first_phone().tools.values()]

    @property
    def scenario(self) -> Scenario:
        """The scenario being played."""
        return self.session.scenario

    @property
    def num_scenarios(self) -> int:
        """How many scenarios the source has."""
        return len(self._source)

    @property
    def trace(self) -> Trace:
        """The trace of the episode so far."""
        return trace_of(self.session)

    def truncate(self, reason: Reason) -> dict[str, Any]:
        """End the episode from outside, for example with `context_limit`.

        Returns:
            The info of the end: `reason`, `time`, `turn`, `step`, `reward` and `reward_terms` of the end, `unscored`, `verdict` on what was done.
        """
        session = self.session
        score = session.truncate(reason)
        return {
            "reason": session.reason,
            "time": session.world.now,
            "turn": session.world.turn,
            "step": len(session.steps),
            "reward": float(sum(score.terms.values())),
            "reward_terms": dict(score.terms),
            "unscored": score.unscored,
            "verdict": session.verdict.as_json() if session.verdict else None,
        }

    def oracle_actions(self) -> list[dict[str, Any]]:
        """The actions by which the oracle would play the episode from here, for tests and demonstrations.

        By oracle time, topological within it, the message last in its turn, waits in between, and a closing "Done." where the last turn has no
        message. Right for an episode that has just begun.
        """
        return play(self.session.fork(), OracleAgent())

    def snapshot(self) -> EnvSnapshot:
        """The episode at this moment."""
        return EnvSnapshot(self.session.scenario, self.session.seed, self.session.snapshot())

    def restore(self, snapshot: EnvSnapshot) -> None:
        """Go back to a snapshot: the same actions then lead to the same future.

        Raises:
            Gaia2Error: When it is no snapshot.
        """
        if not isinstance(snapshot, EnvSnapshot):
            raise Gaia2Error(f"restore wants what snapshot() returned, not {type(snapshot).__name__}")
        session = self._session
        if session is None or session.scenario is not snapshot.scenario or session.seed != snapshot.seed:
            session = open_session(snapshot.scenario, seed=snapshot.seed, config=self.config)
        session.restore(snapshot.session)
        self._session = session

    def fork(self) -> Gaia2Env:
        """An independent environment in the same state; its actions never change this one."""
        other = Gaia2Env.__new__(Gaia2Env)
        other.__dict__.update(self.__dict__)
        other._session = None if self._session is None else self._session.fork()
        other._np_random = np.random.Generator(type(self.np_random.bit_generator)())
        other._np_random.bit_generator.state = self.np_random.bit_generator.state
        return other

    # --- inside ------------------------------------------------------------------------------------------------------------------------------

    def _first_phone(self) -> Phone:
        """The phone of the first scenario, as it is before any reset."""
        first = self._source[0]
        return phone_of(first, self.config.apps, self.config.noise_in(first))

    def _choose(self, seed: int, options: Mapping[str, Any]) -> Scenario:
        for name in options:
            if name not in OPTIONS:
                raise ConfigError(f"unknown option {name!r:.60}{nearest(str(name), OPTIONS)}; known are {', '.join(OPTIONS)}")
        if len(options) > 1:
            raise ConfigError(f"options {', '.join(options)} each select a scenario; give one of them")
        if "scenario" in options:
            return open_source(options["scenario"])[0]
        if "scenario_id" in options:
            return self._source.find(options["scenario_id"])
        index = options.get("index", seed % len(self._source))
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(self._source):
            raise ConfigError(f"option index must be a whole number from 0 to {len(self._source) - 1}, not {index!r:.60}")
        return self._source[index]

    def _observation(self, step: Step) -> Any:
        if self.config.observation != "dict":
            return step.text
        return {
            "result": "\n".join(step.results),
            "notifications": tuple(notification_line(n) for n in step.notifications),
            "time": np.array(step.info["time"], np.float64),
            "turn": np.array(step.info["turn"], np.int64),
        }


def _observation_space(config: SessionConfig) -> spaces.Space[Any]:
    if config.observation != "dict":
        return UnicodeText()
    return spaces.Dict(
        {
            "result": UnicodeText(),
            "notifications": spaces.Sequence(UnicodeText()),
            "time": spaces.Box(-1e12, 1e12, (), np.float64),
            "turn": spaces.Box(0, np.iinfo(np.int64).max, (), np.int64),
        }
    )
