"""The file system that takes the sandbox's place in some scenarios: the same tree, fewer tools."""

from __future__ import annotations

from typing import Any, ClassVar

from gaia2_gym.apps.files.app import FileApp, FileHandle
from gaia2_gym.apps.files.paths import normalise
from gaia2_gym.tools import tool


class VirtualFiles(FileApp):
    """The user's files, without documents and without makedirs."""

    class_name: ClassVar[str] = "VirtualFileSystem"

    @tool(write=True, checks={"path": "path", "mode": "eq"})
    def open(self, path: str, mode: str = "rb") -> FileHandle:
        """Open a file. Mode w creates it or EMPTIES it, mode a creates it if missing.

        Nothing can be read or written through the result: use cat to read.

        Args:
            path: File to open; its directory must exist.
            mode: As in Python: r, w, a or x, with b for binary.
        """
        return self._open(path, mode)

    @tool()
    def cat(self, path: str) -> bytes:
        """Show the complete contents of one file.

        Args:
            path: File to read; no patterns.
        """
        return self._cat(path)

    @tool(write=True, checks={"path": "path", "create_recursive": "eq"})
    def mkdir(self, path: str, create_recursive: bool = True) -> None:
        """Make a directory; nothing may exist at the path yet.

        Args:
            path: Directory to make.
            create_recursive: Whether to make missing parent directories too.
        """
        self.state.make_directory(normalise(path), parents=create_recursive)

    @tool(write=True, checks={"path1": "path", "path2": "path"})
    def mv(self, path1: str, path2: str) -> None:
        """Move or rename a file or a directory with everything in it. An existing directory as target receives it; an existing file is overwritten.

        Args:
            path1: What to move.
            path2: New path, or the directory to move it into.
        """
        self.state.move(normalise(path1), normalise(path2))

    @tool()
    def ls(self, path: str = ".", detail: bool = False) -> list[str] | list[dict[str, Any]]:
        """List what lies directly in a directory, as sorted full paths; does not look into subdirectories.

        Args:
            path: Directory to list, or one file; the root when left out.
            detail: Whether to give details (size in bytes, type) instead of bare paths.
        """
        return self._list(path, detail)

    @tool(write=True, checks={"path": "path", "recursive": "eq"})
    def rm(self, path: str, recursive: bool = False) -> None:
        """Delete a file for good, or with recursive a directory and everything in it.

        Args:
            path: What to delete.
            recursive: Needed for directories, empty ones too.
        """
        self.state.remove(normalise(path), recursive=recursive, keep_root=not self.runtime.compat)

    @tool(write=True, checks={"path": "path"})
    def rmdir(self, path: str) -> None:
        """Delete an empty directory; fails if anything is in it.

        Args:
            path: Directory to delete.
        """
        self.state.remove_empty(normalise(path), keep_root=not self.runtime.compat)

    @tool()
    def exists(self, path: str) -> bool:
        """Tell whether a file or directory exists.

        Args:
            path: Path to look for.
        """
        return super().exists(path)
