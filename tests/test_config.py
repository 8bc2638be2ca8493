"""Settings from keywords, environment and TOML."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from gaia2_gym.config import OTHER_VARIABLES, effective, read_toml
from gaia2_gym.errors import ConfigError


@dataclass(frozen=True)
class Judge:
    kind: Literal["facts", "hard", "openai"] = "facts"
    votes: int = 1
    temperature: float = 0.5
    cache: bool = True
    models: tuple[str, ...] | None = None
    url: str = "http://localhost"
    sources: str | tuple[str, ...] = "here"
    callable: Any = None

    def __post_init__(self) -> None:
        if self.votes < 1:
            raise ConfigError(f"votes must be at least 1, not {self.votes}")


@pytest.fixture
def write(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "GAIA2_judge.toml"  # a name like a variable's must not make its values texts
        path.write_text(text, encoding="utf-8")
        return path

    return write


def judge(**sources: Any) -> tuple[Judge, dict[str, str]]:
    return effective(Judge, table="judge", **{"environ": {}} | sources)


def test_without_anything_the_defaults_hold() -> None:
    settings, origins = judge()
    assert settings == Judge()
    assert set(origins.values()) == {"default"}
    assert list(origins) == ["kind", "votes", "temperature", "cache", "models", "url", "sources", "callable"]


def test_given_before_environment_before_file_before_default(write) -> None:
    path = write('[judge]\nvotes = 2\ntemperature = 2\nurl = "file"\n[env]\nlatency = "zero"\n')
    environ = {"GAIA2_JUDGE_VOTES": "3", "GAIA2_JUDGE_TEMPERATURE": "3", "GAIA2_ENV_VOTES": "of another table"}
    settings, origins = judge(toml=path, environ=environ, given={"votes": 4})
    assert (settings.votes, settings.temperature, settings.url, settings.cache) == (4, 3.0, "file", True)
    assert (origins["votes"], origins["temperature"], origins["url"], origins["cache"]) == ("given", "GAIA2_JUDGE_TEMPERATURE", str(path), "default")


def test_a_given_none_is_a_value(write) -> None:
    settings, origins = judge(toml=write('[judge]\nmodels = ["a", "b"]\n'), given={"models": None})
    assert settings.models is None
    assert origins["models"] == "given"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("KIND", "openai", "openai"),
        ("VOTES", "5", 5),
        ("TEMPERATURE", "0", 0.0),
        ("CACHE", "Off", False),
        ("CACHE", "1", True),
        ("MODELS", "a, b,", ("a", "b")),
        ("MODELS", "none", None),
        ("URL", "5", "5"),
        ("SOURCES", "a,b", "a,b"),
        ("CALLABLE", "zero", "zero"),
        ("VOTES", "", 1),
    ],
)
def test_texts_of_the_environment_are_read_by_type(name: str, text: str, value: Any) -> None:
    settings, _ = judge(environ={f"GAIA2_JUDGE_{name}": text})
    found = getattr(settings, name.lower())
    assert (found, type(found)) == (value, type(value))


def test_values_of_a_file_keep_their_types(write) -> None:
    settings, _ = judge(toml=write('[judge]\ntemperature = 1\nmodels = ["a"]\nsources = ["b"]\n'))
    assert settings == Judge(temperature=1.0, models=("a",), sources=("b",))
    assert type(settings.temperature) is float


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("GAIA2_JUDGE_VOTES", "many", "GAIA2_JUDGE_VOTES: votes must be a whole number, not 'many'"),
        ("GAIA2_JUDGE_VOTES", "0", "GAIA2_JUDGE_VOTES: votes must be at least 1, not 0"),
        ("GAIA2_JUDGE_CACHE", "maybe", "GAIA2_JUDGE_CACHE: cache must be true or false, not 'maybe'"),
        ("GAIA2_JUDGE_KIND", "fact", "one of facts, hard, openai, not 'fact' (did you mean 'facts'?)"),
        ("GAIA2_JUDGE_TEMPERATUR", "1", "unknown setting 'temperatur' (did you mean 'temperature'?)"),
        ("GAIA2_JUGDE_VOTES", "1", "unknown environment variable GAIA2_JUGDE_VOTES (did you mean 'GAIA2_JUDGE'?)"),
        ("GAIA2_FILE", "1", "unknown environment variable GAIA2_FILE (did you mean 'GAIA2_FILES'?)"),
        ("GAIA2_JUDGE", "1", "unknown environment variable GAIA2_JUDGE"),
    ],
)
def test_a_wrong_variable_is_refused(variable: str, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        judge(environ={variable: text})
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[judge]\nvotes = "3"\n', "[judge] votes must be a whole number, not '3'"),
        ("[judge]\nvotes = true\n", "[judge] votes must be a whole number, not True"),
        ("[judge]\nvotes = 0\n", "[judge] votes must be at least 1, not 0"),
        ('[judge]\nmodels = "a,b"\n', "[judge] models must be a list, not 'a,b'"),
        ("[judge]\nmodels = [1]\n", "[judge] models must be a text, not 1"),
        ("[judge]\nvote = 1\n", "[judge] unknown setting 'vote' (did you mean 'votes'?); known are kind, votes,"),
        ("[jugde]\nvotes = 1\n", "unknown table 'jugde' (did you mean 'judge'?); known tables are env,"),
        ("votes = 1\n", "unknown setting 'votes'; known tables are"),
        ("judge = 1\n", "judge must be a table, [judge], not 1"),
        ("[judge\n", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_refused_by_name(write, content: str, message: str) -> None:
    path = write(content)
    with pytest.raises(ConfigError) as error:
        judge(toml=path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.toml: cannot be read: No such file"):
        judge(toml=tmp_path / "nothing.toml")
    (tmp_path / "latin.toml").write_bytes(b'[judge]\nurl = "\xe9"\n')
    with pytest.raises(ConfigError, match="not valid TOML"):
        read_toml(tmp_path / "latin.toml")


@pytest.mark.parametrize(("given", "message"), [({"vote": 1}, "unknown setting 'vote'"), ({"votes": "1"}, "votes must be a whole number, not '1'")])
def test_what_is_given_is_checked_too(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as error:
        judge(given=given)
    assert str(error.value).startswith(message)


def test_variables_of_no_table_are_left_alone() -> None:
    assert judge(environ=dict.fromkeys([*OTHER_VARIABLES, "PATH", "GAIA"], "x"))[0] == Judge()


def test_the_environment_is_the_process_s_own_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAIA2_JUDGE_VOTES", "7")
    assert effective(Judge, table="judge")[0].votes == 7
