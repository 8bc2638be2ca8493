"""Answers on disk, by content hash: a rerun of the same requests calls nothing.

What is stored is text, under a hash of the request; neither the request nor a key is. Nothing is ever unpickled, so a cache folder from
somebody else can be wrong but cannot run anything.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from gaia2_gym.errors import MissingExtraError
from gaia2_gym.llm.errors import LLMCacheError

_FORMAT = 2
"""Part of every key: a change of what is stored makes old entries invisible."""


def content_key(request: Mapping[str, Any]) -> str:
    """The hash of a request, over its canonical JSON: the order of keys does not matter.

    >>> content_key({"model": "m", "seed": 1}) == content_key({"seed": 1, "model": "m"})
    True
    """
    canonical = json.dumps([_FORMAT, request], sort_keys=True, separators=(",", ":"))  # ASCII, so that broken Unicode has a key too
    return blake2b(canonical.encode(), digest_size=24).hexdigest()


class Cache:
    """A folder of answers.

    Args:
        folder: Where; made when first used.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).expanduser()

    def get(self, key: str) -> dict[str, Any] | None:
        """The entry of a key, or None where there is none that can be read."""
        value = self._guarded("read", lambda: self._store.get(key))
        try:
            entry = orjson.loads(value) if isinstance(value, str) else None
        except orjson.JSONDecodeError:
            return None
        return entry if isinstance(entry, dict) else None

    def put(self, key: str, entry: Mapping[str, Any]) -> None:
        """Store an entry of JSON values."""
        text = orjson.dumps(entry).decode()
        self._guarded("write", lambda: self._store.set(key, text, retry=True))

    @cached_property
    def _store(self) -> Any:
        try:
            import diskcache
        except ImportError:
            raise MissingExtraError("The cache of model answers", "openai") from None

        class TextOnly(diskcache.Disk):  # type: ignore[misc]  # the package is untyped
            """A disk that never unpickles."""

            def get(self, key: Any, raw: bool) -> Any:
                return key if raw else None

            def fetch(self, mode: int, filename: str, value: Any, read: bool) -> Any:
                return None if mode == diskcache.core.MODE_PICKLE else super().fetch(mode, filename, value, read)

        # Nothing is evicted: a long evaluation must be able to rely on every answer it has paid for.
        return diskcache.Cache(str(self.folder), disk=TextOnly, eviction_policy="none")

    def _guarded(self, what: str, act: Any) -> Any:
        trouble = ""
        try:
            return act()
        except (sqlite3.Error, OSError, UnicodeDecodeError, ValueError) as error:
            trouble = f"{type(error).__name__}: {error}"
        raise LLMCacheError(f"the cache in {self.folder} cannot be {'read' if what == 'read' else 'written'} ({trouble}); delete it or name another")
