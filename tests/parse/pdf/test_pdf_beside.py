"""Tables whose first column, header or prose the engine read apart from them, or into them."""

from make_pdf import BODY, Put, prose
from test_pdf_tables import fragments

from silcrow.document import Cell, Table
from silcrow.parse.pdf.beside import bring_beside
from silcrow.parse.pdf.drafts import Draft, Line, Piece, Sheet
from silcrow.parse.pdf.grid import Row, dealt
from silcrow.parse.pdf.prose import parted
from silcrow.parse.pdf.reconcile import reconciled
from silcrow.parse.pdf.spans import grouped
from silcrow.parse.pdf.tables import extended, mended, reheaded, without_leaders
from silcrow.place import Box


def cells(texts: list[str], lefts: list[float], top: float) -> tuple[Cell, ...]:
    return tuple(
        Cell(text, Box(left, top, left + 5 * len(text), top + 8) if text else None)
        for text, left in zip(texts, lefts, strict=True)
    )


def texts(table: Table | None) -> list[list[str]]:
    assert table is not None
    return [[cell.text for cell in row] for row in (table.header, *table.rows)]


def line(text: str, left: float, top: float, *pieces: tuple[float, str]) -> Line:
    parts = tuple(Piece(x, x + 5 * len(said), said) for x, said in pieces)
    right = parts[-1].right if parts else left + 5 * len(text)
    return Line(text, left, top, right, top + 8, 8, pieces=parts)


def test_labels_far_from_their_figures_are_the_first_column_of_the_table():
    rows = [
        ("Instrument", "Interval (months)", "Where", "Limit of error"),
        ("Radar gauge", "12", "On site, by tape", "5 mm"),
        ("Pressure gauge", "24", "Maker", "10 mm"),
        ("Wind sensors", "12", "Wind tunnel", "0.3 m/s"),
        ("Thermometer", "24", "Own bath", "0.1 K"),
        ("Barometer", "12", "Weather service", "0.2 hPa"),
    ]
    put = [
        Put(x, 180 + n * 17, text, 10, "Helvetica-Bold" if n == 0 else "Times-Roman")
        for n, row in enumerate(rows)
        for x, text in zip((85, 218, 330, 440), row, strict=True)
    ]
    found = fragments([*prose(100), *put, *prose(300), Put(72, 370, "5.6 Faults", 13, "Helvetica-Bold"), *prose(390)])
    assert [f.kind for f in found] == ["text", "table", "text", "text", "text"]
    assert texts(found[1].table) == [list(row) for row in rows]


def test_a_column_of_prose_beside_a_table_is_no_column_of_it():
    rows = [line(f"{n} {n + 1}", 400, 12 * n, (400, str(n)), (460, str(n + 1))) for n in range(4)]
    table = Draft.of("table", 1, rows)
    table.table = Table((), tuple(cells([str(n), str(n + 1)], [400, 460], 12 * n) for n in range(4)))
    left = Draft.of("text", 1, [line(text, 10, 12 * n) for n, text in enumerate(BODY)])
    sheet = Sheet(1, 612, 792, [left, table])
    bring_beside(sheet)
    assert sheet.drafts == [left, table]
    assert texts(table.table)[1:] == [[str(n), str(n + 1)] for n in range(4)]


def test_a_header_that_overlaps_no_figure_still_heads_its_column():
    lefts = [13, 354, 458, 563]
    table = Table(
        (), (cells(["Fees", "1,749", "1,577", "172"], lefts, 40), cells(["Towage", "96", "88", "8"], lefts, 52))
    )
    above = [Row(28, 36, [Piece(325, 341, "2019"), Piece(429, 444, "2018"), Piece(521, 555, "(Decrease)")])]
    assert texts(extended(table, above, []))[0] == ["", "2019", "2018", "(Decrease)"]


def test_amounts_above_a_table_are_rows_of_it_and_not_its_header():
    lefts = [13, 200, 300]
    table = Table((), (cells(["Towage", "96", "88"], lefts, 52),))
    above = [
        Row(16, 24, [Piece(200, 220, "2019"), Piece(300, 320, "2018")]),
        Row(28, 36, [Piece(13, 40, "Fees:")]),
        Row(40, 48, [Piece(13, 40, "Berths"), Piece(200, 225, "1,749"), Piece(300, 325, "1,577")]),
    ]
    assert texts(extended(table, above, [])) == [
        ["", "2019", "2018"],
        ["Fees:", "", ""],
        ["Berths", "1,749", "1,577"],
        ["Towage", "96", "88"],
    ]


def test_a_first_row_read_into_the_header_is_a_row_again():
    lefts = [10, 100, 150, 200, 250]
    rows = (cells(["Yi", "69.42", "64.59", "85.69", "76.35"], lefts, 40),)
    table = Table(cells(["Model Qwen", "73.60", "65.19", "85.94", "ARC MMLU GSM H6 77.37"], lefts, 16), rows)
    printed = [
        Row(16, 24, [Piece(10, 35, "Model"), Piece(100, 275, "H6 ARC MMLU GSM8K")]),
        Row(
            28,
            36,
            [
                Piece(x, x + 25, said)
                for x, said in zip(lefts, ["Qwen", "73.60", "65.19", "85.94", "77.37"], strict=True)
            ],
        ),
        Row(
            40,
            48,
            [Piece(x, x + 25, said) for x, said in zip(lefts, ["Yi", "69.42", "64.59", "85.69", "76.35"], strict=True)],
        ),
    ]
    assert texts(reheaded(table, printed)) == [
        ["Model", "H6", "ARC", "MMLU", "GSM8K"],
        ["Qwen", "73.60", "65.19", "85.94", "77.37"],
        ["Yi", "69.42", "64.59", "85.69", "76.35"],
    ]


def test_the_title_of_a_group_of_columns_is_not_dealt_out():
    columns = [(10.0, 60.0), (100.0, 125.0), (150.0, 175.0), (200.0, 225.0)]
    row = Row(0, 8, [Piece(120, 205, "Year ended June 30,")])
    assert dealt(row, columns) == row


def test_prose_between_two_tables_parts_them():
    fees = line("Fees 1 2", 10, 0, (10, "Fees"), (200, "1"), (300, "2"))
    heading = line("Towage", 10, 24)
    said = line(
        "The fees for towage were raised in the spring of the year, since the second tug was paid for then", 10, 36
    )
    tugs = line("Tugs 3 4", 10, 60, (10, "Tugs"), (200, "3"), (300, "4"))
    assert parted([fees, heading, said, tugs]) == [(True, [fees]), (False, [heading, said]), (True, [tugs])]


def test_a_long_label_with_figures_behind_it_is_no_prose():
    label = "Fees for berths, pilotage and towage, net of what was paid back to members of the guild"
    rows = [line(f"{label} 1", 10, 12 * n, (10, label), (500, "1")) for n in range(3)]
    assert parted(rows) == [(True, rows)]


def test_the_name_of_a_group_stands_for_all_its_rows():
    rows = [["Values", "Fairness"], ["", "Nature"], ["Futures", "Literacy"], ["", "Adaptability"]]
    table = grouped(Table((), tuple(tuple(map(Cell, row)) for row in rows)))
    assert [[(cell.text, cell.rowspan) for cell in row] for row in table.rows] == [
        [("Values", 2), ("Fairness", 1)],
        [("Nature", 1)],
        [("Futures", 2), ("Literacy", 1)],
        [("Adaptability", 1)],
    ]


def test_a_total_without_a_label_is_no_row_of_a_group():
    rows = [["Fees", "1,749"], ["Towage", "96"], ["", "1,845"]]
    table = Table((), tuple(tuple(map(Cell, row)) for row in rows))
    assert grouped(table) == table


def test_a_word_cut_off_the_end_of_a_label_is_put_back():
    table = Table((), (cells(["Competence", "Statement To know the rules"], [10, 80], 0),))
    printed = [line("", 10, 0, (10, "Competence Statement"), (115, "To know the rules"))]
    assert texts(reconciled(table, printed))[1] == ["Competence Statement", "To know the rules"]


def test_an_axis_of_years_is_no_table():
    years = [Put(100 + 60 * n, 300, str(2014 + n), 9) for n in range(6)]
    names = [Put(140, 318, "Harbour (right axis)", 9), Put(290, 318, "Town (left axis)", 9)]
    found = fragments([*prose(100), *years, *names, *prose(400)])
    assert not any(f.table for f in found)
    assert all(str(2014 + n) in " ".join(f.text for f in found) for n in range(6))


def test_a_row_whose_cells_begin_at_different_heights_is_one():
    rows = (
        cells(["", "", "Raw data are kept for"], [10, 60, 200], 0),
        cells(["Labelling and", "Uploads", ""], [10, 60, 200], 9),
        cells(["tuning", "", "the live service"], [10, 60, 200], 18),
    )
    assert texts(mended(Table(cells(["Stage", "Name", "Benefit"], [10, 60, 200], -20), rows)))[1:] == [
        ["Labelling and tuning", "Uploads", "Raw data are kept for the live service"]
    ]


def test_the_dots_between_a_label_and_its_figure_are_no_text_of_the_cell():
    table = Table((), ((Cell("Revenue " + "." * 60 + " $"), Cell("4,795")),))
    assert texts(without_leaders(table))[1] == ["Revenue $", "4,795"]
