"""Labels that belong to a table but were read as a column of text beside it, brought back to its rows.

Wide room after the first column looks like the room between two columns of a page. The engine then reads the labels,
and whatever stands below them, before the rest of the table. What tells is that every line of the labels stands on a
row of the table and nearly every row has one.
"""

from collections.abc import Sequence

from silcrow.document import Cell, Table
from silcrow.parse.pdf.drafts import Draft, Line, Piece, Sheet, around
from silcrow.parse.pdf.grid import Row, rows_of
from silcrow.place import Box, Region

_MOST = 0.7  # of the rows that must have a label
_FEWEST = 3  # rows
_LONGEST = 60  # characters of a label
_ON_ROW = 0.5  # of the height of a line that must be shared with its row
_NEAR = 0.9  # line heights between a table and what heads it
_MOST_HEADS = 3


def bring_beside(sheet: Sheet) -> None:
    """Give every table of the page the labels beside it, and set it where they were read, if that was earlier."""
    for table in [draft for draft in sheet.drafts if draft.table is not None and not draft.furniture]:
        rows = rows_of(table.lines)
        labels = [draft for draft in sheet.drafts if _is_beside(draft, table, rows)]
        lines = [line for draft in labels for line in draft.lines]
        if len(rows) < _FEWEST or len(lines) < _MOST * len(rows) or not _take(table, lines):
            continue
        places = {id(draft): n for n, draft in enumerate(sheet.drafts)}
        heads = _heads_of(sheet.drafts[: places[id(table)]], table)
        gone = {id(draft) for draft in (*labels, *heads, table)}
        first = min(places[id(draft)] for draft in (*labels, table))
        before = [draft for draft in sheet.drafts[:first] if id(draft) not in gone]
        after = [draft for draft in sheet.drafts[first:] if id(draft) not in gone]
        if heads:
            before, heads[-1] = _with_head(before, heads[-1])
        sheet.drafts = [*before, *heads, table, *after]


def _is_beside(part: Draft, table: Draft, rows: Sequence[Row]) -> bool:
    """Whether a draft stands to the left of a table and each of its lines on one of its rows."""
    if part.furniture or part.table is not None or part.kind not in ("text", "list"):
        return False
    if part.box.right > table.box.left + 3 or part.box.bottom < table.box.top:
        return False
    return all(len(line.text) <= _LONGEST and any(_on(line, row) for row in rows) for line in part.lines)


def _on(line: Line, row: Row | Line | Box) -> bool:
    return min(row.bottom, line.bottom) - max(row.top, line.top) > _ON_ROW * (line.bottom - line.top)


def _take(draft: Draft, lines: Sequence[Line]) -> bool:
    """Put each line before the cells of its row; False, and nothing changed, where one has no row of cells."""
    table = draft.table
    if table is None:
        return False
    columns = _columns(lines)
    left = list(lines)
    made: list[tuple[Cell, ...]] = []
    for cells in (table.header, *table.rows):
        at = _around([cell.box for cell in cells if cell.box and cell.text])
        mine = [line for line in left if at and _on(line, at)]
        left = [line for line in left if not any(line is other for other in mine)]
        labels = (_cell([line for line in mine if column[0] <= line.left < column[1]]) for column in columns)
        made.append((*labels, *cells) if cells or mine else ())
    if left:
        return False
    draft.table = Table(made[0], tuple(made[1:]), table.caption, table.unit)
    draft.lines = [*lines, *draft.lines]
    draft.box = around(draft.lines)
    draft.regions = (Region(draft.page, draft.box),)
    return True


def _columns(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Left and right of the columns in which labels stand: mostly one, two where rows are numbered."""
    columns: list[tuple[float, float]] = []
    for line in sorted(lines, key=lambda line: line.left):
        if columns and line.left < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], line.right))
        else:
            columns.append((line.left, line.right))
    return columns


def _cell(lines: Sequence[Line]) -> Cell:
    return Cell(" ".join(line.text for line in lines), around(lines) if lines else None)


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _heads_of(before: Sequence[Draft], table: Draft) -> list[Draft]:
    """The drafts read before a table that stand directly above it."""
    heads: list[Draft] = []
    below = table
    for draft in before[: -_MOST_HEADS - 1 : -1]:
        height = draft.lines[-1].bottom - draft.lines[-1].top
        above = -2 < below.box.top - draft.box.bottom < _NEAR * height
        if draft.kind != "text" or draft.furniture or len(draft.lines) > 2 or not above:
            break
        heads.insert(0, draft)
        below = draft
    return heads


def _with_head(before: Sequence[Draft], head: Draft) -> tuple[list[Draft], Draft]:
    """The head of a table with what stands before it on its row, and the other drafts without that."""
    line = head.lines[-1]
    for draft in before:
        one = draft.lines[0]
        if len(draft.lines) == 1 and draft.box.right < line.left and _on(one, line) and not draft.furniture:
            pieces = [*_pieces(one), *_pieces(line)]
            text = f"{one.text} {line.text}"
            joined = Line(
                text, one.left, min(one.top, line.top), line.right, max(one.bottom, line.bottom), line.size, line.bold,
                line.italic, line.family, tuple(pieces),
            )  # fmt: skip
            rest = [other for other in before if other is not draft]
            return rest, Draft.of("text", head.page, [*head.lines[:-1], joined])
    return list(before), head


def _pieces(line: Line) -> tuple[Piece, ...]:
    return line.pieces or (Piece(line.left, line.right, line.text),)
