"""Prose with figures stays whole sentences; only lines of figures are cut, and never inside an amount or a date."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.agent.lines import is_lines, severs
from silcrow.agent.pieces import pieces
from silcrow.document import Paragraph


def quotable(text: str) -> list[str]:
    return [text[p.start : p.end] for p in pieces(Paragraph("text", text))]


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue was $5.2 million.",
        "Net loss: $(3.4) million.",
        "Notice period: 30 days.",
        "Debt at 31 December 2024: 3.1 billion euros.",
        "As of October 14, 2022, there were 23,838 shareholders of record.",
        (
            "The rate rests on foreign pretax earnings of $71.3 billion, $68.7 billion and $38.1 billion in 2022, 2021"
            " and 2020, respectively."
        ),
        "Der Umsatz betrug 5,2 Mio. Euro.",
    ],
)
@pytest.mark.parametrize("stop", [True, False])
def test_a_sentence_with_figures_is_quoted_whole(sentence: str, stop: bool) -> None:
    text = sentence if stop else sentence.removesuffix(".")
    assert quotable(text) == [text]


def test_two_sentences_with_figures_are_two_quotes() -> None:
    assert quotable("Revenue was $5.2 million. Rent is £1,300 a month.") == [
        "Revenue was $5.2 million.",
        "Rent is £1,300 a month.",
    ]


def test_a_wrapped_line_is_not_cut_before_its_figure_nor_before_its_unit() -> None:
    assert quotable("Debt at 31 December\n2024: 3.1 billion\neuros") == [
        "Debt at 31 December\n2024: 3.1 billion\neuros"
    ]
    assert quotable("Rent: £1,300 a month\nNotice period:\n30 days") == [
        "Rent: £1,300 a month",
        "Notice period:\n30 days",
    ]


def test_a_row_keeps_the_scale_behind_its_figures() -> None:
    assert quotable("Revenue $ 5.2 million $ 4.8 million Net loss 3 2 Total 2 2") == [
        "Revenue $ 5.2 million $ 4.8 million Net loss 3 2",
        "Total 2 2",
    ]


def test_rows_with_one_figure_each_are_lines() -> None:
    assert quotable("Cash 1,980 Receivables 1,015 Total 2,995") == ["Cash 1,980", "Receivables 1,015", "Total 2,995"]


def test_a_product_with_a_number_in_its_name_is_no_line_of_figures() -> None:
    assert not is_lines("iPhone 14 Pro sold 5 million")


COUNTED = ["million", "billion", "percent", "%", "days", "months", "euros", "USD", "shares", "km", "Mio. Euro", "MB"]
WORDS = ["Revenue", "was", "of", "Total", "Cash,", "net:", "and", "The", "in", "owed.", "Rent", "—", "\n"]
figures = st.sampled_from(["5", "1,300", "$5.2", "(3.4)", "2024", "30", "$ 71.3"])
amounts = st.tuples(figures, st.sampled_from(COUNTED), st.sampled_from([" ", "\n"])).map(lambda a: a[0] + a[2] + a[1])
texts = st.lists(st.one_of(amounts, figures, st.sampled_from(WORDS)), min_size=1, max_size=120).map(" ".join)


@given(texts)
def test_no_quote_begins_or_ends_between_a_figure_and_what_it_counts(text: str) -> None:
    found = pieces(Paragraph("text", text))
    for piece in found:
        assert not text[piece.start : piece.end].startswith(tuple(f"{word} " for word in COUNTED)) or not (
            text[: piece.start].rstrip().endswith(tuple("0123456789)"))
        )
        ended = text[: piece.end].rstrip().endswith(tuple("0123456789)"))
        assert not (ended and text[piece.end :].lstrip().startswith(tuple(COUNTED)))
        assert not severs(text, piece.end)


@given(texts)
def test_nothing_that_has_a_letter_or_a_digit_is_lost(text: str) -> None:
    kept = "".join(text[piece.start : piece.end] for piece in pieces(Paragraph("text", text)))
    assert [c for c in kept if c.isalnum()] == [c for c in text if c.isalnum()]
