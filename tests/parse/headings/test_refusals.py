"""What is no heading, and what is one though it is set plainly (bug kinds A: G006-G020)."""

from dataclasses import replace

import pytest
from set_text import BODY, bold, head, headings, outline, paged, text, typed

from silcrow.parse.headings.refusals import doubts, refuse
from silcrow.place import Box, Region

CONVENTION = [found for title in ("Boats", "Sails", "Oars", "Nets") for found in (bold(title), text())]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Figure 3. Boats at rest", "caption"),
        ("Fig. 12: Boats", "caption"),
        ("Table 2 Landings by month", "caption"),
        ("TABLE IV. Landings", "caption"),
        ("Figure 2Trial design", "caption"),
        ("图 3 渔船", "caption"),
        ("表1　水揚げ", "caption"),
        ("Source: harbour office", "source line"),
        ("(In thousands)", "unit"),
        ("Billions of dollars", "unit"),
        ("In millions, except per share amounts", "unit"),
        ("F", "single letter"),
        ("• nets and ropes", "bullet"),
        ("Page 3 of 12", "page number"),
        ("https://example.org/boats", "address"),
        ("345 Quay Street, Port Elis, New York 10001-2704", "address"),
        ("WASHINGTON, D.C. 20549", "address"),
        ("Yes ☒ No ☐", "box to tick"),
        ("Yes x No o", "box to tick"),
        ("Indicate by check mark whether the registrant is a shell company", "box to tick"),
        ("(continued)", "continued"),
        ("1,204 3,500 7,118 kg", "figures"),
        ("§§§ 12", "no letters"),
        ("12 Months", "quantity"),
        ("30 calendar days", "quantity"),
        ("$ 1,200.50 dollars", "quantity"),
        ("Effective tax rate 23.9 % 17.6 %", "row"),
        ("Average shares outstanding (Diluted) 2,625.7", "row"),
        ("Net earnings per share $ 1.96 $ (1.80)", "row"),
    ],
)
def test_a_line_of_another_kind_is_refused(line, reason):
    assert refuse(line, line) == reason


@pytest.mark.parametrize(
    "line",
    [
        "Graphs and diagrams",
        "Nets: what they cost and who pays",
        "Tables",
        "Figures of speech",
        "Boxes",
        "Table manners",
        "Part I",
        "\\f$",
        "Millions of boats at sea",
        "Percentage of nets lost at sea",
        "90 Days to a Better Boat",
        "7. Miles",
        "Fiscal years 2020 2019",
        "From version 1.2 to 1.3",
    ],
)
def test_a_title_that_begins_like_one_is_not(line):
    assert not refuse(line, line)


def test_prose_that_starts_like_a_heading_has_doubts():  # G017
    line = "Chapter 9 is a bit of a wildcard among all that were written about the harbour."
    assert {"lower case", "full stop", "verb"} <= set(doubts(line, line.removeprefix("Chapter 9 ")))


def test_captions_in_bold_are_no_headings_among_bold_headings():
    found = outline(*paged(*CONVENTION, bold("Figure 4. Boats at rest"), text()))
    assert found == ["Boats", "Sails", "Oars", "Nets"]


def test_sentences_set_a_little_larger_are_no_headings_on_a_single_page():  # G006
    page = []
    for n in (1, 2, 3):
        page.append(head(f"Heading {n}", size=16.0))
        page.append(text(f"Sentence {n} says in a dozen words what the page is about, and stops here.", clues=LARGE))
    assert outline(*page, pages=1) == ["Heading 1", "Heading 2", "Heading 3"]


LARGE = replace(BODY, size=11.5)


def test_the_first_line_of_a_page_is_no_heading_for_its_place():  # G008
    assert outline(text("渔船每天两次出港", 1), text(page=1), text("港务长记录潮汐", 2), text(page=2)) == []


def test_key_and_value_are_body():  # G009
    found = outline(*paged(*CONVENTION, text("Organization: Harbour Office  Date: 3 May 2021"), text()))
    assert "Organization" not in " ".join(found)


def test_bold_at_body_size_is_a_heading_where_it_is_the_custom():  # G010
    assert outline(*paged(*[replace(f, clues=replace(f.clues, engine=None)) for f in CONVENTION])) == [
        "Boats",
        "Sails",
        "Oars",
        "Nets",
    ]


def test_a_lone_bold_word_is_none():  # G010
    assert outline(text(), bold("Attention"), text("read this before you cast off."), text()) == []


def test_a_numbered_line_that_an_engine_takes_for_a_list_is_a_heading_by_its_look():  # G012
    found = outline(
        *paged(
            head("1. Management summary", size=21.0, engine=None),
            text(),
            replace(head("2. Fleet", size=21.0, engine=None), kind="list"),
            text(),
            head("3. Crew", size=21.0, engine=None),
            text(),
        )
    )
    assert found == ["1. Management summary", "2. Fleet", "3. Crew"]


def test_a_drop_cap_is_no_heading():  # G013
    assert outline(text(), head("T", size=40.0, engine=None), text("his report tells of boats and nets."), text()) == []


def test_a_line_whose_sentence_goes_on_below_is_body():  # G014
    assert outline(
        *paged(*CONVENTION), bold("Masts and spars that are", 5), text("carried on deck are counted", 5)
    ) == [
        "Boats",
        "Sails",
        "Oars",
        "Nets",
    ]


def test_numbers_alone_carry_headings_when_siblings_agree():  # G015
    plain = [
        found
        for number, title in (("4.1.1", "Canvas"), ("4.1.2", "Rope"), ("4.1.3", "Tar"), ("4.2.1", "Ash"))
        for found in (text(f"{number} {title}"), text())
    ]
    found = outline(head("4 Rigging"), text(), head("4.1 Sails"), text(), *plain[:6], head("4.2 Oars"), *plain[6:])
    assert [line.strip() for line in found if line.strip()[:3] in ("4.1", "4.2")].count("4.1.2 Rope") == 1


def test_list_points_cross_references_and_years_are_no_chapters():  # G018
    lines = typed(
        "CHAPTER 1",
        "The boats lay in the harbour, as chapter 3 tells, until the year 1851 was over and the ice had gone again.",
        "1. a net of fine mesh",
        "2. a rope of hemp, as long as the boat",
        "1851 was a cold year, and the harbour was closed for longer than anyone who lived there could remember.",
        "CHAPTER 2",
        "The nets were hung up to dry along the wall that runs from the gate of the harbour down to the water's edge.",
    )
    assert outline(*lines, source="text") == ["CHAPTER 1", "CHAPTER 2"]


def test_a_bare_number_makes_a_chapter_where_the_sequence_holds():  # G019
    prose = (
        "The boats lay in the harbour until the ice had gone, and the nets were hung up to dry along the wall there."
    )
    lines = typed(
        "1  Introduction", prose, "2  Background", prose, "3  Methods", prose, "2025. Text of the year", prose
    )
    assert outline(*lines, source="text") == ["1 Introduction", "2 Background", "3 Methods"]


def test_words_at_the_same_height_of_many_pages_are_no_headings():
    pages = [
        found
        for page in range(1, 9)
        for found in (head("Help Center", page, size=12.0), head(f"Topic {page} of all", page), text(page=page))
    ]
    moved = [
        replace(f, regions=(f.regions[0]._replace(box=f.regions[0].box._replace(top=100.0 + 37 * n)),))
        if "Topic" in f.text
        else f
        for n, f in enumerate(pages)
    ]
    assert "Help Center" not in outline(*moved)
    assert len(headings(*moved)) == 8


def test_a_line_of_a_contents_page_is_no_heading_even_where_the_page_is_not_known_as_one():
    line = bold("Boats ........ 3", contents=True, engine=2)
    assert outline(*paged(*CONVENTION, line, text())) == ["Boats", "Sails", "Oars", "Nets"]


def test_a_label_beside_its_figures_is_a_row():
    label = bold("Effective tax rate", 2)
    beside = replace(text("15.8 % 14.9 %", 2), regions=(Region(2, Box(520.0, 100.0, 580.0, 112.0)),))
    assert "Effective tax rate" in outline(*paged(*CONVENTION), label, text(page=2))
    assert "Effective tax rate" not in outline(*paged(*CONVENTION), label, text(page=2), beside)
