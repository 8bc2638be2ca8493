"""Documents as text: formats, limits and damaged input. Every document is made here."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import zipfile
import zlib
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.files import Files, documents, guards, pdf
from gaia2_gym.apps.files.documents import document_text, first_lines
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ErrorKind, ToolError

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
CELLS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture(autouse=True)
def _quiet_parsers() -> Any:
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    document_text.cache_clear()
    yield
    document_text.cache_clear()


def package(parts: dict[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return buffer.getvalue()


def parts_of(content: bytes) -> dict[str, bytes | str]:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def word(body: str, prolog: str = "") -> bytes:
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    document = f'{prolog}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    return package({"[Content_Types].xml": types, "_rels/.rels": rels, "word/document.xml": document})


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def workbook(**sheets: list[list[Any]]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def pdf_of(*pages: str, pack: bool = True) -> bytes:
    """A pdf with one content stream a page and one font."""
    streams = [zlib.compress(p.encode()) if pack else p.encode() for p in pages]
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(len(pages)))
    font = 3 + 2 * len(pages)
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode()]
    for i, stream in enumerate(streams):
        resources = f"/Resources<</Font<</F1 {font} 0 R>>>>"
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {4 + 2 * i} 0 R{resources}>>".encode())
        head = f"<<{'/Filter/FlateDecode' if pack else ''}/Length {len(stream)}>>\nstream\n".encode()
        objects.append(head + stream + b"\nendstream")
    objects.append(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{o:010d} 00000 n \n" for o in offsets)
    return out + f"{table}trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(out)}\n%%EOF".encode()


def line(text: str, y: int) -> str:
    return f"BT /F1 12 Tf 1 0 0 1 50 {y} Tm ({text}) Tj ET "


def error_of(name: str, content: bytes) -> ToolError:
    with pytest.raises(ToolError) as caught:
        document_text(name, content)
    assert len(caught.value.message) < 400
    return caught.value


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.MD", "a.json", "a.py", "b.c.yaml", ".log"])
def test_text_is_text_with_trailing_blanks_and_runs_of_empty_lines_removed(name: str) -> None:
    assert document_text(name, "a,b \t\r\n\n\n\nn\u00e4\n".encode()) == "a,b\n\nnä\n"


def test_first_lines() -> None:
    text = "1\n2\n3\n"
    assert first_lines(text, 4) == first_lines(text, 0) == first_lines(text, -1) == first_lines(text, None) == text
    assert first_lines(text, 3) == "1\n2\n3\n\n[Document truncated. Showing 3 of 4 lines]"
    assert first_lines("x" * 300_000, None).endswith("[Document truncated. Showing the first 200000 characters]")
    assert len(first_lines("x" * 300_000 + "\ny", 1)) < 200_100


@pytest.mark.parametrize(
    ("name", "content", "kind", "said"),
    [
        ("a.weird", b"x", "bad_argument", "does not know the format"),
        ("noext", b"x", "bad_argument", "it reads text files and html, htm, pdf"),
        ("a.png", b"\x89PNG", "bad_argument", "format"),
        ("x" * 200, b"x", "bad_argument", "format"),
        ("a.txt", b"", "other", "is an empty file"),
        ("a.pdf", b"", "other", "is an empty file"),
        ("a.txt", b" \n\n", "other", "holds no text"),
        ("a.txt", b"caf\xe9", "other", "not UTF-8 text"),
        ("a.html", b"caf\xe9", "other", "not UTF-8 text"),
        ("a.html", b"<p></p>", "other", "holds no text"),
        ("a.pdf", b"no pdf", "other", "PDFSyntaxError"),
        ("a.docx", b"no zip", "other", "BadZipFile"),
        ("a.pptx", package({"x": "y"}), "other", "KeyError"),
        ("a.xlsx", package({}), "other", "KeyError"),
        ("a.docx", word("<w:p>"), "other", "Expat"),
    ],
)
def test_what_cannot_be_read_says_why(name: str, content: bytes, kind: ErrorKind, said: str) -> None:
    error = error_of(name, content)
    assert error.kind == kind
    assert said in error.message


def test_html_gives_title_headings_links_and_lists_but_no_scripts_or_data() -> None:
    html = """<html><head><title> My
      page </title><script>alert(1)</script></head><body><h2>Head</h2><p>a <a href="https://x.test/a b?q=1">link</a>
      <a href="javascript:alert(1)">bad</a> <a href="file:///etc/passwd">local</a></p>
      <img alt="dot" src="data:image/png;base64,AAAA"><ul><li>one</li></ul></body></html>"""
    text = document_text("a.html", html.encode())
    assert text.startswith("# My page\n\n\n## Head\n\na [link](https://x.test/a%20b?q=1)")
    assert "bad local" in text
    assert "![dot]()" in text
    assert "* one" in text
    for gone in ("alert", "AAAA", "passwd"):
        assert gone not in text


def test_docx_gives_markdown_and_opens_no_picture(tmp_path: Any) -> None:
    table = "".join(f"<w:tr>{''.join(f'<w:tc>{paragraph(c)}</w:tc>' for c in row)}</w:tr>" for row in (("a", "b"), ("1", "2")))
    text = document_text("a.docx", word(paragraph("Dear Zoë,") + f"<w:tbl>{table}</w:tbl>" + paragraph("Bye")))
    assert text.startswith("\n\nDear Zoë,\n\n|")
    assert "| a | b |" in text.replace("  ", " ")
    assert text.rstrip().endswith("Bye")


def test_docx_does_not_follow_links_to_files_of_the_host(tmp_path: Any) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    drawing = (
        '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
        '<wp:docPr descr="a picture"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>'
        '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="rId9"/></pic:blipFill></pic:pic>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" '
        f'Target="file://{tmp_path}/secret.png" TargetMode="External"/></Relationships>'
    )
    content = package({**parts_of(word(drawing + paragraph("text"))), "word/_rels/document.xml.rels": rels})
    assert document_text("a.docx", content).strip() == "![a picture]()\n\ntext"


def test_pptx_gives_slides_titles_tables_groups_and_notes() -> None:
    pptx = pytest.importorskip("pptx")
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Plan"
    cells = slide.shapes.add_table(1, 2, 0, 0, 9, 9).table.rows[0].cells
    cells[0].text, cells[1].text = "a|b", "c"
    inner = slide.shapes.add_group_shape().shapes.add_textbox(0, 0, 9, 9)
    inner.text_frame.text = "in a group\vsecond line"
    slide.notes_slide.notes_text_frame.text = "say hello"
    buffer = io.BytesIO()
    deck.save(buffer)
    text = document_text("a.pptx", buffer.getvalue())
    assert text == ("<!-- Slide number: 1 -->\n# Plan\n\n| a\\|b | c |\n| --- | --- |\n\nin a group\nsecond line\n\n### Notes:\nsay hello")


def test_xlsx_gives_a_table_a_sheet() -> None:
    content = workbook(Stock=[["name", "qty|unit", None], ["Päckchen\nblue", 2.5, None, True], [None, None]], Empty=[], Last=[[1]])
    assert document_text("a.xlsx", content) == (
        "## Stock\n| name | qty\\|unit |  |  |\n| --- | --- | --- | --- |\n| Päckchen blue | 2.5 |  | True |\n\n## Empty\n\n## Last\n| 1 |\n| --- |"
    )


def test_xlsx_with_a_cell_at_the_far_end_is_cut_not_filled_up() -> None:
    far = f'<worksheet xmlns="{CELLS}"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
    far += '<row r="1048576"><c r="A1048576"><v>3</v></c></row></sheetData></worksheet>'
    content = package({**parts_of(workbook(S=[[1]])), "xl/worksheets/sheet1.xml": far})
    text = document_text("a.xlsx", content)
    assert text.startswith("## S\n| 1 |")
    assert len(text) < 50


def test_xlsx_says_when_rows_or_columns_were_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_ROWS", 2)
    monkeypatch.setattr(documents, "MAX_COLUMNS", 2)
    note = "[Only the first 2 rows and 2 columns were read]"
    assert document_text("a.xlsx", workbook(S=[[1], [2], [3]])) == f"## S\n| 1 |\n| --- |\n| 2 |\n{note}"
    assert document_text("b.xlsx", workbook(S=[[1, 2, 3]])) == f"## S\n| 1 | 2 |\n| --- | --- |\n{note}"
    assert document_text("c.xlsx", workbook(S=[[1, 2], [3, 4]])).count(note) == 0


def test_pdf_gives_the_text_of_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pdf_of(line("Hello", 700) + line("World", 600), line("Second page", 700))
    assert document_text("a.pdf", content) == "Hello\n\nWorld\n\n\fSecond page\n\n"
    monkeypatch.setattr(pdf, "MAX_PAGES", 1)
    assert document_text("b.pdf", content) == "Hello\n\nWorld\n\n\f[Only the first 1 pages were read]"


def test_a_pdf_page_of_thousands_of_snippets_is_read_in_short_time_and_order() -> None:
    text = document_text("a.pdf", pdf_of("".join(line(f"t{i}", 40_000 - 40 * i) for i in range(1000))))
    assert text.split() == [f"t{i}" for i in range(1000)]


def test_a_pdf_page_of_endless_text_is_refused() -> None:
    assert error_of("a.pdf", pdf_of(line("x" * 30_000, 700))).kind == "too_large"


def test_a_pdf_bomb_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_UNPACKED_BYTES", 100_000)
    assert error_of("a.pdf", pdf_of(" " * 200_000)).kind == "too_large"
    assert error_of("b.pdf", pdf_of(" " * 60_000, " " * 60_000)).kind == "too_large"


def test_forms_that_draw_each_other_many_times_are_refused() -> None:
    """Each of ten forms draws the next ten times: without a limit, ten thousand million drawings."""
    forms = []
    for i in range(10):
        body = f"/X{i + 1} Do " * 10
        resources = f"/Resources<</XObject<</X{i + 1} {10 + i + 1} 0 R>>>>"
        head = f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{resources}/Length {len(body)}>>"
        forms.append(f"{10 + i} 0 obj\n{head}\nstream\n{body}\nendstream\nendobj\n")
    page = "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X0 10 0 R>>>>>>\nendobj\n"
    body = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" + page
    body += "4 0 obj\n<</Length 6>>\nstream\n/X0 Do\nendstream\nendobj\n" + "".join(forms)
    body += "20 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 1>>\nstream\n \nendstream\nendobj\n"
    assert error_of("a.pdf", f"%PDF-1.4\n{body}trailer\n<</Root 1 0 R/Size 21>>\n%%EOF".encode()).kind == "too_large"


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_a_zip_bomb_is_refused_by_its_declared_size(name: str) -> None:
    bomb = package({f"{i}.bin": bytes(30 * 1024 * 1024) for i in range(4)})
    assert len(bomb) < 200_000
    assert error_of(name, bomb).kind == "too_large"
    assert error_of(name, package({f"{i}": "" for i in range(guards.MAX_ENTRIES + 1)})).kind == "too_large"
    assert error_of(name, package({"picture.png": b"<a>" + b" " * guards.MAX_XML_BYTES})).kind == "too_large"


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_entities_are_refused_whatever_the_encoding_or_name_of_the_part(codec: str) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    for name in ("word/document.xml", "word/media/image.png"):
        content = package({**parts_of(word(paragraph("x"))), name: (bomb + "<x>&b;</x>").encode(codec)})
        assert "document type" in error_of("a.docx", content).message


@pytest.mark.parametrize(("name", "size"), [("a.pdf", guards.MAX_PARSED_BYTES), ("a.docx", guards.MAX_PARSED_BYTES), ("a.html", 2 * 1024 * 1024)])
def test_input_of_parsers_is_bounded(name: str, size: int) -> None:
    assert error_of(name, bytes(size + 1)).kind == "too_large"


def test_html_nested_without_end_is_an_error_not_a_crash() -> None:
    assert "RecursionError" in error_of("a.html", b"<div>" * 20_000).message


def test_damaged_documents_never_escape() -> None:
    """Cut or overwritten anywhere, a document is read or is a ToolError."""
    samples = {
        "a.pdf": pdf_of(line("Hello", 700)),
        "b.pdf": pdf_of(line("Hello", 700), pack=False),
        "a.docx": word(paragraph("Hello")),
        "a.xlsx": workbook(S=[[1, "a"], [2.5, "b"]]),
        "a.html": b"<html><body><p>Hello <b>you</b></p></body></html>",
    }
    for name, content in samples.items():
        for i in range(0, len(content), max(1, len(content) // 25)):
            for damaged in (content[:i], content[:i] + b"\xff<" + content[i + 2 :]):
                with contextlib.suppress(ToolError):
                    assert isinstance(document_text(name, damaged), str)


@pytest.mark.parametrize(
    ("name", "module"),
    [("a.html", "bs4"), ("a.html", "markdownify"), ("a.docx", "mammoth"), ("a.pptx", "pptx"), ("a.xlsx", "openpyxl"), ("a.pdf", "pdfminer.layout")],
)
def test_a_missing_library_names_the_extra(name: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    content = {"a.html": b"<p>x</p>", "a.pdf": pdf_of(line("x", 9))}.get(name) or word(paragraph("x"))
    error = error_of(name, content)
    assert error.kind == "other"
    assert "pip install 'gaia2-gym[documents]'" in error.message


def test_a_document_is_parsed_once() -> None:
    content = b"<p>hello</p>"
    assert document_text("a.html", content) is document_text("a.html", bytes(bytearray(content)))


@pytest.mark.parametrize("compat", [False, True])
def test_under_compat_every_failure_is_a_missing_file_as_in_the_reference(compat: bool) -> None:
    names = [{"name": name, "type": "file"} for name in ("a.txt", "b.weird")]
    state = Files.load({"files": {"name": "", "type": "directory", "children": names}})
    files = Files("Files", state, Runtime(clock=None, stream=Stream(0, "Files"), compat=compat))  # type: ignore[arg-type]
    for path, kind in (("/a.txt", "other"), ("/b.weird", "bad_argument"), ("/", "bad_argument"), ("/nope.txt", "not_found")):
        with pytest.raises(ToolError) as caught:
            files.read_document(path)
        assert caught.value.kind == ("not_found" if compat else kind)
    files.write_bytes("/a.txt", b"1\n2\n3")
    assert files.read_document("/a.txt", 2) == "1\n2\n\n[Document truncated. Showing 2 of 3 lines]"
    assert files.read_document("/a.txt", max_lines=None) == "1\n2\n3"
