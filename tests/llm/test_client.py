"""The client against a real server: answers, retries, concurrency, money."""

from __future__ import annotations

import asyncio
import copy
import pickle
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.errors import ConfigError
from gaia2_gym.llm import (
    LLM,
    LLMAuthError,
    LLMConfig,
    LLMError,
    LLMProtocolError,
    LLMQuotaError,
    LLMRateError,
    LLMRequestError,
    LLMTimeoutError,
    LLMUnavailableError,
    Usage,
    run,
)
from tests.llm.scenes import ASK, ask, client
from tests.llm.server import KEY, Said, Server

# --- the plain case ---------------------------------------------------------------------------------------------------------------------------


def test_a_completion(server: Server) -> None:
    server.say("Hello!")
    llm = client(server, temperature=0.5, max_tokens=77)
    answer = ask(llm, seed=3)
    assert (answer.text, answer.parsed, answer.cached, answer.finish) == ("Hello!", None, False, "stop")
    assert answer.usage == Usage(100, 10)
    assert answer.seconds > 0
    assert server.requests == [{"model": "m", "messages": ASK, "temperature": 0.5, "max_tokens": 77, "seed": 3}]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_what_is_not_set_is_not_sent(server: Server) -> None:
    ask(client(server, temperature=None))
    assert set(server.requests[0]) == {"model", "messages", "max_tokens"}


def test_another_variable_may_hold_the_key(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " other-key\n")
    ask(client(server, api_key_env="MY_KEY"))
    monkeypatch.delenv("MY_KEY")
    ask(client(server, api_key_env="MY_KEY"))
    assert [h["Authorization"] for h in server.headers] == ["Bearer other-key", "Bearer none"]


def test_reasoning_and_cached_tokens_are_counted(server: Server) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 40}}
    server.say(Said("x", usage={**usage, "completion_tokens_details": {"reasoning_tokens": 30}}))
    assert ask(client(server)).usage == Usage(100, 50, 30, 40)


# --- retries ----------------------------------------------------------------------------------------------------------------------------------

PASSING = [
    Said("slow down", 429),
    Said("oops", 500),
    Said("gateway", 502),
    Said("busy", 503),
    Said(hang_up=True),
    Said(body="{ this is no JSON"),
    Said(body="<html>Sign in</html>", headers={"Content-Type": "text/html"}),
    Said(body='{"choices": []}'),
    Said(body='{"choices": [{"message": {"content": 5}}]}'),
    Said(body="[]"),
    Said(delay=1.5),
    Said(dribble=0.05),
]


@pytest.mark.parametrize("first", PASSING, ids=lambda s: str(s.body or s.text or s.status)[:20])
def test_passing_failures_are_retried(server: Server, first: Said) -> None:
    server.say(first, "at last")
    llm = client(server, timeout=1.0, retries=1)
    assert ask(llm).text == "at last"
    assert llm.spent.requests == len(server.requests) == 2


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said("slow down", 429), LLMRateError),
        (Said("oops", 500), LLMUnavailableError),
        (Said(hang_up=True), LLMUnavailableError),
        (Said(delay=1.5), LLMTimeoutError),
        (Said(dribble=0.05), LLMTimeoutError),
        (Said(body="{ no JSON"), LLMProtocolError),
    ],
    ids=["429", "500", "hang up", "timeout", "dribble", "malformed"],
)
def test_retries_are_bounded(server: Server, said: Said, kind: type[LLMError]) -> None:
    server.behaviour = lambda request: said
    with pytest.raises(kind) as caught:
        ask(client(server, timeout=1.0, retries=2))
    assert len(server.requests) == 3
    assert server.url in str(caught.value)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said("bad key", 401), LLMAuthError),
        (Said("not for you", 403), LLMAuthError),
        (Said("no such model", 404), LLMRequestError),
        (Said("prompt too long", 400), LLMRequestError),
        (Said("pay", 429, code="insufficient_quota"), LLMQuotaError),
    ],
    ids=["401", "403", "404", "400", "quota"],
)
def test_lasting_failures_are_not(server: Server, said: Said, kind: type[LLMError]) -> None:
    server.behaviour = lambda request: said
    with pytest.raises(kind):
        ask(client(server))
    assert len(server.requests) == 1


def test_the_endpoint_may_say_how_long_to_wait(server: Server) -> None:
    server.say(Said("slow down", 429, headers={"Retry-After": "0.4"}), "ok")
    started = time.perf_counter()
    ask(client(server))
    assert time.perf_counter() - started > 0.4


def test_waits_grow_and_do_not_depend_on_chance(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("gaia2_gym.llm.client.asyncio.sleep", sleep)
    server.behaviour = lambda request: Said("oops", 500)
    for _ in range(2):
        with pytest.raises(LLMUnavailableError):
            ask(client(server, backoff=1.0, retries=7))
    first, again = waits[:7], waits[7:]
    assert first == again
    assert all(min(2**n * 0.5, 30) <= wait <= min(2**n * 1.5, 30) for n, wait in enumerate(first))
    assert first[-1] == 30  # the cap
    assert len({wait / 2**n for n, wait in enumerate(first[:4])}) == 4  # jitter


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        llm = LLM(LLMConfig(model="m", base_url=url, retries=1, backoff=0.001))
        with pytest.raises(LLMUnavailableError, match=r"is the server running there"):
            llm.run(llm.complete(ASK))
    assert llm.spent.requests == 2


def test_the_newer_name_of_the_token_limit(server: Server) -> None:
    def insists(request: dict[str, Any]) -> Said:
        if "max_tokens" in request:
            return Said("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 400)
        return Said(str(request["max_completion_tokens"]))

    server.behaviour = insists
    llm = client(server, max_tokens=55)
    assert [ask(llm).text, ask(llm).text] == ["55", "55"]
    assert len(server.requests) == 3  # it learns once


# --- concurrency and loops --------------------------------------------------------------------------------------------------------------------


def test_requests_under_way_are_bounded(server: Server) -> None:
    server.behaviour = lambda request: Said("x", delay=0.05)
    llm = client(server, max_concurrency=3)

    async def many() -> None:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(12):
                tasks.create_task(llm.complete(ASK))

    llm.run(many())
    assert (server.most_open, len(server.requests)) == (3, 12)


def test_synchronous_code_inside_a_running_loop(server: Server) -> None:
    llm = client(server)

    async def notebook() -> list[str]:
        own = (await llm.complete(ASK)).text
        nested = ask(llm).text
        return [own, nested, (await llm.complete(ASK)).text]

    async def whole() -> list[str]:
        async with llm:
            return await notebook()

    assert asyncio.run(whole()) == ["hello"] * 3
    assert ask(llm).text == "hello"


def test_errors_come_through_the_helper_thread(server: Server) -> None:
    server.behaviour = lambda request: Said("no", 401)

    async def notebook() -> None:
        with pytest.raises(LLMAuthError):
            ask(client(server))

    asyncio.run(notebook())


def test_run_closes_what_it_opened(server: Server, recwarn: pytest.WarningsRecorder) -> None:
    llm = client(server)
    ask(llm)
    assert len(llm._lines) == 0
    del llm
    assert [w for w in recwarn if issubclass(w.category, ResourceWarning)] == []


def test_it_travels_to_another_process(server: Server) -> None:
    llm = client(server)
    ask(llm)
    for other in (pickle.loads(pickle.dumps(llm)), copy.deepcopy(llm)):
        assert ask(other).text == "hello"
        assert other.config == llm.config


def test_run_gives_results_and_errors() -> None:
    async def fails() -> None:
        raise ConfigError("x")

    async def inside() -> None:
        with pytest.raises(ConfigError):
            run(fails())

    with pytest.raises(ConfigError) as caught:
        run(fails())
    assert caught.value.__context__ is None
    asyncio.run(inside())


# --- money ------------------------------------------------------------------------------------------------------------------------------------


def test_cost_is_counted_where_the_price_is_known(server: Server, tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text('[models."m"]\ninput = 10\noutput = 100.0\n')
    llm = client(server, prices=str(tmp_path / "prices.toml"), cache=str(tmp_path / "cache"))
    assert ask(llm).cost == pytest.approx(0.001 + 0.001)
    assert ask(llm).cost == 0.0
    assert (llm.spent.cost, llm.spent.answers, llm.spent.cached, llm.spent.unpriced) == (pytest.approx(0.002), 2, 1, 0)
    assert llm.spent.usage == Usage(100, 10)


def test_a_cost_that_is_not_known_is_not_zero(server: Server) -> None:
    llm = client(server)
    assert ask(llm).cost is None
    server.say(Said("x", usage=None))
    assert ask(client(server, model="gpt-4o-mini")).cost is None
    assert llm.spent.unpriced == 1


def test_packaged_prices(server: Server) -> None:
    for model in ("gpt-4o-mini", "gpt-4o-mini-2024-07-18"):
        assert ask(client(server, model=model)).cost == pytest.approx((100 * 0.15 + 10 * 0.60) / 1e6)
    assert ask(client(server, model="gpt-4o-mini-audio")).cost is None


@pytest.mark.parametrize("text", ["models = 3", '[models."m"]\ninput = 1', '[models."m"]\ninput = "a"\noutput = 1', "[", 'models = {m = "x"}'])
def test_bad_price_tables(text: str, tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text(text)
    with pytest.raises(ConfigError, match=r"prices\.toml"):
        LLM(LLMConfig(model="m", prices=str(tmp_path / "prices.toml")))
    with pytest.raises(ConfigError, match="no price table"):
        LLM(LLMConfig(model="m", prices=str(tmp_path / "none.toml")))
