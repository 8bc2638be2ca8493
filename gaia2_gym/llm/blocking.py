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
    if not _loop_runs():  # asked outside of a handler, so that an error of the coroutine hangs on nothing
        return asyncio.run(coroutine)
    # A loop cannot be entered a second time. The helper thread runs nothing but this coroutine, and the caller stands still until it is done.
    with ThreadPoolExecutor(1) as helper:
        return helper.submit(asyncio.run, coroutine).result()


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
