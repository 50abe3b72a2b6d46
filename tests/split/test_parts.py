"""A document in parts: what holds for every document, and where some are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from make_documents import documents

from silcrow.document import Document
from silcrow.errors import Usage
from silcrow.language.sentences import sentences
from silcrow.language.tokens import estimate_tokens
from silcrow.parse import parse
from silcrow.part import Cut, Part
from silcrow.split.parts import parts
from silcrow.split.units import document_text
from silcrow.testing import make_document

BUDGETS = st.integers(16, 400)
SENTENCE = "The ferry leaves at nine and comes back at noon. "  # 14 tokens


def words(count: int, word: str = "harbour") -> str:
    return " ".join([word] * count)


@given(documents(), BUDGETS)
def test_parts_put_together_are_the_document(document: Document, budget: int):
    found = parts(document, max_tokens=budget).parts
    assert "".join(part.text for part in found) == document_text(document)
    assert [part.index for part in found] == list(range(1, len(found) + 1))
    assert [part.start for part in found[1:]] == [part.end for part in found[:-1]]


@given(documents(), BUDGETS, st.integers(0, 400), st.integers(0, 400))
def test_no_part_and_no_prefix_exceeds_its_budget(document: Document, budget: int, least: int, overlap: int):
    found = parts(document, max_tokens=budget, min_tokens=min(least, budget), overlap=min(overlap, budget))
    assert all(estimate_tokens(part.text) == part.tokens <= budget for part in found.parts)
    assert all(part.text for part in found.parts)
    assert all(estimate_tokens(part.context_prefix) <= overlap for part in found.parts)
    text = document_text(document)
    for part in found.parts:
        assert text[: part.start].rstrip().endswith(part.context_prefix)


@given(documents(), BUDGETS)
def test_a_cut_inside_a_sentence_a_row_or_a_line_is_one_that_could_not_be_helped(document: Document, budget: int):
    for part in parts(document, max_tokens=budget).parts:
        if not (begins := part.stretches[0].begins):
            continue
        span = part.stretches[0].span
        text = paragraph_at(document, span.sec_id, span.first or 0)
        if begins.unit == "sentence":
            assert begins.offset == sentences(text)[begins.number - 1][0]
        elif begins.unit in ("row", "line"):
            assert text[begins.offset - 1] == "\n"
        else:
            assert longest_around(document, text, begins) > budget


@given(documents(), BUDGETS)
def test_every_heading_and_paragraph_is_in_some_stretch(document: Document, budget: int):
    there: set[tuple[str, int]] = set()
    for part in parts(document, max_tokens=budget).parts:
        for stretch in part.stretches:
            section = next(s for s in document.sections if s.sec_id == stretch.span.sec_id)
            first, last = stretch.span.first, stretch.span.last
            if first is None or last is None:
                first, last = (0 if section.heading else 1), section.count
            there.update((section.sec_id, n) for n in range(first, last + 1))
    every = {(s.sec_id, n) for s in document.sections for n in range(0 if s.heading else 1, s.count + 1)}
    assert there == (every if document_text(document) else set())


@given(documents(), BUDGETS)
def test_the_same_document_gives_the_same_parts(document: Document, budget: int):
    assert parts(document, max_tokens=budget) == parts(document, max_tokens=budget)


def paragraph_at(document: Document, sec_id: str, para_idx: int) -> str:
    section = next(s for s in document.sections if s.sec_id == sec_id)
    return document.paragraphs[section.first + para_idx - 1].text if para_idx else section.heading


def longest_around(document: Document, text: str, cut: Cut) -> int:
    """Tokens of the longest sentence or line that a cut is inside of."""
    inside = [text[a:b] for a, b in sentences(text) if a < cut.offset]
    start, end = text.rfind("\n", 0, cut.offset) + 1, text.find("\n", cut.offset)
    around = [inside[-1] if inside else text, text[start : end if end >= 0 else None], text[: cut.offset]]
    return max(estimate_tokens(one) for one in [*around, text])


def titles(document: Document, **budgets: int) -> list[str]:
    return [part.title for part in parts(document, **budgets).parts]


CHAPTERS = make_document(
    f"""
# Part I

## Chapter 1

{words(60)}

## Chapter 2

### 2.1 Fees

{words(40)}

### 2.2 Dues

{words(40)}

# Part II

{words(30)}
"""
)


def test_a_document_that_fits_is_one_part():
    (only,) = parts(CHAPTERS, max_tokens=8000).parts
    assert (only.title, only.total, only.context_prefix) == (CHAPTERS.title, 1, "")
    assert [str(span) for span in only.spans][:2] == ["doc:part-i", "doc:chapter-1"]


def test_a_cut_is_made_at_the_highest_boundary_that_keeps_the_budget():
    assert titles(CHAPTERS, max_tokens=200, min_tokens=0) == ["Part I", "Chapter 1", "Chapter 2", "Part II"]
    assert titles(CHAPTERS, max_tokens=120, min_tokens=0) == [
        "Part I",
        "Chapter 1",
        "Chapter 2",
        "2.1 Fees",
        "2.2 Dues",
        "Part II",
    ]


def test_small_neighbours_under_one_parent_are_put_together():
    document = make_document(f"# A\n\n## 1 One\n\n{words(20)}\n\n## 2 Two\n\n{words(20)}\n\n## 3 Three\n\n{words(150)}")
    found = parts(document, max_tokens=250, min_tokens=50).parts
    assert [part.title for part in found] == ["A – 2 Two", "3 Three"]
    assert found[0].path == ("A",)
    assert found[1].path == ("A", "3 Three")


def test_a_small_section_is_not_put_to_one_of_another_parent():
    document = make_document(f"# A\n\n{words(100)}\n\n## Tail\n\n{words(10)}\n\n# B\n\n{words(100)}")
    found = parts(document, max_tokens=160, min_tokens=100).parts
    assert [part.title for part in found] == ["A", "Tail", "B"]


def test_a_heading_goes_with_what_follows_it_when_that_is_cut_anyway():
    document = make_document(f"# Chapter 5\n\n## 5.1 Scope\n\n{words(60)}\n\n{words(60)}\n\n{words(60)}")
    found = parts(document, max_tokens=100).parts
    assert found[0].text.startswith("Chapter 5\n\n5.1 Scope\n\nharbour")
    assert [part.title for part in found] == ["5.1 Scope (Part 1)", "5.1 Scope (Part 2)", "5.1 Scope (Part 3)"]


def test_a_long_paragraph_is_cut_at_sentences_and_says_where():
    document = make_document(f"# Ferry\n\n{SENTENCE * 12}".rstrip())
    found = parts(document, max_tokens=80, overlap=20).parts
    assert all(part.text.rstrip().endswith(".") for part in found)
    second = found[1]
    assert second.stretches[0].begins == Cut(
        "sentence", 1 + found[0].text.count("ferry"), found[0].end - len("Ferry\n\n")
    )
    assert found[0].stretches[0].ends == second.stretches[0].begins
    assert str(second.spans[0]) == "doc:ferry:1"
    assert second.context_prefix == SENTENCE.strip()


ROWS = "\n".join(f"| berth {n} | {n}00 crowns |" for n in range(1, 41))


def test_a_table_is_cut_at_rows_and_its_header_stands_beside_the_text():
    document = make_document("# Fees\n\n| Berth | Fee |\n| --- | --- |\n" + ROWS)
    first, *others = parts(document, max_tokens=150).parts
    assert first.table_header == ""
    assert others
    for part in others:
        assert part.table_header == "| Berth | Fee |\n| --- | --- |"
        assert part.text.startswith("| berth ")
        cut = part.stretches[0].begins
        assert cut
        assert part.text.startswith(f"| berth {cut.number} |")


def test_code_is_cut_at_lines():
    lines = "\n".join(f"row_{n} = compute({n})" for n in range(60))
    document = make_document(f"# Listing\n\n```\n{lines}\n```")
    found = parts(document, max_tokens=120).parts
    assert len(found) > 2
    assert all(part.text.startswith("row_") for part in found[1:])
    assert all(part.stretches[0].begins and part.stretches[0].begins.unit == "line" for part in found[1:])


def test_what_cannot_be_kept_whole_is_cut_at_words_and_then_anywhere_and_said():
    document = make_document(f"# Long\n\n{words(200)}\n\n{'x' * 900}")
    found = parts(document, max_tokens=60)
    assert all(part.tokens <= 60 for part in found.parts)
    assert [notice.place for notice in found.notices] == ["doc:long:1", "doc:long:2"]
    assert {notice.code for notice in found.notices} == {"cut_inside"}


def test_a_cut_does_not_part_a_caption_from_its_table():
    table = "| Berth | Fee |\n| --- | --- |\n| 1 | 100 |\n| 2 | 200 |"
    document = make_document(
        f"# Fees\n\n{words(40)}.\n\n{words(30)}.\n\nTable 1. Fees by berth\n\n{table}\n\n{words(60)}."
    )
    for part in parts(document, max_tokens=110).parts:
        assert ("Table 1." in part.text) == ("| Berth |" in part.text)


def test_pages_are_those_of_what_is_in_the_part():
    document = make_document(f"=== page 3\n\n# A\n\n{words(60)}\n\n=== page 4\n\n# B\n\n{words(60)}")
    assert [part.pages for part in parts(document, max_tokens=100).parts] == [(3,), (4,)]


def test_a_document_without_text_has_no_parts():
    assert parts(make_document("")).parts == ()


@pytest.mark.parametrize("wrong", [{"max_tokens": 3}, {"max_tokens": 100, "min_tokens": 200}, {"overlap": 9000}])
def test_budgets_that_cannot_be_kept_are_refused(wrong: dict[str, int]):
    with pytest.raises(Usage):
        parts(CHAPTERS, **wrong)


MARKS = {
    "markdown": ("a.md", "# Fees\n\n{}\n\n# Dues\n\n{}"),
    "chapter": ("a.txt", "Chapter 1\n\n{}\n\nChapter 2\n\n{}\n\nChapter 3\n\n{}"),
    "numbered": ("a.txt", "1. Introduction\n\n{}\n\n2. Methods\n\n{}\n\n3. Results\n\n{}"),
    "part": ("a.txt", "PART I\n\n{}\n\nPART II\n\n{}\n\nPART III\n\n{}"),
    "latex": (
        "a.tex",
        "\\documentclass{{book}}\\begin{{document}}\n\\chapter{{Fees}}\n{}\n\\chapter{{Dues}}\n{}\n\\end{{document}}",
    ),
}


@pytest.mark.parametrize("name", MARKS)
def test_plain_text_is_cut_where_its_headings_are_printed(name: str):
    file, form = MARKS[name]
    text = " ".join([SENTENCE.strip()] * 8)
    count = form.count("{}")
    document = parse(form.format(*[text] * count).encode(), doc_id="doc", name=file)
    found = parts(document, max_tokens=150, min_tokens=0).parts
    assert len(found) == count
    assert all(part.text.rstrip().endswith("noon.") for part in found)
    assert [part.title for part in found] == [s.heading for s in document.sections if s.heading]


def test_pages_of_plain_text_are_told_by_form_feeds():
    document = parse(f"{SENTENCE * 8}\n\f{'Nets dry on the quay. ' * 14}".encode(), doc_id="doc", name="a.txt")
    found: tuple[Part, ...] = parts(document, max_tokens=150).parts
    assert [part.pages for part in found] == [(1,), (2,)]
