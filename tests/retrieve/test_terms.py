"""From text to index terms, and what a store keeps of a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.retrieve.packing import language_of, unpack_posting, unpack_shape
from silcrow.retrieve.terms import analyse, index
from silcrow.testing import make_document

CASES = [
    ("en", "Capital expenditures increased", ["capit", "expenditur", "increas"]),
    ("en", "The companies' policies", ["the", "compani", "polici"]),
    ("en", "1,749 1749", ["1749", "1749"]),
    ("en", "TLS_HANDSHAKE_FAILED 1.0.21", ["tls_handshake_failed", "tls", "handshak", "fail", "1.0.21"]),
    ("en", "5.2(b)", ["5.2(b)", "5.2"]),
    ("de", "Verträge kündigen", ["vertrag", "kundig"]),
    ("fr", "économies économique", ["econom", "econom"]),
    ("ru", "договоры договора", ["договор", "договор"]),
    ("zh", "风险管理", ["风", "险", "管", "理", "风险", "险管", "管理"]),
    ("", "expenditures résumé", ["expenditures", "resume"]),
    ("en-GB", "policies", ["polici"]),
]


@pytest.mark.parametrize("language, text, terms", CASES)
def test_a_text_gives_these_terms_in_its_language(language: str, text: str, terms: list[str]) -> None:
    assert analyse(text, language) == terms


GUIDE = """
Intro about tables, tables and 1,749.

# Guide

## 1.2 Scope of tables

Scope text on page two.

## 1.3 Empty tables

# Annex
"""


def test_a_posting_knows_the_paragraphs_and_the_headings_of_a_term() -> None:
    made = index(make_document(GUIDE))
    held, block = made.blocks["tabl"]
    posting = unpack_posting(block)
    assert posting.paragraphs.tolist() == [0]
    assert posting.in_text.tolist() == [2]
    assert posting.sections.tolist() == [2, 3]
    assert posting.in_heading.tolist() == [1, 1]
    assert held == 3  # paragraph 0, paragraph 1 below "Scope of tables", and the bare heading "Empty tables"


def test_a_heading_over_many_sections_costs_one_entry() -> None:
    text = "# Everything\n\n" + "\n\n".join(f"## Part {i}\n\nText {i}." for i in range(2000))
    made = index(make_document(text))
    held, block = made.blocks["everyth"]
    assert held == 2000
    assert len(block) == 4 + 5


def test_the_shape_tells_lengths_sections_and_pages() -> None:
    made = index(make_document("=== page 3\n\n" + GUIDE))
    shape = unpack_shape(made.lengths)
    assert shape.language == language_of(made.lengths) == "en"
    assert shape.text.tolist() == [6, 5]
    assert shape.numbers.tolist() == [1, 0]
    assert shape.page.tolist() == shape.until.tolist() == [3, 3]
    assert shape.owner.tolist() == [0, 2]
    assert shape.bare.tolist() == [3, 4]
    assert shape.path.tolist() == [0, 1, 5, 4, 1]
    assert made.totals == (11, 5)


def test_an_empty_document_has_an_index() -> None:
    made = index(make_document(""))
    assert made.blocks == {}
    assert unpack_shape(made.lengths).paragraphs == 0


@given(st.lists(st.text(alphabet="ab漢 1.-", max_size=12), max_size=6))
def test_postings_count_what_analysis_finds(texts: list[str]) -> None:
    body = "\n\n".join(f"x {text}" for text in texts)
    document = make_document(f"# ab 1\n\n{body}")
    made = index(document)
    for order, paragraph in enumerate(document.paragraphs):
        terms = analyse(paragraph.text, "en")
        assert unpack_shape(made.lengths).text[order] == len(terms)
        for term in set(terms):
            posting = unpack_posting(made.blocks[term][1])
            assert posting.in_text[posting.paragraphs.tolist().index(order)] == terms.count(term)
