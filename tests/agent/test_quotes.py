"""Asking without a model: what the answer is made of, and when there is none. Reads as the specification of `ask`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.agent.quotes import answer
from silcrow.answer import Answer
from silcrow.cite import check
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.place import Span

FILING = """
=== page 1

# Northwind Trading Company

Annual report for the fiscal year ended December 31, 2022.

=== page 2

# Table of Contents

Capital expenditures ........................ 41

Risk factors ................................ 12

=== page 12

# Item 1A. Risk Factors

Northwind depends on its warehouses. A fire in the Bergen warehouse would stop deliveries for months.

Fuel prices may rise. They rose by 12% in 2021. Wages may rise too.

## Competition

Northwind meets competitors in every port. However, most of them own no tankers.

~ Northwind Trading Company 12

=== page 41

# Item 7. Liquidity and Capital Resources

Northwind plans to keep its fleet as it is.

Table 4. Spending, $ millions

| | 2022 | 2021 |
| --- | --- | --- |
| Capital expenditures | 1,749 | 1,577 |
| Depreciation and amortization | 820 | 790 |
| Dividends paid | 310 | 305 |

Northwind expects its spending to fall in 2023. Capital expenditures should not exceed 1,500.

=== page 50

# Item 8. Financial Statements

Consolidated Balance Sheets

Cash and cash equivalents $ 1,980 $ 1,101 Inventories 5,409 5,209 Total current assets 8,870 9,829 Total assets 12,901

=== page 60

# Item 9. Ships and Ports

The Halcyon was built in Bergen in 1998.

It carries 4,000 tonnes of grain, and her sister ship the Petrel carries 3,200.

The harbour master of Bergen is Ingrid Solheim. The harbour closes at night.
"""

BOATS = "# Boats\n\nThe boats are repaired in spring. Paint costs 40 crowns a tin."


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(northwind=FILING))


def quotes(found: Answer) -> list[str]:
    return [citation.quote for citation in found.citations]


def places(found: Answer) -> list[str]:
    return [str(citation.span) for citation in found.citations]


# What an answer is made of


def test_an_answer_is_at_most_three_quotes_each_verified_and_says_that_no_model_wrote_it(desk: Desk) -> None:
    found = answer(desk, "What does Northwind say about its ships, prices and warehouses?")
    assert 1 <= len(found.citations) <= 3
    assert all(citation.verdict == "verified" for citation in found.citations)
    assert found.extractive
    assert not found.leads


def test_a_quote_is_letters_of_its_paragraph_with_path_page_and_offsets(desk: Desk) -> None:
    found = answer(desk, "Which warehouse could burn in a fire?")
    first = found.citations[0]
    assert first.quote == "A fire in the Bergen warehouse would stop deliveries for months."
    assert str(first.span) == "northwind:item-1a:1"
    assert first.path == ("Item 1A. Risk Factors",)
    assert first.pages == (12,)
    assert first.offsets == (37, 101)


def test_fewer_quotes_may_be_asked_for(desk: Desk) -> None:
    assert len(answer(desk, "Northwind ships prices warehouses", max_quotes=1).citations) == 1


def test_no_paragraph_is_quoted_twice(desk: Desk) -> None:
    found = places(answer(desk, "fuel prices wages rise rose 2021"))
    assert len(found) == len(set(found))


def test_a_sentence_that_points_back_brings_the_one_before(desk: Desk) -> None:
    assert quotes(answer(desk, "By how much did fuel prices rise in 2021?"))[0] == (
        "Fuel prices may rise. They rose by 12% in 2021."
    )
    assert quotes(answer(desk, "Do competitors own tankers?"))[0] == (
        "Northwind meets competitors in every port. However, most of them own no tankers."
    )


def test_it_is_brought_from_the_paragraph_before_where_it_stands_there(desk: Desk) -> None:
    found = answer(desk, "How many tonnes of grain are carried?")
    assert quotes(found)[0] == (
        "The Halcyon was built in Bergen in 1998.\n\n"
        "It carries 4,000 tonnes of grain, and her sister ship the Petrel carries 3,200."
    )
    assert places(found)[0] == "northwind:item-9:1-2"


def test_a_table_shows_caption_unit_header_and_the_matched_rows(desk: Desk) -> None:
    found = answer(desk, "What were capital expenditures in 2022?")
    assert quotes(found)[0] == (
        "Table 4. Spending, $ millions\n\n"
        "| | 2022 | 2021 |\n| --- | --- | --- |\n| Capital expenditures | 1,749 | 1,577 |"
    )
    assert found.citations[0].pages == (41,)


def test_figures_that_lost_their_table_are_quoted_by_the_line(desk: Desk) -> None:
    found = answer(desk, "How much inventory did Northwind have?")
    assert "Inventories 5,409 5,209" in quotes(found)


# What is preferred


def test_where_a_figure_is_asked_for_a_row_of_figures_comes_before_prose(desk: Desk) -> None:
    assert "1,749" in quotes(answer(desk, "How much were capital expenditures?"))[0]


@pytest.mark.parametrize("year", ["2021", "FY2021", "FY21", "fiscal 2021", "fiscal year 2021"])
def test_a_year_is_understood_in_every_form(year: str, desk: Desk) -> None:
    found = answer(desk, f"How did fuel prices rise in {year}?")
    assert "12% in 2021" in quotes(found)[0]
    assert not found.unsupported


def test_trade_terms_find_the_words_of_the_statement(desk: Desk) -> None:
    found = answer(desk, "What was Northwind's capex in FY2022?")
    assert "Capital expenditures | 1,749" in quotes(found)[0]
    assert found.unsupported == ("capex",)


def test_who_asks_for_a_name(desk: Desk) -> None:
    assert quotes(answer(desk, "Who is harbour master?"))[0] == "The harbour master of Bergen is Ingrid Solheim."


def test_each_side_of_a_comparison_gets_a_quote(desk: Desk) -> None:
    found = " ".join(quotes(answer(desk, "warehouses versus competitors")))
    assert "warehouse" in found
    assert "competitors" in found


def test_each_section_named_gets_a_quote(desk: Desk) -> None:
    found = places(answer(desk, "What do Item 1A and Item 7 say about Northwind's plans and prices?"))
    assert {place.split(":")[1] for place in found[:2]} == {"item-1a", "item-7"}


# What is never quoted


def test_contents_pages_and_furniture_are_never_quoted(desk: Desk) -> None:
    for question in ("Where do capital expenditures and risk factors stand?", "Northwind Trading Company 12"):
        found = answer(desk, question)
        assert not any("....." in quote or quote == "Northwind Trading Company 12" for quote in quotes(found))


# When nothing bears on the question


def test_a_question_about_another_company_is_not_found_and_its_leads_are_no_citations(desk: Desk) -> None:
    found = answer(desk, "What were Globex's capital expenditures in 2022?")
    assert found.citations == ()
    assert found.text == ""
    assert found.unsupported == ("Globex",)
    assert 1 <= len(found.leads) <= 3
    assert str(found.leads[0].span) == "northwind:item-7"
    assert found.leads[0].pages == (41,)


def test_a_question_of_words_that_stand_nowhere_is_not_found_without_leads(desk: Desk) -> None:
    found = answer(desk, "boiling mercury temperature")
    assert (found.citations, found.leads) == ((), ())
    assert found.unsupported == ("boiling", "mercury", "temperature")


def test_words_found_nowhere_are_said_beside_the_quotes_too(desk: Desk) -> None:
    found = answer(desk, "What would a fire in the Bergen warehouse do to zeppelins?")
    assert quotes(found)[0].startswith("A fire in the Bergen warehouse")
    assert found.unsupported == ("zeppelins",)


def test_a_name_all_but_rightly_spelt_is_taken_for_it(desk: Desk) -> None:
    assert "1,749" in quotes(answer(desk, "What were Northwynd's capital expenditures?"))[0]


def test_a_floor_of_nothing_refuses_nothing(desk: Desk) -> None:
    assert answer(desk, "What were Globex's capital expenditures in 2022?", floor=0).citations


def test_an_empty_question_is_a_usage_error(desk: Desk) -> None:
    with pytest.raises(Usage):
        answer(desk, " ?! ")


@pytest.mark.parametrize(
    "question", ["what is the", "Northwind " * 20_000, 'NEAR(a, b) AND "c* OR -d', "(" * 3_000 + "x"]
)
def test_odd_questions_get_quotes_or_not_found_like_any_other(question: str, desk: Desk) -> None:
    found = answer(desk, question)
    assert found.extractive
    assert all(citation.verdict == "verified" for citation in found.citations)


# In other scripts

HANDBOOK = """
# 第一章 料金

宿泊料金は一泊六千円である。食事は別に払う。

# 第二章 交通

島へは船で渡る。船は朝と夕に出る。
"""


def test_japanese_is_asked_and_quoted_by_the_sentence() -> None:
    desk = Desk(shelf(tebiki=HANDBOOK))
    assert quotes(answer(desk, "宿泊料金はいくらですか。"))[0] == "宿泊料金は一泊六千円である。"
    assert quotes(answer(desk, "船はいつ出ますか。"))[0] == "船は朝と夕に出る。"
    assert answer(desk, "電話番号").citations == ()


# Over several documents


def test_quotes_come_from_whatever_document_answers() -> None:
    desk = Desk(shelf(northwind=FILING, boats=BOATS))
    assert places(answer(desk, "What does a tin of paint cost?"))[0].startswith("boats:")
    assert places(answer(desk, "When does the harbour close?"))[0].startswith("northwind:")


def test_documents_about_the_name_are_chosen_first_and_that_is_said() -> None:
    rival = FILING.replace("Northwind", "Southwind").replace("1,749", "9,999")
    desk = Desk(shelf(northwind=FILING, southwind=rival, boats=BOATS))
    found = answer(desk, "What were Southwind's capital expenditures in 2022?")
    assert {citation.span.doc_id for citation in found.citations} == {"southwind"}
    assert "9,999" in quotes(found)[0]
    assert [notice.code for notice in found.notices] == ["documents_chosen", "wordings"]
    assert answer(desk, "What does a tin of paint cost?").notices == ()


def test_of_documents_about_a_name_the_one_of_the_year_is_chosen() -> None:
    desk = Desk(shelf(**{f"northwind{year}": FILING for year in (2021, 2022, 2023)}))
    assert places(answer(desk, "What were Northwind's dividends in FY2022?"))[0].startswith("northwind2022:")


def test_the_answer_is_the_same_whatever_else_the_library_holds() -> None:
    alone = Desk(shelf(northwind=FILING), ["northwind"])
    among = Desk(shelf(northwind=FILING, boats=BOATS, more="# Ships\n\nA ship sails."), ["northwind"])
    for question in ("What were capital expenditures in 2022?", "Where was the Halcyon built?", "Globex's ships?"):
        assert answer(alone, question) == answer(among, question)


# Whatever is asked


@given(st.text(alphabet="abceginoprst SBN1A7.?'\"-,;()%$&„“資2", min_size=1, max_size=60))
def test_whatever_is_asked_every_quote_stands_where_it_is_said_to_stand(question: str) -> None:
    try:
        found = answer(_DESK, question, floor=0)
    except Usage:
        return
    for citation in found.citations:
        assert check(citation.quote, Span.parse(str(citation.span)), _DESK).verdict == "verified"


_DESK = Desk(shelf(northwind=FILING))
