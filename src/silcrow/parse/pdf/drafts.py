"""Line and Draft: what a page holds before the whole document has been seen.

A draft becomes a fragment; until then furniture, bookmarks and joins may still change it, so it is mutable.
Coordinates are points from the top left of the page.
"""

from dataclasses import dataclass, field

from silcrow.document import Kind, Table
from silcrow.place import Box


@dataclass(slots=True)
class Line:
    """One printed line, or the part of it that stands in one block.

    `size` is that of most of its characters; `bold` the share of its characters that are bold.
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

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(slots=True)
class Draft:
    """One block of a page. `box` is the union of its lines; `level` the engine's, for headings only."""

    kind: Kind
    page: int
    box: Box
    lines: list[Line] = field(default_factory=list)
    level: int | None = None
    table: Table | None = None
    gap: float | None = None
    centred: bool = False
    bookmark: int | None = None
    furniture: bool = False
    hidden: bool = False
    more: "Draft | None" = None


def around(lines: list[Line]) -> Box:
    """The smallest box that holds all lines."""
    return Box(
        min(line.left for line in lines),
        min(line.top for line in lines),
        max(line.right for line in lines),
        max(line.bottom for line in lines),
    )
