"""The TOML files in configs/ say what the code does."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path

from gaia2_gym.config import effective
from gaia2_gym.env.config import EnvConfig
from tests.shared import ROOT

DEFAULT = ROOT / "configs" / "env" / "default.toml"
TEXT = DEFAULT.read_text(encoding="utf-8")
COMMENTED = r"^# (\w+) = .*$"
"""A setting that is off by default, which TOML cannot say: it stands as an example."""


def test_default_file_holds_the_defaults() -> None:
    written = tomllib.loads(TEXT)["env"]
    defaults = {field.name: field.default for field in dataclasses.fields(EnvConfig)}
    assert written == {name: value for name, value in defaults.items() if value is not None}
    assert set(re.findall(COMMENTED, TEXT, flags=re.MULTILINE)) == {name for name, value in defaults.items() if value is None}


def test_default_file_is_accepted() -> None:
    assert effective(EnvConfig, table="env", toml=DEFAULT, environ={})[0] == EnvConfig()


def test_commented_examples_are_accepted_too(tmp_path: Path) -> None:
    examples = tmp_path / "examples.toml"
    examples.write_text(re.sub(COMMENTED, lambda line: line[0][2:], TEXT, flags=re.MULTILINE), encoding="utf-8")
    config, origins = effective(EnvConfig, table="env", toml=examples, environ={})
    assert config.compat == "1.2.0"
    assert config.apps
    assert set(origins.values()) == {str(examples)}
