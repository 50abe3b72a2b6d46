"""The engine's cells held against what is printed in the table: nothing lost, nothing from elsewhere.

The engine leaves out of its cells what fits no column, and where two blocks overlap it reads the same text twice.
"""

from collections.abc import Sequence

from silcrow.document import Cell, Table
from silcrow.parse.pdf.drafts import Line, Piece
from silcrow.place import Box

_SPACES = str.maketrans("", "", " \xa0*\\-‐‑")


def reconciled(table: Table, lines: Sequence[Line]) -> Table:
    """The table with pieces that no cell holds put into the nearest, and cells that are printed elsewhere emptied."""
    printed = " ".join(line.text for line in lines)
    bold = "**" in printed
    words = set(printed.split())
    rows = [[_own(cell, words, bold=bold) for cell in row] for row in (table.header, *table.rows)]
    raw = " ".join([cell.text for row in rows for cell in row])
    read = raw.translate(_SPACES)
    for line in lines:
        for piece in line.pieces or (Piece(line.left, line.right, line.text),):
            if piece.text not in raw and piece.text.translate(_SPACES) not in read:
                for word in piece.text.split():
                    if word.translate(_SPACES) not in read:
                        _add(rows, Box(piece.left, line.top, piece.right, line.bottom), word)
    header, *body = (tuple(row) for row in rows)
    return Table(header, tuple(body), table.caption, table.unit)


def _own(cell: Cell, words: set[str], *, bold: bool) -> Cell:
    text = cell.text
    if "**" in text and not bold:
        text = text.replace("**", "")
    if text and words.isdisjoint(text.split()) and not any(word in " ".join(words) for word in text.split()):
        text = ""
    return cell if text == cell.text else Cell(text, cell.box)


def _add(rows: Sequence[list[Cell]], at: Box, word: str) -> None:
    """Put a word at the end of the cell nearest to its place."""
    places = [
        (_away(cell.box, at), n, m) for n, row in enumerate(rows) for m, cell in enumerate(row) if cell.box is not None
    ]
    if not places:
        places = [(0.0, n, 0) for n, row in enumerate(rows) if row]
    _, n, m = min(places)
    cell = rows[n][m]
    rows[n][m] = Cell(f"{cell.text} {word}".strip(), cell.box)


def _away(box: Box | None, at: Box) -> float:
    if box is None:
        return 1e9
    across = max(box.left - at.right, at.left - box.right, 0.0)
    down = max(box.top - at.bottom, at.top - box.bottom, 0.0)
    return across + 3 * down
