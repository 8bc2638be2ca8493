"""From the bytes of a document to text.

Text formats are decoded as UTF-8; html, pdf, docx, pptx and xlsx go through libraries of the extra `documents`, imported where they are used.
Documents come from scenario files and may be hostile: what a parser is given is bounded, and whatever it raises becomes a `ToolError`. The
bounds keep memory sane and ordinary accidents short; a document made for it can still take a parser minutes. The text depends on the bytes and
the file's name alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any
from urllib.parse import quote

from gaia2_gym.apps.files.guards import check_package, check_size
from gaia2_gym.apps.files.pdf import pdf_text
from gaia2_gym.errors import MissingExtraError, ToolError

MAX_SHOWN = 200_000
"""Characters that one call returns at most."""
MAX_HTML_BYTES = 2 * 1024 * 1024
MAX_ROWS = 10_000
MAX_COLUMNS = 200

# fmt: off
TEXT_EXTENSIONS = frozenset((
    "bat", "bib", "c", "cc", "cfg", "conf", "cpp", "cs", "css", "csv", "diff", "eml", "geojson", "go", "h", "hpp", "ics", "ini", "java",
    "js", "json", "jsonl", "jsonld", "kt", "latex", "log", "lua", "m3u", "markdown", "md", "mjs", "patch", "pdb", "php", "pl",
    "properties", "ps1", "py", "r", "rb", "rs", "rst", "sh", "sql", "srt", "svg", "swift", "tex", "text", "toml", "ts", "tsv", "tsx",
    "txt", "vcf", "vtt", "xml", "yaml", "yml",
))
# fmt: on


@lru_cache(maxsize=32)
def document_text(name: str, content: bytes) -> str:
    r"""The text of a document: lines without trailing blanks, never two empty lines in a row but after a title.

    Args:
        name: File name; the extension tells the format.
        content: The file's bytes.

    Raises:
        ToolError: `bad_argument` for a format that cannot be read, `too_large`, or `other` for a document that is empty, damaged or not text.

    >>> document_text("a.txt", b"one  \r\ntwo")
    'one\ntwo'
    """
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    reader = _plain_text if extension in TEXT_EXTENSIONS else _READERS.get(extension)
    if reader is None:
        raise ToolError("bad_argument", f"read_document does not know the format of {name[:60]!r}; it reads text files and {', '.join(_READERS)}.")
    if not content:
        raise ToolError("other", f"{name[:60]!r} is an empty file.")
    title, text = _guarded(reader, name, content)
    text = "\n".join(line.rstrip() for line in re.split(r"\r?\n", text))
    text = re.sub(r"\n{3,}", "\n\n", text)
    if not text.strip():
        raise ToolError("other", f"{name[:60]!r} holds no text.")
    return f"# {title}\n\n{text}" if title else text


def first_lines(text: str, limit: int | None) -> str:
    r"""The first lines of a text and, if any are left out, a note that says so; all lines when the limit is null, 0 or negative.

    >>> first_lines("a\nb\nc", 2)
    'a\nb\n\n[Document truncated. Showing 2 of 3 lines]'
    """
    lines = text.split("\n")
    note = ""
    if limit is not None and 0 < limit < len(lines):
        text = "\n".join(lines[:limit])
        note = f"\n\n[Document truncated. Showing {limit} of {len(lines)} lines]"
    if len(text) > MAX_SHOWN:
        return f"{text[:MAX_SHOWN]}\n\n[Document truncated. Showing the first {MAX_SHOWN} characters]"
    return text + note


def _guarded(reader: Callable[[bytes], tuple[str, str]], name: str, content: bytes) -> tuple[str, str]:
    """The boundary to the parsers: the one place that takes any exception, as on damaged input the libraries raise whatever comes up.

    The message tells the class of the error only: texts of libraries may quote the document or the host.
    """
    try:
        return reader(content)
    except ToolError:
        raise
    except ImportError:
        raise ToolError("other", str(MissingExtraError(f"reading {name[:60]!r}", "documents"))) from None
    except Exception as error:
        raise ToolError("other", f"{name[:60]!r} is damaged or not what its extension says ({type(error).__name__}).") from None


def _plain_text(content: bytes) -> tuple[str, str]:
    try:
        return "", content.decode("utf-8")
    except UnicodeDecodeError:
        raise ToolError("other", "the file is not UTF-8 text; cat shows its raw bytes.") from None


def _html(content: bytes) -> tuple[str, str]:
    check_size(content, MAX_HTML_BYTES)
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(_plain_text(content)[1], "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    return title, _markdown(soup)


def _markdown(soup: Any) -> str:
    """The body of parsed html as Markdown: no scripts, no embedded data, links that stay links."""
    from markdownify import MarkdownConverter

    for tag in soup(["script", "style"]):
        tag.decompose()
    for link in soup("a", href=True):
        link["href"] = quote(link["href"].strip(), safe="%/:=&?~#+!$,;'@()*[]")
        if not link["href"].lower().startswith(("http:", "https:", "mailto:", "#")) and ":" in link["href"]:
            del link["href"]
    for image in soup("img", src=True):
        if image["src"].strip().lower().startswith("data:"):
            image["src"] = ""
    text: str = MarkdownConverter(heading_style="ATX", strip_document=None).convert_soup(soup.body or soup)
    return re.sub(r"\A\n+#", "\n#", text)


def _pdf(content: bytes) -> tuple[str, str]:
    return "", pdf_text(content)


def _docx(content: bytes) -> tuple[str, str]:
    check_package(content)
    import mammoth
    from bs4 import BeautifulSoup

    pictures = mammoth.images.img_element(lambda image: {})  # the description only: no picture is opened, inside the document or outside
    html = mammoth.convert_to_html(BytesIO(content), convert_image=pictures, include_embedded_style_map=False).value
    check_size(html, MAX_HTML_BYTES)
    return "", _markdown(BeautifulSoup(html, "html.parser"))


def _pptx(content: bytes) -> tuple[str, str]:
    check_package(content)
    from pptx import Presentation

    slides = []
    for number, slide in enumerate(Presentation(BytesIO(content)).slides, 1):
        lines = [f"<!-- Slide number: {number} -->", *_shapes(slide.shapes, slide.shapes.title)]
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        if notes is not None and notes.text.strip():
            lines += ["", "### Notes:", notes.text]
        slides.append("\n".join(lines).replace("\v", "\n").strip())
    return "", "\n\n".join(slides)


def _shapes(shapes: Any, title: Any) -> list[str]:
    from pptx.shapes.group import GroupShape
    from pptx.shapes.picture import Picture

    lines: list[str] = []
    for shape in shapes:
        if isinstance(shape, GroupShape):
            lines += _shapes(shape.shapes, title)
        elif getattr(shape, "has_table", False):
            lines += ["", *_table([[cell.text for cell in row.cells] for row in shape.table.rows]), ""]
        elif isinstance(shape, Picture):
            lines.append(f"![{shape.name}]()")
        elif shape.has_text_frame and shape.text_frame.text.strip():
            is_title = title is not None and shape.shape_id == title.shape_id
            lines.append(f"# {shape.text_frame.text.lstrip()}" if is_title else shape.text_frame.text)
    return lines


def _xlsx(content: bytes) -> tuple[str, str]:
    check_package(content)
    from openpyxl import load_workbook

    sheets = []
    for sheet in load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False).worksheets:
        rows = [_trimmed(row) for row in sheet.iter_rows(max_row=MAX_ROWS + 1, max_col=MAX_COLUMNS + 1, values_only=True)]
        while rows and not rows[-1]:
            rows.pop()
        cut = len(rows) > MAX_ROWS or any(len(row) > MAX_COLUMNS for row in rows)
        note = [f"[Only the first {MAX_ROWS} rows and {MAX_COLUMNS} columns were read]"] if cut else []
        sheets.append("\n".join([f"## {sheet.title}", *_table([row[:MAX_COLUMNS] for row in rows[:MAX_ROWS]]), *note]))
    return "", "\n\n".join(sheets)


def _trimmed(row: Any) -> list[str]:
    cells = ["" if value is None else str(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _table(rows: list[list[str]]) -> list[str]:
    """Rows as a Markdown table, the first as its head; short rows are filled up."""
    width = max(map(len, rows), default=0)
    if width == 0:
        return []
    filled = [[re.sub(r"\s*\n\s*", " ", cell).replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in filled]
    return [lines[0], "|" + " --- |" * width, *lines[1:]]


_READERS: dict[str, Callable[[bytes], tuple[str, str]]] = {
    "html": _html,
    "htm": _html,
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
}
