"""Short texts side by side under heads of their own, which the engine read as a table, set column by column.

What tells is that each column is one sentence after the other, broken over the lines as a paragraph is, so that the
whole would be a table of a single row. Figures, labels and cells that end with their line are left alone.
"""

from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Draft, Line, Piece, Sheet
from silcrow.parse.pdf.grid import Column, is_figure
from silcrow.parse.pdf.tables import columns_of_cells

_COLUMNS = range(2, 5)
_LARGER = 1.1  # size of a head against the text below it
_FEWEST = 2  # lines of text in each column
_LONG = 24  # characters of a line of text, the last one apart
_ENDS = ".!?:;。！？"


def part_cards(sheet: Sheet) -> None:
    """Set the tables of a page that are no more than paragraphs side by side as these paragraphs."""
    if any(draft.table is not None for draft in sheet.drafts):
        sheet.drafts = [part for draft in sheet.drafts for part in _cards(draft)]


def _cards(draft: Draft) -> list[Draft]:
    if draft.table is None or draft.furniture:
        return [draft]
    columns = columns_of_cells(draft.table)
    if len(columns) not in _COLUMNS:
        return [draft]
    stacks = _stacks(draft.lines, columns)
    if stacks is None or not all(map(_is_card, stacks)):
        return [draft]
    return [Draft.of("text", draft.page, lines) for lines in stacks]


def _stacks(lines: Sequence[Line], columns: Sequence[Column]) -> list[list[Line]] | None:
    """The lines of each column; None where something stands in none or in two."""
    stacks: list[list[Line]] = [[] for _ in columns]
    for line in lines:
        for piece in line.pieces or (Piece(line.left, line.right, line.text),):
            over = [n for n, (left, right) in enumerate(columns) if piece.left < right - 1 and left + 1 < piece.right]
            if len(over) != 1:
                return None
            one = Line(
                piece.text,
                piece.left,
                line.top,
                piece.right,
                line.bottom,
                line.size,
                line.bold,
                line.italic,
                line.family,
            )
            stacks[over[0]].append(one)
    return [sorted(stack, key=lambda line: line.top) for stack in stacks]


def _is_card(lines: Sequence[Line]) -> bool:
    """Whether a column is a paragraph of several lines, with heads above it or not."""
    if len(lines) < _FEWEST:
        return False
    size = lines[-1].size
    first = next((n for n, line in enumerate(lines) if line.size < _LARGER * size and line.bold < 0.5), len(lines))
    text = lines[first:]
    if len(text) < _FEWEST or any(is_figure(line.text) for line in text):
        return False
    full = all(len(line.text) >= _LONG and line.text[-1] not in _ENDS for line in text[:-1])
    return full and any(line.text[0].islower() for line in text[1:])
