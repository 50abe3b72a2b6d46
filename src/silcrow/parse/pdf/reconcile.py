"""The engine's cells held against what is printed in the table: nothing lost, nothing from elsewhere.

The engine leaves out of its cells what fits no column, and where two blocks overlap it reads the same text twice.
"""

from collections.abc import Sequence

from silcrow.document import Cell, Table
from silcrow.parse.pdf.drafts import Line, Piece
from silcrow.place import Box

_MOST_SEVERED = 3  # words
_LONGEST = 60  # characters of a word
_SPACES = str.maketrans("", "", " \xa0*\\-‐‑")


def reconciled(table: Table, lines: Sequence[Line]) -> Table:
    """The table with pieces that no cell holds put into the nearest, and cells that are printed elsewhere emptied."""
    printed = " ".join(line.text for line in lines)
    bold = "**" in printed
    words = set(printed.split())
    rows = [[_own(cell, words, bold=bold) for cell in row] for row in (table.header, *table.rows)]
    raw = " ".join([cell.text for row in rows for cell in row])
    read = raw.translate(_SPACES)
    said = set(raw.split())
    for line in lines:
        for piece in line.pieces or (Piece(line.left, line.right, line.text),):
            if piece.text not in raw and piece.text.translate(_SPACES) not in read:
                for word in piece.text.split():
                    if word.translate(_SPACES) not in read and not _torn(word, said):
                        _add(rows, Box(piece.left, line.top, piece.right, line.bottom), word)
    pieces = {piece.text for line in lines for piece in line.pieces if " " in piece.text}
    header, *body = (tuple(_unsevered(row, pieces)) for row in rows)
    return Table(header, tuple(body), table.caption, table.unit)


def _unsevered(row: list[Cell], pieces: set[str]) -> list[Cell]:
    """The row with words that the engine cut off the end of a cell and put before the next put back."""
    for n in range(len(row) - 1):
        one, other = row[n].text, row[n + 1].text
        words = other.split(maxsplit=_MOST_SEVERED)
        if not one or len(words) < 2 or one in pieces or other in pieces:
            continue
        for count in range(1, len(words)):
            whole = " ".join([one, *words[:count]])
            if whole in pieces:
                row[n], row[n + 1] = Cell(whole, row[n].box), Cell(" ".join(words[count:]), row[n + 1].box)
                break
    return row


def _torn(word: str, said: set[str]) -> bool:
    """Whether a word of two lines set close, "Gradient(%)", is there as the two words it is."""
    return any(word[:n] in said and word[n:] in said for n in range(1, min(len(word), _LONGEST)))


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
