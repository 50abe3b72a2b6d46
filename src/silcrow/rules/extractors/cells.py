"""Cells of tables, by the words of their row and of the head of their column, in the unit of their table."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from silcrow.document import Cell, Table
from silcrow.finding import Value
from silcrow.language.folding import fold_case
from silcrow.rules.extractors.figures import cell_figure
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract

_WORD = re.compile(r"\w+")
_SHORT = 200  # characters of the line above a table that may be its caption


def cells(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each cell whose row and column hold the words asked for. Of rows that do, those that say no more come first and
    alone: "Total" is not "Total assets".
    """
    for line, table, above in _tables(lines, told):
        columns = _columns(table, told.column)
        for row in _rows(table, told.row):
            for i in columns or range(1, len(row)):
                if (cell := _at(row, i)) is not None and cell.text.strip():
                    yield _value(line, cell_figure(cell.text, table, above), row, cell)


def column(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each figure of a column, from the top; with `row`, only from a row that holds its words on."""
    for line, table, above in _tables(lines, told):
        for i in _columns(table, told.column)[:1]:
            begun = not told.row
            for row in table.rows:
                begun = begun or _holds(_label(row), told.row)
                cell = _at(row, i)
                if begun and cell is not None and (figure := cell_figure(cell.text, table, above)):
                    yield _value(line, figure, row, cell)


def _tables(lines: Sequence[Line], told: Extract) -> Iterator[tuple[Line, Table, str]]:
    """Tables whose caption, or the short line above them, holds the words asked for, with that line."""
    for i, line in enumerate(lines):
        table = line.paragraph.table
        if table is None:
            continue
        above = lines[i - 1].text if i and lines[i - 1].section is line.section else ""
        above = above if len(above) <= _SHORT and lines[i - 1].paragraph.table is None else ""
        if not told.table or _holds(f"{table.caption} {above}", told.table):
            yield line, table, above


def _rows(table: Table, words: str) -> list[tuple[Cell, ...]]:
    found = [row for row in table.rows if _holds(_label(row), words)]
    exact = [row for row in found if _words(_label(row)) == _words(words)]
    return exact or found


def _columns(table: Table, words: str) -> list[int]:
    """Columns whose head holds the words; heads over several columns count for each of them."""
    if not words:
        return []
    heads: list[str] = []
    for cell in table.header:
        heads += [cell.text] * max(1, cell.colspan)
    return [i for i, head in enumerate(heads) if _holds(head, words)]


def _at(row: Sequence[Cell], index: int) -> Cell | None:
    at = 0
    for cell in row:
        if at <= index < at + max(1, cell.colspan):
            return cell
        at += max(1, cell.colspan)
    return None


def _label(row: Sequence[Cell]) -> str:
    return next((cell.text for cell in row if cell.text.strip()), "")


def _words(text: str) -> list[str]:
    return _WORD.findall(fold_case(text))


def _holds(text: str, words: str) -> bool:
    return set(_words(words)) <= set(_words(text))


def _value(line: Line, figure: tuple[Decimal, str] | None, row: Sequence[Cell], cell: Cell) -> Value:
    """A cell with the line of the table that it stands in as its quote."""
    start, end = _line_of(line.text, row)
    number, unit = figure or (None, "")
    return Value(" ".join(cell.text.split()), line.cited(start, end), number, unit)


def _line_of(text: str, row: Sequence[Cell]) -> tuple[int, int]:
    """Where the row stands in the Markdown of its table; all of it where no line has all of its cells."""
    wanted = [" ".join(cell.text.split()) for cell in row if cell.text.strip()]
    at = 0
    for printed in text.splitlines(keepends=True):
        line = printed.rstrip("\n")
        held = [" ".join(part.split()) for part in line.strip().strip("|").split("|")]
        if printed.startswith("|") and all(part in held for part in wanted):
            return at, at + len(line)
        at += len(printed)
    return 0, len(text)
