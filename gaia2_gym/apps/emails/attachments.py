"""Files attached to an email: how they are kept, read from the Files app and saved to it."""

from __future__ import annotations

import base64
import binascii
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass

from gaia2_gym.apps.base import FileStore
from gaia2_gym.errors import ToolError


@dataclass(frozen=True, slots=True)
class Attachments:
    """The files attached to one email, in order; contents are in base64.

    As in the reference, contents are text where they came from a scenario file and bytes where they were attached on the phone.
    """

    files: tuple[tuple[str, str | bytes], ...] = ()

    def as_plain(self) -> dict[str, str]:
        """Base64 text by file name, as in scenario files."""
        return {name: content if isinstance(content, str) else content.decode("ascii") for name, content in self.files}

    def as_shown(self) -> list[str]:
        """The file names; an agent reads contents after downloading them."""
        return [name for name, _ in self.files]

    def as_reference(self) -> str:
        """The reference's text form."""
        return repr(dict(self.files))

    @classmethod
    def read(cls, paths: Sequence[str], store: FileStore | None) -> Attachments:
        """Files as attachments under their base names; of two equal names the later counts.

        Raises:
            ToolError: When a path names no file; names the path.
        """
        if not paths:
            return cls()
        store = _there(store)
        files: dict[str, str | bytes] = {}
        for path in paths:
            if store.is_dir(path):
                raise ToolError("bad_argument", f"{path[:60]!r} is a directory; attach its files one by one.")
            files[posixpath.basename(path)] = base64.b64encode(store.read_bytes(path))
        return cls(tuple(files.items()))

    def save(self, directory: str, store: FileStore | None) -> list[str]:
        """Write the files into a directory, all or none, and return their paths; a file of the same name is overwritten.

        Raises:
            ToolError: When there is no such directory or a file cannot be written to it.
        """
        if not self.files:
            return []
        store = _there(store)
        contents = {posixpath.join(directory, name): _decoded(name, content) for name, content in self.files}
        for path in contents:
            parent = posixpath.dirname(path)
            if not store.is_dir(parent):
                raise ToolError("not_found", f"no directory {parent[:60]!r} to save to; mkdir in the Files app makes one.")
            if store.is_dir(path):
                raise ToolError("conflict", f"{path[:60]!r} is a directory, so the attachment of that name cannot be saved there.")
        for path, content in contents.items():
            store.write_bytes(path, content)
        return list(contents)


def _there(store: FileStore | None) -> FileStore:
    if store is None:
        raise ToolError("other", "this phone has no Files app, so attachments can be neither read nor saved.")
    return store


def _decoded(name: str, content: str | bytes) -> bytes:
    try:
        return base64.b64decode(content)
    except (binascii.Error, ValueError):  # bad padding; text that is not ASCII
        raise ToolError("other", f"the attachment {name[:60]!r} is damaged and cannot be saved.") from None
