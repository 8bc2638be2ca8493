"""The user's files, as a Gaia2 phone has them."""

from __future__ import annotations

from typing import Any, ClassVar

from gaia2_gym.apps.files.app import FileApp, FileHandle
from gaia2_gym.apps.files.documents import document_text, first_lines
from gaia2_gym.apps.files.paths import normalise
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import tool

_READERS = {"infer": "LocalFileOpener", "gzip": "GzipFile", "bz2": "BZ2File", "xz": "LZMAFile", "lzma": "LZMAFile"}


class Files(FileApp):
    """The user's files: documents, pictures, downloads. File contents cannot be written by any tool here."""

    class_name: ClassVar[str] = "SandboxLocalFileSystem"
    aliases = ("Files",)

    @tool(write=True, checks={"path": "path", "mode": "eq"}, extra="ignore")
    def open(
        self,
        path: str,
        mode: str = "rb",
        block_size: int | None = None,
        cache_options: dict[str, Any] | None = None,
        compression: str | None = None,
    ) -> FileHandle:
        """Open a file. Mode w creates it or EMPTIES it, mode a creates it if missing.

        Nothing can be read or written through the result: use cat or read_document to read.

        Args:
            path: File to open; its directory must exist.
            mode: As in Python: r, w, a or x, with b for binary.
            block_size: Has no effect.
            cache_options: Has no effect.
            compression: How the file is compressed: gzip, bz2, xz, lzma or infer; null when it is not.
        """
        if compression is not None and compression not in _READERS:
            raise ToolError("bad_argument", f"compression must be null or one of {', '.join(_READERS)}, not {compression[:40]!r}.")
        return self._open(path, mode, _READERS[compression] if compression else "LocalFileOpener")

    @tool(extra="ignore")
    def cat(self, path: str, recursive: bool = False, on_error: str = "raise") -> bytes:
        """Show the complete raw contents of one file, whatever its size. For documents such as pdf, docx, pptx, xlsx or html use read_document.

        Args:
            path: File to read; no patterns.
            recursive: Has no effect; directories cannot be read.
            on_error: Has no effect.
        """
        return self._cat(path)

    @tool(write=True, checks={"path": "path"}, extra="ignore")
    def mkdir(self, path: str, create_parents: bool = True) -> None:
        """Make a directory; nothing may exist at the path yet.

        Args:
            path: Directory to make.
            create_parents: Whether to make missing parent directories too.
        """
        self.state.make_directory(normalise(path), parents=create_parents)

    @tool(write=True, checks={"path": "path"})
    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        """Make a directory and all missing parent directories.

        Args:
            path: Directory to make.
            exist_ok: Whether an existing directory is fine.
        """
        self.state.make_directory(normalise(path), parents=True, exist_ok=exist_ok)

    @tool(write=True, checks={"path1": "path", "path2": "path"}, extra="ignore")
    def mv(self, path1: str, path2: str, recursive: bool = False, maxdepth: int | None = None) -> None:
        """Move or rename a file or a directory with everything in it. An existing directory as target receives it; an existing file is overwritten.

        Args:
            path1: What to move.
            path2: New path, or the directory to move it into.
            recursive: Has no effect; directories always move whole.
            maxdepth: Has no effect.
        """
        self.state.move(normalise(path1), normalise(path2))

    @tool(extra="ignore")
    def ls(self, path: str = ".", detail: bool = False) -> list[str] | list[dict[str, Any]]:
        """List what lies directly in a directory, as sorted full paths; does not look into subdirectories.

        Args:
            path: Directory to list, or one file; the root when left out.
            detail: Whether to give details (size in bytes, type) instead of bare paths.
        """
        return self._list(path, detail)

    @tool(write=True, checks={"path": "path", "recursive": "eq"})
    def rm(self, path: str, recursive: bool = False, maxdepth: int | None = None) -> None:
        """Delete a file for good, or with recursive a directory and everything in it.

        Args:
            path: What to delete.
            recursive: Needed for directories, empty ones too.
            maxdepth: Has no effect.
        """
        self.state.remove(normalise(path), recursive=recursive, keep_root=not self.runtime.compat)

    @tool(extra="ignore")
    def exists(self, path: str) -> bool:
        """Tell whether a file or directory exists.

        Args:
            path: Path to look for.
        """
        return super().exists(path)

    @tool()
    def display(self, path: str) -> bool:
        """Show a file to the user on the screen; returns whether the path exists. Gives no contents: use read_document or cat to read.

        Args:
            path: File to show.
        """
        return self.exists(path)

    @tool()
    def read_document(self, file_path: str, max_lines: int | None = 20) -> str:
        """Read a document as text: plain text, csv, json, code, html, pdf, docx, pptx, xlsx.

        Shows the first max_lines lines only and then says how many there are in all.

        Args:
            file_path: Document to read; its extension tells the format.
            max_lines: Lines to show from the top; null or 0 for all.
        """
        path = normalise(file_path)
        try:
            text = document_text(path.rpartition("/")[2], self.state.read(path))
        except ToolError as error:
            if self.runtime.compat:  # the reference calls every failure a missing file
                raise ToolError("not_found", error.message) from None
            raise
        return first_lines(text, max_lines)
