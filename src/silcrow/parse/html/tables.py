"""A table while it is walked, and what becomes of it: a Table, or its contents where it only lays out the page."""

from dataclasses import dataclass, field

from silcrow.document import Cell, Table
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.html.looks import Attributes
from silcrow.render.tables import markdown, merged_header

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

    def fragments(self, *, contents: bool) -> list[Fragment]:
        """The table as one fragment, or all that stands in it, in order."""
        rows = [row for row in self._rows if any(cell.fragments for cell in row)]
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
        return [Fragment("table", markdown(table), clues=Clues(contents=contents), table=table)]

    @staticmethod
    def _is_tabular(rows: list[list[_CapturedCell]]) -> bool:
        filled = [[cell for cell in row if cell.fragments] for row in rows]
        if max(map(len, filled), default=0) < 2:
            return False
        return all(len(cell.text) <= _LONGEST_CELL for row in filled for cell in row)


def _span(text: str | None) -> int:
    return min(max(int(text), 1), 65_534) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1
