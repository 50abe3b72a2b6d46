"""A table of Word to a Table, or to what stands in it where it only lays out the page. Knows cells as fragments.

Cells that are merged downwards become one with its rows counted; a table of one column is no table.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from silcrow.document import Cell, Table
from silcrow.parse.docx.package import Element, W, number, switch, value
from silcrow.parse.fragment import NO_CLUES, Clues, Fragment
from silcrow.render.tables import markdown, merged_header

_LONGEST_CELL: Final = 2_000  # characters; a longer cell holds text of the page, not a figure of a table
_WIDEST: Final = 1_000  # columns

Blocks = Callable[[Element], list[Fragment]]
"""Reads the blocks of a cell."""


@dataclass(slots=True)
class _Cell:
    fragments: list[Fragment]
    colspan: int = 1
    rowspan: int = 1

    @property
    def text(self) -> str:
        return "\n".join(fragment.text for fragment in self.fragments if not _is_apart(fragment))

    @property
    def bold(self) -> bool:
        return all(fragment.clues.weight > 0.9 for fragment in self.fragments)


@dataclass(slots=True)
class _Grid:
    """The rows read so far; `open` are cells that may go on below, by their first column."""

    rows: list[list[_Cell]] = field(default_factory=list)
    heads: int = 0
    open: dict[int, _Cell] = field(default_factory=dict)


def fragments_of(table: Element, blocks: Blocks, *, caption: str = "", contents: bool = False) -> list[Fragment]:
    """The table as one fragment with its notes after it, or all that stands in it, in order."""
    grid = _Grid()
    for row in _children(table, "tr"):
        _read_row(grid, row, blocks)
    rows = [row for row in grid.rows if any(cell.fragments for cell in row)]
    inside = [fragment for row in rows for cell in row for fragment in cell.fragments]
    if not _is_tabular(rows):
        return inside
    heads = grid.heads if grid.heads < len(rows) else 0
    if not heads and len(rows) > 1 and all(cell.bold and cell.fragments for cell in rows[0]):
        heads = 1
    cells = [tuple(Cell(c.text, None, c.rowspan, c.colspan) for c in row) for row in rows]
    made = Table(header=merged_header(cells[:heads]) if heads else (), rows=tuple(cells[heads:]), caption=caption)
    clues = Clues(contents=True) if contents else NO_CLUES
    apart = [fragment for fragment in inside if _is_apart(fragment)]
    return [Fragment("table", markdown(made), clues=clues, table=made), *apart]


def takes_caption(found: list[Fragment]) -> bool:
    """Whether the fragments of a table are a table, which a caption can be part of."""
    return bool(found) and found[0].table is not None


def with_caption(found: list[Fragment], caption: str) -> list[Fragment]:
    """The same fragments, the first of which is a table; it has the caption now."""
    table = found[0].table
    if table is None:
        return found
    table = replace(table, caption=caption)
    return [replace(found[0], text=markdown(table), table=table), *found[1:]]


def _is_apart(fragment: Fragment) -> bool:
    """Notes and readings stand beside the table; hidden text does too, so that it can be flagged."""
    return fragment.kind == "note" or fragment.furniture or fragment.hidden


def _is_tabular(rows: list[list[_Cell]]) -> bool:
    filled = [[cell for cell in row if cell.text] for row in rows]
    if max(map(len, filled), default=0) < 2:
        return False
    return all(len(cell.text) <= _LONGEST_CELL for row in filled for cell in row)


def _read_row(grid: _Grid, row: Element, blocks: Blocks) -> None:
    properties = row.find(W + "trPr")
    if properties is not None and properties.find(W + "del") is not None:
        return
    if switch(properties, "tblHeader") and grid.heads == len(grid.rows):
        grid.heads += 1
    cells: list[_Cell] = []
    still_open: dict[int, _Cell] = {}
    column = number(value(properties, "gridBefore"), least=0, most=_WIDEST) or 0
    if column:
        cells.append(_Cell([], colspan=column))
    for cell in _children(row, "tc"):
        about = cell.find(W + "tcPr")
        span = number(value(about, "gridSpan"), least=1, most=_WIDEST) or 1
        merge = None if about is None else about.find(W + "vMerge")
        above = grid.open.get(column)
        if merge is not None and merge.get(W + "val", "continue") == "continue" and above is not None:
            above.rowspan += 1
            above.fragments += blocks(cell)
            still_open[column] = above
        else:
            made = _Cell(blocks(cell), colspan=span)
            cells.append(made)
            if merge is not None:
                still_open[column] = made
        column += span
        if column > _WIDEST:
            break
    grid.open = still_open
    grid.rows.append(cells)


def _children(parent: Element, name: str) -> list[Element]:
    """The rows of a table or the cells of a row, also those inside content controls."""
    found: list[Element] = []
    for child in parent:
        if child.tag == W + name:
            found.append(child)
        elif child.tag in (W + "sdt", W + "sdtContent", W + "customXml", W + "ins", W + "moveTo"):
            found += _children(child, name)
    return found
