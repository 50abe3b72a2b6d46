"""The way of a document, from a file to a cited passage. Read this first: it is Silcrow in one page.

The file is a printed handbook of 18 pages without bookmarks. What is asked of it can be looked up on paper.
"""

from pathlib import Path

import pytest

from silcrow import open_library
from silcrow.library import Library


@pytest.fixture
def library(sample: Path, tmp_path: Path):
    """A library with the handbook in it."""
    with open_library(tmp_path / "library.db") as opened:
        added = opened.add(sample)
        assert (added.outcome, added.record.doc_id, added.record.pages) == ("new", "skerry-point-handbook", 18)
        yield opened


def test_the_outline_is_that_of_the_contents_page(library: Library, sample: Path):
    outline = library.outline("skerry-point-handbook")
    printed = [
        line.lstrip("# ") for line in sample.with_suffix(".md").read_text("utf-8").splitlines() if line[:2] == "##"
    ]
    assert len(printed) == 55
    assert [s.heading for s in outline.sections if s.heading in printed] == printed
    by_id = {section.sec_id: section for section in outline.sections}
    section = by_id["3.3.3"]
    assert section.path == ("3 Safety", "3.3 Tides and the causeway", "3.3.3 If you are cut off")
    assert (section.label, section.title, section.level, section.pages) == ("3.3.3", "If you are cut off", 3, (7, 7))
    assert section.parent == "3.3"
    assert section.confidence > 0.9
    assert "contents" in section.evidence  # the contents page lists it: one of the reasons to believe it is a heading


def test_a_section_is_found_by_what_people_call_it(library: Library):
    desk = library.desk("skerry-point-handbook")
    for words in ("3.3.3", "If you are cut off", "Safety > If you are cut off", "skerry-point-handbook:3.3.3"):
        (passage,) = desk.read(words).passages
        assert str(passage.span) == "skerry-point-handbook:3.3.3:1"
    assert passage.text.startswith("If the water rises round you, do not run for the shore.")
    assert passage.pages == (7,)


def test_retrieval_points_at_paragraphs_and_reads_around_them(library: Library):
    desk = library.desk("skerry-point-handbook")
    found = desk.retrieve("overdue boat coastguard", top_k=1, window=(1, 0))
    (passage,) = found.passages
    assert [str(hit.span) for hit in passage.hits] == ["skerry-point-handbook:4.3:2"]
    assert str(passage.span) == "skerry-point-handbook:4.3:1-2"
    assert passage.paragraphs[1].text.startswith("A boat that is one hour late is overdue.")


def test_a_table_is_one_paragraph_with_its_cells(library: Library):
    tables = [p for p in library.document("skerry-point-handbook").paragraphs if p.kind == "table"]
    assert len(tables) == 4
    money = next(p.table for p in tables if p.table and "Surplus" in p.text)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in money.rows}
    assert rows["Instruments"] == ["118", "84", "166"]
    assert rows["Total spending"] == ["925", "947", "1,024"]
    assert [cell.text for cell in money.header][1:] == ["2022", "2023", "2024"]


def test_an_answer_is_quotes_that_stand_where_it_says(library: Library):
    answer = library.ask("Who decides whether the causeway may be crossed?")
    first = answer.citations[0]
    assert answer.extractive
    assert str(first.span) == "skerry-point-handbook:3.1:1"
    assert first.verdict == "verified"
    assert first.pages == (7,)
    assert first.quote.startswith("The duty officer decides whether the causeway may be crossed")
    assert first.quote in library.read(first.span).passages[0].text


def test_what_the_handbook_does_not_say_is_not_found(library: Library):
    answer = library.ask("What is the capital of Mongolia?")
    assert answer.citations == ()
    assert "Mongolia" in answer.unsupported


def test_running_heads_and_page_numbers_are_kept_aside(library: Library):
    document = library.document("skerry-point-handbook")
    aside = [piece.text for piece in document.furniture]
    assert sum("The Skerry Point Station Handbook" in text for text in aside) == 17
    named = [p.text for p in document.paragraphs if p.text.startswith("The Skerry Point Station Handbook")]
    assert named == ["The Skerry Point Station Handbook"]  # on the title page
