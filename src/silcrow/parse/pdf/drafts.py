"""Line, Draft and Sheet: what a page holds before the whole document has been seen.

A draft becomes a fragment; until then furniture, bookmarks and joins may still change it, so it is mutable.
Coordinates are points from the top left of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from silcrow.document import Kind, Table
from silcrow.place import Box, Region


class Piece(NamedTuple):
    """A stretch of a line: what stands in one cell of a table."""

    left: float
    right: float
    text: str


@dataclass(slots=True)
class Line:
    """One printed line, or the part of it that stands in one block.

    size     that of most of its characters
    bold     the share of its characters that are bold
    pieces   the stretches that wide room sets apart, as in a row of a table; empty where there is one only
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: float = 0.0
    italic: bool = False
    family: str = ""
    pieces: tuple[Piece, ...] = ()


@dataclass(slots=True)
class Draft:
    """One block of a page.

    box      the union of its lines; `regions` all its places, more than one after a join over a break
    level    the engine's heading level
    gap      free room above in line heights, None at the top of a page
    right    the right edge of its column, for short blocks set bold or as a heading; None where that is not known
    """

    kind: Kind
    page: int
    box: Box
    lines: list[Line]
    level: int | None = None
    table: Table | None = None
    regions: tuple[Region, ...] = ()
    gap: float | None = None
    centred: bool = False
    right: float | None = None
    bookmark: int | None = None
    tag: int | None = None
    contents: bool = False
    caption_below: bool = False
    furniture: bool = False
    hidden: bool = False

    @classmethod
    def of(cls, kind: Kind, page: int, lines: list[Line], level: int | None = None) -> "Draft":
        """A draft of some lines of one page."""
        box = around(lines)
        return cls(kind, page, box, lines, level, regions=regions_of(page, lines, box))


@dataclass(slots=True)
class Sheet:
    """One page with its drafts in reading order."""

    page: int
    width: float
    height: float
    drafts: list[Draft] = field(default_factory=list)


def columns_of(lines: Sequence[Line]) -> list[Sequence[Line]]:
    """The lines cut where they go on in another column, higher up."""
    if len(lines) == 1:
        return [lines]
    cuts = [n for n, (line, after) in enumerate(pairwise(lines), start=1) if after.bottom < line.top]
    if not cuts:
        return [lines]
    return [lines[first:end] for first, end in pairwise([0, *cuts, len(lines)])]


def regions_of(page: int, lines: Sequence[Line], box: Box) -> tuple[Region, ...]:
    """The places of some lines of one page, one a column. `box` holds them all."""
    columns = columns_of(lines)
    if len(columns) == 1:
        return (Region(page, box),)
    return tuple(Region(page, around(held)) for held in columns)


def around(lines: Sequence[Line]) -> Box:
    """The smallest box that holds all lines."""
    first = lines[0]
    left, top, right, bottom = first.left, first.top, first.right, first.bottom
    for line in lines:
        left = min(left, line.left)
        top = min(top, line.top)
        right = max(right, line.right)
        bottom = max(bottom, line.bottom)
    return Box(left, top, right, bottom)
