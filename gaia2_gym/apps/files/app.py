"""What the two file apps have in common: state, the files that mail and chat use, and the tools with one form."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaia2_gym.apps.base import App
from gaia2_gym.apps.files.contents import Contents
from gaia2_gym.apps.files.paths import normalise, quoted
from gaia2_gym.apps.files.tree import FilesState, read_tree, write_tree
from gaia2_gym.errors import ScenarioError, ToolError
from gaia2_gym.tools import tool


@dataclass(frozen=True, slots=True)
class FileHandle:
    """What `open` returns: it says that the file was opened; no tool takes it."""

    path: str
    mode: str
    reader: str
    """The reference's class of handle."""

    def as_plain(self) -> dict[str, str]:
        """The vectors' form of a handle."""
        return {"$opaque": self.reader}

    def as_shown(self) -> str:
        """What the agent reads."""
        return f"Opened {quoted(self.path)} in mode {self.mode!r}. No tool takes the handle; cat shows what the file holds."

    def as_reference(self) -> str:
        """A stable stand-in for the reference's text, which shows a path of the host."""
        return f"<{self.reader} {quoted(self.path)}>"


class FileApp(App[FilesState]):
    """A tree of files and directories in memory."""

    State = FilesState

    @classmethod
    def load(cls, data: dict[str, Any]) -> FilesState:
        """Read the official state: names, and every file empty but those that carry their contents."""
        return cls._load(data, None)

    @classmethod
    def load_with_contents(cls, data: dict[str, Any], root: Path) -> FilesState:
        """Read the official state; contents that it lacks come, when they are read, from the files of the same path under a folder of the host.

        Args:
            data: The official state.
            root: Folder that stands for the root of the tree; a file it lacks is empty, a file that only it has does not exist.
        """
        return cls._load(data, Contents(root))

    @classmethod
    def _load(cls, data: dict[str, Any], contents: Contents | None) -> FilesState:
        nodes, problems = read_tree(data.get("files"), contents)
        if problems:
            raise ScenarioError(problems[:20])
        return FilesState(nodes, contents)

    def dump(self) -> dict[str, Any]:
        """The official state, with the contents that were written or came with it; those of a folder of the host stay there."""
        return {"files": write_tree(self.state.nodes), "tmpdir": ""}

    def read_bytes(self, path: str) -> bytes:
        """Contents of a file."""
        return self.state.read(normalise(path))

    def write_bytes(self, path: str, content: bytes) -> None:
        """Create or overwrite a file; its directory must exist."""
        self.state.write(normalise(path), content)

    def is_file(self, path: str) -> bool:
        """Whether the path names a file."""
        return self.state.is_file(normalise(path))

    def is_dir(self, path: str) -> bool:
        """Whether the path names a directory."""
        return self.state.is_dir(normalise(path))

    def exists(self, path: str) -> bool:
        """Whether the path names anything."""
        return normalise(path) in self.state.nodes

    @tool(extra="ignore")
    def info(self, path: str) -> dict[str, Any]:
        """Show the details of one file or directory: full path, size in bytes and type.

        The other fields are constants: owners and times are not kept.

        Args:
            path: File or directory.
        """
        return self._details(normalise(path))

    @tool()
    def tree(self, path: str = ".") -> str:
        """Draw everything below a directory, at every depth, as an indented text of names. Shows no sizes; for a large tree ls is shorter.

        Args:
            path: Directory to start from; the root when left out.
        """
        lines = self.state.tree_lines(normalise(path))
        return "\n".join([posixpath.basename(path) or "/", *lines, ""])

    def _list(self, path: str, detail: bool) -> list[str] | list[dict[str, Any]]:
        listing = self.state.listing(normalise(path))
        return [self._details(p) for p in listing] if detail else listing

    def _cat(self, path: str) -> bytes:
        if any(c in path for c in "*?["):
            raise ToolError("bad_argument", f"cat reads one file and takes no pattern: {quoted(path)} contains '*', '?' or '['.")
        return self.state.read(normalise(path))

    def _open(self, path: str, mode: str, reader: str = "LocalFileOpener") -> FileHandle:
        """Do what opening does: create or truncate in modes w and x, create if missing in mode a, else the file must exist."""
        letters = set(mode)
        wanted = len(letters) == len(mode) and letters <= set("rwaxbt+") and len(letters & set("rwax")) == 1 and not {"b", "t"} <= letters
        if not wanted:
            raise ToolError("bad_argument", f"mode must be r, w, a or x, then b or t, then +, as wanted, not {mode[:20]!r}.")
        place = normalise(path)
        there = self.state.is_file(place)
        if "x" in letters and place in self.state.nodes:
            raise ToolError("conflict", f"{quoted(path)} already exists; mode x only creates files.")
        if "r" in letters or ("a" in letters and there):
            self.state.file(place)
        else:
            self.state.write(place, b"")
        return FileHandle(place, mode, reader if "b" in letters else "TextIOWrapper")

    def _details(self, path: str) -> dict[str, Any]:
        """The reference's fields; what comes from the host there is a constant here."""
        node = self.state.node(path)
        mode = 0o40755 if node.kind == "directory" else 0o100644
        host = {"created": 0.0, "islink": False, "mode": mode, "uid": 0, "gid": 0, "mtime": 0.0, "ino": 0, "nlink": 1}
        return {"name": path, "size": self.state.size(path), "type": node.kind, **host}
