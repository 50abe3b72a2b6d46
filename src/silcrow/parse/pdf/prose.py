"""Prose that the engine took for a table: a numbered heading set off by a tab, with its text below, or a framed text.

In a table no text runs across the columns. Where more lines do than have cells of their own, the block is given back
as paragraphs. The engine's grid is not looked at, only where text stands.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from liteparse.types import TextItem

from silcrow.parse.pdf.drafts import Draft, Line, around

_CELL = 0.8  # free room between two runs of a line that sets cells apart, in line heights
_ACROSS = 10.0  # points by which a run must reach over both sides of a column's edge
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}\.?|(?:Item|ITEM) \d{1,2}[A-Z]?\.?|[IVX]{1,5}\.")
_BULLET = re.compile(r"[•‣▪●○◦–—*-] |\(?\d{1,2}[.)] ")
_ROOM = 1.5  # room between two lines that ends a paragraph, in usual distances
_SHORT = 0.85  # a line that ends before this share of the block's width may end its paragraph


def is_prose(runs: Sequence[TextItem]) -> bool:
    """Whether the runs of a table block are running text rather than cells."""
    rows = [_stretches(row) for row in _rows(runs)]
    tabular = [row for row in rows if len(row) > 1 and not _is_heading(row)]
    edges = {round(left) for row in rows for left, _, _ in row[1:]}
    across = sum(
        1 for row in rows if len(row) == 1 and any(row[0][0] + _ACROSS < edge < row[0][1] - _ACROSS for edge in edges)
    )
    return across > len(tabular) or (not tabular and len(rows) > 1)


def paragraphs(lines: list[Line], page: int) -> list[Draft]:
    """The lines as drafts, one a paragraph: parted by room, by look, by bullets and after short lines."""
    right, width = max(line.right for line in lines), around(lines).right - around(lines).left
    distances = sorted(after.top - line.top for line, after in pairwise(lines))
    usual = distances[len(distances) // 2] if distances else 0.0
    groups = [[lines[0]]]
    for line, after in pairwise(lines):
        if (
            after.top - line.top > _ROOM * usual
            or _BULLET.match(after.text)
            or not _alike(line, after)
            or line.right < right - (1 - _SHORT) * width
        ):
            groups.append([after])
        else:
            groups[-1].append(after)
    return [Draft("list" if _BULLET.match(held[0].text) else "text", page, around(held), held) for held in groups]


def _alike(line: Line, after: Line) -> bool:
    return abs(line.size - after.size) < 0.5 and (line.bold > 0.5) == (after.bold > 0.5)


def _rows(runs: Sequence[TextItem]) -> list[list[TextItem]]:
    rows: list[list[TextItem]] = []
    top = bottom = 0.0
    for run in sorted(runs, key=lambda run: run.y):
        over, under = run.y, run.y + run.height
        if rows and min(bottom, under) - max(top, over) > 0.5 * min(bottom - top, under - over):
            rows[-1].append(run)
            top, bottom = min(top, over), max(bottom, under)
        else:
            rows.append([run])
            top, bottom = over, under
    return rows


def _stretches(row: list[TextItem]) -> list[tuple[float, float, str]]:
    """Left, right and text of each stretch of a line without wide room inside."""
    out: list[tuple[float, float, str]] = []
    for run in sorted(row, key=lambda run: run.x):
        left, right = run.x, run.x + run.width
        if out and left - out[-1][1] < _CELL * run.height:
            out[-1] = (out[-1][0], max(out[-1][1], right), out[-1][2] + " " + run.text)
        else:
            out.append((left, right, run.text))
    return out


def _is_heading(row: list[tuple[float, float, str]]) -> bool:
    return len(row) == 2 and bool(_NUMBER.fullmatch(row[0][2].strip())) and any(c.isalpha() for c in row[1][2])
