"""Limits on documents, checked before a parser sees them.

Packages (docx, pptx, xlsx) are judged by their declared sizes, which bind: Python's zip reader never unpacks more than an entry declares. For a
pdf the compressed streams are unpacked once, within a limit; streams packed twice are not followed.
"""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from gaia2_gym.errors import ToolError

MAX_PARSED_BYTES = 20 * 1024 * 1024
MAX_UNPACKED_BYTES = 100 * 1024 * 1024
MAX_XML_BYTES = 16 * 1024 * 1024
MAX_ENTRIES = 5_000
_DOCTYPE = tuple("<!DOCTYPE".encode(codec) for codec in ("utf-8", "utf-16-le", "utf-16-be"))


def check_size(content: bytes, limit: int = MAX_PARSED_BYTES) -> None:
    """ToolError when a document is too large for its parser."""
    if len(content) > limit:
        raise ToolError("too_large", f"the document has {len(content)} bytes; at most {limit} can be read in this format.")


def check_package(content: bytes) -> None:
    """ToolError unless a zipped office document is of sane size and free of XML document types, which it never needs and bombs do.

    Raises:
        ToolError: `too_large` or `other`.
        BadZipFile: When it is no zip file, or an entry is damaged.
    """
    check_size(content)
    with ZipFile(BytesIO(content)) as package:
        entries = package.infolist()
        xml = [entry for entry in entries if entry.filename.lower().endswith((".xml", ".rels", ".vml"))]
        if len(entries) > MAX_ENTRIES or _unpacked(entries) > MAX_UNPACKED_BYTES or _unpacked(xml) > MAX_XML_BYTES:
            raise ToolError("too_large", "the document unpacks to more than can be read.")
        for entry in xml:
            part = package.read(entry)
            if any(mark in part for mark in _DOCTYPE):
                raise ToolError("other", "the document declares an XML document type, which office documents never do.")


def _unpacked(entries: list[ZipInfo]) -> int:
    return sum(entry.file_size for entry in entries)


def check_pdf(content: bytes) -> None:
    """ToolError when the streams of a pdf unpack to more than can be read."""
    check_size(content)
    view, left = memoryview(content), MAX_UNPACKED_BYTES
    for match in re.finditer(rb"stream\r?\n", content):
        end = content.find(b"endstream", match.end())
        try:
            left -= len(zlib.decompressobj().decompress(view[match.end() : None if end < 0 else end], left + 1))
        except zlib.error:
            continue
        if left < 0:
            raise ToolError("too_large", "the document unpacks to more than can be read.")
        if end < 0:
            return
