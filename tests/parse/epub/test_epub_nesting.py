"""EPUB: the spine is the order; the navigation nests where it names a target, heading tags where it is silent."""

from make_epub import epub

from silcrow.document import Document
from silcrow.parse import parse

LONG = "<p>" + "The master of a boat reports at the gate. " * 12 + "</p>"


def book(pages: dict[str, str], **parts) -> Document:
    return parse(epub(pages, **parts), doc_id="d", name="book.epub")


def tree(pages: dict[str, str], **parts) -> list[tuple[int, str]]:
    return [(section.level, section.heading) for section in book(pages, **parts).sections if section.heading]


def test_pages_follow_the_spine_and_not_the_archive():
    pages = {"b.xhtml": "<h1>Fees</h1>", "a.xhtml": "<h1>Berths</h1>"}
    assert tree(pages, spine=["a.xhtml", "b.xhtml"]) == [(1, "Berths"), (1, "Fees")]


def test_several_chapters_in_one_file_begin_at_their_anchors():
    page = (
        '<h2 id="a">Berths</h2><p>one</p><h2><a id="b"/>Fees</h2><p>two</p><div id="c"><h3>Tides</h3><p>three</p></div>'
    )
    points = [("Berths", "p.xhtml#a"), ("Fees", "p.xhtml#b", [("Tides", "p.xhtml#c")])]
    found = book({"p.xhtml": page}, nav_points=points)
    assert [(s.level, s.heading, s.count) for s in found.sections] == [
        (1, "Berths", 1),
        (1, "Fees", 1),
        (2, "Tides", 1),
    ]


def test_a_chapter_over_several_files_is_one():
    pages = {"a.xhtml": "<h1>Berths</h1><p>one</p>", "b.xhtml": "<p>two</p>", "c.xhtml": "<h1>Fees</h1>"}
    found = book(pages, nav_points=[("Berths", "a.xhtml"), ("Fees", "c.xhtml")])
    assert [(s.heading, s.count) for s in found.sections] == [("Berths", 2), ("Fees", 0)]


def test_the_navigation_nests_what_tags_hold_equal():
    pages = {"a.xhtml": "<h1>Chapter 1. Berths</h1>", "b.xhtml": "<h1>1.1. Fees</h1><h2>Winter</h2>"}
    points = [("1. Berths", "a.xhtml", [("1.1. Fees", "b.xhtml")])]
    assert tree(pages, nav_points=points) == [(1, "Chapter 1. Berths"), (2, "1.1. Fees"), (3, "Winter")]


def test_tags_nest_below_a_chapter_that_the_navigation_only_names():
    page = "<h1>Berths</h1><h2>Fees</h2><h4>Winter</h4><h2>Tides</h2>"
    assert tree({"a.xhtml": page}, nav_points=[("Berths", "a.xhtml")]) == [
        (1, "Berths"), (2, "Fees"), (3, "Winter"), (2, "Tides"),
    ]  # fmt: skip


def test_sections_with_the_tag_of_their_chapter_stand_below_it_when_it_is_the_only_one_named_in_the_file():
    page = "<h1>Berths</h1><h1>Fees</h1><h1>Tides</h1>"
    assert tree({"a.xhtml": page}, nav_points=[("Berths", "a.xhtml")]) == [(1, "Berths"), (2, "Fees"), (2, "Tides")]


def test_a_page_the_navigation_leaves_out_stands_where_pages_like_it_do():
    pages = {"a.xhtml": "<h2>Berths</h2>", "b.xhtml": "<h2>Fees</h2>", "c.xhtml": "<h2>Tides</h2>"}
    assert tree(pages, nav_points=[("Berths", "a.xhtml"), ("Tides", "c.xhtml")]) == [
        (1, "Berths"), (1, "Fees"), (1, "Tides"),
    ]  # fmt: skip


def test_a_single_root_that_is_the_books_title_is_dropped():
    pages = {"t.xhtml": "<h1>Harbour Book</h1>", "a.xhtml": "<h1>Berths</h1>", "b.xhtml": "<h1>Fees</h1>"}
    points = [("Harbour book", "t.xhtml", [("Berths", "a.xhtml", [("Fees", "b.xhtml")])])]
    found = book(pages, nav_points=points)
    assert [(s.level, s.heading) for s in found.sections] == [(1, ""), (1, "Berths"), (2, "Fees")]
    assert [x.text for x in found.paragraphs] == ["Harbour Book"]


def test_a_root_that_says_something_else_is_kept():
    pages = {"a.xhtml": "<h1>Volume one</h1>", "b.xhtml": "<h1>Fees</h1>"}
    assert tree(pages, nav_points=[("Volume one", "a.xhtml", [("Fees", "b.xhtml")])]) == [
        (1, "Volume one"),
        (2, "Fees"),
    ]


def test_the_ncx_serves_where_there_is_no_nav_and_its_doubled_parents_count_once():
    pages = {"a.xhtml": '<h1>Berths</h1><h2 id="f">Fees</h2>'}
    points = [("Berths", "a.xhtml", [("Berths", "a.xhtml"), ("Fees", "a.xhtml#f")])]
    assert tree(pages, ncx_points=points) == [(1, "Berths"), (2, "Fees")]


def test_a_point_without_a_label_takes_the_printed_heading():
    pages = {"a.xhtml": "<h1>Berths</h1>", "b.xhtml": "<p>text</p>"}
    assert tree(pages, ncx_points=[(None, "a.xhtml"), (None, "b.xhtml")]) == [(1, "Berths")]


def test_a_point_without_a_target_heads_those_below_it():
    pages = {"a.xhtml": "<h1>Berths</h1>", "b.xhtml": "<h1>Fees</h1>"}
    points = [("Part one", "", [("Berths", "a.xhtml"), ("Fees", "b.xhtml")])]
    assert tree(pages, nav_points=points) == [(1, "Part one"), (2, "Berths"), (2, "Fees")]


def test_a_chapter_whose_title_is_a_picture_has_that_of_the_navigation():
    pages = {"a.xhtml": "<img src='a.png'/><p>text</p>", "b.xhtml": "<h1>Fees</h1>"}
    assert tree(pages, nav_points=[("Berths", "a.xhtml"), ("Fees", "b.xhtml")]) == [(1, "Berths"), (1, "Fees")]


def test_a_title_that_is_no_heading_by_tag_is_found_by_its_words():
    pages = {"a.xhtml": "<p class='c'>CHAPTER I</p><p>text</p>", "b.xhtml": "<p class='c'>CHAPTER II</p><p>text</p>"}
    found = book(pages, nav_points=[("Chapter I", "a.xhtml"), ("Chapter II", "b.xhtml")])
    assert [(s.heading, s.count) for s in found.sections] == [("CHAPTER I", 1), ("CHAPTER II", 1)]


def test_two_headings_that_are_one_title_are_one():
    page = "<h2>CHAPTER I.</h2><h3>Loomings</h3><p>text</p>"
    assert tree({"a.xhtml": page}, nav_points=[("Chapter I. Loomings", "a.xhtml")]) == [(1, "CHAPTER I. Loomings")]


def test_titles_of_boxes_and_by_lines_are_no_headings():
    page = (
        "<h1>Berths</h1><div class='note'><h3 class='title'>Note</h3><p>x</p></div>"
        "<aside class='warning'><h2>Warning</h2></aside><h3 class='author'>Ada Quay</h3><h2>Fees</h2>"
    )
    assert tree({"a.xhtml": page}, nav_points=[("Berths", "a.xhtml")]) == [(1, "Berths"), (2, "Fees")]


def test_an_anchor_that_is_not_there_costs_nothing_but_the_place():
    page = "<h1>Berths</h1><h2>Fees</h2>"
    points = [("Berths", "a.xhtml#gone"), ("Lost", "nowhere.xhtml"), ("Fees", "a.xhtml#gone")]
    assert tree({"a.xhtml": page}, nav_points=points) == [(1, "Berths"), (1, "Fees")]


def test_a_book_without_navigation_goes_by_its_tags_and_says_so():
    pages = {"a.xhtml": "<h1>Harbour book</h1><h2>Berths</h2>", "b.xhtml": "<h3>Fees</h3><h2>Tides</h2>"}
    found = book(pages)
    assert [(s.level, s.heading) for s in found.sections if s.heading] == [(1, "Berths"), (2, "Fees"), (1, "Tides")]
    assert [notice.code for notice in found.health.notices] == ["no_navigation"]


def test_what_stands_before_the_first_point_is_front_unless_it_is_a_page_of_text():
    pages = {
        "t.xhtml": "<h1>Harbour</h1><h2>A guide</h2>",
        "p.xhtml": f"<h1>Preface</h1>{LONG}",
        "a.xhtml": "<h1>Berths</h1>",
    }
    assert tree(pages, nav_points=[("Berths", "a.xhtml")], title="Rules") == [(1, "Preface"), (1, "Berths")]
