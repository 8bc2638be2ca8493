"""The folder on the host that holds the real contents of a scenario's files.

A scenario lists names only. Contents are read on demand and kept, so that all copies of a state share them. Nothing outside the folder is ever
read: names cannot climb (see `paths`), and a link is followed only to a place inside.
"""

from __future__ import annotations

from pathlib import Path

from gaia2_gym.errors import ConfigError, ToolError

MAX_FILE_BYTES = 50 * 1024 * 1024


class Contents:
    """A folder of file contents, read-only; paths are those of the scenario's file tree.

    Args:
        folder: The folder that stands for the root of the tree.

    Raises:
        ConfigError: When there is no such folder.
    """

    __slots__ = ("_kept", "_root")

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise ConfigError(f"the folder of file contents does not exist: {folder}")
        self._root = folder.resolve()
        self._kept: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """Contents of a file; empty when the folder lacks it.

        Raises:
            ToolError: When the file is too large, is a link that leaves the folder, or cannot be read; the host's path is not told.
        """
        content = self._kept.get(path)
        if content is None:
            try:
                content = self._kept[path] = self._read(path)
            except OSError:
                raise ToolError("other", f"the contents of {path[:100]!r} cannot be read.") from None
        return content

    def size(self, path: str) -> int:
        """Size of a file in bytes, without reading it; 0 when the folder lacks it or it cannot be read."""
        try:
            place = self._place(path)
            return 0 if place is None else place.stat().st_size
        except (OSError, ToolError):
            return 0

    def as_plain(self) -> str:
        """A constant: the same state has the same digest wherever the folder lies."""
        return "contents"

    def _read(self, path: str) -> bytes:
        place = self._place(path)
        if place is None:
            return b""
        if place.stat().st_size > MAX_FILE_BYTES:
            raise ToolError("too_large", f"{path[:100]!r} is larger than {MAX_FILE_BYTES // 1024**2} MB.")
        return place.read_bytes()

    def _place(self, path: str) -> Path | None:
        """Where on the host the regular file behind a path lies, links resolved."""
        place = (self._root / path.lstrip("/")).resolve()
        if not place.is_relative_to(self._root):
            raise ToolError("other", f"the contents of {path[:100]!r} are not available: a link leaves the folder of contents.")
        return place if place.is_file() else None
