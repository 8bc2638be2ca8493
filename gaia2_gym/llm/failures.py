"""What the official client raises, as errors of ours: they name the endpoint and what to do, and hold no key."""

from __future__ import annotations

import openai

from gaia2_gym.llm.config import LLMConfig
from gaia2_gym.llm.errors import (
    LLMAuthError,
    LLMError,
    LLMProtocolError,
    LLMQuotaError,
    LLMRateError,
    LLMRequestError,
    LLMTimeoutError,
    LLMUnavailableError,
)

_DETAIL = 300
"""Characters of an endpoint's own message that are passed on."""


def failure_of(error: openai.OpenAIError | TimeoutError | ValueError, config: LLMConfig, key: str) -> LLMError:
    """The error to raise for what the official client raised.

    Args:
        error: What it raised.
        config: Which endpoint.
        key: The API key, which an endpoint may quote in its message; empty if none is set.
    """
    where = f"{config.model} at {config.base_url}"
    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return LLMTimeoutError(f"{where}: no answer within {config.timeout:g} s; raise timeout, or lower max_tokens or max_concurrency")
    if isinstance(error, openai.APIConnectionError):
        return LLMUnavailableError(f"{where}: cannot be reached; is the server running there, and base_url right?")
    detail = _without(key, str(error))[:_DETAIL]
    if isinstance(error, UnicodeEncodeError):
        return LLMRequestError(f"{where}: the messages hold text that is no valid Unicode")
    if not isinstance(error, openai.APIStatusError):
        hint = "does base_url end in /v1, as most endpoints want?"
        return LLMProtocolError(f"{where}: the answer is no chat completion ({type(error).__name__}); {hint}")
    failure = _of_status(error, where, detail, config.api_key_env, has_key=bool(key))
    failure.retry_after = _seconds(error.response.headers.get("retry-after", ""))
    return failure


def _of_status(error: openai.APIStatusError, where: str, detail: str, variable: str, *, has_key: bool) -> LLMError:
    status = error.status_code
    if status in (401, 403):
        # The endpoint's own words are left out: they may quote a part of the key.
        what = f"the key in {variable} is refused" if has_key else f"a key is wanted, and {variable} is not set"
        return LLMAuthError(f"{where}: {what} (status {status}); put a valid key into that variable, or name another with api_key_env")
    if error.code == "insufficient_quota":
        return LLMQuotaError(f"{where}: the account has nothing left to spend (status {status})")
    if status == 429:
        return LLMRateError(f"{where}: too many requests (status 429); lower max_concurrency or raise retries. {detail}")
    if status in (408, 409) or status >= 500:
        return LLMUnavailableError(f"{where}: the server fails (status {status}). {detail}")
    hint = "; is base_url right (most endpoints want /v1 at its end), and the model's name?" if status == 404 else ""
    return LLMRequestError(f"{where}: the request is refused (status {status}){hint}. {detail}")


def _without(key: str, text: str) -> str:
    return text.replace(key, "***") if key else text


def _seconds(header: str) -> float:
    """A Retry-After header in seconds; 0 for none, or for a date."""
    try:
        return max(0.0, float(header))
    except ValueError:
        return 0.0
