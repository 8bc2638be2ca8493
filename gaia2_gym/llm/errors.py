"""What can go wrong with a model behind an endpoint. None of these errors holds a key, in its message or elsewhere."""

from __future__ import annotations

from typing import ClassVar

from gaia2_gym.errors import Gaia2Error


class LLMError(Gaia2Error):
    """A completion that could not be had: an infrastructure failure, never an answer."""

    transient: ClassVar[bool] = False
    """Whether the same request may succeed later; such failures are retried before they are raised."""
    retry_after: float = 0.0
    """Seconds that the endpoint asks to wait."""


class LLMAuthError(LLMError):
    """The endpoint refuses the key, or wants one."""


class LLMRequestError(LLMError):
    """The endpoint refuses the request itself: an unknown model, a prompt that is too long, an unsupported parameter."""


class LLMQuotaError(LLMError):
    """The account behind the key has nothing left to spend."""


class LLMRateError(LLMError):
    """The endpoint says that requests come too fast."""

    transient = True


class LLMTimeoutError(LLMError):
    """No complete answer within the time allowed."""

    transient = True


class LLMUnavailableError(LLMError):
    """The endpoint cannot be reached, or fails on its side."""

    transient = True


class LLMReplyError(LLMError):
    """An answer that cannot be read: it is not in the form asked for, however often it was asked for."""


class LLMProtocolError(LLMReplyError):
    """An answer that is no chat completion: broken JSON, a page of a proxy."""

    transient = True


class LLMCacheError(LLMError):
    """The cache on disk cannot be opened, read or written."""
