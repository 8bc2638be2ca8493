"""The cache on disk."""

from __future__ import annotations

import pickle
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.llm import (
    LLMCacheError,
    LLMReplyError,
    LLMUnavailableError,
)
from tests.llm.scenes import ASK, RED, Colour, ask, client
from tests.llm.server import Said, Server

# --- the cache --------------------------------------------------------------------------------------------------------------------------------


def test_a_rerun_calls_nothing(server: Server, tmp_path: Path) -> None:
    server.behaviour = lambda request: Said(RED)
    first = ask(client(server, cache=str(tmp_path)), schema=Colour)
    llm = client(server, cache=str(tmp_path))
    again = ask(llm, schema=Colour)
    assert len(server.requests) == 1
    assert (again.text, again.parsed, again.usage, again.seconds) == (first.text, first.parsed, first.usage, first.seconds)
    assert (again.cached, again.cost, llm.spent.cached, llm.spent.requests) == (True, 0.0, 1, 0)


def test_a_rerun_needs_no_server_and_no_client_package(server: Server, tmp_path: Path) -> None:
    config = {"model": "m", "base_url": server.url, "cache": str(tmp_path)}
    ask(client(server, cache=str(tmp_path)))
    program = f"""
import sys
sys.modules["openai"] = None
from gaia2_gym.llm import LLM, LLMConfig
llm = LLM(LLMConfig(**{config!r}))
print(llm.run(llm.complete({ASK!r})).text)
"""
    server.shutdown()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "hello\n", done.stderr


def test_what_differs_is_asked_apart(server: Server, tmp_path: Path) -> None:
    where = {"cache": str(tmp_path)}
    ask(client(server, **where))
    ask(client(server, **where), seed=1)
    ask(client(server, temperature=1.0, **where))
    ask(client(server, model="n", **where))
    server.say(RED)
    ask(client(server, **where), schema=Colour)
    assert len(server.requests) == 5
    ask(client(server, timeout=9.0, retries=0, max_concurrency=1, **where))  # how patiently makes no difference
    assert len(server.requests) == 5


def test_the_cache_can_be_left_out(server: Server, tmp_path: Path) -> None:
    llm = client(server, cache=str(tmp_path))
    for _ in range(2):
        ask(llm, cache=False)
    ask(llm)
    assert len(server.requests) == 3


def test_failures_are_not_cached(server: Server, tmp_path: Path) -> None:
    llm = client(server, cache=str(tmp_path), retries=0)
    server.say(Said("oops", 500), Said("red"), Said("red"), Said("red"), RED)
    with pytest.raises(LLMUnavailableError):
        ask(llm, schema=Colour)
    with pytest.raises(LLMReplyError):
        ask(llm, schema=Colour)
    assert ask(llm, schema=Colour).parsed.colour == "red"
    assert len(server.requests) == 5


def rows(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "cache.db")


@pytest.mark.parametrize("value", ["not JSON", "[]", "{}", '{"text": "x"}', '{"text": 1, "finish": "stop", "usage": 3, "seconds": 0}'])
def test_entries_that_cannot_be_read_are_asked_for_again(server: Server, tmp_path: Path, value: str) -> None:
    llm = client(server, cache=str(tmp_path))
    ask(llm)
    with rows(tmp_path) as table:
        table.execute("UPDATE Cache SET value = ?", (value,))
    assert ask(client(server, cache=str(tmp_path))).text == "hello"
    assert len(server.requests) == 2


class Bomb:
    def __reduce__(self) -> Any:
        return (open, (str(self.path), "w"))

    def __init__(self, path: Path) -> None:
        self.path = path


def test_nothing_is_unpickled(server: Server, tmp_path: Path) -> None:
    ask(client(server, cache=str(tmp_path)))
    bomb = pickle.dumps(Bomb(tmp_path / "ran"))
    with rows(tmp_path) as table:
        table.execute("UPDATE Cache SET value = ?, mode = 4", (bomb,))
    ask(client(server, cache=str(tmp_path)))
    assert not (tmp_path / "ran").exists()
    assert len(server.requests) == 2


def test_a_cache_that_cannot_be_used_says_so(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(LLMCacheError, match="file"):
        ask(client(server, cache=str(tmp_path / "file")))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "cache.db").write_text("this is no database " * 100)
    with pytest.raises(LLMCacheError, match="delete it or name another"):
        ask(client(server, cache=str(tmp_path / "broken")))
