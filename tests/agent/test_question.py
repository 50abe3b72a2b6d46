"""What a question asks for, read from the question alone."""

import pytest

from silcrow.agent.question import read_question


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What is Adobe's operating income?", ("Adobe",)),
        ("How did Best Buy and Lockheed Martin do?", ("Best Buy", "Lockheed Martin")),
        ("Which segment of JnJ is meant?", ("JnJ",)),
        ("Adobe grew. Costs fell.", ()),
        ("What was the EBITDA in Q2 of FY2022 under GAAP?", ()),
        ("What does Section 5 of Part II say?", ()),
        ("What Was AMCOR's Adjusted Net Income For The Full Fiscal Year?", ("AMCOR",)),
        ("What Was The Adjusted Net Income For The Full Fiscal Year?", ()),
        ("What did AMCOR's rival MGM earn?", ("AMCOR",)),
        ("What was Block's (formerly known as Square) revenue?", ("Block", "Square")),
    ],
)
def test_names_are_capitalised_words_that_are_nothing_else(text: str, want: tuple[str, ...]) -> None:
    assert read_question(text).names == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What is the income? Round your answer to two decimal places.", ("income",)),
        ("What is the expiration date of this contract?", ("expiration", "date")),
        ("What does Section 5.2 say about fees in FY2022?", ("fees",)),
        ("Please explain.", ("explain",)),
        ("Why is it so?", ("Why", "is", "it", "so")),
    ],
)
def test_words_are_those_of_the_subject(text: str, want: tuple[str, ...]) -> None:
    assert read_question(text).words == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("cats versus dogs", (("cats",), ("dogs",))),
        ("How do US sales compare to international sales?", (("US",), ("international",))),
        ("What changed between Oslo and Bergen?", (("Oslo",), ("Bergen",))),
        ("Compare wages with prices", (("wages",), ("prices",))),
        ("sales vs. sales", ()),
        ("What is the fee?", ()),
    ],
)
def test_the_sides_of_a_comparison_are_what_only_one_of_them_has(text: str, want: tuple[tuple[str, ...], ...]) -> None:
    assert read_question(text).sides == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What does Item 1A say?", ("Item 1A",)),
        ("Sections 5.2 and 7 differ", ("Section 5.2", "Section 7")),
        ("See § 4(b) and Appendix B", ("Section 4(b)", "Appendix B")),
        ("the items sold", ()),
    ],
)
def test_sections_are_named_by_their_labels(text: str, want: tuple[str, ...]) -> None:
    assert read_question(text).labels == want


@pytest.mark.parametrize("text", ["How much is it?", "What is the margin?", "When does it end?", "What % is paid?"])
def test_some_questions_want_a_figure(text: str) -> None:
    assert read_question(text).figure


@pytest.mark.parametrize("text", ["Who wrote it?", "What is the aim?", "Which colours are there?"])
def test_others_do_not(text: str) -> None:
    assert not read_question(text).figure


def test_who_wants_a_person() -> None:
    assert read_question("Who wrote it?").person
    assert not read_question("What is whole?").person
