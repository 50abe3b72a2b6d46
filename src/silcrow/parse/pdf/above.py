"""Header lines that stand above a table and were read elsewhere, brought back to it.

Years over wide columns look like a column of text of their own: they are read after the table whose columns they head.
Two lines of dates look like a table of their own. What tells is where they stand: over the columns of figures, close
above the table, with nothing but labels between.
"""

from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.pdf.grid import YEAR, Column, columns_of, is_figure, rows_of
from silcrow.place import Box

_REACH = 4.0  # line heights from such a line down to the table
_LONGEST = 30  # characters of one head
_MOST_LINES = 3
_OUT = 20.0  # points by which heads may stand out to the right of the last column


def bring_above(sheet: Sheet) -> None:
    """Set before each table of the page the header lines that stand above it and were read after it."""
    for draft in sheet.drafts:
        if draft.table is not None and _is_all_heads(draft):
            draft.table, draft.kind = None, "text"
    for table in [draft for draft in sheet.drafts if draft.table is not None and not draft.furniture]:
        columns = columns_of(rows_of(table.lines))
        if len(columns) < 2:
            continue
        place = next(n for n, draft in enumerate(sheet.drafts) if draft is table)
        heads = [draft for draft in sheet.drafts[place + 1 :] if _stands_above(draft, table, columns)]
        if not heads or _is_between(sheet.drafts, heads, table, columns):
            continue
        lines = sorted((line for draft in heads for line in draft.lines), key=lambda line: (round(line.top), line.left))
        while (
            place and sheet.drafts[place - 1].box.top > lines[0].top - 2 and _is_left(sheet.drafts[place - 1], columns)
        ):
            place -= 1
        gone = set(map(id, heads))
        before, after = sheet.drafts[:place], [draft for draft in sheet.drafts[place:] if id(draft) not in gone]
        sheet.drafts = [*before, Draft.of("text", table.page, lines), *after]


def _is_all_heads(draft: Draft) -> bool:
    """Whether a table holds nothing but a line or two of dates: the head of the next one."""
    if len(draft.lines) > _MOST_LINES or not all(line.pieces for line in draft.lines):
        return False
    texts = [piece.text for line in draft.lines for piece in line.pieces]
    years = [YEAR.match(text) is not None for text in texts]
    return any(years) and not any(is_figure(text) and not year for text, year in zip(texts, years, strict=True))


def _stands_above(draft: Draft, table: Draft, columns: Sequence[Column]) -> bool:
    if draft.kind != "text" or draft.furniture or draft.table is not None or len(draft.lines) > _MOST_LINES:
        return False
    height = draft.lines[-1].bottom - draft.lines[-1].top
    if not -2 < table.box.top - draft.box.bottom < _REACH * height:
        return False
    return all(_is_over(line, columns) for line in draft.lines)


def _is_over(line: Line, columns: Sequence[Column]) -> bool:
    """Whether a line is short heads over the columns of figures."""
    pieces = line.pieces or ((line.left, line.right, line.text),)
    left = (columns[0][1] + columns[1][0]) / 2 if columns[0][1] < columns[1][0] else columns[1][0]
    return (
        all(len(text) <= _LONGEST for _, _, text in pieces) and left < line.left and line.right < columns[-1][1] + _OUT
    )


def _is_left(draft: Draft, columns: Sequence[Column]) -> bool:
    return draft.table is None and draft.box.right < columns[1][0]


def _is_between(drafts: Sequence[Draft], heads: Sequence[Draft], table: Draft, columns: Sequence[Column]) -> bool:
    """Whether anything but labels stands between heads and table."""
    top = min(draft.box.top for draft in heads)
    band = Box(columns[1][0], top, columns[-1][1], table.box.top - 2)
    return any(
        draft.box.top < band.bottom
        and band.top < draft.box.bottom
        and draft.box.left < band.right
        and band.left < draft.box.right
        for draft in drafts
        if draft is not table and not any(draft is head for head in heads)
    )
