"""How an episode is played: every keyword of `gym.make`, one frozen dataclass, defaults here only."""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.config import read_table
from gaia2_gym.engine import Latency, parse_latency
from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.reward import make_reward
from gaia2_gym.scenario import NoiseConfig, Scenario
from gaia2_gym.session.app_agents import Agent2AgentConfig
from gaia2_gym.session.observe import Form
from gaia2_gym.tools import Level
from gaia2_gym.verifier import TIMING
from gaia2_gym.verifier.judges import make_judge


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """Settings of an episode (the `[env]` table).

    Args:
        latency: Thinking time: `zero`, `fixed:SECONDS`, `measured`, `tokens`, `tokens:ttft=0.5,rate=80`, or an object with a `seconds` method.
        notifications: Which events are announced: `low` (the user's messages only), `medium`, `high`.
        observation: `text`, `dict`, or `reference` (the reference's `str()` form).
        plain_text: Whether a text without a call is `malformed` or a `message` to the user.
        parallel_calls: Whether an action may hold several calls, run in order after one thinking time.
        apps: Names of the apps to keep; None for all. The user interface and the system app stay.
        reward: `sparse`, `dense`, `module:attribute`, or an object with `step` and `final` (see `gaia2_gym.reward`).
        judge: Who compares free text: `facts`, `hard`, `openai`, or a callable (see `gaia2_gym.verifier.judges`).
        checks: `reference` compares the arguments that the reference compares, `strict` every one that the oracle gives; None for `reference` with
            scenarios from files and `strict` with synthetic ones.
        matching: `optimal` searches for a complete assignment, `reference` takes the first fitting call.
        timing: `reference` (-10, +25 s), `paper` (-5, +25 s), or seconds (before, after).
        gate: `strict`: a refused turn ends the episode. `free`: the next turn is released all the same.
        unscored: What an unknown verdict is: `raise` an error, or a `nan` reward.
        noise: A `gaia2_gym.scenario.NoiseConfig`, or a mapping or text of its settings; True or `official` for its defaults, False or `none` for no
            noise; None for the defaults in scenarios of the Noise split and no noise in others.
        agent2agent: The same with `gaia2_gym.session.app_agents.Agent2AgentConfig` and the Agent2Agent split.
        max_steps: Actions after which the episode is truncated.
        max_observation_chars: Characters after which a result is cut.
        compat: "1.2.0" for the reference's visible quirks where there is a switch, else None.
    """

    latency: Any = "zero"
    notifications: Level = "medium"
    observation: Form = "text"
    plain_text: Literal["malformed", "message"] = "malformed"
    parallel_calls: bool = False
    apps: tuple[str, ...] | None = None
    reward: Any = "sparse"
    judge: Any = "facts"
    checks: Literal["reference", "strict"] | None = None
    matching: Literal["optimal", "reference"] = "optimal"
    timing: Any = "reference"
    gate: Literal["strict", "free"] = "strict"
    unscored: Literal["raise", "nan"] = "raise"
    noise: Any = None
    agent2agent: Any = None
    max_steps: int = 200
    max_observation_chars: int = 20_000
    compat: str | None = None

    def __post_init__(self) -> None:
        hints = typing.get_type_hints(SessionConfig)
        for name, hint in hints.items():
            if typing.get_origin(hint) is Literal:
                check_choice(name, getattr(self, name), typing.get_args(hint))
        check_choice("compat", self.compat, (None, "1.2.0"))
        check_choice("checks", self.checks, (None, "reference", "strict"))
        make_reward(self.reward)
        make_judge(self.judge)
        self.window()
        object.__setattr__(self, "noise", read_table(NoiseConfig, "noise", self.noise))
        object.__setattr__(self, "agent2agent", read_table(Agent2AgentConfig, "agent2agent", self.agent2agent))
        if not isinstance(self.parallel_calls, bool):
            raise ConfigError(f"parallel_calls must be true or false, not {self.parallel_calls!r:.60}")
        for name in ("max_steps", "max_observation_chars"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ConfigError(f"{name} must be a whole number of at least 1, not {value!r:.60}")
        if self.apps is not None:
            if isinstance(self.apps, str) or not all(isinstance(a, str) for a in self.apps):
                raise ConfigError(f"apps must be a list of app names, not {self.apps!r:.60}")
            object.__setattr__(self, "apps", tuple(self.apps))
        self.thinking()

    def thinking(self) -> Latency:
        """The latency as an object.

        Raises:
            ConfigError: When it is none.
        """
        if isinstance(self.latency, str):
            try:
                return parse_latency(self.latency)
            except ValueError as error:
                raise ConfigError(str(error)) from None
        if not callable(getattr(self.latency, "seconds", None)):
            raise ConfigError(f"latency must be a text or an object with a `seconds` method, not {self.latency!r:.60}")
        latency: Latency = self.latency
        return latency

    def window(self) -> tuple[float, float]:
        """Seconds before and after the oracle's time that are still in time.

        Raises:
            ConfigError: When `timing` says no such thing.
        """
        timing = self.timing.split(",") if isinstance(self.timing, str) and "," in self.timing else self.timing
        if isinstance(timing, str):
            check_choice("timing", timing, tuple(TIMING))
            return TIMING[timing]
        try:
            before, after = (float(seconds) for seconds in timing)
        except (TypeError, ValueError):
            raise ConfigError(f"timing must be one of {', '.join(TIMING)} or two numbers of seconds, not {self.timing!r:.60}") from None
        if not (math.isfinite(before) and math.isfinite(after) and before >= 0 and after >= 0):
            raise ConfigError(f"timing must be finite seconds of at least 0, not {self.timing!r:.60}")
        return before, after

    def checks_for(self, scenario: Scenario) -> Literal["reference", "strict"]:
        """Which arguments count in a scenario: as set, else `reference` for one from a file and `strict` for one made in Python."""
        return self.checks or ("reference" if scenario.raw else "strict")

    def noise_in(self, scenario: Scenario) -> NoiseConfig | None:
        """The noise with which a scenario is played: as set, else that of its split."""
        default = NoiseConfig() if scenario.split == "Noise" else None
        return default if self.noise is None else self.noise or None

    def agent2agent_in(self, scenario: Scenario) -> Agent2AgentConfig | None:
        """How many apps of a scenario are to be behind agents: as set, else as its split has it."""
        default = Agent2AgentConfig() if scenario.split == "Agent2Agent" else None
        return default if self.agent2agent is None else self.agent2agent or None

    def played_json(self, scenario: Scenario) -> dict[str, Any]:
        """The settings as JSON values, with what they come to in a scenario where they leave it open."""
        tables = {"noise": self.noise_in(scenario), "agent2agent": self.agent2agent_in(scenario)}
        return self.as_json() | {"checks": self.checks_for(scenario)} | {name: table and table.as_json() for name, table in tables.items()}

    def as_json(self) -> dict[str, Any]:
        """The settings as JSON values, for a trace's header."""
        values = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        texts = {name: value if isinstance(value := values[name], str) else repr(value) for name in ("latency", "reward", "judge")}
        timing = self.timing if isinstance(self.timing, str) else list(self.timing)
        tables = {name: value.as_json() if (value := values[name]) else value for name in ("noise", "agent2agent")}
        return values | texts | tables | {"timing": timing, "apps": self.apps and list(self.apps)}

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> SessionConfig:
        """Settings from keywords.

        Raises:
            ConfigError: For an unknown name or value; names the nearest valid one.
        """
        names = [f.name for f in dataclasses.fields(cls)]
        for name in settings:
            if name not in names:
                raise ConfigError(f"unknown setting {name!r:.60}{nearest(str(name), names)}; known are {', '.join(names)}")
        return cls(**settings)


def check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """Refuse a value that is not among the choices, naming the nearest.

    Raises:
        ConfigError: When it is not.
    """
    if value not in choices:
        listed = ", ".join(str(c) for c in choices)
        raise ConfigError(f"{name} must be one of {listed}, not {value!r:.60}{nearest(str(value), [str(c) for c in choices])}")
