"""Structured replies: asked for as the server allows, and read strictly."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from gaia2_gym.llm import (
    LLMReplyError,
    LLMRequestError,
    Usage,
)
from tests.llm.scenes import RED, Colour, ask, client
from tests.llm.server import Said, Server

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
    assert (llm.spent.answers, llm.spent.usage) == (1, Usage(500, 50))  # what could not be read was paid for


def test_a_reply_that_was_cut_off_is_not_read(server: Server) -> None:
    server.say(Said(RED, finish="length"))
    with pytest.raises(LLMReplyError, match="max_tokens = 1024"):
        ask(client(server), schema=Colour)
    assert len(server.requests) == 1


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
