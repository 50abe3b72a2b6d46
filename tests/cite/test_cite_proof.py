"""A drafted answer becomes a proven one: each claim supported, doubtful or unsupported, with values by hand."""

import pytest

from shelf import shelf
from silcrow.answer import Answer
from silcrow.cite import Given, Named, calculate, faults, marked, prove
from silcrow.desk import Desk

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
| Depreciation | (820) | (790) |
| Margin, % | 12.5 | 11.0 |

The firm holds its cash in Norway.
"""
CAPEX = Given(1, "Capital expenditures were $1,749 million in 2022.", "r:item-7:1")
ROW = Given(2, "| Capital expenditures | 1,749 | 1,577 |", "r:liquidity:2")
PLAN = Given(3, "The board's plan isn't final", "r:item-7:2")


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(r=REPORT, other="# Notes\n\nAn elk crossed the road at noon, slowly and alone."))


def proven(text: str, desk: Desk, *given: Given) -> Answer:
    return prove(text, given or (CAPEX, ROW, PLAN), desk)


def state(claim: str, desk: Desk) -> tuple[str, list[str]]:
    (found,) = proven(claim, desk).claims
    return found.state, [fault.code for fault in found.faults]


@pytest.mark.parametrize(
    "claim",
    [
        "Capital expenditures were $1,749 million in 2022 [1].",
        "Capital expenditures were 1749 million dollars in 2022 [1].",
        "Capital expenditures were $1.749 billion in 2022 [1].",
        "Capital expenditures were about $1.7 billion in 2022 [1].",
        "Capital expenditures were $1,577 million in 2021 [2].",
        "Capital expenditures were 1,577 in 2021 [2].",
        "In 2021 the firm spent US$1.577bn [2].",
        "The margin rose from 11% to 12.5% [2].",
        "Depreciation was an expense of $820 million [2].",
        "Depreciation was (820) in 2022 [2].",
        "The plan isn't final and may change [3].",
        "Item 7 says that spending will fall to 1,700 in 2023 [1].",
        "On page 13 it is said that spending will fall to 1,700 in 2023 [1].",
    ],
)
def test_a_number_that_stands_there_in_another_form_is_supported(claim: str, desk: Desk) -> None:
    assert state(claim, desk) == ("supported", [])


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Capital expenditures were $1,748 million in 2022 [1].", ("unsupported", ["number_not_there"])),
        ("Capital expenditures were $1,749 million in 2020 [1].", ("unsupported", ["number_not_there"])),
        ("Capital expenditures were $1,749 in 2022 [2].", ("unsupported", ["unit"])),
        ("Capital expenditures were $1,577 billion in 2021 [2].", ("unsupported", ["unit"])),
        ("Capital expenditures were €1,749 million in 2022 [1].", ("unsupported", ["unit"])),
        ("The share is 1,749% [1].", ("unsupported", ["number_not_there"])),
        ("Capital expenditures were $1.7 billion in 2022 [1].", ("doubtful", ["rounded"])),
        ("Capital expenditures were over $1.8 billion in 2022 [1].", ("doubtful", ["rounded"])),
        ("Amortisation was 820 [2].", ("doubtful", ["sign"])),
        ("The plan is final [3].", ("doubtful", ["negation"])),
        ("Model B12 was built [1].", ("doubtful", ["number_not_there"])),
        ("It was 1.749,5 in all [1].", ("unsupported", ["number_not_there"])),
        ("Revenue doubled.", ("unsupported", ["no_marker"])),
        ("Cash is in Norway [9].", ("unsupported", ["unknown_marker"])),
    ],
)
def test_what_does_not_stand_there_is_said(claim: str, found: tuple[str, list[str]], desk: Desk) -> None:
    assert state(claim, desk) == found


def test_digits_without_a_unit_are_not_taken_for_millions() -> None:
    desk = Desk(shelf(r="# A\n\nRevenue 1,200 and costs 900 were reported."))
    (claim,) = prove("Revenue was $1.2 billion [1].", [Given(1, "Revenue 1,200", "r:a:1")], desk).claims
    assert [fault.code for fault in claim.faults] == ["number_not_there"]
    (claim,) = prove("Revenue was $1,200 million [1].", [Given(1, "Revenue 1,200", "r:a:1")], desk).claims
    assert [fault.code for fault in claim.faults] == ["unit_unknown"]


def test_the_unit_may_stand_in_the_line_above_a_table() -> None:
    text = "# A\n\n(Dollars in millions, except per share amounts)\n\n| | 2022 |\n| --- | --- |\n| Sales | 1,200 |"
    desk = Desk(shelf(r=text + "\n| Earnings per share | 2.35 |"))
    row = Given(1, "| Sales | 1,200 |", "r:a:2")
    (claim,) = prove("Sales were $1.2 billion in 2022 [1].", [row], desk).claims
    assert claim.state == "supported"
    (claim,) = prove("Earnings per share were $2.35 in 2022 [1].", [row], desk).claims
    assert claim.state == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "# Capital spending",
        "The document does not say what 2024 will bring.",
        "This is not stated in the report.",
        "Here is what the report says:",
        "What did it cost?",
        "**Summary**",
        "Das Dokument sagt dazu nichts.",
        "文档没有说明。",
    ],
)
def test_what_states_no_fact_needs_no_marker(text: str, desk: Desk) -> None:
    assert [claim.state for claim in proven(text, desk).claims] == ["no claim"]


@pytest.mark.parametrize(
    "text",
    [
        "The document does not say so, but profits doubled.",
        "The document does not mention the fine of $5 million.",
        "It does not provide medical cover.",
        "No evidence of fraud was found.",
        "# Revenue was $5 billion",
        "Overall, profits fell.",
        "Notice was not given.",
    ],
)
def test_in_doubt_a_line_is_a_claim(text: str, desk: Desk) -> None:
    assert [claim.state for claim in proven(text, desk).claims] == ["unsupported"]


def test_a_text_is_split_into_sentences_list_lines_and_rows(desk: Desk) -> None:
    text = (
        "Yes. Spending was $1,749 million in 2022. [1] It was lower in 2021 [2].\n"
        "Cash is abroad\nin Norway [3].\n\n"
        "The figures [2]:\n\n- 1,749 in 2022\n- 1,577 in 2021\n\n"
        "| Year | Spending [2] |\n| --- | --- |\n| 2022 | 1,749 |\n| 2021 | 1,578 |\n"
    )
    found = [(claim.text, claim.citations, claim.state) for claim in proven(text, desk).claims]
    assert found == [
        ("Yes. Spending was $1,749 million in 2022. [1]", (1,), "supported"),
        ("It was lower in 2021 [2].", (2,), "supported"),
        ("Cash is abroad\nin Norway [3].", (3,), "supported"),
        ("The figures [2]:", (2,), "no claim"),
        ("1,749 in 2022", (2,), "supported"),
        ("1,577 in 2021", (2,), "supported"),
        ("| Year | Spending [2] |", (2,), "no claim"),
        ("| 2022 | 1,749 |", (2,), "supported"),
        ("| 2021 | 1,578 |", (2,), "unsupported"),
    ]


def test_offsets_of_claims_give_their_words_back_also_when_marked(desk: Desk) -> None:
    text = "It rose. Spending was 1,749 [2].\n\n| a | 5 |\n- Revenue doubled.\n"
    answer = proven(text, desk)
    assert [answer.text[c.start : c.end].strip() for c in answer.claims] == [c.text for c in answer.claims]
    found = marked(answer)
    assert found.text == (
        "It rose. [unsupported] Spending was 1,749 [2].\n\n| a | 5 [unsupported] |\n- Revenue doubled. [unsupported]\n"
    )
    assert marked(found).text == found.text
    again = proven(found.text, desk)
    assert [c.state for c in again.claims] == [c.state for c in answer.claims]
    assert marked(again).text == found.text


def test_markers_are_counted_anew_and_a_place_cited_twice_is_one(desk: Desk) -> None:
    draft = "Spending was $1,749 million in 2022 [4]. Again: $1,749 million [7, 9]. And 1,577 in 2021 [8][5]."
    first = Given(4, "Capital expenditures were $1,749 million in 2022.", "r:item-7:1")
    again = Given(7, "Capital expenditures were $1,749 million", "r:item-7")
    row = Given(8, "| Capital expenditures | 1,749 | 1,577 |", "r:liquidity:2")
    answer = proven(draft, desk, row, again, first)
    expected = "Spending was $1,749 million in 2022 [1]. Again: $1,749 million [1][?9]. And 1,577 in 2021 [2][?5]."
    assert answer.text == expected
    assert [citation.quote for citation in answer.citations] == [first.quote, row.quote]
    assert [claim.state for claim in answer.claims] == ["supported", "doubtful", "doubtful"]


def test_a_moved_quote_is_pointed_anew_and_said(desk: Desk) -> None:
    answer = proven(
        "The firm holds its cash in Norway [1].", desk, Given(1, "The firm holds its cash in Norway.", "r:item-7:1")
    )
    (citation,) = answer.citations
    assert (citation.verdict, str(citation.span), citation.given) == ("moved", "r:liquidity:3", "r:item-7:1")
    assert [notice.code for notice in answer.notices] == ["moved"]
    assert answer.proven
    assert faults(answer) == ""


def test_a_near_quote_leaves_its_claim_in_doubt_and_shows_the_difference(desk: Desk) -> None:
    given = Given(1, "Capital expenditures were $1,794 million in 2022.", "r:item-7:1")
    answer = proven("Spending was $1,749 million in 2022 [1].", desk, given)
    assert [(c.kind, c.text) for c in answer.citations[0].difference] == [
        ("same", "Capital expenditures were"),
        ("quoted", "$1,794"),
        ("printed", "$1,749"),
        ("same", "million in 2022."),
    ]
    assert answer.claims[0].state == "doubtful"
    assert not answer.proven
    assert "There stands: “Capital expenditures were $1,749 million in 2022.”" in faults(answer)


@pytest.mark.parametrize("place", ["nonsense", "r:item-99:4", "page 13", "", "gone:item-7:1", "::"])
def test_a_place_that_cannot_be_read_is_no_error_and_no_support(place: str, desk: Desk) -> None:
    answer = proven("Profits doubled [1].", desk, Given(1, "Profits doubled in the year.", place))
    assert answer.citations[0].verdict == "unsupported"
    assert answer.citations[0].place == place or place == ""
    assert answer.unsupported == ("Profits doubled [1].",)
    assert "stands nowhere" in faults(answer)


def test_a_place_may_be_given_in_words_or_as_a_page(desk: Desk) -> None:
    quote = "Cash is held in the United Kingdom"
    for given in (Given(1, quote, "Liquidity", doc_id="r"), Given(1, quote, doc_id="r", page=14)):
        (citation,) = proven("x", desk, given).citations
        assert (citation.verdict, str(citation.span)) == ("verified", "r:liquidity:1")
    (citation,) = proven("x", desk, Given(1, quote, doc_id="r", page=13)).citations
    assert (citation.verdict, citation.given) == ("moved", "r p. 13")


def test_a_computed_figure_supports_a_number_when_its_operands_stand(desk: Desk) -> None:
    names = [Named("a", "1,749", "r:liquidity:2"), Named("b", "1,577", "r:liquidity:2")]
    figure = calculate("(a - b) / b", names, desk)
    text = "Spending rose by 10.9%, or $172 million [2]."
    assert prove(text, [ROW], desk).claims[0].state == "unsupported"
    rise = calculate("a - b", names, desk)
    assert prove(text, [ROW], desk, figures=[figure, rise]).claims[0].state == "supported"
    wrong = calculate("(a - b) / b", [names[0], Named("b", "1,578", "r:liquidity:2")], desk)
    assert not wrong.stands
    assert prove("It rose by 10.8% [2].", [ROW], desk, figures=[wrong]).claims[0].state == "unsupported"


def test_the_words_for_a_repair_name_each_fault_and_what_to_do(desk: Desk) -> None:
    answer = proven("Spending was 1,748 in 2022 [1]. Revenue doubled.", desk, CAPEX)
    told = faults(answer).split("\n")
    assert told[0] == "The answer was compared with the documents, letter by letter. These do not hold:"
    assert told[1].startswith(
        "- “Spending was 1,748 in 2022 [1].”: 1,748 does not stand at the places cited. Give the "
    )
    assert told[2].startswith("- “Revenue doubled.”: It bears no marker. Put the marker of a citation behind it, or ")
    assert told[3].startswith("Give the whole answer again with all its citations.")
