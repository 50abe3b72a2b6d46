"""What of a question is about its answer: pages it names, the form it wants, what it calls what lies open."""

import pytest

from silcrow.retrieve.cues import LAST, itself, pages, wants_figure


@pytest.mark.parametrize(
    "question, named",
    [
        ("What is on page 12?", (12,)),
        ("the figure at Page 19 shows", (19,)),
        ("pages 41-43", (41, 42, 43)),
        ("pages three and four", (3, 4)),
        ("see pp. 5 to 7, p. 9", (5, 6, 7, 9)),
        ("pages 3 and 9", (3, 9)),
        ("pages 9-3", (3, 9)),
        ("pages 1-99999", (1, 99999)),
        ("on the first page and the last page", (LAST, 1)),
        ("the car on the cover", (1,)),
        ("the cover page", (1,)),
        ("which page is it", ()),
        ("a 12 page report on homepage 3", ()),
        ("cover letter", ()),
    ],
)
def test_pages_are_named_by_number_word_and_place(question: str, named: tuple[int, ...]) -> None:
    assert pages(question) == named


def test_some_questions_want_a_figure() -> None:
    assert wants_figure("How much was spent on research?")
    assert wants_figure("FY2022 capex in USD millions")
    assert not wants_figure("Who audits the company?")


def test_what_lies_open_is_called_by_its_kind() -> None:
    assert itself("Is there a cap in this contract? The report says so.") == {"contract", "report"}
    assert itself("a contract and some report") == frozenset()
