"""What is written to stop a reader: nesting, runs of one mark, words without an end. Each is read or refused in time.

Time is the processor's, and far above what is needed; four times the text may take eight times as long and no more.
"""

import os
import time
from collections.abc import Callable

import pytest
from make_docx import docx, p
from make_epub import epub

from bad_files import deep_bookmarks, one_page
from clock import cpu
from silcrow.document import Document
from silcrow.errors import Damaged, DocumentError
from silcrow.parse import parse

DEEP = 10_000
JATS = "<article><front/><body>{}</body></article>"


def read(data: str | bytes, name: str) -> Document | None:
    """The document, or None where it was refused with an error of ours."""
    try:
        return parse(data.encode() if isinstance(data, str) else data, doc_id="d", name=name)
    except DocumentError:
        return None


def points(depth: int) -> str:
    """A navigation whose points stand each in the one before."""
    point = '<navPoint><navLabel><text>a</text></navLabel><content src="a.xhtml"/>'
    names = 'xmlns="http://www.daisy.org/z3986/2005/ncx/"'
    return f"<ncx {names}><navMap>{point * depth}{'</navPoint>' * depth}</navMap></ncx>"


NESTED: dict[str, Callable[[int], tuple[str | bytes, str]]] = {
    "tags of HTML": lambda n: ("<div>" * n + "deep" + "</div>" * n, "a.html"),
    "tables of HTML": lambda n: ("<table><tr><td>" * n + "deep", "a.html"),
    "lists of HTML": lambda n: ("<ul><li>" * n + "deep", "a.html"),
    "quotations of Markdown": lambda n: ("> " * n + "deep\n", "a.md"),
    "points of Markdown": lambda n: ("- " * n + "deep\n", "a.md"),
    "brackets of Markdown": lambda n: ("[" * n + "deep" + "]" * n + "\n", "a.md"),
    "stars of Markdown": lambda n: ("*a **b " * n + "deep\n", "a.md"),
    "braces of LaTeX": lambda n: ("\\documentclass{book}" + "{" * n + "deep" + "}" * n, "a.tex"),
    "lists of LaTeX": lambda n: ("\\documentclass{book}" + "\\begin{itemize}\\item " * n + "deep", "a.tex"),
    "definitions of LaTeX": lambda n: (
        "\\documentclass{book}\\newcommand{\\a}{\\a\\a}" + "\\a" * n + " deep", "a.tex",
    ),
    "sections of JATS": lambda n: (JATS.format("<sec>" * n + "<p>deep</p>" + "</sec>" * n), "a.xml"),
    "brackets of text": lambda n: ("(" * n + "deep" + ")" * n, "a.txt"),
    "levels of a number": lambda n: ("1." * n + " Deep\n\ndeep\n", "a.txt"),
    "points of a navigation": lambda n: (
        epub({"a.xhtml": "<p>deep</p>"}, ncx_points=(("a", "a.xhtml"),), more={"OPS/toc.ncx": points(n)}), "a.epub",
    ),
    "bookmarks of a PDF": lambda n: (deep_bookmarks(n), "a.pdf"),
}  # fmt: skip


@pytest.mark.parametrize("case", NESTED)
def test_ten_thousand_levels_are_read_or_refused_in_time(case: str):
    data, name = NESTED[case](DEEP)
    begun = time.process_time()
    document = read(data, name)
    assert time.process_time() - begun < 20
    if document is not None and not name.endswith((".pdf", ".epub")):
        assert "deep" in "".join(paragraph.text for paragraph in document.paragraphs).casefold()


LINES = {
    "a number without an end": "1." * 40 + "\n",
    "blanks before an end": "Chapter" + " " * 300 + "x\n\n",
    "dots of a contents": "Berths " + ". " * 300 + "\n",
    "capitals": "THE QUAY " * 30 + "\n\n",
    "brackets": "(((((((((((" * 20 + "\n\n",
    "chapters": "Chapter 7 The quay\n\n",
    "Items": "Item 1. Business\n\n",
    "roman numerals": "xviii. ccccccc iiiiiiii vvvvvv\n\n",
    "Chinese numerals": "第一二三四五六七八九十百千万 " * 9 + "\n\n",
    "dates": "January February March 1, 1999, 2000 and 2001 to " * 9 + "\n\n",
    "figures": "Net income 1,234.5 (1,234.5) 99.9 % 88 % $ " * 9 + "\n\n",
    "keys": "Key: value Other: value " * 12 + "\n\n",
    "hyphens": "long- \nterm- \n",
    "addresses": "a@a.a@a.a@" * 30 + "\n\n",
    "combining marks": "q\u0301\u0301\u0301\u0301" * 60 + "\n\n",
    "underlines": "=====\n-----\n",
    "columns": "a   b   c   d\n",
    "pipes": "| a | b | c\n",
}


@pytest.mark.parametrize("ending", ["txt", "md", "html", "tex"])
@pytest.mark.parametrize("case", LINES)
def test_hostile_lines_take_time_in_proportion(case: str, ending: str):
    start = {"tex": "\\documentclass{book}\n", "html": "<!doctype html>"}.get(ending, "")
    line = LINES[case].replace("\n", "<br>\n") if ending == "html" else LINES[case]
    took = []
    for size in (5_000, 20_000):
        text = start + line * (size // len(line))
        assert read(text, f"a.{ending}") is not None
        took.append(cpu(lambda text=text: read(text, f"a.{ending}"), runs=2))
    assert took[1] < 8 * took[0] + 0.3


def test_an_entity_that_grows_is_never_expanded():
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    for text, name in (
        (f"<!DOCTYPE article [{entities}]><article><body><p>&e11;</p></body></article>", "a.xml"),
        (f"<!DOCTYPE html [{entities}]><html><body><p>&e11; berths</p></body></html>", "a.html"),
    ):
        document = read(text, name)
        assert document is None or sum(len(paragraph.text) for paragraph in document.paragraphs) < 20_000


def test_an_archive_inside_an_archive_is_not_opened():
    inner = docx(p("The inner text."))
    for _ in range(30):
        inner = docx(p("The outer text."), more={"word/embeddings/inner.docx": inner})
    document = read(inner, "a.docx")
    assert document is not None
    assert [paragraph.text for paragraph in document.paragraphs] == ["The outer text."]


BOOKMARKS = 1_000_000 if os.environ.get("SILCROW_LONG") else 10_000


def test_a_million_bookmarks_do_not_stop_a_document():
    rows = (
        f"<</Title (Bookmark {n}) /Parent 6 0 R /Next {n + 8} 0 R /Dest [3 0 R /Fit]>>" for n in range(BOOKMARKS - 1)
    )
    first = f"<</Type /Outlines /First 7 0 R /Last {BOOKMARKS + 6} 0 R /Count {BOOKMARKS}>>"
    last = "<</Title (The last) /Parent 6 0 R /Dest [3 0 R /Fit]>>"
    data = one_page([first, *rows, last])
    begun = time.process_time()
    document = parse(data, doc_id="d", name="a.pdf")
    assert document.pages == 1
    assert time.process_time() - begun < 60


def test_words_without_an_end_are_cut_and_said():
    with pytest.raises(Damaged):
        parse(b"", doc_id="d", name="a.txt")
    document = read("a" * 3_000_000, "a.txt")
    assert document is not None
    assert sum(len(paragraph.text) for paragraph in document.paragraphs) == 3_000_000
