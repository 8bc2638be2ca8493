"""Settings, and keys that must be nowhere."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.errors import ConfigError, Gaia2Error, MissingExtraError
from gaia2_gym.llm import (
    LLM,
    LLMAuthError,
    LLMConfig,
    LLMRequestError,
)
from tests.llm.scenes import Colour, ask, client
from tests.llm.server import KEY, Said, Server

# --- settings and secrets ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"base_url": "localhost:8000"}, "base_url"),
        ({"base_url": "ftp://host/v1"}, "base_url"),
        ({"base_url": "http://[::1"}, "base_url"),
        ({"temperature": 3.0}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"timeout": 0.0}, "timeout"),
        ({"timeout": float("nan")}, "timeout"),
        ({"retries": -1}, "retries"),
        ({"backoff": -1.0}, "backoff"),
        ({"max_concurrency": 0}, "max_concurrency"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        LLMConfig(model="m", **settings)


def test_a_model_is_wanted() -> None:
    with pytest.raises(ConfigError, match="no model is named"):
        LLM(LLMConfig())


@pytest.mark.parametrize(
    "settings",
    [{"base_url": f"https://user:{KEY}@host/v1"}, {"base_url": f"https://host/v1?key={KEY}"}, {"api_key_env": KEY}],
    ids=["user", "query", "variable"],
)
def test_a_key_in_the_wrong_place_is_refused_and_not_quoted(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as caught:
        LLMConfig(model="m", **settings)
    assert KEY not in str(caught.value)


def everything(error: BaseException | None) -> str:
    """All that hangs on an exception: texts, attributes, causes."""
    return "" if error is None else f"{error!r} {vars(error)!r} {error.args!r}" + everything(error.__cause__) + everything(error.__context__)


ECHO = [
    Said(f"Incorrect API key provided: {KEY}", 401),
    Said(f"bad request with {KEY}", 400),
    Said(f"trace of the failure: {KEY}", 500),
    Said(f"{KEY} is too fast", 429),
    Said(body=f"<html>{KEY}"),
    Said(hang_up=True),
    Said(delay=0.4),
    Said(f"no JSON, {KEY}"),
]


@pytest.mark.parametrize("said", ECHO, ids=["401", "400", "500", "429", "malformed", "hang up", "timeout", "reply"])
def test_keys_are_in_no_error(server: Server, said: Said, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    server.behaviour = lambda request: said
    llm = client(server, retries=0, timeout=0.2, cache=str(tmp_path))
    with pytest.raises(Gaia2Error) as caught:
        ask(llm, schema=Colour)
    texts = [everything(caught.value), repr(llm), repr(llm.config), repr(llm.spent), str(vars(llm)), pickle.dumps(llm).decode("latin-1")]
    texts += [record.getMessage() for record in caplog.records if record.name.startswith("gaia2_gym")]
    assert [t for t in texts if KEY in t] == []


def test_keys_are_in_no_cache_file(server: Server, tmp_path: Path) -> None:
    ask(client(server, cache=str(tmp_path)))
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert found
    assert [path for path in found if KEY.encode() in path.read_bytes()] == []


@pytest.mark.parametrize("key", ["sk-ä", "sk-a b", "sk-a\nX-Evil: 1"])
def test_what_cannot_be_a_key_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(LLMAuthError, match="OPENAI_API_KEY") as caught:
        ask(client(server))
    assert key not in everything(caught.value)
    assert server.requests == []


def test_who_has_no_key_is_told_where_to_put_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.behaviour = lambda request: Said("no", 401)
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(LLMAuthError, match="OPENAI_API_KEY is not set"):
        ask(client(server))


def test_broken_unicode_is_an_error_of_the_request(server: Server) -> None:
    llm = client(server)
    with pytest.raises(LLMRequestError, match="Unicode"):
        llm.run(llm.complete([{"role": "user", "content": "\ud800"}]))


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, server: Server, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtraError, match=r"gaia2-gym\[openai\]"):
        ask(client(server))
    monkeypatch.setitem(sys.modules, "diskcache", None)
    with pytest.raises(MissingExtraError, match=r"gaia2-gym\[openai\]"):
        ask(client(server, cache=str(tmp_path)))


def test_the_client_package_is_loaded_when_it_is_needed() -> None:
    program = """
import sys
from gaia2_gym.llm import LLM, LLMConfig
LLM(LLMConfig(model="m"))
print("openai" in sys.modules, "diskcache" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True).stdout == "False False\n"
