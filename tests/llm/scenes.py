"""What the tests of the client share: a schema, a client of the test server, and one call."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from gaia2_gym.llm import LLM, LLMConfig
from tests.llm.server import Server

ASK = [{"role": "user", "content": "Say hello."}]


class Colour(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    colour: Literal["red", "blue"]


RED = '{"colour": "red"}'


def client(server: Server, **settings: Any) -> LLM:
    return LLM(LLMConfig(**{"model": "m", "base_url": server.url, "backoff": 0.001, "timeout": 5.0, **settings}))


def ask(llm: LLM, **how: Any) -> Any:
    return llm.run(llm.complete(ASK, **how))
