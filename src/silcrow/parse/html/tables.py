"""A table while it is walked, and what becomes of it: a Table, or its contents where it only lays out the page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from silcrow.document import Cell, Table
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.html.looks import Attributes
from silcrow.parse.html.marks import is_mark, joined
from silcrow.place import Region
from silcrow.render.tables import markdown, merged_header

_ITEM = re.compile(r"item\s", re.IGNORECASE)
_LISTED: Final = 3  # rows that name Items in one table: its contents, since a heading stands alone
_FIGURE = re.compile(r"[\W\d]*\Z")
_LONGEST_CELL = 2_000  # characters; a longer cell holds text of the page, not a figure of a table


@dataclass(slots=True)
class _CapturedCell:
    fragments: list[Fragment] = field(default_factory=list)
    heads: bool = False
    rowspan: int = 1
    colspan: int = 1

    @property
    def text(self) -> str:
        return "\n".join(fragment.text for fragment in self.fragments)


@dataclass(slots=True)
class Capture:
    """One open table. `sink` is where the walk puts fragments now: the open cell, the caption, or what stands between.

    `laid_out` is set where the table is there for layout only.
    """

    laid_out: bool = False
    hrefs: list[str] = field(default_factory=list)  # places of this page that its lines lead to
    sink: list[Fragment] = field(default_factory=list)
    _caption: list[Fragment] = field(default_factory=list)
    _rows: list[list[_CapturedCell]] = field(default_factory=list)
    _heads: int = 0  # rows that stand in <thead>
    _in_head: bool = False

    def __post_init__(self) -> None:
        self._caption = self.sink  # text outside of any cell is the caption's

    def enter(self, tag: str, attributes: Attributes) -> None:
        """A row, a cell or a part of the table begins."""
        if tag in ("thead", "tbody", "tfoot"):
            self._in_head = tag == "thead"
        elif tag == "tr":
            self._rows.append([])
            self._heads += self._in_head
        elif tag in ("td", "th"):
            cell = _CapturedCell(
                heads=tag == "th",
                rowspan=_span(attributes.get("rowspan")),
                colspan=_span(attributes.get("colspan")),
            )
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append(cell)
            self.sink = cell.fragments
        elif tag == "caption":
            self.sink = self._caption

    def fragments(self, *, contents: bool, regions: tuple[Region, ...] = ()) -> list[Fragment]:
        """The table as one fragment, or all that stands in it, in order."""
        rows = [row for row in self._rows if any(cell.fragments for cell in row)]
        if not self.laid_out and not self._heads and _marks(rows):
            return [*self._caption, *(f for row in rows for f in _joined(row))]
        if self.laid_out or not self._is_tabular(rows):
            return [*self._caption, *(f for row in rows for cell in row for f in cell.fragments)]
        heads = self._heads if self._heads < len(rows) else 0
        while not self._heads and heads < len(rows) - 1 and all(cell.heads for cell in rows[heads]):
            heads += 1
        cells = [tuple(Cell(c.text, None, c.rowspan, c.colspan) for c in row) for row in rows]
        table = Table(
            header=merged_header(cells[:heads]) if heads else (),
            rows=tuple(cells[heads:]),
            caption="\n".join(fragment.text for fragment in self._caption),
        )
        return [Fragment("table", markdown(table), regions, Clues(contents=contents or _lists(rows)), table)]

    @staticmethod
    def _is_tabular(rows: list[list[_CapturedCell]]) -> bool:
        filled = [[cell for cell in row if cell.fragments] for row in rows]
        if max(map(len, filled), default=0) < 2:
            return False
        return all(len(cell.text) <= _LONGEST_CELL for row in filled for cell in row)


def _filled(row: Sequence[_CapturedCell]) -> list[_CapturedCell]:
    return [cell for cell in row if cell.fragments]


def _marks(rows: Sequence[Sequence[_CapturedCell]]) -> bool:
    """Whether each row is a mark (a bullet, a number, "Item 7.") and what it marks, or one cell: no table then.

    A row of figures beside a number is one of a table, and many Items below each other are a list of contents.
    """
    filled = [_filled(row) for row in rows]
    marked = [row for row in filled if len(row) == 2]
    if any(cell.heads for row in filled for cell in row):
        return False
    if not marked or len(filled) > len(marked) + 1 or any(len(row) > 2 for row in filled) or _lists(rows):
        return False
    return all(is_mark(row[0].text) and not _FIGURE.match(row[1].text) for row in marked)


def _lists(rows: Sequence[Sequence[_CapturedCell]]) -> bool:
    """Whether the rows list Items."""
    return sum(bool(_ITEM.match(cell.text)) for row in rows for cell in _filled(row)[:1]) >= _LISTED


def _joined(row: Sequence[_CapturedCell]) -> list[Fragment]:
    """What stands in a row as it is read: the mark and what it marks are one line."""
    filled = _filled(row)
    if len(filled) == 1:
        return filled[0].fragments
    first, *more = filled[1].fragments
    return [joined(filled[0].fragments[0], first), *more]


def _span(text: str | None) -> int:
    return min(max(int(text), 1), 65_534) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1
