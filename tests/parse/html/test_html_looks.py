"""HTML without heading tags: looks from styles, ARIA levels, marks in cells of their own, lists of links."""

import pytest

from silcrow.parse.fragment import Fragment
from silcrow.parse.html import read


def fragments(html: str) -> list[Fragment]:
    return read(html.encode(), name="", password=None).fragments


def only(html: str) -> Fragment:
    (found,) = fragments(html)
    return found


@pytest.mark.parametrize(
    ("html", "size"),
    [
        ("<p style='font-size:14pt'>x", 14.0),
        ("<p style='font-size:1.5em'>x", 18.0),
        ("<p style='font-size:150%'>x", 18.0),
        ("<p style='font-size:x-large'>x", 18.0),
        ("<p style='font:italic bold 14px/30px Georgia'>x", 10.5),
        ("<font size=5>x</font>", 18.0),
        ("<style>.a{font-size:10pt}p.a{font-size:16pt}</style><p class=a>x", 16.0),
        ("<style>#a{font-size:16pt}</style><p id=a>x", 16.0),
        ("<style>.a{font-size:16pt}</style><p class=a style='font-size:9pt'>x", 9.0),
        ("<style>@media print{p{font-size:40pt}} div p{font-size:40pt} /* p{font-size:40pt} */</style><p>x", 12.0),
        ("<p>x", 12.0),
    ],
)
def test_sizes_come_from_styles_the_nearest_first(html: str, size: float):
    assert only(html).clues.size == size


def test_capitals_and_underlines_of_a_style_are_seen():
    assert only("<p style='text-transform:uppercase'>Berths</p>").clues.caps
    underlined = only("<p><u>Large boats</u></p>").clues
    assert (underlined.weight, underlined.italic) == (1.0, True)
    assert only("<p><u>one</u> word of many</p>").clues.weight == 0.0


def test_a_link_is_not_underlined():
    assert only("<p><a href='#x'><u>Large boats</u></a></p>").clues.weight == 0.0


def test_a_sheet_that_hides_hides_nothing():
    assert only("<style>.tab{display:none}</style><p class=tab>shown by a script").text == "shown by a script"


def test_aria_gives_levels_as_tags_do():
    html = "<div role=heading aria-level=3>x</div><div role=heading>y</div><p>z"
    assert [f.clues.level for f in fragments(html)] == [3, 2, None]


def test_a_title_over_many_bold_lines_leaves_the_levels_to_all_looks():
    bold = "".join(f"<p><b>{word}</b></p><p>{'text ' * 30}</p>" for word in ("One", "Two", "Three"))
    found = fragments(f"<h1>Title</h1>{bold}")
    assert [(f.text, f.clues.level, f.clues.engine) for f in found if len(f.text) < 9] == [
        ("Title", None, 1),
        ("One", None, 1),
        ("Two", None, 1),
        ("Three", None, 1),
    ]
    assert [f.clues.level for f in fragments(f"<h1>Title</h1><h2>A</h2><h2>B</h2>{bold}")][:3] == [1, 2, 2]


def test_a_mark_in_a_cell_of_its_own_belongs_to_what_it_marks():
    bullets = "<table><tr><td>•<td>ferries<tr><td>•<td>boats</table>"
    assert [(f.kind, f.text) for f in fragments(bullets)] == [("list", "- ferries"), ("list", "- boats")]
    heading = only("<table><tr><td><b>Item 1.</b><td><b>Business</b></table>")
    assert (heading.kind, heading.text, heading.clues.weight) == ("text", "Item 1. Business", 1.0)


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><th>No.<th>Name<tr><td>1.<td>Ferry</table>",
        "<table><tr><td>1.<td>400<tr><td>2.<td>350</table>",
        "<table><tr><td>Cash<td>41</table>",
        "<table><tr><td>Item 1.<td>Business<tr><td>Item 2.<td>Properties<tr><td>Item 3.<td>Proceedings</table>",
    ],
)
def test_rows_of_figures_and_lists_of_items_are_tables(html: str):
    assert only(html).kind == "table"


def test_a_mark_on_a_line_of_its_own_is_joined_to_the_next():
    assert [(f.kind, f.text) for f in fragments("<p><b>(a)</b></p><p>A berth.</p>")] == [("list", "(a) A berth.")]
    assert only("<p><b>Item 1.</b></p><p><b>Business</b></p>").text == "Item 1. Business"


LINKS = "".join(f"<p><a href='#{name}'>{name}</a></p>" for name in ("Berths", "Fees", "Storms"))


def test_lines_that_lead_to_places_of_the_page_are_its_contents_and_the_places_know():
    body = "".join(f"<a name={name}></a><p>{name}</p><p>text of it</p>" for name in ("Berths", "Fees", "Storms"))
    listed, *rest = fragments(LINKS + body)
    assert (listed.kind, listed.clues.contents) == ("table", True)
    assert [(f.text, f.clues.bookmark) for f in rest[:3]] == [("Berths", 1), ("text of it", None), ("Fees", 1)]


def test_a_place_with_other_words_than_the_line_that_leads_there_is_no_target():
    body = "<a name=Berths></a><p>Something else entirely</p>"
    assert [f.clues.bookmark for f in fragments(LINKS + body)] == [None, None]


def test_a_heading_that_leads_back_to_the_contents_is_none_of_its_lines():
    body = "".join(f"<p><a href='#toc'><b>{name}</b></a></p><p>{'text ' * 50}</p>" for name in ("Berths", "Fees"))
    assert not any(f.clues.contents or f.furniture for f in fragments(body))


def test_a_way_back_to_the_contents_is_put_aside():
    found = fragments("<p>one</p><p><a href='#toc'>Table of Contents</a></p><p>two</p>")
    assert [f.furniture for f in found] == [False, True, False]
