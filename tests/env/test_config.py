"""The `[env]` table."""

from __future__ import annotations

import dataclasses
import inspect

import gymnasium as gym

import gaia2_gym  # noqa: F401
from gaia2_gym.config import effective
from gaia2_gym.env import Gaia2Env
from gaia2_gym.env.config import EnvConfig
from gaia2_gym.session import SessionConfig


def test_it_holds_every_keyword_of_the_environment() -> None:
    own = {name for name, p in inspect.signature(Gaia2Env).parameters.items() if p.kind is not p.VAR_KEYWORD}
    assert {f.name for f in dataclasses.fields(EnvConfig)} == own | {f.name for f in dataclasses.fields(SessionConfig)}


def test_keywords_make_the_environment() -> None:
    given = {"scenarios": "packaged:time", "max_steps": 3, "apps": ("Emails", "Chats", "Cabs", "Calendar")}
    settings, _ = effective(EnvConfig, table="env", environ={}, given=given)
    assert settings.keywords() == given
    env = gym.make("Gaia2-v0", **{**settings.keywords(), "apps": None})
    assert env.reset(seed=0)[1]["split"] == "Time"
    assert env.unwrapped.config.max_steps == 3


def test_without_anything_an_environment_s_own_scenarios_stay() -> None:
    assert EnvConfig().keywords() == {}


def test_the_part_of_the_session() -> None:
    assert EnvConfig(max_steps=3, render_mode="ansi").session == SessionConfig(max_steps=3)
