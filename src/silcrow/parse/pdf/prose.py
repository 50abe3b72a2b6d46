"""Prose that the engine took for a table: a numbered heading set off by a tab, with its text below, or a framed text.

In a table no text runs across the columns. Where more lines do than have cells of their own, the block is given back
as text. The engine's grid is not looked at, only where text stands.
"""

import re
from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Line, Piece

_ACROSS = 10.0  # points by which a line must reach over both sides of a column's edge
_LONG = 80  # characters
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}\.?|(?:Item|ITEM) \d{1,2}[A-Z]?\.?|[IVX]{1,5}\.")


def is_prose(lines: Sequence[Line]) -> bool:
    """Whether the lines of a table block are running text rather than cells."""
    rows = [line.pieces for line in lines if line.pieces]
    tabular = sum(not _is_heading(row) for row in rows)
    if not tabular:
        return len(lines) > 1
    edges = {round(piece.left) for row in rows for piece in row[1:]}
    across = sum(
        any(line.left + _ACROSS < edge < line.right - _ACROSS for edge in edges) for line in lines if not line.pieces
    )
    return across > tabular


def parted(lines: Sequence[Line]) -> list[tuple[bool, list[Line]]]:
    """The lines of a table block in stretches, and whether each is of a table: prose runs between tables read as one.

    Prose has a long line, without room in it, up to the last column or further. What stands on its own directly above
    or below is prose too: the last line of a paragraph, a heading.
    """
    rows = [line for line in lines if line.pieces]
    edge = max((line.pieces[-1].left for line in rows), default=0.0)
    long = [not line.pieces and len(line.text) > _LONG and line.right > edge for line in lines]
    if not any(long):
        return [(True, list(lines))]
    out: list[tuple[bool, list[Line]]] = []
    for line, prose in zip(lines, _spread(lines, long), strict=True):
        if not out or out[-1][0] == prose:
            out.append((not prose, []))
        out[-1][1].append(line)
    return out


def _spread(lines: Sequence[Line], long: Sequence[bool]) -> list[bool]:
    """Prose, spread over what stands alone beside it."""
    prose = list(long)
    for n in range(1, len(lines)):
        prose[n] = prose[n] or (prose[n - 1] and not lines[n].pieces)
    for n in range(len(lines) - 2, -1, -1):
        prose[n] = prose[n] or (prose[n + 1] and not lines[n].pieces)
    return prose


def _is_heading(row: Sequence[Piece]) -> bool:
    return len(row) == 2 and bool(_NUMBER.fullmatch(row[0].text)) and any(c.isalpha() for c in row[1].text)
