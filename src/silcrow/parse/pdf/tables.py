"""A table block to a Table, and a Table to Markdown."""

from liteparse.types import LayoutBlock, LayoutCell

from silcrow.document import Cell, Table
from silcrow.place import Box


def table_of(block: LayoutBlock) -> Table:
    """The table as the engine read it; without a header where it saw none."""
    rows = [tuple(_cell(cell) for cell in row) for row in block.rows or ()]
    return Table(header=tuple(_cell(cell) for cell in block.header or ()), rows=tuple(rows))


def _cell(cell: LayoutCell) -> Cell:
    at = cell.bbox
    return Cell(cell.text.strip(), Box(at.x, at.y, at.x + at.width, at.y + at.height) if at else None)


def markdown(table: Table) -> str:
    """The table as a Markdown pipe table, caption and unit above it."""
    columns = max([len(table.header), *(len(row) for row in table.rows)], default=0)
    body = [table.header, *table.rows]
    lines = [_row(row, columns) for row in body]
    lines.insert(1, "|" + " --- |" * columns)
    above = " ".join(part for part in (table.caption, table.unit) if part)
    return "\n".join([above, "", *lines] if above else lines)


def _row(cells: tuple[Cell, ...], columns: int) -> str:
    texts = [cell.text.replace("|", "\\|").replace("\n", " ") for cell in cells]
    return "| " + " | ".join(texts + [""] * (columns - len(texts))) + " |"
