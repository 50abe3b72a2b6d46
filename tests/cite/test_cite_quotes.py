"""Verdicts on quotes: four of them, each with values worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.answer import Citation
from silcrow.cite import check
from silcrow.cite.quotes import distinct
from silcrow.desk import Desk
from silcrow.place import Region, Span

REPORT = """
=== page 13

# Item 7

Capital expenditures were $1,749 million in 2022. They will fall to 1,700 in 2023.

The board’s plan isn't ﬁnal — it may change.

=== page 14

## Liquidity

Cash is held in the United Kingdom, Norway and Japan.

| $ millions | 2022 | 2021 |
| --- | --- | --- |
| Capital expenditures | 1,749 | 1,577 |
| Depreciation | 820 | 790 |
| Dividends | 310 | 305 |

The firm holds its cash in Norway.

売上は増えた。利益は減った。
"""


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(r=REPORT, other="# Notes\n\nAn elk crossed the road at noon, slowly and alone."))


def verdict(quote: str, place: str, desk: Desk) -> tuple[str, str]:
    found = check(quote, Span.parse(place), desk)
    return found.verdict, str(found.span)


def test_a_quote_that_stands_in_its_span_is_verified_and_the_span_narrowed_to_it(desk: Desk) -> None:
    found = check("They will fall to 1,700 in 2023.", Span.parse("r:item-7"), desk)
    assert found.verdict == "verified"
    assert str(found.span) == "r:item-7:1"
    assert found.path == ("Item 7",)
    assert found.pages == (13,)
    assert found.offsets == (50, 82)
    assert found.found == ""


@pytest.mark.parametrize(
    "quote",
    [
        "The board's plan isn't final - it may change.",
        "The board‘s plan isn’t final – it may change.",
        "plan  isn't\nﬁnal",
        "bo\u00adard’s plan",
    ],
)
def test_quotes_dashes_ligatures_and_white_space_make_no_difference(quote: str, desk: Desk) -> None:
    assert verdict(quote, "r:item-7:2", desk) == ("verified", "r:item-7:2")


def test_case_and_words_do_make_a_difference(desk: Desk) -> None:
    assert verdict("the board's plan is final - it may change.", "r:item-7:2", desk)[0] == "near"
    assert verdict("THE BOARD'S PLAN", "r:item-7:2", desk)[0] == "unsupported"


def test_a_near_quote_says_what_does_stand_there(desk: Desk) -> None:
    found = check("Capital expenditures were $1,794 million in 2022.", Span.parse("r:item-7:1"), desk)
    assert found.verdict == "near"
    assert found.found == "Capital expenditures were $1,749 million in 2022."
    assert found.offsets == (0, 49)


@pytest.mark.parametrize("quote", ["expenditures were $1,74", "1,7", "ill fall to", "749 million"])
def test_a_quote_that_cuts_a_word_or_a_number_is_not_verified(quote: str, desk: Desk) -> None:
    assert verdict(quote, "r:item-7:1", desk)[0] != "verified"


def test_a_quote_that_stands_elsewhere_is_moved_to_where_it_stands(desk: Desk) -> None:
    assert verdict("The firm holds its cash in Norway.", "r:item-7:1", desk) == ("moved", "r:liquidity:3")


def test_a_place_that_does_not_exist_supports_nothing_but_the_quote_may_stand_elsewhere(desk: Desk) -> None:
    assert verdict("Cash is held in the United Kingdom", "r:item-9:4", desk) == ("moved", "r:liquidity:1")
    assert verdict("Nothing of the kind was ever written", "r:item-9:4", desk) == ("unsupported", "r:item-9:4")
    assert verdict("Cash is held in the United Kingdom", "gone:item-7:1", desk)[0] == "unsupported"


def test_a_quote_of_another_document_is_unsupported(desk: Desk) -> None:
    assert verdict("An elk crossed the road at noon", "r:item-7:1", desk) == ("unsupported", "r:item-7:1")


@pytest.mark.parametrize("quote", ["", "   ", "…", "—", "“”", "\u200b"])
def test_a_quote_without_letters_is_never_verified(quote: str, desk: Desk) -> None:
    assert verdict(quote, "r:item-7:1", desk)[0] == "unsupported"


def test_a_quote_on_a_heading_that_holds_no_text_is_never_verified() -> None:
    desk = Desk(shelf(r="# Part I\n\n## Item 1\n\nWords stand here and nowhere else at all."))
    assert verdict("Words stand here and nowhere else at all.", "r:part-i", desk) == ("moved", "r:item-1:1")
    assert verdict("Profits doubled in the year.", "r:part-i", desk)[0] == "unsupported"


def test_a_quote_over_two_paragraphs_has_the_regions_of_both_pages() -> None:
    desk = Desk(shelf(r="=== page 4\n\n# A\n\nIt began in May and\n\n=== page 5\n\nended in June, quietly."))
    found = check("began in May and ended in June", Span.parse("r:a"), desk)
    assert (found.verdict, str(found.span)) == ("verified", "r:a:1-2")
    assert found.pages == (4, 5)
    assert found.regions == (Region(4), Region(5))
    assert found.offsets == (3, 13)


def test_rows_of_a_table_may_be_quoted_apart_but_in_order(desk: Desk) -> None:
    head = "| $ millions | 2022 | 2021 |\n| --- | --- | --- |\n"
    capex, dividends = "| Capital expenditures | 1,749 | 1,577 |", "| Dividends | 310 | 305 |"
    found = check(f"{head}{capex}\n{dividends}", Span.parse("r:liquidity:2"), desk)
    assert (found.verdict, found.offsets) == ("verified", None)
    assert check(f"{head}{capex}", Span.parse("r:liquidity:2"), desk).offsets == (2, 87)
    assert verdict(f"{dividends}\n{capex}", "r:liquidity:2", desk)[0] != "verified"


def test_a_row_may_be_quoted_without_the_walls_of_its_cells(desk: Desk) -> None:
    assert verdict("Capital expenditures 1,749 1,577", "r:liquidity:2", desk)[0] == "verified"
    assert verdict("Capital expenditures 1,577 1,749", "r:liquidity:2", desk)[0] != "verified"


def test_scripts_without_spaces_are_quoted_by_the_letter(desk: Desk) -> None:
    assert verdict("上は増えた。利益", "r:liquidity:4", desk) == ("verified", "r:liquidity:4")


def test_the_same_place_is_cited_once() -> None:
    span = Span.parse("r:item-7:1")
    short = Citation(span, "It rose", "verified", offsets=(0, 7))
    long = Citation(span, "It rose in May", "verified", offsets=(0, 14))
    apart = Citation(span, "and fell", "verified", offsets=(20, 28))
    elsewhere = Citation(Span.parse("r:item-7:2"), "It rose", "verified", offsets=(0, 7))
    assert distinct([short, apart, long, long, elsewhere]) == ((long, apart, elsewhere), (0, 1, 0, 0, 2))


@given(st.integers(0, 81), st.integers(1, 81))
def test_what_is_verified_stands_at_its_offsets(start: int, length: int) -> None:
    text = "Capital expenditures were $1,749 million in 2022. They will fall to 1,700 in 2023."
    quote = text[start : start + length].strip()
    found = check(quote, Span.parse("r:a:1"), _LONE)
    if found.verdict == "verified" and found.offsets is not None:
        begin, end = found.offsets
        assert text[begin:end] == quote


_LONE = Desk(shelf(r="# A\n\nCapital expenditures were $1,749 million in 2022. They will fall to 1,700 in 2023."))
