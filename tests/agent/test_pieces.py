"""What can be quoted of a paragraph."""

import pytest

from clock import cpu
from silcrow.agent.pieces import is_contents, pieces, table_head
from silcrow.document import Paragraph


def quotable(text: str, kind: str = "text") -> list[str]:
    return [text[p.start : p.end] for p in pieces(Paragraph(kind, text))]  # type: ignore[arg-type]


def test_prose_gives_its_sentences_and_says_which_lean_on_the_one_before() -> None:
    paragraph = Paragraph("text", "Revenue rose 5%. This was due to price. However, costs rose too. Thistles grow.")
    assert [p.leans for p in pieces(paragraph)] == [False, True, True, False]
    assert not any(p.row for p in pieces(paragraph))


def test_figures_that_lost_their_table_are_cut_after_each_run_of_them() -> None:
    text = "Cash and cash equivalents $ 1,980 $ 1,101 Short-term investments - 2,032 Receivables, net 1,015 1,049"
    assert quotable(text) == [
        "Cash and cash equivalents $ 1,980 $ 1,101",
        "Short-term investments - 2,032",
        "Receivables, net 1,015 1,049",
    ]


def test_printed_lines_of_figures_stay_lines() -> None:
    assert quotable("Goodwill 915 425\nOther 606 374\nTotal $ 1,521 $ 799") == [
        "Goodwill 915 425",
        "Other 606 374",
        "Total $ 1,521 $ 799",
    ]


HEAD = "Table 3. Spending ($ millions)\n\n| | 2022 | 2021 |\n| --- | --- | --- |\n"
TABLE = HEAD + "| Capex | 1,749 | 1,577 |\n| R&D | 20 | 10 |"


def test_a_table_gives_its_rows_and_a_head_that_goes_with_any_of_them() -> None:
    assert quotable(TABLE, "table") == ["| Capex | 1,749 | 1,577 |", "| R&D | 20 | 10 |"]
    assert table_head(TABLE) == HEAD


def test_a_table_without_a_header_shows_its_first_row_in_its_place() -> None:
    text = "|  |  |\n| --- | --- |\n| Year | 2022 |\n| Capex | 1,749 |"
    assert table_head(text).endswith("| Year | 2022 |\n")
    assert quotable(text, "table") == ["| Capex | 1,749 |"]


def test_a_sentence_nobody_would_read_is_cut_at_its_clauses() -> None:
    clause = "the supplier shall deliver the goods in good order and on time at the place that the buyer names"
    text = "; ".join([clause] * 12) + "."
    cut = quotable(text)
    assert len(cut) > 1
    assert all(len(piece) <= 600 for piece in cut)
    assert " ".join(cut) == text


@pytest.mark.parametrize(
    ("text", "path", "want"),
    [
        ("Risk factors ........ 14", ("Item 1",), True),
        ("Risk factors", ("Table of Contents",), True),
        ("第一章 总则", ("目 录",), True),
        ("He waited .... and then he left.", ("Story",), False),
        ("The contents of the box", ("Contents of the box",), False),
    ],
)
def test_a_contents_page_is_known_by_its_heading_or_its_leaders(text: str, path: tuple[str, ...], want: bool) -> None:
    assert is_contents(Paragraph("text", text), path) is want


@pytest.mark.parametrize("unit", ["a 1 ", "1 ", "word ", "- ", "; ", "$ 1,0", ". . . "])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(times: int) -> float:
        paragraph = Paragraph("text", unit * times)
        return cpu(lambda: (pieces(paragraph), is_contents(paragraph, ())))

    assert cost(20_000) < 60 * cost(1_000) + 0.05
