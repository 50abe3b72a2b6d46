"""A number of another row of the table, and numbers in words, beside what the claim is about."""

import pytest

from shelf import shelf
from silcrow.cite import Given, prove
from silcrow.cite.evidence import cell_quantities
from silcrow.cite.quotes import check
from silcrow.desk import Desk
from silcrow.place import Span

FEES = """
# 1 Fees

The harbour has three cranes and 12 moorings. Repairs cost two million dollars.

| Berth | 2023 | 2024 |
| --- | --- | --- |
| Small boat | 12 | 14 |
| Large boat | $ 30 | 36 |
| Ferry | 90 | (120) |
| Total fees | 132 | 70 |

港口有三台起重机。
"""
SMALL = Given(1, "| Small boat | 12 | 14 |", "m:1:2")
HEAD = Given(1, "| Berth | 2023 | 2024 |", "m:1:2")
TEXT = Given(1, "The harbour has three cranes and 12 moorings.", "m:1:1")
CHINESE = Given(1, "港口有三台起重机", "m:1:3")


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(shelf(m=FEES))


def state(claim: str, desk: Desk, *given: Given) -> tuple[str, list[str]]:
    (found,) = prove(claim, given, desk).claims
    return found.state, [fault.code for fault in found.faults]


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("A small boat pays 14 in 2024 [1].", ("supported", [])),
        ("A small boat paid 12 in 2023 and pays 14 in 2024 [1].", ("supported", [])),
        (
            "A small boat pays 36 in 2024 [1].",
            ("unsupported", ["row"]),
        ),  # names one row, quotes it, has another's number
        ("A small boat pays 14 and a large boat 36 [1].", ("supported", [])),  # both are named
        ("Small boats pay 14, large ones 36 [1].", ("supported", [])),  # or may be
        ("The fee is 36 in 2024 [1].", ("doubtful", ["row"])),  # names none; quotes another
        ("The ferry pays 90 in 2023 [1].", ("supported", [])),
        ("In 2024 it is 14 [1].", ("supported", [])),
    ],
)
def test_a_number_of_another_row_than_the_one_meant_is_said(claim: str, found: tuple[str, list[str]], desk: Desk):
    assert state(claim, desk, SMALL) == found


def test_without_a_row_quoted_a_row_that_is_named_has_to_hold_the_number(desk: Desk):
    assert state("A small boat pays 14 [1].", desk, HEAD) == ("supported", [])
    assert state("A small boat pays 36 [1].", desk, HEAD) == ("doubtful", ["row"])
    assert state("It is 36 [1].", desk, HEAD) == ("supported", [])


def test_a_number_that_stands_in_the_text_cited_beside_the_table_is_not_of_a_row(desk: Desk):
    other = Given(2, "12 moorings", "m:1:1")
    assert state("A large boat finds 12 moorings [1][2].", desk, SMALL, other) == ("supported", [])


def test_the_words_for_a_repair_name_the_row(desk: Desk):
    (claim,) = prove("A small boat pays 36 in 2024 [1].", [SMALL], desk).claims
    assert claim.faults[0].message == "36 stands in the row “Large boat”, and the claim names another."


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("The harbour has three cranes [1].", ("supported", [])),
        ("The harbour has 3 cranes [1].", ("supported", [])),
        ("The harbour has twelve moorings [1].", ("supported", [])),
        ("The harbour has four cranes [1].", ("unsupported", ["number_not_there"])),
        ("The harbour has thirteen moorings [1].", ("unsupported", ["number_not_there"])),
        ("Repairs cost two million dollars [1].", ("supported", [])),
        ("Repairs cost $2 million [1].", ("supported", [])),
        ("Repairs cost three million dollars [1].", ("unsupported", ["number_not_there"])),
        ("Repairs were fifteen percent [1].", ("unsupported", ["number_not_there"])),
        ("There are two things to know about it [1].", ("supported", [])),  # a count of the claim's own
    ],
)
def test_numbers_in_words_are_compared(claim: str, found: tuple[str, list[str]], desk: Desk):
    assert state(claim, desk, TEXT) == found


def test_chinese_numerals_are_compared(desk: Desk):
    assert state("港口有三台起重机 [1]。", desk, CHINESE) == ("supported", [])
    assert state("There are 3 of them [1].", desk, CHINESE) == ("supported", [])
    assert state("港口有四台起重机 [1]。", desk, CHINESE) == ("unsupported", ["number_not_there"])


@pytest.mark.parametrize(
    "quote",
    ["Small boat 12 14", "Small boat\t12\t14", "Large boat $30 36", "Ferry 90 ( 120 )", "| Large boat | $30 | 36 |"],
)
def test_a_row_without_its_walls_or_with_its_signs_set_close_is_verified(quote: str, desk: Desk):
    assert check(quote, Span("m", "1", 2, 2), desk).verdict == "verified"


@pytest.mark.parametrize("quote", ["Small boat, 12, 14", "Small boat 1214", "small boat 12 14"])
def test_a_row_in_other_letters_is_near_and_shown_without_the_walls_around_it(quote: str, desk: Desk):
    found = check(quote, Span("m", "1", 2, 2), desk)
    assert (found.verdict, found.found) == ("near", "Small boat | 12 | 14")


def test_the_case_of_a_first_letter_is_a_difference_and_is_shown(desk: Desk):
    found = check("the harbour has three cranes", Span("m", "1", 1, 1), desk)
    assert (found.verdict, found.found) == ("near", "The harbour has three cranes")
    shown = [(one.kind, one.text) for one in found.difference]
    assert shown == [("quoted", "the"), ("printed", "The"), ("same", "harbour has three cranes")]


def test_a_number_alone_in_brackets_is_negative_in_a_cell():
    figures = [cell_quantities(cell) for cell in ("(820)", "(1)", "(12,5 %)")]
    assert [float(one.value) for (one,) in figures] == [-820.0, 1.0, -12.5]
