"""The text of a pdf, with the parser's work bounded.

pdfminer orders the text boxes of a page in time that grows with the square of their number, unpacks streams of any size and follows forms
within forms; a small file can keep it busy for hours. The limits here lie far above what documents need. They do not make it safe to read
pdfs of strangers: one made for the purpose can still take minutes.
"""

from __future__ import annotations

import re
import zlib
from functools import cache
from io import BytesIO, StringIO
from typing import Any

from gaia2_gym.apps.files.guards import MAX_UNPACKED_BYTES, check_size
from gaia2_gym.errors import ToolError

MAX_PAGES = 300
MAX_CHARACTERS = 20_000
"""Characters on one page."""
MAX_BOXES = 400
"""Text boxes on one page that are put in reading order by their neighbourhood; more are read from top left to bottom right."""
MAX_FIGURES = 5_000
"""Figures and forms in one document, counted each time they are drawn."""


def pdf_text(content: bytes) -> str:
    """The text of the pages in reading order, a form feed after each.

    Raises:
        ToolError: `too_large` when a limit is passed.
        Exception: Whatever pdfminer raises on damaged input.
    """
    check_size(content)
    _check_streams(content)
    from pdfminer.layout import LAParams
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdfpage import PDFPage

    output, resources = StringIO(), PDFResourceManager()
    interpreter = PDFPageInterpreter(resources, _converter()(resources, output, laparams=LAParams()))
    for number, page in enumerate(PDFPage.get_pages(BytesIO(content))):
        if number == MAX_PAGES:
            output.write(f"[Only the first {MAX_PAGES} pages were read]")
            break
        interpreter.process_page(page)
    return output.getvalue()


def _check_streams(content: bytes) -> None:
    """ToolError when the streams unpack to more than can be read; streams packed twice are not followed."""
    view, left = memoryview(content), MAX_UNPACKED_BYTES
    for match in re.finditer(rb"stream\r?\n", content):
        end = content.find(b"endstream", match.end())
        try:
            left -= len(zlib.decompressobj().decompress(view[match.end() : None if end < 0 else end], left + 1))
        except zlib.error:
            continue
        if left < 0:
            raise _too_much()
        if end < 0:
            return


def _too_much() -> ToolError:
    return ToolError("too_large", "the document holds more than can be read.")


@cache
def _converter() -> Any:
    """The converter to text with the limits on pages and figures; a class, made on first use."""
    from pdfminer.converter import TextConverter
    from pdfminer.layout import LTPage, LTTextGroupLRTB

    class Page(LTPage):
        def add(self, obj: Any) -> None:
            if len(self) >= MAX_CHARACTERS:
                raise _too_much()
            super().add(obj)

        def group_textboxes(self, laparams: Any, boxes: Any) -> Any:
            return super().group_textboxes(laparams, boxes) if len(boxes) <= MAX_BOXES else [LTTextGroupLRTB(boxes)]

    class Converter(TextConverter):
        figures = 0

        def begin_page(self, page: Any, ctm: Any) -> None:
            super().begin_page(page, ctm)
            self.cur_item = Page(self.pageno, self.cur_item.bbox)

        def begin_figure(self, name: Any, bbox: Any, matrix: Any) -> None:
            self.figures += 1
            if self.figures > MAX_FIGURES:
                raise _too_much()
            super().begin_figure(name, bbox, matrix)

    return Converter
