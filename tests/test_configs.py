"""The TOML files in configs/ say what the code does."""

from __future__ import annotations

import dataclasses
import re
import tomllib

from gaia2_gym.session.config import SessionConfig
from tests.shared import ROOT

DEFAULT = (ROOT / "configs" / "env" / "default.toml").read_text(encoding="utf-8")
COMMENTED = re.findall(r"^# (\w+) = .*$", DEFAULT, flags=re.MULTILINE)
"""Settings that are off by default, which TOML cannot say; they stand as examples."""


def test_default_file_holds_the_defaults() -> None:
    written = tomllib.loads(DEFAULT)["env"]
    defaults = {field.name: field.default for field in dataclasses.fields(SessionConfig)}
    assert written == {name: value for name, value in defaults.items() if value is not None}
    assert dict.fromkeys(COMMENTED) == {name: value for name, value in defaults.items() if value is None}


def test_default_file_is_accepted() -> None:
    assert SessionConfig.of(tomllib.loads(DEFAULT)["env"]) == SessionConfig()


def test_commented_examples_are_accepted_too() -> None:
    uncommented = re.sub(r"^# (\w+ = .*)$", r"\1", DEFAULT, flags=re.MULTILINE)
    config = SessionConfig.of(tomllib.loads(uncommented)["env"])
    assert config.compat == "1.2.0"
    assert config.apps
