"""Paragraphs side by side that the engine read as a table, and titles that it read into one."""

from dataclasses import replace

from test_pdf_above import BODY, table
from test_pdf_beside import cells, line

from silcrow.document import Table
from silcrow.parse.pdf.cards import part_cards
from silcrow.parse.pdf.drafts import Draft, Sheet
from silcrow.parse.pdf.tabular import complete

X = (20.0, 320.0)
CARDS = [
    ("Berths", "Quays"),
    ("A berth is given to the first vessel", "Each quay has a warden who keeps the"),
    ("that asks for it and pays the fee for", "register of all that is landed on it"),
    ("one night in advance", "and of what it weighs"),
]


def read_as_table(rows: list[tuple[str, str]]) -> Draft:
    lines = [line(" ".join(row), X[0], 12.0 * n, *zip(X, row, strict=True)) for n, row in enumerate(rows)]
    draft = Draft.of("table", 1, [replace(lines[0], size=14.0), *lines[1:]])
    made = [cells(list(row), list(X), 12.0 * n) for n, row in enumerate(rows)]
    draft.table = Table(made[0], tuple(made[1:]))
    return draft


def parts(rows: list[tuple[str, str]]) -> list[list[str]]:
    sheet = Sheet(1, 612, 792, [read_as_table(rows)])
    part_cards(sheet)
    return [[one.text for one in draft.lines] for draft in sheet.drafts if draft.table is None]


def test_paragraphs_side_by_side_are_read_one_after_the_other():
    assert parts(CARDS) == [[left for left, _ in CARDS], [right for _, right in CARDS]]


def test_cells_that_end_with_their_line_are_cells():
    assert parts([(left + ".", right + ".") for left, right in CARDS]) == []


def test_short_cells_are_cells():
    assert parts([("Berth", "fee"), ("north", "two crowns"), ("south", "one crown"), ("east", "nothing")]) == []


def test_a_label_for_each_row_makes_a_table():
    assert parts([("", CARDS[0][1]), *((f"{n}", right) for n, (_, right) in enumerate(CARDS[1:]))]) == []


def test_a_large_title_that_was_read_into_the_head_of_a_table_is_text_above_it():
    draft = table()
    title = replace(line("What the harbour takes in", 20, 110), size=16.0)
    draft.lines = [title, *draft.lines]
    assert draft.table is not None
    said = [f"What the harbour takes in {year}".strip() for year in ("by source", "2022", "2021")]
    draft.table = Table(cells(said, [20.0, 300.0, 360.0], 110), draft.table.rows)
    sheet = Sheet(1, 612, 792, [draft])
    complete(sheet)
    assert [one.lines[0].text for one in sheet.drafts] == ["What the harbour takes in", " ".join(BODY[0])]
    assert sheet.drafts[1].table is not None
    assert sheet.drafts[1].table.caption == ""
