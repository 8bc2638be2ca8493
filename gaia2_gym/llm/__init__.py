"""The client of language models: any OpenAI-compatible endpoint, asynchronous, with retries, structured replies, a cache and a cost count."""

from gaia2_gym.llm.blocking import run
from gaia2_gym.llm.client import LLM, Completion, Message, ToolCall
from gaia2_gym.llm.config import LLMConfig
from gaia2_gym.llm.errors import (
    LLMAuthError,
    LLMCacheError,
    LLMError,
    LLMProtocolError,
    LLMQuotaError,
    LLMRateError,
    LLMReplyError,
    LLMRequestError,
    LLMTimeoutError,
    LLMUnavailableError,
)
from gaia2_gym.llm.usage import Spent, Usage

__all__ = [
    "LLM",
    "Completion",
    "LLMAuthError",
    "LLMCacheError",
    "LLMConfig",
    "LLMError",
    "LLMProtocolError",
    "LLMQuotaError",
    "LLMRateError",
    "LLMReplyError",
    "LLMRequestError",
    "LLMTimeoutError",
    "LLMUnavailableError",
    "Message",
    "Spent",
    "ToolCall",
    "Usage",
    "run",
]
