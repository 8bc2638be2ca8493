"""Limits on documents, checked before a parser sees them.

Packages (docx, pptx, xlsx) are judged by their declared sizes, which bind: Python's zip reader never unpacks more than an entry declares.
"""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from gaia2_gym.errors import ToolError

MAX_PARSED_BYTES = 20 * 1024 * 1024
MAX_UNPACKED_BYTES = 100 * 1024 * 1024
MAX_XML_BYTES = 16 * 1024 * 1024
MAX_ENTRIES = 5_000
_DOCTYPE = tuple("<!DOCTYPE".encode(codec) for codec in ("utf-8", "utf-16-le", "utf-16-be"))
_BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"


def check_size(content: bytes | str, limit: int = MAX_PARSED_BYTES) -> None:
    """ToolError when a document is too large for its parser."""
    if len(content) > limit:
        raise ToolError("too_large", f"the document has a size of {len(content)}; at most {limit} can be read in this format.")


def check_package(content: bytes) -> None:
    """ToolError unless a zipped office document is of sane size and free of XML document types, which it never needs and bombs do.

    Raises:
        ToolError: `too_large` or `other`.
        BadZipFile: When it is no zip file, or an entry is damaged.
    """
    check_size(content)
    with ZipFile(BytesIO(content)) as package:
        entries = package.infolist()
        if len(entries) > MAX_ENTRIES or sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            raise _too_large()
        xml = 0
        for entry in entries:  # what is XML shows in the bytes: a part may have any name
            part = package.read(entry)
            if part.lstrip(_BEFORE_XML).startswith(b"<"):
                xml += len(part)
                if xml > MAX_XML_BYTES:
                    raise _too_large()
                if any(mark in part for mark in _DOCTYPE):
                    raise ToolError("other", "the document declares an XML document type, which office documents never do.")


def _too_large() -> ToolError:
    return ToolError("too_large", "the document unpacks to more than can be read.")
