"""HTML: what the walk over a page reports."""

import pytest

from silcrow.parse.fragment import Fragment
from silcrow.parse.html import read


def fragments(html: str) -> list[Fragment]:
    return read(html.encode(), name="", password=None).fragments


def texts(html: str) -> list[str]:
    return [fragment.text for fragment in fragments(html)]


def test_facts_come_from_the_head():
    head = (
        "<html lang='en-GB'><head><title>Tide\n tables</title><meta name='author' content='Ada Quay'>"
        "<meta property='article:published_time' content='2026-03-01'></head><p>x"
    )
    source = read(head.encode(), name="", password=None)
    assert (source.title, source.authors, source.date, source.language) == (
        "Tide tables",
        ("Ada Quay",),
        "2026-03-01",
        "en",
    )


@pytest.mark.parametrize(
    "head",
    [
        b"<meta charset=windows-1251>",
        b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        b"<?xml version='1.0' encoding='windows-1251'?><html>",
    ],
)
def test_a_declared_charset_is_read(head: bytes):
    source = read(head + "<p>одна ночь".encode("cp1251"), name="", password=None)
    assert [f.text for f in source.fragments] == ["одна ночь"]
    assert source.notices == ()


def test_headings_have_their_level_and_paragraphs_none():
    found = fragments("<h2>One <i>night</i><br>only</h2><p>text</p><h6>six</h6>")
    assert [(f.text, f.clues.level) for f in found] == [("One night only", 2), ("text", None), ("six", 6)]


@pytest.mark.parametrize("around", ["blockquote", "figure", "fieldset"])
def test_a_heading_in_a_quotation_heads_no_section(around: str):
    assert [f.clues.level for f in fragments(f"<{around}><h2>x</h2></{around}><h2>y</h2>")] == [None, 2]


def test_a_heading_inside_a_heading_is_part_of_it():
    assert texts("<h1><ul><h2>a</h2></ul> b</h1>c") == ["a b", "c"]


@pytest.mark.parametrize(
    "html",
    [
        "<p><b>Item 1. Business</b></p>",
        "<p><strong>Item 1. Business</strong></p>",
        "<p style='font-weight:700'>Item 1. Business</p>",
        "<div><font style='font: bold 10pt Arial'>Item 1. Business</font></div>",
    ],
)
def test_a_bold_line_says_so_by_tag_and_by_style(html: str):
    (found,) = fragments(html)
    assert (found.text, found.clues.weight) == ("Item 1. Business", 1.0)


def test_looks_are_inherited_and_end_with_their_tag():
    html = "<div style='text-align:center;font-size:14pt'>A<p><i>B</i></p></div><p style='font-size:16px'>C</p>"
    looks = [(f.text, f.clues.centred, f.clues.italic, f.clues.size) for f in fragments(html)]
    assert looks == [("A", True, False, 14.0), ("B", True, True, 14.0), ("C", False, False, 12.0)]


def test_half_bold_is_half_a_weight():
    assert fragments("<p><b>1234</b>5678</p>")[0].clues.weight == 0.5


def test_list_markers_follow_the_tags():
    html = "<ol start=3 type=i><li>a<li>b</ol><ol type=A><li>c</ol><ol><li>d<ul><li>e</ul></ol>"
    assert texts(html) == ["iii. a", "iv. b", "A. c", "1. d", "  - e"]


def test_white_space_is_the_browsers():
    assert texts("<p> a\n b&nbsp; c <b> d</b>e</p>") == ["a b c de"]
    assert texts("<p>a<br>b</p>") == ["a\nb"]
    assert texts("<p>a<br><br>b</p>") == ["a", "b"]
    assert texts("<div>a<p>b</p>c</div>") == ["a", "b", "c"]


def test_a_notes_number_is_no_part_of_the_word_but_a_units_is():
    assert texts("<p>Revenue<sup>1</sup> per m<sup>2</sup></p>") == ["Revenue 1 per m2"]


def test_a_list_of_contents_is_marked():
    html = "<h2>Contents</h2><ul><li>One</ul><h2>One</h2><ul><li>night</ul><nav><a>Two</a></nav>"
    assert [(f.text, f.clues.contents) for f in fragments(html)] == [
        ("Contents", False),
        ("- One", True),
        ("One", False),
        ("- night", False),
        ("Two", True),
    ]


def test_notes_are_known_by_their_role():
    assert [f.kind for f in fragments("<p>x</p><aside role=doc-footnote><p>1 note</p></aside><p>y</p>")] == [
        "text",
        "note",
        "text",
    ]


def test_formulas_give_their_alternative_text():
    html = "<p>so <math alttext='a^2'><mi>a</mi><annotation>junk</annotation></math> holds</p>"
    assert texts(html) == ["so a^2 holds"]


def test_a_table_keeps_its_cells_and_spans():
    html = "<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>"
    (found,) = fragments(html)
    assert found.text == "| a | b |  |\n| --- | --- | --- |\n| c | d | e |\n| c | f | g |"
    assert [[cell.text for cell in row] for row in found.table.rows] == [["c", "d", "e"], ["f", "g"]]
    assert (found.table.header[1].colspan, found.table.rows[0][0].rowspan) == (2, 2)


def test_a_table_of_one_column_is_the_page_and_no_table():
    assert [f.kind for f in fragments("<table><tr><td><p>a</p><tr><td><p>b</p></table>")] == ["text", "text"]


def test_a_cell_that_holds_a_page_of_text_makes_no_table():
    long = "word " * 500
    assert [f.kind for f in fragments(f"<table><tr><td>menu<td>{long}</table>")] == ["text", "text"]


def test_unclosed_and_misnested_tags_lose_no_text():
    # what stands in a table outside of its cells is moved before it, as browsers do
    assert texts("<p>a<b>b<i>c</b>d</i><table>e<tr><td>f</p>g</div>h<h1>i") == ["abcde", "f", "gh", "i"]
