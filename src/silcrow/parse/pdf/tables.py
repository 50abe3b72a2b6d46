"""A table block of the engine to a Table, and what puts it right: header rows in one, torn rows made whole."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from liteparse.types import LayoutBlock, LayoutCell

from silcrow.document import Cell, Table
from silcrow.parse.pdf.drafts import Line
from silcrow.parse.pdf.grid import YEAR, Column, Row, dealt, head_row, header_rows, is_figure, place, rejoined, spread
from silcrow.place import Box
from silcrow.render.tables import merged_header

Cells = tuple[Cell, ...]

_TIGHT = 0.45  # room between two lines of one cell, in line heights
_FAR = 1.5  # heights of a row between the table and what is none of its rows
_LONGEST_LABEL = 150  # characters
_LOW = 1.5  # heights of the first header line that another may have
_MOST_HEADS = 4
_REPEATED = 3  # columns headed by the same words
_TITLE = 4  # words that make them a title over the table
_DOUBLED = 0.1  # share of cells with two figures that shows columns read as one
_LEADER = re.compile(r"\s?\.{5,}|(?:\s?\.\s){4,}\.?")
_AMOUNT = re.compile(r"\d[.,]\d|\d\s?%")
_AMOUNTS = 3  # in a header that is none
_ENDS = ".!?:;。！？"


def table_of(block: LayoutBlock) -> Table | None:
    """The table as the engine read it, or None where it has no cell with text."""
    header = _cells(block.header or ())
    rows = [_cells(row) for row in block.rows or ()]
    rows = [row for row in rows if any(cell.text for cell in row)]
    if not rows and not any(cell.text for cell in header):
        return None
    return Table(header, tuple(rows))


def _cells(cells: Iterable[LayoutCell]) -> Cells:
    return tuple(Cell(cell.text.strip(), _box(cell)) for cell in cells)


def _box(cell: LayoutCell) -> Box | None:
    at = cell.bbox
    return Box(at.x, at.y, at.x + at.width, at.y + at.height) if at else None


def width(table: Table) -> int:
    """The number of its columns."""
    return max([len(table.header), *(len(row) for row in table.rows)], default=0)


def is_poor(table: Table) -> bool:
    """Whether the engine read several columns of figures as one, or cut between a figure and its sign."""
    figures = doubled = 0
    for row in table.rows:
        for cell in row[1:]:
            text = cell.text
            if text and text[-1] in "0123456789)%$":
                parts = [part for part in text.replace("$ ", "$").split() if part not in "%)$"]
                if all(is_figure(part) for part in parts):
                    figures += 1
                    doubled += len(parts) > 1 or text[0] == "%" or (text[-1] == "$" and len(text) > 1)
    return doubled > _DOUBLED * figures


def without_leaders(table: Table) -> Table:
    """The table without the rows of dots that lead the eye from a label to its figures."""
    if not any("....." in cell.text or ". . . ." in cell.text for row in table.rows for cell in row):
        return table
    rows = [tuple(replace(cell, text=_LEADER.sub("", cell.text).strip()) for cell in row) for row in table.rows]
    return replace(table, rows=tuple(rows))


def without_strays(table: Table) -> tuple[Table, float | None]:
    """The table without rows at its end that are no rows: a note below it, a page number. And where these begin."""
    rows = list(table.rows)
    top = None
    while len(rows) > 2 and rows[-1] and filled(rows[-1]) == 1 and (box := rows[-1][0].box):
        text, before = rows[-1][0].text, [cell.box for cell in rows[-2] if cell.box]
        far = bool(before) and box.top - max(other.bottom for other in before) > _FAR * (box.bottom - box.top)
        if not (len(text) > _LONGEST_LABEL or text.startswith("___") or (far and text.isdigit())):
            break
        top = box.top
        rows.pop()
    return (table, None) if top is None else (Table(table.header, tuple(rows), table.caption, table.unit), top)


def within(table: Table, lines: Sequence[Line]) -> Table | None:
    """The rows that stand on some of the lines of the table; None where there are none."""
    top, bottom = min(line.top for line in lines), max(line.bottom for line in lines)
    rows = [row for row in (table.header, *table.rows) if top - 1 < _middle(row) < bottom + 1]
    if not rows:
        return None
    header = table.header if table.header and rows[0] is table.header else ()
    return Table(header, tuple(rows[1:] if header else rows))


def top_of(table: Table) -> float:
    """Where the first of its cells with text begins."""
    boxes = [cell.box for row in (table.header, *table.rows) for cell in row if cell.box and cell.text]
    return min((box.top for box in boxes), default=0.0)


def _middle(row: Cells) -> float:
    boxes = [cell.box for cell in row if cell.box]
    return (min(box.top for box in boxes) + max(box.bottom for box in boxes)) / 2 if boxes else -1.0


def columns_of_cells(table: Table) -> list[Column]:
    """Left and right of what is printed in each column; empty where some column has no place."""
    spans: list[list[Box]] = [[] for _ in range(width(table))]
    for row in (table.header, *table.rows):
        for n, cell in enumerate(row):
            if cell.box and cell.text:
                spans[n].append(cell.box)
    if not all(spans):
        return []
    return [(min(box.left for box in boxes), max(box.right for box in boxes)) for boxes in spans]


def extended(table: Table, above: Sequence[Row], below: Sequence[Row]) -> Table | None:
    """The table with printed rows above it as header rows, from the first amount on as body, and those below as body.

    None where they do not fit.
    """
    columns = columns_of_cells(table)
    if not columns:
        return None
    heads = [head_row(row, columns) if n < len(above) - 1 else place(row, columns) for n, row in enumerate(above)]
    tails = [place(row, columns) for row in below]
    if None in heads or None in tails:
        return None
    upper = [row for row in heads if row]
    count = _count_heads(upper)
    own = [table.header] if table.header else []
    if own and count < len(upper):
        return None
    rows = [*upper[count:], *table.rows, *(row for row in tails if row)]
    if not count:
        return Table(table.header, tuple(rows), table.caption, table.unit)
    if not own and count == len(upper) and (more := header_rows(rows[:_MOST_HEADS])):
        own, rows = rows[:more], rows[more:]
    header = merged_header(spread([*upper[:count], *own]))
    return Table(header, tuple(rows), table.caption, table.unit)


def _count_heads(rows: Sequence[Cells]) -> int:
    """How many of the rows above a table head its columns: down to the first amount, without labels after the last."""
    count = 0
    for n, row in enumerate(rows, start=1):
        right = [cell.text for cell in row[1:] if cell.text]
        if any(is_figure(text) and not YEAR.match(text) for text in right):
            break
        if right:
            count = n
    return count


def reheaded(table: Table, rows: Sequence[Row]) -> Table:
    """The table with its header set anew from the printed rows, where the engine read amounts into it."""
    if sum(_AMOUNT.search(cell.text) is not None for cell in table.header[1:]) < _AMOUNTS:
        return table
    columns = columns_of_cells(Table((), table.rows))
    top = min((cell.box.top for cell in table.rows[0] if cell.box and cell.text), default=0.0) if table.rows else 0.0
    first = [row for row in rows if row.bottom < top + 1]
    placed = [place(dealt(row, columns), columns) for row in first] if columns else []
    cells = [row for row in placed if row is not None]
    heads = header_rows([*cells, *table.rows[:1]]) if len(cells) == len(first) else 0
    if not heads:
        return table
    body = (*cells[heads:], *table.rows)
    return Table(merged_header(spread(cells[:heads])), body, table.caption, table.unit)


def mended(table: Table) -> Table:
    """Lines of one header cell or of one row that the engine took for rows, made one."""
    header, rows = table.header, list(table.rows)
    if not header and len(rows) > 1 and (first := header_rows(rows[:_MOST_HEADS], whole=True)):
        header, rows = merged_header(spread(rows[:first])), rows[first:]
    line = min((cell.box.bottom - cell.box.top for cell in header if cell.box), default=0.0)
    while header and len(rows) > 1 and _is_more_header(header, rows[0], line):
        header, rows = _under(header, rows[0]), rows[1:]
    out: list[Cells] = []
    for row in rejoined(rows):
        if out and _goes_on(out[-1], row):
            out[-1] = _under(out[-1], row)
        elif len(out) > 1 and _are_parts(out[-2], out[-1]) and _goes_on(both := _under(out[-2], out[-1]), row):
            out[-2:] = [_under(both, row)]
        else:
            out.append(row)
    return Table(header, tuple(out), table.caption, table.unit)


def untitled(table: Table) -> tuple[Table, str]:
    """The table without a title that the engine repeats at the head of its columns, and that title."""
    texts = [cell.text for cell in table.header if cell.text]
    if len(texts) < _REPEATED:
        return table, ""
    words = [text.split() for text in texts]
    first = Counter(text[0] for text in words).most_common(1)[0][0]
    same = [text for text in words if text[0] == first]
    length = 0
    while all(len(text) > length and text[length] == same[0][length] for text in same):
        length += 1
    if len(same) < _REPEATED or len(same) < 0.6 * len(texts) or length < _TITLE:
        return table, ""
    title = " ".join(same[0][:length])
    header = tuple(
        Cell(cell.text.removeprefix(title).strip(), cell.box) if cell.text.startswith(title) else cell
        for cell in table.header
    )
    return Table(header, table.rows, table.caption, table.unit), title


def filled(row: Cells) -> int:
    """The number of cells with text."""
    return sum(1 for cell in row if cell.text)


def _is_more_header(header: Cells, row: Cells, height: float) -> bool:
    """Whether a row is another line of the header: nothing in its first cell, no amounts, and as low as one line."""
    if not row or row[0].text or not header[0].text or not _tight(header, row):
        return False
    if any(is_figure(cell.text) and not YEAR.match(cell.text) for cell in row):
        return False
    return max(cell.box.bottom - cell.box.top for cell in row if cell.box and cell.text) < _LOW * height


def _goes_on(row: Cells, after: Cells) -> bool:
    """Whether a row is the second line of the cells above it: all its texts go on in small letters."""
    if len(row) != len(after) or not _tight(row, after):
        return False
    pairs = [(above.text, cell.text) for above, cell in zip(row, after, strict=True) if cell.text]
    return (
        bool(pairs)
        and all(
            above and above[-1] not in _ENDS and not is_figure(above) and (text[0].islower() or text[0] == "(")
            for above, text in pairs
        )
        and (any(text[0].islower() for _, text in pairs) or all(_in_brackets(text) for _, text in pairs))
    )


def _are_parts(row: Cells, after: Cells) -> bool:
    """Whether two rows may be one whose cells begin at different heights: close, and no column with text in both."""
    apart = len(row) == len(after) and not any(one.text and other.text for one, other in zip(row, after, strict=True))
    return apart and _tight(row, after)


def _in_brackets(text: str) -> bool:
    """Whether a text is a unit or a remark in brackets: "(ft)"."""
    return text[0] == "(" and text[-1] == ")" and not is_figure(text)


def _tight(row: Cells, after: Cells) -> bool:
    boxes = [cell.box for cell in row if cell.box and cell.text]
    below = [cell.box for cell in after if cell.box and cell.text]
    if not boxes or not below:
        return False
    height = min(box.bottom - box.top for box in below)
    return min(box.top for box in below) - max(box.bottom for box in boxes) < _TIGHT * height


def _under(row: Cells, after: Cells) -> Cells:
    """Two lines of one row: texts of a column joined, its box around both."""
    out = []
    for n in range(max(len(row), len(after))):
        one = row[n] if n < len(row) else Cell("")
        other = after[n] if n < len(after) else Cell("")
        text = f"{one.text} {other.text}".strip()
        boxes = [cell.box for cell in (one, other) if cell.box and cell.text]
        box = boxes[0] if boxes else None
        if len(boxes) > 1:
            a, b = boxes
            box = Box(min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))
        out.append(Cell(text, box))
    return tuple(out)


def same_texts(one: Sequence[Cell], other: Sequence[Cell]) -> bool:
    """Whether two rows read alike."""
    return [cell.text for cell in one] == [cell.text for cell in other]
