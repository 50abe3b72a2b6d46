"""EPUB: facts of the book, and text that stands in it once."""

import pytest
from make_epub import epub, nav

from silcrow.document import Document
from silcrow.parse import parse
from silcrow.parse.epub.pages import page_of


def book(pages: dict[str, str], **parts) -> Document:
    return parse(epub(pages, **parts), doc_id="d", name="book.epub")


def texts(xhtml: str) -> list[str]:
    return [f.text for f in page_of(xhtml.encode(), "a.xhtml", wanted=frozenset()).fragments]


def test_facts_come_from_the_package():
    facts = (
        "<dc:creator>Ada Quay</dc:creator><dc:creator>Ben Pier</dc:creator><dc:language>en-GB</dc:language>"
        "<dc:date>2026-03-01T10:00:00Z</dc:date>"
    )
    found = book({"a.xhtml": "<p>x</p>"}, facts=facts)
    assert (found.title, found.authors, found.date, found.language) == (
        "Harbour book",
        ("Ada Quay", "Ben Pier"),
        "2026-03-01",
        "en",
    )


def test_the_navigation_in_the_spine_and_lists_of_contents_are_no_text_twice():
    pages = {
        "toc.xhtml": "<h1>Contents</h1><p>1. Berths</p><p>2. Fees</p><p>Printed at the harbour.</p>",
        "a.xhtml": "<h1>Berths</h1><div class='toc'><p>Contents</p><ul><li>Winter</ul></div><h2>Winter</h2><p>x</p>",
        "b.xhtml": "<h1>Fees</h1><ul><li>Winter</li></ul>",
    }
    points = [("Contents", "toc.xhtml"), ("Berths", "a.xhtml"), ("Fees", "b.xhtml")]
    found = book(pages, nav_points=points, guide='<reference type="toc" href="toc.xhtml"/>')
    assert [item.text for item in found.furniture] == ["Contents", "1. Berths", "2. Fees", "Contents", "- Winter"]
    assert [x.text for x in found.paragraphs] == ["Printed at the harbour.", "x", "- Winter"]


def test_the_cover_is_no_text():
    pages = {"c.xhtml": "<img alt='cover' src='c.png'/>", "a.xhtml": "<h1>Berths</h1>"}
    found = book(pages, nav_points=[("Berths", "a.xhtml")], guide='<reference type="cover" href="c.xhtml"/>')
    assert ([x.text for x in found.paragraphs], [item.text for item in found.furniture]) == ([], ["cover"])


def test_readings_of_ruby_are_kept_apart():
    found = book({"a.xhtml": "<p><ruby>権<rp>（</rp><rt>けん</rt><rp>）</rp>利<rt>り</rt></ruby>を守る。</p>"})
    assert [x.text for x in found.paragraphs] == ["権利を守る。"]
    assert [item.text for item in found.furniture] == ["権（けん）、利（り）"]


def test_readings_of_a_whole_word_stand_with_it():
    found = book({"a.xhtml": "<h1><ruby><rb>漢</rb><rb>字</rb><rt>かん</rt><rt>じ</rt></ruby>の章</h1>"})
    assert [s.heading for s in found.sections if s.heading] == ["漢字の章"]
    assert [item.text for item in found.furniture] == ["漢字（かんじ）"]


def test_tags_that_end_themselves_hold_nothing():
    assert texts(
        "<html><head><title/><script src='x'/></head><body><p><a id='x'/>One</p><div/><p>night.</p></body></html>"
    ) == [
        "One",
        "night.",
    ]


def test_character_data_is_text():
    assert texts("<p>a <![CDATA[b < c]]> d</p>") == ["a b < c d"]
    assert texts("<p>a]]> <![CDATA[b</p>")[0].startswith("a]]>")


def test_notes_are_notes():
    notes = "<aside epub:type='footnote'><p>One night.</p></aside><div class='footnotes'><p>2 y</p></div>"
    pages = {"a.xhtml": f"<h1>Berths</h1><p>x</p>{notes}"}
    assert [x.kind for x in book(pages).paragraphs] == ["text", "note", "note"]


def test_pages_that_are_missing_are_named_and_the_rest_is_read():
    found = book({"a.xhtml": "<h1>Berths</h1>", "b.xhtml": "<h1>Fees</h1>"}, more={"OPS/book.opf": PACKAGE})
    assert [s.heading for s in found.sections] == ["Berths"]
    assert found.health.notices[0].message == "1 pages of the book are missing from the file: OPS/gone.xhtml."


PACKAGE = (
    "<package><metadata/><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
    "<item id='g' href='gone.xhtml' media-type='application/xhtml+xml'/></manifest>"
    "<spine><itemref idref='a'/><itemref idref='g'/><itemref idref='a'/></spine></package>"
)


def test_a_book_without_a_spine_follows_its_list_of_files():
    found = book({"a.xhtml": "<h1>Berths</h1>", "b.xhtml": "<h1>Fees</h1>"}, spine=[])
    assert [s.heading for s in found.sections] == ["Berths", "Fees"]
    assert found.health.notices[0].code == "no_reading_order"


@pytest.mark.parametrize("bad", [b"", b"<nav", b"\x00\xff", nav([("x", "y")]).encode()])
def test_a_navigation_that_cannot_be_read_is_done_without(bad: bytes):
    pages = {"a.xhtml": "<h1>Berths</h1><h2>Fees</h2>"}
    found = book(pages, nav_points=[("Berths", "a.xhtml")], more={"OPS/nav.xhtml": bad})
    assert [(s.level, s.heading) for s in found.sections] == [(1, "Berths"), (2, "Fees")]
