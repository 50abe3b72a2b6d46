"""A Table as Markdown, its text form, as HTML, as rows of texts and as CSV. Knows nothing of where tables come from.

A cell over several rows is repeated in each, so that every line can be quoted alone; one over several columns stands in
its first. Columns that are empty throughout (spacers) are left out.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape

from silcrow.document import Cell, Table

_WIDEST = 100  # columns that one cell may take
_SPANNED = 50_000  # places under cells of several rows; past it a cell stands in its own row only
_PADDING = 50_000  # empty places that a table may be padded with; past it rows are as long as they are

Row = dict[int, str]


def markdown(table: Table) -> str:
    """The table as a Markdown pipe table; caption and unit stand above it."""
    grid = rows_by_column([table.header, *table.rows])
    columns = sorted({column for row in grid for column in row})
    padded = len(grid) * len(columns) <= sum(map(len, grid)) + _PADDING
    lines = [_line(row, columns if padded else [c for c in columns if c in row]) for row in grid]
    lines.insert(1, "|" + " --- |" * max(1, len(columns)))
    above = " ".join(part for part in (table.caption, table.unit) if part)
    return "\n".join([above, "", *lines] if above else lines)


def has_rowspans(table: Table) -> bool:
    """Whether a cell of the table stands for several rows, which a pipe table cannot say."""
    return any(cell.rowspan > 1 for row in (table.header, *table.rows) for cell in row)


def html(table: Table) -> str:
    """The rows of the table as HTML, a line a row; without caption and unit."""
    rows = [_html_row(row, "th" if n == 0 else "td") for n, row in enumerate((table.header, *table.rows)) if row]
    return "\n".join(["<table>", *rows, "</table>"])


def _html_row(row: Sequence[Cell], tag: str) -> str:
    cells = []
    for cell in row:
        rows = f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
        columns = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
        cells.append(f"<{tag}{rows}{columns}>{escape(' '.join(cell.text.split()), quote=False)}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>"


def text_rows(table: Table) -> list[list[str]]:
    """Header and rows as texts, all of one length, spans resolved and spacer columns left out as in the Markdown."""
    grid = rows_by_column([table.header, *table.rows])
    columns = sorted({column for row in grid for column in row})
    return [[" ".join(row.get(column, "").split()) for column in columns] for row in grid]


def csv_text(table: Table) -> str:
    """The table as CSV, its header first."""
    return csv_rows(text_rows(table))


def csv_rows(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV (RFC 4180, lines ended by a line feed)."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def merged_header(rows: Sequence[Sequence[Cell]]) -> tuple[Cell, ...]:
    """Several header rows as one: the texts of a column from the top down, joined by a blank."""
    if len(rows) == 1:
        return tuple(rows[0])
    grid = rows_by_column(rows, across=True)
    columns = range(max((max(row, default=-1) for row in grid), default=-1) + 1)
    texts = [dict.fromkeys(row[c] for row in grid if row.get(c)) for c in columns]
    return tuple(Cell(" ".join(t)) for t in texts)


def rows_by_column(rows: Iterable[Sequence[Cell]], *, across: bool = False) -> list[Row]:
    """Each row as column → text, with spans resolved; `across` repeats a cell in each of its columns."""
    grid: list[Row] = []
    below: dict[int, tuple[int, str]] = {}  # column → rows still covered from above, and the text there
    budget = _SPANNED
    for cells in rows:
        covered = below
        row: Row = {column: text for column, (_, text) in covered.items() if text}
        below = {column: (left - 1, text) for column, (left, text) in covered.items() if left > 1}
        column = 0
        for cell in cells:
            while column in covered:
                column += 1
            width = min(max(cell.colspan, 1), _WIDEST)
            shown = range(column, column + (width if across else 1)) if cell.text else range(0)
            row.update(dict.fromkeys(shown, cell.text))
            if cell.rowspan > 1 and budget > 0:
                places = range(column, column + width)
                below.update({place: (cell.rowspan - 1, cell.text if place in shown else "") for place in places})
                budget -= width
            column += width
        budget -= len(below)
        if budget < 0:
            below = {}
        grid.append(row)
    return grid


def _line(row: Row, columns: Iterable[int]) -> str:
    texts = (" ".join(row.get(c, "").split()).replace("|", "\\|") for c in columns)
    return "| " + " | ".join(texts) + " |"
