"""HTML as pages of paper and of a site: breaks, numbers and heads aside, what stands around the text."""

import pytest

from silcrow.parse.fragment import Source
from silcrow.parse.html import read

BREAK = '<hr style="page-break-after: always">'


def source(html: str) -> Source:
    return read(html.encode(), name="", password=None)


def pages(html: str) -> list[tuple[str, int]]:
    return [(f.text, f.regions[0].page) for f in source(html).fragments if not f.furniture]


@pytest.mark.parametrize(
    "second",
    [
        f"{BREAK}<p>two</p>",
        f"{BREAK}<div style='page-break-before:always'></div><p>two</p>",
        "<p style='page-break-before: always'>two</p>",
        "<div style='break-before:page'><p>two</p></div>",
    ],
)
def test_a_break_begins_a_page_and_two_in_a_row_begin_one(second: str):
    assert pages(f"<p>one</p>{second}") == [("one", 1), ("two", 2)]
    assert source(f"<p>one</p>{second}").pages == 2


def test_a_page_without_breaks_has_no_pages_and_what_sheets_say_of_print_is_no_break():
    found = source("<style>h2 { page-break-before: always }</style><p>a</p><h2>b</h2>")
    assert (found.pages, [f.regions for f in found.fragments]) == (0, [(), ()])


def test_numbers_and_repeated_heads_are_put_aside_and_the_numbers_are_the_pages_labels():
    body = BREAK.join(
        f"<p>Gull Marine 2025</p><p>text {word}</p><p>more {word}</p><p>F-{n}</p>" for n, word in enumerate("abcd", 7)
    )
    found = source(body)
    assert [f.text for f in found.fragments if f.furniture] == [
        text for n in range(7, 11) for text in ("Gull Marine 2025", f"F-{n}")
    ]
    assert found.page_labels == ("F-7", "F-8", "F-9", "F-10")


def test_labels_that_are_the_pages_numbers_are_not_repeated():
    assert source(BREAK.join(f"<p>text {w}</p><p>{n}</p>" for n, w in enumerate("abcd", 1))).page_labels == ()


def test_the_heading_that_later_pages_repeat_stays_where_it_first_stands():
    body = BREAK.join(f"<p><b>Item 7. Liquidity</b></p><p>text {w}</p><p>more {w}</p>" for w in "abcd")
    kept = [f.text for f in source(body).fragments if not f.furniture and f.text.startswith("Item")]
    assert kept == ["Item 7. Liquidity"]


def test_pages_that_are_copies_have_no_heads_and_feet():
    page = "<p>Delivery note</p><p>four crates of rope</p><p>paid in cash</p>"
    assert not any(f.furniture for f in source(BREAK.join([page] * 4)).fragments)


def test_a_table_over_a_break_stands_on_both_pages():
    html = f"<p>x</p><table><tr><td>a<td>b<tr style='page-break-before:always'><td>c<td>d</table>{BREAK}<p>y</p>"
    table = source(html).fragments[1]
    assert (table.kind, [region.page for region in table.regions]) == ("table", [1, 2])


def test_what_stands_around_the_text_is_put_aside():
    html = "<header>Site</header><nav><a href=/x>x</a></nav><main><h1>T</h1><p>text</p></main><footer>(c)</footer>"
    assert [(f.text, f.furniture) for f in source(html).fragments] == [
        ("Site", True),
        ("x", True),
        ("T", False),
        ("text", False),
        ("(c)", True),
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<header><h1>T</h1><p>by A</p></header><p>x</p>",
        "<article><header><p>by A</p></header></article>",
        "<main><aside><p>aside</p></aside></main>",
        "<footer><p>all there is</p></footer>",
        "<aside role=doc-footnote>note</aside>",
    ],
)
def test_what_belongs_to_the_text_is_not(html: str):
    assert not any(f.furniture for f in source(html).fragments)


def test_the_facts_of_a_filing_are_no_text_and_no_hidden_text():
    html = "<div style='display:none'><ix:header>x</ix:header></div><p>Cash <ix:nonfraction>41</ix:nonfraction></p>"
    found = source(html)
    assert ([f.text for f in found.fragments], found.notices) == (["Cash 41"], ())
