"""Paths of the simulated files: absolute, normalised, never outside the root."""

from __future__ import annotations

import posixpath

from gaia2_gym.errors import ToolError

HOME = "home/userhome/"
"""What a leading `~` stands for; as in the reference, `~bob` is `home/userhome/bob`."""
MAX_NAME_BYTES = 255
MAX_PATH_LENGTH = 1024
MAX_DEPTH = 100
"""Directories in each other; what a scenario file holds nested must stay readable by every JSON library."""


def normalise(path: str) -> str:
    """The absolute path an argument means; `/x`, `x` and `./x` are the same, an empty text is the root.

    Raises:
        ToolError: `bad_argument` when the path leads out of the root or no file can have it.

    >>> normalise("Documents/../Pictures/"), normalise("~/a.txt"), normalise("")
    ('/Pictures', '/home/userhome/a.txt', '/')
    """
    text = HOME + path[1:] if path.startswith("~") else path
    relative = posixpath.normpath(text.lstrip("/") or ".")
    if relative == ".":
        return "/"
    if relative == ".." or relative.startswith("../"):
        raise ToolError("bad_argument", f"{quoted(path)} leads out of the file system; its root is '/'.")
    problem = path_problem("/" + relative)
    if problem:
        raise ToolError("bad_argument", f"{quoted(path)} cannot be a path: {problem}.")
    return "/" + relative


def path_problem(path: str) -> str:
    """Why an absolute path cannot be stored, or an empty text."""
    names = path[1:].split("/")
    if len(path) > MAX_PATH_LENGTH:
        return f"it is longer than {MAX_PATH_LENGTH} characters"
    if len(names) > MAX_DEPTH:
        return f"it is more than {MAX_DEPTH} levels deep"
    return next(filter(None, map(name_problem, names)), "")


def name_problem(name: str) -> str:
    """Why a text cannot be the name of a file, or an empty text."""
    if name in ("", ".", "..") or "/" in name or "\0" in name:
        return f"{name[:60]!r} is not a file name"
    try:
        size = len(name) if name.isascii() else len(name.encode())
    except UnicodeEncodeError:
        return "a name is not valid Unicode"
    return f"a name is longer than {MAX_NAME_BYTES} bytes" if size > MAX_NAME_BYTES else ""


def parent_of(path: str) -> str:
    """The directory a path lies in; the root lies in itself.

    >>> parent_of("/a/b"), parent_of("/a"), parent_of("/")
    ('/a', '/', '/')
    """
    return path.rpartition("/")[0] or "/"


def name_of(path: str) -> str:
    """Last part of a path; empty for the root."""
    return path.rpartition("/")[2]


def child(directory: str, name: str) -> str:
    """The path of a name in a directory."""
    return f"/{name}" if directory == "/" else f"{directory}/{name}"


def lineage(path: str) -> list[str]:
    """The root and every directory down to the path, the path included.

    >>> lineage("/a/b")
    ['/', '/a', '/a/b']
    """
    parts = [] if path == "/" else path[1:].split("/")
    return ["/", *("/" + "/".join(parts[: i + 1]) for i in range(len(parts)))]


def is_within(path: str, directory: str) -> bool:
    """Whether a path lies below a directory (not the directory itself)."""
    return path != directory and path.startswith(directory.rstrip("/") + "/")


def quoted(path: str) -> str:
    """A path for messages, cut when it is long."""
    return repr(path) if len(path) <= 100 else f"{path[:100]!r}..."
