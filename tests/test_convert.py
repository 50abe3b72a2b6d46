"""A document written as Markdown and read again: the same tree, the same text, and pages where they begin."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from silcrow.document import Document
from silcrow.parse import parse
from silcrow.render.document import render_document
from silcrow.testing import make_document

PAGED = """
=== page 3

# Rules

Berths are free.

- one

=== page 4

- two

~ 4

## Fees

Ten crowns.
"""


def read_again(document: Document) -> Document:
    return parse(render_document(document).encode(), doc_id=document.doc_id, name="d.md")


def tree(document: Document) -> list[tuple[str, int, str, str, str | None]]:
    return [(s.sec_id, s.level, s.label, " ".join(s.title.split()), s.parent) for s in document.sections]


def texts(document: Document) -> list[tuple[str, str]]:
    return [(paragraph.kind, " ".join(paragraph.text.split())) for paragraph in document.paragraphs]


def test_a_comment_says_where_a_page_begins_and_what_is_printed_on_it():
    document = replace(make_document(PAGED), page_labels=("i", "ii", "1", "2"))
    assert render_document(document) == (
        "<!-- page 3, printed 1 -->\n\n# Rules\n\nBerths are free.\n\n- one\n\n<!-- page 4, printed 2 -->\n\n- two\n\n"
        "## Fees\n\nTen crowns.\n"
    )
    assert tree(read_again(document)) == tree(document)
    assert texts(read_again(document)) == texts(document)


def test_notes_are_read_back_as_notes():
    document = make_document("# Rules\n\nBerths are free. 1\n\nnote")
    note = replace(document.paragraphs[1], kind="note", text="1 Except for <b>ferries</b> & pilots,\nwho pay.")
    document = replace(document, paragraphs=(document.paragraphs[0], note))
    assert '<aside role="doc-footnote">1 Except for &lt;b&gt;' in render_document(document)
    assert texts(read_again(document)) == texts(document)


WORDS = st.text(st.sampled_from("abc 5.1()*_#[]<>&|-"), min_size=1, max_size=20).map(lambda text: f"w {text} z")
HEADS = st.tuples(st.integers(1, 6), st.sampled_from(["", "1 ", "5.2 ", "Item 1A. ", "Chapter 3 "]), WORDS)
BODIES = st.tuples(st.sampled_from(["", "- ", "=== page 2\n\n"]), WORDS)


@given(st.lists(HEADS.map(lambda h: f"{'#' * h[0]} {h[1]}{h[2]}") | BODIES.map("".join), min_size=1, max_size=12))
def test_what_is_converted_and_read_again_has_the_same_tree(blocks: list[str]):
    document = make_document("\n\n".join(blocks))
    again = read_again(document)
    assert tree(again) == tree(document)
    assert [s.count for s in again.sections] == [s.count for s in document.sections]
