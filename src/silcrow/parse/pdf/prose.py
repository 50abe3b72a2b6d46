"""Prose that the engine took for a table: a numbered heading set off by a tab, with its text below, or a framed text.

In a table no text runs across the columns. Where more lines do than have cells of their own, the block is given back
as text. The engine's grid is not looked at, only where text stands.
"""

import re
from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Line, Piece

_ACROSS = 10.0  # points by which a line must reach over both sides of a column's edge
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


def _is_heading(row: Sequence[Piece]) -> bool:
    return len(row) == 2 and bool(_NUMBER.fullmatch(row[0].text)) and any(c.isalpha() for c in row[1].text)
