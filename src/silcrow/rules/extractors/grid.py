"""A table laid out for rules: the label of each row, the head of each column, and the figures of its cells in full.

A currency sign, a bracket or a percent sign that stands in a cell of its own belongs to the figure beside it. A dash
among figures is nothing, a figure in brackets negative, unless its whole column is marks of notes. What is of one share
is not in millions, whatever the table says. Knows no rule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import zip_longest
from typing import Final

from silcrow.cite.evidence import cell_quantities, scale_said, stated
from silcrow.document import Cell, Table
from silcrow.language.folding import fold_case
from silcrow.language.quantities import Quantity, years
from silcrow.rules.extractors.units import CURRENCY, unit_name
from silcrow.rules.ground import Line

_SHORT: Final = 200  # characters of the line above a table that may be its caption
_ABOVE: Final = 5  # paragraphs above it in which its unit may be said in brackets
_PIECES: Final = 5  # tables that one table may go on with
_HEADS: Final = 3  # first rows that may be heads where the table names none
_SIGN = re.compile(r"\s*(?:US|CA|AU|HK)?[$€£¥]\s*\Z")
_TAIL = re.compile(r"\s*\)?\s*%?\s*\Z")
_DASH = re.compile(r"\s*[$€£¥]?\s*[-‐‑–—―−]{1,3}\s*%?\s*\Z")
_NOTE = re.compile(r"\s*\([0-9]\)\s*\Z")
_SHARE = re.compile(r"\s*\(\s?[0-9][0-9.,]*\s?(?:%\s?\)|\)\s?%)\s*\Z")  # (1)% is a share that is lost
_DIGIT = re.compile("[0-9]")
_EACH = re.compile(
    r"\bper\s(?:[\w-]+\s){0,4}?(?:shares?|units?|ads)\b|\bper-share\b|\b(?:share|unit|exercise|par) (?:price|value)\b"
)
_COUNT = re.compile(
    r"\bnumber of\b|\bheadcount\b|\bemployees\b|\bweighted[- ]average (?:[\w-]+ ){0,4}shares\b"
    r"|\bshares (?:[\w-]+ ){0,3}(?:outstanding|issued|used|authorized|repurchased|granted)\b"
)
_OF_SHARES = re.compile(
    r"\bexcept\b[^)]{0,80}?(?:(?<!per )\b(?:shares?|units?) (?:and|data|amounts|numbers|information)\b|\bnumber of\b)"
)
_SHARES = re.compile(r"(?:common |ordinary )?(?:shares|units)\b")
_SHARES_IN = re.compile(r"\(\s?shares? in\b")
_TOTAL = re.compile(r"total\b", re.IGNORECASE)  # what ends a group
_PERCENT = re.compile(r"(?<![0-9])(?<![0-9]\s)(?:%|\bper\s?cent(?:age)?s?\b)")  # "5% notes" is a name
_STATEMENT = re.compile(r"\s*\([^()]{2,80}\)\s*\Z")
_WORD = re.compile(r"[^\W_]+")
_ASIDE = re.compile(r"\s*\([^()]{0,60}\)\s*\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """A cell with its column, and the sign and the tail that stand in cells beside it."""

    column: int
    until: int
    text: str
    sign: str = ""
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its label, the row above it that has only a label and stands for it too, and its other cells."""

    label: str
    group: str
    places: tuple[Place, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Grid:
    """A table where it stands.

    above    the paragraphs before it in its section, back to another table, the nearest last
    before   that other table, where this one has no heads and as many columns: it goes on with it
    """

    line: Line
    table: Table
    above: Sequence[Line] = ()
    before: "Grid | None" = None

    @cached_property
    def rows(self) -> Sequence[Row]:
        """Its rows, heads aside."""
        found: list[Row] = []
        group = ""
        for number, cells in enumerate(self.table.rows):
            if number == self._of_years:
                continue
            label, others = _labelled(_places(cells))
            if label and not any(place.text.strip() for place in others):
                group = label
            found.append(Row(label, group if group != label else "", others, cells))
            group = "" if _TOTAL.match(label) else group
        return found

    @cached_property
    def heads(self) -> Sequence[str]:
        """The head of each column, with the years of a row below it where it names none."""
        if self.before is not None and self._of_years < 0:
            return self.before.heads
        heads = _spread(self.table.header)
        below = _spread(self.table.rows[self._of_years]) if self._of_years >= 0 else []
        return [f"{head} {year}".strip() for head, year in zip_longest(heads, below, fillvalue="")]

    @cached_property
    def _of_years(self) -> int:
        """Which of the first rows holds the years that head the columns; -1 where the head of the table does."""
        if any(years(cell.text) for cell in self.table.header[1:]):
            return -1
        for number, cells in enumerate(self.table.rows[:_HEADS]):
            texts = [_ASIDE.sub("", cell.text) for cell in cells[1:] if cell.text.strip()]
            if len(texts) > 1 and all(years(text) and not _other_figures(text) for text in texts):
                return number
        return -1

    def head(self, place: Place) -> str:
        """What stands at the head of the columns of a cell."""
        said = (self.heads[i] for i in range(place.column, place.until) if i < len(self.heads))
        return " ".join(dict.fromkeys(" ".join(one.split()) for one in said if one.strip()))

    @cached_property
    def caption(self) -> str:
        """Its caption, and a short line above it that may be one."""
        near = self.above[-1] if self.above else None
        short = near is not None and near.paragraph.table is None and len(near.text) <= _SHORT
        return f"{self.table.caption} {near.text if near is not None and short else ''}".strip()

    def figure(self, row: Row, place: Place) -> tuple[Decimal, str] | None:
        """The figure of a cell with sign and scale, and the name of its unit; None where it holds none, or several."""
        text = f"{place.sign}{place.text}{place.tail}"
        head = fold_case(self.head(place))
        label = fold_case(row.label)
        if _DASH.match(text):
            found = Quantity("number", 0, 0, Decimal(0)) if place.sign or self._among_figures(row, place) else None
        else:
            found = self._read(text, place)
        if found is None:
            return None
        unit = unit_name(found.unit) if found.kind == "money" else ""
        if found.kind == "percent" or "%" in text or (not unit and _PERCENT.search(f"{head} {label}")):
            return found.value, "%"
        counted = bool(_COUNT.search(label) or _COUNT.search(head) or _SHARES.match(head))
        each = not counted and bool(_EACH.search(label) or _EACH.search(head) or self._of_group(row, found))
        if not unit and not counted:
            unit = self.currency
        return found.value * self._scale(head, counted=counted, each=each), unit

    def _read(self, text: str, place: Place) -> Quantity | None:
        found = [one for one in cell_quantities(text) if one.kind in ("number", "money", "percent", "year")]
        if len(found) != 1:
            return None
        if _SHARE.match(text):
            return replace(found[0], value=-abs(found[0].value))
        if _NOTE.match(text):  # "(8)" is a mark of a note where the whole column is marks, and negative elsewhere
            return replace(found[0], value=-abs(found[0].value)) if self._in_figures(place) else None
        return found[0]

    def _in_figures(self, place: Place) -> bool:
        """Whether a column has other figures than marks of notes."""
        others = (other for row in self.rows for other in row.places if other.column == place.column)
        return any(_DIGIT.search(other.text) and not _NOTE.match(other.text) for other in others)

    def _among_figures(self, row: Row, place: Place) -> bool:
        return self._in_figures(place) or any(_DIGIT.search(other.text) for other in row.places)

    def _of_group(self, row: Row, found: Quantity) -> bool:
        """Whether the row above says that it is of a share: "Earnings per share:", then "Basic 2.35"."""
        group = fold_case(row.group)
        return bool(_EACH.search(group)) and not _COUNT.search(group) and found.value % 1 != 0

    def _scale(self, head: str, *, counted: bool, each: bool) -> Decimal:
        own = stated(head)
        scale, words = (own.scale, head) if own is not None else self.said
        if each or (counted and _OF_SHARES.search(words)) or (not counted and _SHARES_IN.search(words)):
            return Decimal(1)
        return scale

    @cached_property
    def _near(self) -> str:
        """What says the unit of the whole table: a head of one column only where it says nothing else."""
        heads = [cell.text for i, cell in enumerate(self.table.header) if not i or _STATEMENT.match(cell.text)]
        heads += [cell.text for row in self.table.rows[:_HEADS] for cell in row if _STATEMENT.match(cell.text)]
        return " ".join((self.table.unit, self.caption, *heads))

    @cached_property
    def said(self) -> tuple[Decimal, str]:
        """The scale of its figures, and the words that say it."""
        if (found := stated(self._near)) is not None:
            return found.scale, fold_case(self._near)
        for text in (*(line.text for line in reversed(self.above)), *reversed(self.line.section.path)):
            if (said := scale_said([text])) is not None:
                return said.scale, fold_case(text)
        return self.before.said if self.before is not None else (Decimal(1), "")

    @cached_property
    def currency(self) -> str:
        """The currency of its figures: as it says, or the only one that is printed with any of them."""
        said = f"{self._near} {self.said[1]}"
        if found := CURRENCY.search(said):
            return unit_name(found[0])
        cells = (cell for row in self.table.rows for cell in row[1:])
        signs = {unit_name(one[0]) for cell in cells for one in CURRENCY.finditer(cell.text)}
        if not signs and self.before is not None:
            return self.before.currency
        return signs.pop() if len(signs) == 1 else ""


def grids(lines: Sequence[Line]) -> Iterator[Grid]:
    """The tables among some paragraphs."""
    for line in lines:
        if line.paragraph.table is not None:
            yield grid_at(line, line.paragraph.table)


def grid_at(line: Line, table: Table, *, pieces: int = _PIECES) -> Grid:
    """The table of a paragraph; of those before it that it goes on with at most so many are asked."""
    above: list[Line] = []
    before = line.beside[: line.number - line.beside[0].number] if line.beside else ()
    for near in before[: -_ABOVE - 1 : -1]:
        other = near.paragraph.table
        if other is not None:
            goes_on = pieces > 0 and not _headed(table) and _columns(other) == _columns(table)
            return Grid(line, table, above[::-1], grid_at(near, other, pieces=pieces - 1) if goes_on else None)
        above.append(near)
    return Grid(line, table, above[::-1])


def _headed(table: Table) -> bool:
    return any(cell.text.strip() for cell in table.header)


def _columns(table: Table) -> int:
    return max((sum(max(1, cell.colspan) for cell in row) for row in (table.header, *table.rows)), default=0)


def told_by(text: str) -> tuple[str, ...]:
    """The words of a label or a head, without plural s and without what stands in brackets at its end."""
    while (short := _ASIDE.sub("", text)) and short != text:
        text = short
    return tuple(word.removesuffix("s") or word for word in _WORD.findall(fold_case(text)))


def holds(text: str, words: str) -> bool:
    """Whether a text holds all of some words."""
    return set(told_by(words)) <= set(told_by(text)) | {
        word.removesuffix("s") for word in _WORD.findall(fold_case(text))
    }


def _places(cells: Sequence[Cell]) -> list[Place]:
    """The cells of a row, signs and tails that stand alone put to their figures."""
    found: list[Place] = []
    at = 0
    sign: Place | None = None
    for cell in cells:
        text = " ".join(cell.text.split())
        place = Place(at, at + max(1, cell.colspan), text)
        at = place.until
        if found and _SIGN.match(text):
            sign = place
            continue
        if sign is not None and text:
            place, sign = replace(place, column=sign.column, sign=sign.text), None
        if text and _TAIL.match(text) and len(found) > 1 and _DIGIT.search(found[-1].text):
            found[-1] = replace(found[-1], until=place.until, tail=text)
            continue
        found.append(place)
    return found


def _labelled(places: Sequence[Place]) -> tuple[str, tuple[Place, ...]]:
    """The label of a row, which is the first cell that holds anything, and the cells behind it."""
    for i, place in enumerate(places):
        if place.text:
            return place.text, tuple(places[i + 1 :])
    return "", tuple(places)


def _spread(cells: Sequence[Cell]) -> list[str]:
    """The text of each column; that of a cell over several counts for each of them."""
    return [cell.text for cell in cells for _ in range(max(1, cell.colspan))]


def _other_figures(text: str) -> bool:
    """Whether a text has figures that are no years."""
    return any(one.kind not in ("year", "date") for one in cell_quantities(text))
