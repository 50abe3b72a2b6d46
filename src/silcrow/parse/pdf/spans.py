"""Cells that stand for several rows: a group's name is printed once, in the first of its rows.

Only tables of words are looked at. In a table of figures an empty label is a total or a line without a name.
"""

from dataclasses import replace

from silcrow.document import Cell, Table
from silcrow.parse.pdf.grid import is_figure

_FEWEST = 3  # rows
_FIGURES = 0.2  # share of the other cells


def grouped(table: Table) -> Table:
    """The table with the first cell of each group over all its rows, where every row is part of a group."""
    rows = table.rows
    if len(rows) < _FEWEST or not rows[0] or not rows[0][0].text or all(row and row[0].text for row in rows):
        return table
    others = [cell.text for row in rows for cell in row[1:] if cell.text]
    if sum(map(is_figure, others)) > _FIGURES * len(others):
        return table
    starts = [n for n, row in enumerate(rows) if row and row[0].text]
    out: list[tuple[Cell, ...]] = []
    for first, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        head = rows[first]
        shape = [bool(cell.text) for cell in head[1:]]
        for row in rows[first + 1 : end]:
            if [bool(cell.text) for cell in row[1:]] != shape or not any(shape) or row[1].text[:1].islower():
                return table
        out.append((replace(head[0], rowspan=end - first), *head[1:]))
        out += [row[1:] for row in rows[first + 1 : end]]
    return replace(table, rows=tuple(out))
