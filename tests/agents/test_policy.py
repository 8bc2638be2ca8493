"""Policies that ask a real server: from many threads, with seeds, through shared connections."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from gaia2_gym.agents import AgentConfig, ModelPolicy, ReActAgent
from gaia2_gym.llm import LLMConfig, LLMUnavailableError
from tests.agents.scenes import session_of
from tests.llm.server import Said, Server

ASK = [{"role": "user", "content": "Say hello."}]


def policy(server: Server, **settings: object) -> ModelPolicy:
    return ModelPolicy(LLMConfig(**{"model": "m", "base_url": server.url, "retries": 0, "timeout": 5.0, **settings}))  # type: ignore[arg-type]


def test_an_answer(server: Server) -> None:
    answer = policy(server).seeded(7)(ASK, [])
    assert answer.text == "hello"
    assert server.requests[0]["seed"] == 7
    assert server.requests[0]["messages"] == ASK
    assert "tools" not in server.requests[0]


def test_no_seed_is_no_seed(server: Server) -> None:
    policy(server)(ASK, [{"type": "function", "function": {"name": "f"}}])
    assert "seed" not in server.requests[0]
    assert len(server.requests[0]["tools"]) == 1


def test_a_failure_is_raised(server: Server) -> None:
    server.say(Said("no", status=500))
    with pytest.raises(LLMUnavailableError):
        policy(server)(ASK, [])


def test_many_threads_wait_at_once_and_share_the_bound(server: Server) -> None:
    server.behaviour = lambda request: Said("hello", delay=0.2)
    shared = policy(server, max_concurrency=8)
    began = time.monotonic()
    with ThreadPoolExecutor(24) as pool:
        answers = list(pool.map(lambda seed: shared.seeded(seed)(ASK, []).text, range(24)))
    assert answers == ["hello"] * 24
    assert server.most_open <= 8
    assert server.most_open >= 6
    assert time.monotonic() - began < 4
    assert sorted(r["seed"] for r in server.requests) == list(range(24))
    assert shared.llm.spent.requests == 24


def test_a_prompt_of_a_megabyte(server: Server) -> None:
    server.behaviour = lambda request: Said('Action: {"tool": "Calendar__get_all_tags", "args": {}}')
    session = session_of(max_steps=2)
    config = AgentConfig(system_prompt="é" * 1_000_000, context=1_000_000)
    played = ReActAgent(policy(server, timeout=30.0), config).play(session)
    assert played.generations == 2
    assert len(server.requests[0]["messages"][0]["content"]) > 1_000_000
