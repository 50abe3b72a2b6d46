"""Formats are told by what bytes show; what is not read is named, with what is."""

import io
import zipfile

import pytest

from silcrow.errors import Damaged, Encrypted, UnsupportedFormat
from silcrow.parse import sniff

MARKDOWN = b"# Rules\n\n## Berths\n\nOne night.\n"
HTML = b"<!DOCTYPE html>\n<html><body><p>One night.</p></body></html>"
TEXT = b"One night.\n\nPaid at the gate.\n"
README = b'<div align="center">\n<h1>Rules</h1>\n</div>\n\n## Berths\n\nSee [the table](table.md).\n'

KNOWN = {
    "a PDF": (b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n", "", "pdf"),
    "a PDF behind a mail header": (b"Content-Type: x\r\n\r\n%PDF-1.7\n1 0 obj\n<<>>\nendobj\n", "", "pdf"),
    "a PDF under a text's name": (b"%PDF-1.4\n", "rules.txt", "pdf"),
    "a text that mentions a PDF's head": (b"Each file begins with %PDF-1.7 and ends with a mark.\n", "", "text"),
    "Markdown without a name": (MARKDOWN, "", "markdown"),
    "Markdown under a text's name": (MARKDOWN, "rules.txt", "markdown"),
    "Markdown by front matter": (b"---\ntitle: Rules\n---\n\nOne night.\n", "", "markdown"),
    "Markdown by its suffix alone": (TEXT, "rules.MD", "markdown"),
    "a README that opens with HTML": (README, "README.md", "markdown"),
    "HTML": (HTML, "", "html"),
    "HTML under a text's name": (HTML, "rules.txt", "html"),
    "HTML after a comment": (b"<!-- saved -->\n<html><p>x</p></html>", "", "html"),
    "XHTML": (b"<?xml version='1.0'?>\n<html xmlns='x'><body/></html>", "", "html"),
    "a piece of HTML": (b"<p>One night.</p><p>Paid at the gate.</p>", "", "html"),
    "HTML in UTF-16": (HTML.decode().encode("utf-16"), "", "html"),
    "plain text": (TEXT, "", "text"),
    "plain text under an HTML name": (TEXT, "rules.html", "text"),
    "a program with comments": (b"# comment\n# another\nimport os\n# last\n", "x.py", "text"),
    "LaTeX": (b"% a thesis\n\\documentclass{book}\n\\begin{document}\nOne night.\n", "", "latex"),
    "LaTeX after other commands": (b"\\RequirePackage{x}\n\\documentclass[a4paper]{book}\n", "x.txt", "latex"),
    "a chapter of a LaTeX source": (b"% berths\n\\chapter{Berths}\nOne night.\n", "", "latex"),
    "a LaTeX source by its suffix": (b"One night.\n\n\\section{Berths}\nPaid.\n", "berths.tex", "latex"),
    "a text that quotes LaTeX": (b"Write this:\n\n\\documentclass{book}\n\\begin{document}\n", "", "text"),
    "Markdown that shows LaTeX": (b"# Start\n\n```\n\\documentclass{book}\n```\n\n## Then\n", "", "markdown"),
    "a LaTeX package": (b"\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesPackage{x}\n", "x.sty", "text"),
    "a journal article": (b"<?xml version='1.0'?>\n<article article-type='letter'><front/></article>", "", "jats"),
    "a journal article by its DTD": (
        b"<?xml version='1.0'?>\n<!DOCTYPE article PUBLIC '-//NLM//DTD JATS v1.2//EN' 'x.dtd'>\n<article/>",
        "",
        "jats",
    ),
    "an article of HTML": (b"<article><h1>Berths</h1><p>One night.</p></article>", "", "html"),
    "a text that mentions LaTeX": (b"In LaTeX a file begins with \\documentclass{book}.\n", "", "text"),
    "a text that quotes tags": (b"The <p> tag opens a paragraph.\n", "", "text"),
    "text with some NULs": (b"One night.\0\n" * 9 + b"x" * 2000, "", "text"),
    "UTF-16 without a mark": ("One night, paid at the gate.\n".encode("utf-16-le"), "", "text"),
    "Japanese of Windows": ("係留は一晩とする。".encode("cp932"), "", "text"),
}


@pytest.mark.parametrize("case", KNOWN)
def test_bytes_show_their_format(case: str):
    data, name, expected = KNOWN[case]
    assert sniff(data, name) == expected


def zipped(members: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file.getvalue()


ARCHIVES = {
    "a Word document": ({"[Content_Types].xml": "x.wordprocessingml.document.main+xml"}, "docx"),
    "a Word template with macros": ({"[Content_Types].xml": "vnd.ms-word.template.macroEnabledTemplate"}, "docx"),
    "a book": ({"mimetype": "application/epub+zip"}, "epub"),
    "a book without a type": ({"META-INF/container.xml": "<container/>", "x.opf": ""}, "epub"),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_an_archive_is_what_it_says_inside(kind: str):
    members, expected = ARCHIVES[kind]
    assert sniff(zipped(members), "holiday.jpg") == expected


def test_a_word_document_cut_short_is_still_told():
    whole = zipped({"[Content_Types].xml": "x.wordprocessingml.document.main+xml", "word/document.xml": "x" * 9000})
    assert sniff(whole[:-60]) == "docx"


def test_a_locked_office_document_says_so():
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500)
    with pytest.raises(Encrypted) as refused:
        sniff(data, "plan.docx")
    assert refused.value.message == "'plan.docx' is an Office document locked with a password"


FOREIGN = {
    "an Excel workbook": zipped({"[Content_Types].xml": "application/vnd.x.spreadsheetml.sheet.main+xml"}),
    "a PowerPoint presentation": zipped({"[Content_Types].xml": "x.presentationml.presentation.main+xml"}),
    "an OpenDocument file": zipped({"mimetype": "application/vnd.oasis.opendocument.text"}),
    "a ZIP archive": zipped({"holiday.jpg": "x"}),
    "a PNG image": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "an old Office document": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100),
    "an RTF document": b"{\\rtf1\\ansi One night.}",
    "a PostScript document": b"%!PS-Adobe-3.0\n",
    "a gzip archive": b"\x1f\x8b\x08\x00" + bytes(range(100)),
    "a program": b"\x7fELF" + bytes(100),
    "a binary file": bytes(range(256)) * 20,
    "an XML": b"<?xml version='1.0'?>\n<book xmlns='http://docbook.org/ns/docbook'><title>x</title></book>",
    "an XML file": b"<?xml version='1.0'?>\n<feed><entry>One night.</entry></feed>",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_is_not_read_is_named_with_what_is(kind: str):
    with pytest.raises(UnsupportedFormat) as refused:
        sniff(FOREIGN[kind], "tides.bin")
    assert refused.value.message.startswith(f"'tides.bin' is {kind}")
    assert (
        refused.value.hint
        == "Silcrow reads PDF, DOCX, EPUB, HTML, Markdown, LaTeX, JATS articles (XML) and plain text."
    )


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\0\0\0"])
def test_nothing_is_damaged_and_called_empty(data: bytes):
    with pytest.raises(Damaged, match=r"'tides\.txt' is empty"):
        sniff(data, "tides.txt")
