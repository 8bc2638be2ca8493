"""Asynchronous code called from synchronous code, wherever that runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine; also inside a running event loop (a notebook, an asynchronous trainer), which waits meanwhile.

    >>> async def answer() -> int:
    ...     return 42
    >>> run(answer())
    42
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    # A loop cannot be entered a second time. The helper thread runs nothing but this coroutine, and the caller stands still until it is done.
    with ThreadPoolExecutor(1) as helper:
        return helper.submit(asyncio.run, coroutine).result()
