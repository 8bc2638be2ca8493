"""The client: messages in, a completion out, through the official `openai` package."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ConfigError, MissingExtraError
from gaia2_gym.llm.blocking import run
from gaia2_gym.llm.cache import Cache, content_key
from gaia2_gym.llm.config import LLMConfig, read_prices
from gaia2_gym.llm.errors import LLMAuthError, LLMError, LLMProtocolError, LLMReplyError, LLMRequestError
from gaia2_gym.llm.replies import read_reply
from gaia2_gym.llm.usage import Spent, Usage, cost_of, price_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from pydantic import BaseModel

T = TypeVar("T")
Message = Mapping[str, Any]

_FORMS = ("json_schema", "json_object", "text")
"""How a structured reply is asked for, strictest first. Not every server knows every form."""
_ASK_AGAIN = 2
"""How often a model whose structured reply cannot be read is asked again, with the problem named."""
_SHOWN_AGAIN = 4000
"""Characters of a bad reply that the model is shown."""
_LONGEST_WAIT = 30.0
"""Seconds between two attempts."""
_KEPT = ("text", "finish", "usage", "seconds", "calls", "reasoning")
"""What of an answer the cache keeps."""
_REASONING = ("reasoning_content", "reasoning")
"""What servers call a model's reasoning in a message (vLLM, DeepSeek; OpenRouter)."""
_NEW_LIMIT = "max_completion_tokens"
"""What some endpoints insist that `max_tokens` be called."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model made natively.

    Args:
        id: The endpoint's id of it.
        name: The function.
        arguments: Its arguments, the JSON text as the model wrote it.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer.

    Args:
        text: As the model wrote it.
        parsed: The structured reply, an instance of the schema that was asked for.
        usage: Tokens.
        seconds: How long it took when it was really asked, retries aside: an answer from the cache tells the same.
        cached: Whether it came from the cache.
        cost: US dollars; 0 for an answer from the cache, None where the price is not known.
        finish: Why the model stopped: `stop`, `length`, ...
        calls: Native tool calls, where tools were given.
        reasoning: What the model thought before, where the endpoint shows it.
    """

    text: str
    parsed: Any
    usage: Usage
    seconds: float
    cached: bool
    cost: float | None
    finish: str = "stop"
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""


class _Line(NamedTuple):
    """What belongs to one event loop: connections and a bound on requests under way."""

    client: AsyncOpenAI
    gate: asyncio.Semaphore


class _Reply(NamedTuple):
    text: str
    finish: str
    usage: Usage
    seconds: float
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""


class LLM:
    """One model at one endpoint.

    Asynchronous: `await llm.complete(messages)`, and `async with llm:` closes its connections. From synchronous code:
    `llm.run(llm.complete(messages))`. May be used from several event loops, and be sent to another process.

    Args:
        config: Which model, and how.

    Raises:
        ConfigError: No model is named, or the price table cannot be read.
    """

    def __init__(self, config: LLMConfig) -> None:
        if not config.model:
            raise ConfigError("no model is named: set model to the name that the endpoint knows, for example meta-llama/Llama-3.3-70B-Instruct")
        self.config = config
        self.spent = Spent()
        self._cache = Cache(config.cache) if config.cache else None
        self._price = price_of(config.model, read_prices(config.prices))
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, _Line] = WeakKeyDictionary()
        self._form = 0
        self._limit = "max_tokens"

    def __repr__(self) -> str:
        return f"LLM({self.config.model!r} at {self.config.base_url!r})"

    def __reduce__(self) -> tuple[type[LLM], tuple[LLMConfig]]:
        return (LLM, (self.config,))

    async def __aenter__(self) -> LLM:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections of the running event loop; they open again when needed."""
        line = self._lines.pop(asyncio.get_running_loop(), None)
        if line is not None:
            await line.client.close()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine that uses this client, from synchronous code, also while an event loop runs."""

        async def closing() -> T:
            async with self:
                return await coroutine

        return run(closing())

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        context: Any = None,
        tools: Sequence[Mapping[str, Any]] = (),
        cache: bool = True,
        seed: int | None = None,
    ) -> Completion:
        """The model's answer.

        Args:
            messages: The conversation, in the form of the chat-completions protocol.
            schema: The form that the reply must have. It is asked for as strictly as the endpoint allows and is validated here in any case; a
                reply that cannot be read is asked for again, with the problem named. The messages should describe it too.
            context: Handed to the schema's validators.
            tools: OpenAI-style functions that the model may call natively.
            cache: Whether an earlier answer to the same request may be given, and this one kept.
            seed: For the endpoint's sampling; answers to different seeds are cached apart.

        Raises:
            LLMError: No answer could be had; the class says why.
            MissingExtraError: The `openai` package is not installed.
        """
        request = self._request(messages, tools, seed)
        form = None if schema is None else schema.model_json_schema()
        key = content_key({"endpoint": self.config.base_url, "request": request, "form": form})
        store = self._cache if cache else None
        found = _recall(store.get(key), schema, context) if store else None
        if found is None:
            found = await self._ask(request, schema, context, Stream(0, key))
            if store:
                store.put(key, {name: value for name, value in dataclasses.asdict(found).items() if name in _KEPT})
        self.spent.answers += 1
        self.spent.cached += found.cached
        return found

    def _request(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]], seed: int | None) -> dict[str, Any]:
        config = self.config
        optional = {"temperature": config.temperature, "seed": seed, "tools": [dict(t) for t in tools] or None}
        given = {name: value for name, value in optional.items() if value is not None}
        return {"model": config.model, "messages": [dict(m) for m in messages], "max_tokens": config.max_tokens, **given}

    async def _ask(self, request: dict[str, Any], schema: type[BaseModel] | None, context: Any, jitter: Stream) -> Completion:
        """An answer from the endpoint, in the form asked for."""
        usage, seconds, problem = Usage(), 0.0, ""
        conversation = list(request["messages"])
        async with self._line.gate:
            for _ in range(1 + _ASK_AGAIN):
                reply = await self._send({**request, "messages": conversation}, schema, jitter)
                usage, seconds = usage + reply.usage, seconds + reply.seconds
                if schema is None:
                    return self._completion(reply, None, usage, seconds)
                if reply.finish == "length":
                    problem = f"the reply was cut off after max_tokens = {self.config.max_tokens} tokens"
                    break
                try:
                    return self._completion(reply, read_reply(reply.text, schema, context), usage, seconds)
                except ValueError as error:
                    problem = str(error)
                conversation += _again(reply.text, problem, schema)
        raise LLMReplyError(f"{self._where}: the reply cannot be read: {problem}")

    async def _send(self, request: dict[str, Any], schema: type[BaseModel] | None, jitter: Stream) -> _Reply:
        """One reply, the form asked for as strictly as the endpoint allows."""
        if schema is None:
            return await self._attempts(request, jitter)
        for number in range(self._form, len(_FORMS)):
            try:
                reply = await self._attempts({**request, **_response_format(_FORMS[number], schema)}, jitter)
            except LLMRequestError:
                if number == len(_FORMS) - 1:
                    raise
                continue
            self._form = number
            return reply
        raise AssertionError("the last form either answers or raises")

    async def _attempts(self, request: dict[str, Any], jitter: Stream) -> _Reply:
        """One reply, with retries after passing failures."""
        failure: LLMError
        for attempt in range(self.config.retries + 1):
            outcome = await self._once(request)
            if isinstance(outcome, LLMRequestError) and self._limit == "max_tokens" and _NEW_LIMIT in str(outcome):
                self._limit = _NEW_LIMIT
                outcome = await self._once(request)
            if isinstance(outcome, _Reply):
                self._count(outcome)
                return outcome
            failure = outcome
            if not failure.transient or attempt == self.config.retries:
                break
            wait = self.config.backoff * 2**attempt * jitter.uniform(0.5, 1.5)
            await asyncio.sleep(min(max(wait, failure.retry_after), _LONGEST_WAIT))
        raise failure  # outside of every handler: the official client's error, which holds the request's headers, does not hang on it

    async def _once(self, request: dict[str, Any]) -> _Reply | LLMError:
        """One request: a reply, or why there is none."""
        line = self._line
        import openai  # the extra: `_line` has seen to it that it is there

        from gaia2_gym.llm.failures import failure_of

        body = {self._limit if name == "max_tokens" else name: value for name, value in request.items()}
        self.spent.requests += 1
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self.config.timeout):
                # As arguments of their own the messages would be walked through by the official client, value by value: 20 ms for a long one.
                answer: Any = await line.client.chat.completions.create(model=request["model"], messages=[], extra_body=body)
        except (openai.OpenAIError, TimeoutError, ValueError) as error:
            return failure_of(error, self.config, self._key)
        return _reply_of(answer, time.perf_counter() - started) or LLMProtocolError(f"{self._where}: the answer is no chat completion")

    @property
    def _line(self) -> _Line:
        """The connections of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._lines:
            try:
                from openai import AsyncOpenAI
            except ImportError:
                raise MissingExtraError("The client of language models", "openai") from None
            if not all(33 <= ord(c) < 127 for c in self._key):
                raise LLMAuthError(f"the value of {self.config.api_key_env} cannot be a key: it holds blanks or characters beyond ASCII")
            client = AsyncOpenAI(api_key=self._key or "none", base_url=self.config.base_url, timeout=self.config.timeout, max_retries=0)
            self._lines[loop] = _Line(client, asyncio.Semaphore(self.config.max_concurrency))
        return self._lines[loop]

    @property
    def _key(self) -> str:
        return os.environ.get(self.config.api_key_env, "").strip()

    @property
    def _where(self) -> str:
        return f"{self.config.model} at {self.config.base_url}"

    def _completion(self, reply: _Reply, parsed: Any, usage: Usage, seconds: float) -> Completion:
        return Completion(reply.text, parsed, usage, seconds, False, self._cost(usage), reply.finish, reply.calls, reply.reasoning)

    def _cost(self, usage: Usage) -> float | None:
        return cost_of(usage, self._price) if self._price and usage.prompt_tokens else None

    def _count(self, reply: _Reply) -> None:
        """Note what a reply took, whether or not it turns out to be of use."""
        cost = self._cost(reply.usage)
        self.spent.usage += reply.usage
        self.spent.seconds += reply.seconds
        self.spent.cost += cost or 0.0
        self.spent.unpriced += cost is None


def _recall(entry: dict[str, Any] | None, schema: type[BaseModel] | None, context: Any) -> Completion | None:
    """The completion that an entry of the cache stands for, or None if it stands for none."""
    try:
        if entry is None:
            return None
        parsed = None if schema is None else read_reply(entry["text"], schema, context)
        calls = tuple(ToolCall(**call) for call in entry["calls"])
        rest = (entry["finish"], calls, entry["reasoning"])
        return Completion(entry["text"], parsed, Usage(**entry["usage"]), float(entry["seconds"]), True, 0.0, *rest)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _response_format(form: str, schema: type[BaseModel]) -> dict[str, Any]:
    if form == "text":
        return {}
    if form == "json_object":
        return {"response_format": {"type": "json_object"}}
    named = {"name": schema.__name__.strip("_").lower(), "schema": schema.model_json_schema(), "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _again(text: str, problem: str, schema: type[BaseModel]) -> list[dict[str, str]]:
    form = json.dumps(schema.model_json_schema())
    wanted = f"That reply cannot be read: {problem}. Reply again with nothing but one JSON object that fits this schema:\n{form}"
    return [{"role": "assistant", "content": text[:_SHOWN_AGAIN] or "(nothing)"}, {"role": "user", "content": wanted}]


def _reply_of(answer: Any, seconds: float) -> _Reply | None:
    """What is wanted of a chat completion, or None if it is none: the official client checks nothing."""
    try:
        choice = answer.choices[0]
        text, finish, usage = choice.message.content or "", choice.finish_reason or "stop", answer.usage
        calls = tuple(ToolCall(str(c.id or ""), c.function.name, c.function.arguments) for c in choice.message.tool_calls or ())
    except (AttributeError, IndexError, TypeError):
        return None
    if not isinstance(text, str) or not isinstance(finish, str) or not all(isinstance(x, str) for c in calls for x in (c.name, c.arguments)):
        return None
    reasoning = next((r for name in _REASONING if isinstance(r := getattr(choice.message, name, None), str)), "")
    details = getattr(usage, "completion_tokens_details", None), getattr(usage, "prompt_tokens_details", None)
    tokens = Usage(
        _count_of(usage, "prompt_tokens"),
        _count_of(usage, "completion_tokens"),
        _count_of(details[0], "reasoning_tokens"),
        _count_of(details[1], "cached_tokens"),
    )
    return _Reply(text, finish, tokens, seconds, calls, reasoning)


def _count_of(holder: Any, name: str) -> int:
    value = getattr(holder, name, None)
    return value if isinstance(value, int) else 0
