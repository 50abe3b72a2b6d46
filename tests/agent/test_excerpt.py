"""Which part of a paragraph is quoted, on documents made up for it."""

import pytest

from shelf import shelf
from silcrow.agent.quotes import answer
from silcrow.desk import Desk

LEASE = """
# Lease of the Skerry Mill

## Clause 8

The making, meaning and keeping of this lease shall be governed by the law of Orkney. If there is no law in Orkney that
governs a matter of this lease, reference shall be made to the custom of the harbours.

## Clause 9

9.2 Rent Review. The rent is reviewed every third spring by a valuer whom both sides name.

9.3 Repairs of the Wheel.

The miller repairs the wheel at his own cost before every harvest.
"""


def first(text: str, question: str) -> str:
    return answer(Desk(shelf(made=text)), question).citations[0].quote


@pytest.mark.parametrize("question", ["What law governs this lease?", "Which law governs?"])
def test_an_exception_brings_the_rule_that_stands_before_it(question: str) -> None:
    assert first(LEASE, question).startswith("The making, meaning and keeping of this lease shall be governed by")


def test_a_heading_that_stands_in_a_paragraph_is_quoted_with_its_sentence_only() -> None:
    assert first(LEASE, "What about rent review?") == (
        "9.2 Rent Review. The rent is reviewed every third spring by a valuer whom both sides name."
    )
    found = answer(Desk(shelf(made=LEASE)), "Who pays for repairs of the wheel?")
    assert "9.3 Repairs of the Wheel." not in [citation.quote for citation in found.citations]


CLUB = """
# Membership

Our annual fee for a membership of the rowing club is $45 on the islands. It varies elsewhere.

Deferred membership fees at the end of 2022 and 2021 were $2,042 and $1,851.

# Money

Membership fees rose 9% in 2021, driven by upgrades to family membership.

Membership fees increase 9 % 6 % 7 %

| Years ended | 2022 | 2021 |
| --- | --- | --- |
| Membership fees | 3,877 | 3,541 |
| Net loss | (505) | (429) |
| Net loss of the ferry | (118) | (88) |

The increased income in 2022 compared to 2021 was due to lower losses, net, and a loss recorded in 2021.

# Signatures

The code of conduct binds the chief executive officer and the treasurer of the club in all that they do.

By /s/ INGA T. MARWICK Inga T. Marwick

President, Chief Executive Officer and Director

By /s/ OLAF RENDALL Olaf Rendall

Treasurer and Director

# Report of Independent Registered Public Accounting Firm

We conducted our audits of the financial statements in accordance with the standards of the board.

Our audits also included evaluating the accounting principles used and the financial statements as a whole.

/s/ Heddle & Foubister LLP

We have served as the auditor of the club since 2002.
"""


def test_what_a_thing_costs_is_an_amount_of_money_and_no_change() -> None:
    assert first(CLUB, "How much is the membership fee?").startswith(
        "Our annual fee for a membership of the rowing club is $45"
    )


def test_a_row_labelled_with_the_very_term_comes_before_prose_about_another_and_alone() -> None:
    assert first(CLUB, "What was net loss in 2022?") == (
        "| Years ended | 2022 | 2021 |\n| --- | --- | --- |\n| Net loss | (505) | (429) |"
    )


def test_a_row_whose_label_begins_with_the_term_comes_before_one_that_only_holds_its_words() -> None:
    text = "# Income\n\n| | 2022 |\n| --- | --- |\n| Interest income, net | 12 |\n| Net income of the ferry | 34 |"
    assert first(text, "What was net income in 2022?").splitlines()[2:] == ["| Net income of the ferry | 34 |"]


def test_who_holds_an_office_is_the_name_beside_it_even_on_the_line_before() -> None:
    assert first(CLUB, "Who is the CEO?") == (
        "By /s/ INGA T. MARWICK Inga T. Marwick\n\nPresident, Chief Executive Officer and Director"
    )


def test_who_audited_is_the_firm_that_signed() -> None:
    assert "Heddle & Foubister LLP" in first(CLUB, "Who audited the financial statements?")


PORTS = """
# Income by port

2022 2021

|  |  |  |
| --- | --- | --- |
| Income by port | Kirkwall | Stromness |
| Ferries |  |  |
| Total income | 410 | 120 |
| Cranes |  |  |
| Total income | 75 | 64 |

# Harbour dues

2022 2021 2020

Harbour dues $ 3,877 $ 3,541 $ 3,352 Mooring charges 912 844 801
"""


def test_rows_labelled_alike_show_the_group_above_each_and_the_years_above_the_table() -> None:
    assert first(PORTS, "What was total income?") == (
        "2022 2021\n\n|  |  |  |\n| --- | --- | --- |\n| Income by port | Kirkwall | Stromness |\n| Ferries |  |  |\n"
        "| Total income | 410 | 120 |\n| Cranes |  |  |\n| Total income | 75 | 64 |"
    )


def test_rows_labelled_alike_that_nothing_tells_apart_are_not_shown_together() -> None:
    text = PORTS.replace("| Ferries |  |  |\n", "").replace("| Cranes |  |  |\n", "")
    assert first(text, "What was total income?").count("Total income") == 1


def test_a_row_outside_a_table_has_the_line_of_years_with_it_or_beside_it() -> None:
    assert first(PORTS, "What were harbour dues?") == "2022 2021 2020\n\nHarbour dues $ 3,877 $ 3,541 $ 3,352"
    found = answer(Desk(shelf(made=PORTS)), "What were mooring charges?").citations
    assert [one.quote for one in found[:2]] == ["Mooring charges 912 844 801", "2022 2021 2020"]


def test_a_slip_of_the_hand_is_read_as_the_word_of_the_document_and_that_is_said() -> None:
    found = answer(Desk(shelf(made=PORTS)), "What was total incme?")
    assert "Total income" in found.citations[0].quote
    assert found.unsupported == ()
    assert [(one.code, one.message) for one in found.notices] == [
        ("spelling", "Words that stand nowhere: incme read as: income.")
    ]


def test_names_written_in_one_run_are_known_where_each_is() -> None:
    text = "\n\n".join(f"Clause {i}. A Gold Star card and an Executive card cost $60 a year." for i in range(4))
    assert answer(Desk(shelf(made=f"# Cards\n\n{text}")), "yearly card fee Gold Star Executive $60").citations
