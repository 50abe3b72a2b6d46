"""Header lines that stand above a table and were read apart from it, or after it."""

from test_pdf_beside import cells, line, texts

from silcrow.document import Table
from silcrow.parse.pdf.above import bring_above
from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.pdf.tabular import complete

X = [20.0, 300.0, 360.0]
BODY = [("Berth fees", "1,749", "1,577"), ("Pilotage", "204", "198"), ("Towage", "96", "88")]
HEAD = ["", "2022", "2021"]
HEADED = [HEAD, *map(list, BODY)]


def table(top: float = 140) -> Draft:
    """Three rows of figures, as the engine reads them: without a header."""
    draft = Draft.of("table", 1, [row(texts, top + 12 * n) for n, texts in enumerate(BODY)])
    draft.table = Table((), tuple(cells(list(texts), X, top + 12 * n) for n, texts in enumerate(BODY)))
    return draft


def row(said: tuple[str, ...], top: float) -> Line:
    return line(" ".join(said), X[0], top, *zip(X, said, strict=True))


def years(top: float = 128) -> Draft:
    return Draft.of("text", 1, [line("2022 2021", X[1], top, (X[1], "2022"), (X[2], "2021"))])


def text(said: str, top: float, left: float = X[0]) -> Draft:
    return Draft.of("text", 1, [line(said, left, top)])


def tables(*drafts: Draft) -> list[list[list[str]]]:
    sheet = Sheet(1, 612, 792, list(drafts))
    bring_above(sheet)
    complete(sheet)
    return [texts(draft.table) for draft in sheet.drafts if draft.table is not None]


def test_years_read_after_the_table_below_them_head_it():
    assert tables(table(), text("A note.", 190), years()) == [HEADED]


def test_years_read_one_by_one_head_it_too():
    apart = [text(year, 128, x) for x, year in zip(X[1:], HEAD[1:], strict=True)]
    assert tables(table(), text("A note.", 190), *apart) == [HEADED]


def test_the_label_of_a_group_stands_between_header_and_rows():
    assert tables(years(116), text("Current income:", 128), table()) == [
        [HEAD, ["Current income:", "", ""], *HEADED[1:]]
    ]
    assert tables(text("Current income:", 128), table(), years(116)) == [
        [HEAD, ["Current income:", "", ""], *HEADED[1:]]
    ]


def test_two_lines_of_dates_that_were_read_as_a_table_head_the_next_one():
    dates = Draft.of("table", 1, [line("May 2 May 3", X[1], 116, (X[1], "May 2"), (X[2], "May 3")), years().lines[0]])
    dates.table = Table(cells(["May 2", "May 3"], X[1:], 116), (cells(["2022", "2021"], X[1:], 128),))
    assert tables(dates, table()) == [[["", "May 2 2022", "May 3 2021"], *HEADED[1:]]]


def test_header_lines_below_a_label_in_one_block_are_cut_from_it():
    block = Draft.of(
        "text", 1, [line("Income of the harbour", X[0], 104), line("Year ended May 3,", X[1], 116), *years().lines]
    )
    (found,) = tables(block, table())
    assert found[0][1:] == ["Year ended May 3, 2022", "Year ended May 3, 2021"]
    assert found[1:] == HEADED[1:]


def test_text_that_stands_between_keeps_a_line_from_heading_a_table():
    assert tables(table(160), text("What is paid by the day", 146, X[1]), years(128)) == [[[], *HEADED[1:]]]


def test_a_sentence_is_no_label_of_a_group():
    (found,) = tables(years(116), text("Fees were as follows:", 128), table())
    assert found == [[], *HEADED[1:]]
