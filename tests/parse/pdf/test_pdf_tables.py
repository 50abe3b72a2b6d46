"""Tables: their header, caption and unit, and what becomes of them over pages (bug kinds F: G079, G080)."""

from make_pdf import BODY, Put, pdf, prose

from silcrow.parse.fragment import Fragment
from silcrow.parse.pdf import read

COLUMNS = (72, 300, 380, 460)
INCOME = [
    ("", "2022", "2021", "2020"),
    ("Berth fees", "1,749", "1,577", "1,402"),
    ("Pilotage", "204", "198", "177"),
    ("Towage", "96", "88", "91"),
    ("Total", "2,049", "1,863", "1,670"),
]


def grid(down: float, rows: list[tuple[str, ...]], *, step: float = 14) -> list[Put]:
    return [
        Put(x, down + n * step, text, 9, "Helvetica")
        for n, row in enumerate(rows)
        for x, text in zip(COLUMNS, row, strict=True)
        if text
    ]


def fragments(*pages: list[Put]) -> list[Fragment]:
    return read(pdf(*pages), name="t.pdf", password=None).fragments


def test_a_table_is_one_fragment_with_its_caption_and_unit():
    found = fragments(
        [
            *prose(100),
            Put(72, 170, "Table 1. Income of the harbour by source", 9),
            Put(72, 184, "(in thousands of crowns)", 9),
            *grid(200, INCOME),
            *prose(300),
        ]
    )
    assert [f.kind for f in found] == ["text", "table", "text"]
    table = found[1].table
    assert table is not None
    assert (table.caption, table.unit) == ("Table 1. Income of the harbour by source", "(in thousands of crowns)")
    assert [cell.text for cell in table.header] == ["", "2022", "2021", "2020"]
    assert [cell.text for cell in table.rows[0]] == ["Berth fees", "1,749", "1,577", "1,402"]
    assert found[1].text.splitlines()[2:5] == [
        "|  | 2022 | 2021 | 2020 |",
        "| --- | --- | --- | --- |",
        "| Berth fees | 1,749 | 1,577 | 1,402 |",
    ]


def test_a_caption_below_is_printed_below():
    found = fragments([*prose(100), *grid(180, INCOME), Put(72, 262, "Table 1. Income of the harbour", 9), *prose(300)])
    assert found[1].text.endswith("\n\nTable 1. Income of the harbour")
    assert found[1].table is not None
    assert found[1].table.caption == "Table 1. Income of the harbour"


def test_the_unit_of_the_sentence_above_is_noted():
    found = fragments([*prose(100, [*BODY, "Income was as follows (in millions):"]), *grid(172, INCOME), *prose(300)])
    table = next(f.table for f in found if f.table)
    assert table.unit == "(in millions)"


def test_currency_signs_and_figures_share_a_cell():
    rows = [
        ("", "2022", "2021", "2020"),
        ("Berth fees", "1,749", "1,577", "1,402"),
        ("Pilotage", "204", "198", "177"),
        ("Towage", "96", "88", "91"),
    ]
    signs = [Put(x - 14, 194, "$", 9, "Helvetica") for x in COLUMNS[1:]]
    found = fragments([*prose(100), *grid(180, rows), *signs, *prose(300)])
    table = next(f.table for f in found if f.table)
    assert [cell.text.replace(" ", "") for cell in table.rows[0]] == ["Berthfees", "$1,749", "$1,577", "$1,402"]


VESSELS = [
    ("Vessel", "Days", "Fee", "Paid"),
    *((f"Vessel {n}", str(n), str(n * 31), str(n * 30)) for n in range(1, 31)),
]
SHIPS = [("Vessel", "Days", "Fee", "Paid"), *((f"Ship {n}", str(n), str(n * 17), str(n * 16)) for n in range(1, 12))]


def test_a_table_over_two_pages_is_one_with_one_header():
    found = fragments([*prose(100), *grid(200, VESSELS, step=17)], [*grid(72, SHIPS, step=17), *prose(400)])
    tables = [f for f in found if f.table]
    assert len(tables) == 1
    assert [region.page for region in tables[0].regions] == [1, 2]
    assert tables[0].text.count("| Vessel | Days |") == 1
    assert "| Vessel 30 | 30 | 930 | 900 |\n| Ship 1 | 1 | 17 | 16 |" in tables[0].text


def test_a_table_that_goes_on_without_its_header_is_one():
    rest = [("Sloop A", "31", "4", "3"), ("Sloop B", "32", "5", "4"), ("Sloop C", "33", "6", "5")]
    found = fragments([*prose(100), *grid(200, VESSELS, step=17)], grid(72, rest, step=17))
    assert [[region.page for region in f.regions] for f in found if f.table] == [[1, 2]]
    table = next(f.table for f in found if f.table)
    assert [cell.text for cell in table.header] == ["Vessel", "Days", "Fee", "Paid"]
    assert [[cell.text for cell in row] for row in table.rows[-3:]] == [list(row) for row in rest]


def test_tables_of_other_columns_stay_apart_and_whole():
    other = [(*row[:3], "") for row in SHIPS]
    found = fragments([*prose(100), *grid(200, VESSELS, step=17)], [*grid(72, other, step=17), *prose(400)])
    text = "\n".join(f.text for f in found)
    assert len([f for f in found if f.table]) == 2
    assert all(f"Ship {n}" in text for n in range(1, 12))


def test_lines_of_text_beside_each_other_are_no_table():
    page = [
        Put(72, 100, "3.1", 14, "Helvetica-Bold"),
        Put(110, 100, "Electronic mail", 14, "Helvetica-Bold"),
        *prose(125),
    ]
    assert [f.kind for f in fragments(page)] == ["text", "text"]
