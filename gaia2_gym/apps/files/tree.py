"""The file tree of the phone: everything in memory, no directory of the host behind it.

`FilesState` is a flat dict of nodes by absolute path, parents before what lies in them. Its methods are the operations that both file apps
offer as tools; they take normalised paths, check first and change last.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from gaia2_gym.apps.files.contents import MAX_FILE_BYTES, Contents
from gaia2_gym.apps.files.paths import child, is_within, lineage, name_of, parent_of, path_problem, quoted
from gaia2_gym.errors import ToolError


@dataclass(frozen=True, slots=True)
class Node:
    """A directory, or a file with its contents.

    `origin` is the file's path in the folder of contents, kept when the file moves; without one the contents are `content`.
    """

    kind: Literal["file", "directory"]
    content: bytes = b""
    origin: str | None = None


DIRECTORY = Node("directory")
EMPTY_FILE = Node("file")


@dataclass(slots=True)
class FilesState:
    """Nodes by path, and the folder their contents come from, which all copies share and no call changes."""

    nodes: dict[str, Node] = field(default_factory=lambda: {"/": DIRECTORY})
    contents: Contents | None = None

    def is_file(self, path: str) -> bool:
        """Whether the path names a file."""
        node = self.nodes.get(path)
        return node is not None and node.kind == "file"

    def is_dir(self, path: str) -> bool:
        """Whether the path names a directory."""
        node = self.nodes.get(path)
        return node is not None and node.kind == "directory"

    def node(self, path: str) -> Node:
        """The node at a path; ToolError when there is none."""
        found = self.nodes.get(path)
        if found is None:
            self._check_above(path)
            raise ToolError("not_found", f"there is no file or directory {quoted(path)}; ls lists what a directory holds.")
        return found

    def file(self, path: str) -> Node:
        """The file at a path; ToolError when it is missing or a directory."""
        found = self.node(path)
        if found.kind == "directory":
            raise ToolError("bad_argument", f"{quoted(path)} is a directory, not a file; ls lists what it holds.")
        return found

    def read(self, path: str) -> bytes:
        """Contents of the file at a path."""
        node = self.file(path)
        return node.content if node.origin is None or self.contents is None else self.contents.read(node.origin)

    def size(self, path: str) -> int:
        """Size of the file at a path in bytes, contents unread; 0 for a directory."""
        node = self.node(path)
        return len(node.content) if node.origin is None or self.contents is None else self.contents.size(node.origin)

    def listing(self, path: str) -> list[str]:
        """The sorted paths directly in a directory, or the file itself."""
        if self.node(path).kind == "file":
            return [path]
        return sorted(p for p in self.nodes if parent_of(p) == path and p != "/")

    def check_parent(self, path: str) -> None:
        """ToolError unless the directory of a path exists."""
        self._check_above(path)
        if parent_of(path) not in self.nodes:
            raise ToolError("not_found", f"there is no directory {quoted(parent_of(path))}; make it with mkdir first.")

    def write(self, path: str, content: bytes) -> None:
        """Create or overwrite a file in an existing directory."""
        self.check_parent(path)
        if path in self.nodes:
            self.file(path)
        if len(content) > MAX_FILE_BYTES:
            raise ToolError("too_large", f"a file may have at most {MAX_FILE_BYTES // 1024**2} MB.")
        self.nodes[path] = Node("file", content)

    def make_directory(self, path: str, *, parents: bool, exist_ok: bool = False) -> None:
        """Create a directory, with missing parents if wanted."""
        if path in self.nodes:
            if exist_ok and self.is_dir(path):
                return
            raise ToolError("conflict", f"{quoted(path)} already exists and is a {self.nodes[path].kind}.")
        self._check_above(path)
        if not parents:
            self.check_parent(path)
        self.nodes.update((p, DIRECTORY) for p in lineage(path) if p not in self.nodes)

    def move(self, source: str, target: str) -> None:
        """Move or rename; into the target where that is a directory, over it where both are files."""
        kind = self.node(source).kind
        if source == target:
            return
        if kind == "directory" and is_within(target, source):
            raise ToolError("bad_argument", f"{quoted(source)} cannot be moved into itself.")
        if self.is_dir(target):
            target = child(target, name_of(source))
            if target in self.nodes:
                raise ToolError("conflict", f"{quoted(target)} already exists.")
        self.check_parent(target)
        if target in self.nodes and kind == "directory":
            raise ToolError("conflict", f"{quoted(target)} is an existing file; a directory cannot replace it.")
        moved = {p: target + p[len(source) :] for p in self._subtree(source)}
        problem = next(filter(None, map(path_problem, moved.values())), "")
        if problem:
            raise ToolError("bad_argument", f"{quoted(source)} cannot be moved to {quoted(target)}: {problem}.")
        nodes = {new: self.nodes.pop(old) for old, new in moved.items()}
        self.nodes.update(nodes)

    def remove(self, path: str, *, recursive: bool, keep_root: bool) -> None:
        """Delete a file, or a directory with everything in it; the root stays, empty, unless `keep_root` is off."""
        if self.node(path).kind == "directory" and not recursive:
            raise ToolError("bad_argument", f"{quoted(path)} is a directory; set recursive to true to delete it with everything in it.")
        self._forget(self._subtree(path), keep_root)

    def remove_empty(self, path: str, *, keep_root: bool) -> None:
        """Delete an empty directory."""
        if self.node(path).kind == "file":
            raise ToolError("bad_argument", f"{quoted(path)} is a file, not a directory; rm deletes files.")
        if self.listing(path):
            raise ToolError("conflict", f"the directory {quoted(path)} is not empty; rm with recursive deletes it with everything in it.")
        self._forget([path], keep_root)

    def tree_lines(self, path: str) -> list[str]:
        """Everything below a path, one line an entry, four spaces a level; a file is listed alone."""
        if self.node(path).kind == "file":
            return [f"└── {name_of(path)}"]
        inside: dict[str, list[str]] = {}
        for p in self.nodes:
            if is_within(p, path):
                inside.setdefault(parent_of(p), []).append(p)
        return list(_tree_lines(path, inside, ""))

    def _subtree(self, path: str) -> list[str]:
        return [p for p in self.nodes if p == path or is_within(p, path)]

    def _forget(self, paths: Iterable[str], keep_root: bool) -> None:
        for p in paths:
            del self.nodes[p]
        if keep_root:
            self.nodes.setdefault("/", DIRECTORY)

    def _check_above(self, path: str) -> None:
        """ToolError when something above the path is a file."""
        for p in lineage(path)[:-1]:
            if self.is_file(p):
                raise ToolError("bad_argument", f"{quoted(p)} is a file, so {quoted(path)} cannot be in it.")


def _tree_lines(path: str, inside: dict[str, list[str]], indent: str) -> Iterable[str]:
    entries = sorted(inside.get(path, ()))
    for entry in entries:
        yield f"{indent}{'└── ' if entry == entries[-1] else '├── '}{name_of(entry)}"
        yield from _tree_lines(entry, inside, indent + "    ")


def read_tree(root: Any, contents: Contents | None) -> tuple[dict[str, Node], list[str]]:
    """The nodes of the official nested form, and one line for each thing wrong with it.

    Args:
        root: `{"name", "type": "directory", "children": [...]}` of names; null for an empty tree. A file may carry its contents (see `write_tree`).
        contents: Folder of contents for the files that carry none, if there is one.
    """
    nodes = {"/": DIRECTORY}
    problems: list[str] = []
    if root is not None and (not isinstance(root, dict) or root.get("type") != "directory"):
        return nodes, [f"files: found {root!r:.60}, expected an object of type 'directory'"]
    todo = [("/", root or {})]
    for parent, directory in todo:
        children = directory.get("children") or []
        if not isinstance(children, list):
            problems.append(f"files at {quoted(parent)}: children must be a list")
            continue
        for entry in children:
            name, kind = (entry.get("name"), entry.get("type")) if isinstance(entry, dict) else (None, None)
            path = child(parent, name) if isinstance(name, str) else ""
            problem = _entry_problem(path, name, kind, nodes)
            if problem:
                problems.append(f"files at {quoted(parent)}: {problem}")
            elif kind == "directory":
                nodes[path] = DIRECTORY
                todo.append((path, entry))
            elif "content" in entry or "content_base64" in entry:
                content = _carried(entry)
                nodes[path] = EMPTY_FILE if content is None else Node("file", content)
                if content is None or len(content) > MAX_FILE_BYTES:
                    problems.append(f"files at {quoted(parent)}: the contents of {name!r:.60} are no text, no base64 or too large")
            else:
                nodes[path] = EMPTY_FILE if contents is None else Node("file", origin=path)
    return nodes, problems


def _carried(entry: dict[str, Any]) -> bytes | None:
    """The contents that a file of the nested form carries, or None when they cannot be read."""
    try:
        return base64.b64decode(entry["content_base64"], validate=True) if "content_base64" in entry else str.encode(entry["content"])
    except (TypeError, ValueError):
        return None


def _entry_problem(path: str, name: Any, kind: Any, nodes: dict[str, Node]) -> str:
    if not isinstance(name, str) or kind not in ("file", "directory"):
        return f"found name {name!r:.60} and type {kind!r:.20}, expected a text and 'file' or 'directory'"
    if path in nodes:
        return f"{name[:60]!r} is listed twice"
    return f"{name[:60]!r} contains '/'" if "/" in name else path_problem(path)


def write_tree(nodes: dict[str, Node]) -> dict[str, Any]:
    """The official nested form: names, and with them the contents that a file holds itself.

    The official form has no place for contents, so they are an addition that other readers ignore: `content`, a text, or `content_base64` for what is
    no UTF-8. An empty file, or one whose contents come from a folder, has neither.
    """
    made: dict[str, dict[str, Any]] = {"/": {"name": "", "type": "directory", "children": []}}
    for path, node in nodes.items():
        if path == "/":
            continue
        item: dict[str, Any] = {"name": name_of(path), "type": node.kind}
        if node.kind == "directory":
            item["children"] = []
        elif node.content:
            try:
                item["content"] = node.content.decode()
            except UnicodeDecodeError:
                item["content_base64"] = base64.b64encode(node.content).decode()
        made[path] = item
        made[parent_of(path)]["children"].append(item)
    return made["/"]
