from __future__ import annotations

import asyncio
import copy
import json
import pickle
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from gaia2_gym.errors import ConfigError, Gaia2Error, MissingExtraError
from gaia2_gym.llm import (
    LLM,
    LLMAuthError,
    LLMCacheError,
    LLMConfig,
    LLMError,
    LLMProtocolError,
    LLMQuotaError,
    LLMRateError,
    LLMReplyError,
    LLMRequestError,
    LLMTimeoutError,
    LLMUnavailableError,
    Usage,
    run,
)
from tests.llm.server import KEY, Said, Server

ASK = [{"role": "user", "content": "Say hello."}]


class Colour(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    colour: Literal["red", "blue"]


RED = '{"colour": "red"}'


def client(server: Server, **settings: Any) -> LLM:
    return LLM(LLMConfig(**{"model": "m", "base_url": server.url, "backoff": 0.001, "timeout": 5.0, **settings}))


def ask(llm: LLM, **how: Any) -> Any:
    return llm.run(llm.complete(ASK, **how))


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
    Said(delay=0.6),
    Said(dribble=0.05),
]


@pytest.mark.parametrize("first", PASSING, ids=lambda s: str(s.body or s.text or s.status)[:20])
def test_passing_failures_are_retried(server: Server, first: Said) -> None:
    server.say(first, "at last")
    llm = client(server, timeout=0.3, retries=1)
    assert ask(llm).text == "at last"
    assert llm.spent.requests == len(server.requests) == 2


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said("slow down", 429), LLMRateError),
        (Said("oops", 500), LLMUnavailableError),
        (Said(hang_up=True), LLMUnavailableError),
        (Said(delay=0.5), LLMTimeoutError),
        (Said(dribble=0.05), LLMTimeoutError),
        (Said(body="{ no JSON"), LLMProtocolError),
    ],
    ids=["429", "500", "hang up", "timeout", "dribble", "malformed"],
)
def test_retries_are_bounded(server: Server, said: Said, kind: type[LLMError]) -> None:
    server.behaviour = lambda request: said
    with pytest.raises(kind) as caught:
        ask(client(server, timeout=0.2, retries=2))
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


# --- structured replies -----------------------------------------------------------------------------------------------------------------------


def test_a_structured_reply(server: Server) -> None:
    server.say(RED)
    assert ask(client(server), schema=Colour).parsed == Colour(colour="red")
    asked = server.requests[0]["response_format"]
    assert asked["json_schema"]["strict"] is True
    assert asked["json_schema"]["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(("known", "calls"), [("json_schema", 1), ("json_object", 2), ("text", 3)])
def test_servers_that_know_fewer_forms(server: Server, known: str, calls: int) -> None:
    def behaviour(request: dict[str, Any]) -> Said:
        form = request.get("response_format", {"type": "text"})["type"]
        return Said(RED) if form == known else Said(f"response_format {form} is not supported", 400)

    server.behaviour = behaviour
    llm = client(server)
    assert ask(llm, schema=Colour).parsed.colour == "red"
    assert len(server.requests) == calls
    ask(llm, schema=Colour)
    assert len(server.requests) == calls + 1  # it learns once


def test_a_request_refused_in_every_form_teaches_nothing(server: Server) -> None:
    server.say(*[Said("context too long", 400)] * 3, RED)
    llm = client(server)
    with pytest.raises(LLMRequestError, match="context too long"):
        ask(llm, schema=Colour)
    ask(llm, schema=Colour)
    assert server.requests[-1]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    "text",
    [RED, f"```json\n{RED}\n```", f'<think>{{"colour": "blue"}}?</think>\n{RED}', f'I first thought {{"colour": "blue"}}, but no: {RED}\n'],
    ids=["bare", "fence", "think", "prose"],
)
def test_the_last_object_counts(server: Server, text: str) -> None:
    server.say(text)
    assert ask(client(server), schema=Colour).parsed.colour == "red"


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("red", "does not end with a JSON object"),
        (f"{RED} That was my answer.", "does not end with a JSON object"),
        ('{"colour": "green"}', "colour: Input should be 'red' or 'blue'"),
        ('{"color": "red"}', "colour: Field required"),
        ('{"colour": "blue", "colour": "red"}', "stands in the JSON object twice"),
        ('{"colour": "red"', "does not end with a JSON object"),
        ("", "does not end with a JSON object"),
        (None, "does not end with a JSON object"),
        ('{"a":' * 3000 + "1" + "}" * 3000, "."),
        ("{" * 20000 + "}", "."),
    ],
    ids=["word", "after", "value", "key", "doubled", "half", "empty", "null", "deep", "braces"],
)
def test_bad_replies_are_asked_for_again_and_then_raise(server: Server, bad: str | None, problem: str) -> None:
    server.say(Said(bad), RED)
    llm = client(server)
    answer = ask(llm, schema=Colour)
    assert answer.parsed.colour == "red"
    assert answer.usage == Usage(200, 20)  # what both cost
    shown = server.requests[1]["messages"]
    assert [m["role"] for m in shown] == ["user", "assistant", "user"]
    assert "again" in shown[2]["content"]
    server.behaviour = lambda request: Said(bad)
    with pytest.raises(LLMReplyError, match=problem):
        ask(llm, schema=Colour)
    assert len(server.requests) == 5


def test_a_reply_that_was_cut_off_is_not_read(server: Server) -> None:
    server.say(Said(RED, finish="length"))
    with pytest.raises(LLMReplyError, match="max_tokens = 1024"):
        ask(client(server), schema=Colour)
    assert len(server.requests) == 1


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


# --- concurrency and loops --------------------------------------------------------------------------------------------------------------------


def test_requests_under_way_are_bounded(server: Server) -> None:
    server.behaviour = lambda request: Said("x", delay=0.05)
    llm = client(server, max_concurrency=3)

    async def many() -> None:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(12):
                tasks.create_task(llm.complete(ASK))

    started = time.perf_counter()
    llm.run(many())
    assert time.perf_counter() - started < 12 * 0.05
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

    with pytest.raises(ConfigError):
        run(fails())
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


def test_replies_of_any_length_are_read_fast(server: Server) -> None:
    llm = client(server)
    server.say(json.dumps({"reason": "{" * 100_000, "colour": "red"}))
    assert ask(llm, schema=Colour).parsed.colour == "red"
    for text in ("[" * 200_000 + "{}", '{"a' * 100_000 + "}", ('{"' + "a" * 300) * 700 + "}"):
        server.behaviour = lambda request, text=text: Said(text)
        started = time.perf_counter()
        with pytest.raises(LLMReplyError):
            ask(llm, schema=Colour)
        assert time.perf_counter() - started < 3
