"""The outline of a document: derived from its sections, never stored, folded to any budget.

Knows which sections to show and what a fold hides; how a line looks, and what it costs, is the caller's to say.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from silcrow.document import Health, Section
from silcrow.errors import Notice

# A family that does not fit is measured in vain; after this many at one depth the rest stays folded, so that the
# work is bounded by the budget and not by the document.
_MISFITS = 8
_TOP = -1
_OVERSIZED = 5_000  # tokens, some ten pages, from which a section without a subheading is odd
_TIMES = 10  # and against the section in the middle


@dataclass(frozen=True, slots=True)
class Outline:
    """Sections in pre-order, all below one root or the whole document."""

    doc_id: str
    title: str
    sections: tuple[Section, ...]
    pages: int = 0
    page_labels: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    health: Health = field(default_factory=Health)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a folded outline: a section with `folded` sections hidden below it.

    With section None it stands for `folded` further sections beside the row before it (their subtrees included).
    `depth` counts ancestors that are shown.
    """

    section: Section | None
    depth: int
    folded: int = 0


@dataclass(frozen=True, slots=True)
class Folded:
    """What is left of an outline after folding: rows in reading order, and how many sections they hide in all."""

    rows: tuple[Row, ...]
    folded: int

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections shown, in order."""
        return tuple(row.section for row in self.rows if row.section is not None)


def skipped(sections: Sequence[Section]) -> tuple[str, ...]:
    """The sections whose level is more than one below that of the section they stand in."""
    levels = {section.sec_id: section.level for section in sections}
    return tuple(s.sec_id for s in sections if s.parent in levels and s.level > levels[s.parent] + 1)


def oversized(sections: Sequence[Section]) -> tuple[str, ...]:
    """The sections that hold far more text of their own than others: a heading inside may have been missed."""
    sizes = sorted(section.tokens for section in sections if section.tokens)
    usual = sizes[len(sizes) // 2] if sizes else 0
    return tuple(s.sec_id for s in sections if s.tokens > max(_OVERSIZED, _TIMES * usual))


def fold(
    outline: Outline, *, depth: int | None = None, budget: int | None = None, cost: Callable[[Row], int] | None = None
) -> Folded:
    """Fold an outline to so many levels and to a budget, in whatever `cost` counts (one a row unless told otherwise).

    Levels open from the top while there is room. Where a level does not fit as a whole, the sections that hold most
    paragraphs are opened first; a family of siblings is shown whole, except where nothing else could be opened.
    """
    return _Folding(outline.sections, cost or (lambda _row: 1), budget).run(depth)


class _Folding:
    """The state of one fold: which families (siblings below one parent) are open, and what is left of the budget."""

    def __init__(self, sections: tuple[Section, ...], cost: Callable[[Row], int], budget: int | None) -> None:
        self.sections = sections
        self.base = sections[0].ord if sections else 0
        self.cost = cost
        self.left = budget
        self.open: dict[int, tuple[Row, ...]] = {}  # by the parent's ord; _TOP for the top family

    def run(self, depth: int | None) -> Folded:
        parents: list[Row] = [Row(None, -1, len(self.sections))]
        level = 0
        while parents and (depth is None or level < depth):
            parents = self._open_level(parents, level)
            level += 1
        rows = tuple(self._walk())
        return Folded(rows, len(self.sections) - sum(row.section is not None for row in rows))

    def _open_level(self, parents: list[Row], level: int) -> list[Row]:
        """Open what fits of the families below these parents; the rows opened that hide sections of their own."""
        misfits: list[Row] = []
        opened: list[Row] = []
        for parent in sorted(parents, key=_paragraphs, reverse=True):
            family = self._fitting(parent, level, self._room(parent))
            if sum(1 + row.folded for row in family) == parent.folded:
                opened.extend(self._show(parent, family))
            else:
                misfits.append(parent)
                if len(misfits) == _MISFITS:
                    break
        if misfits and not opened:
            self._show_part(misfits[0], level)
        return [row for row in opened if row.folded]

    def _children(self, parent: Section | None) -> Iterator[Section]:
        """The sections right below one, hopping over their subtrees."""
        at = 0 if parent is None else parent.ord - self.base + 1
        end = len(self.sections) if parent is None else parent.last - self.base + 1
        while at < end:
            yield self.sections[at]
            at = self.sections[at].last - self.base + 1

    def _room(self, parent: Row) -> int | None:
        """What may be spent below a parent: the budget left, and what its own row saves by hiding nothing."""
        if self.left is None or parent.section is None:
            return self.left
        return self.left + self.cost(parent) - self.cost(Row(parent.section, parent.depth))

    def _fitting(self, parent: Row, level: int, room: int | None) -> tuple[Row, ...]:
        """The rows below a parent, as many as the room holds."""
        rows = (Row(child, level, child.last - child.ord) for child in self._children(parent.section))
        if room is None:
            return tuple(rows)
        costs = 0

        def fits(row: Row) -> bool:
            nonlocal costs
            costs += self.cost(row)
            return costs <= room

        return tuple(takewhile(fits, rows))

    def _show(self, parent: Row, family: tuple[Row, ...]) -> tuple[Row, ...]:
        room = self._room(parent)
        if room is not None:
            self.left = room - sum(map(self.cost, family))
        self.open[_key(parent)] = family
        return family

    def _show_part(self, parent: Row, level: int) -> None:
        """Open the first rows below a parent, and one that counts the others."""
        rest = Row(None, level, parent.folded)
        room = self._room(parent)
        rows = self._fitting(parent, level, None if room is None else room - self.cost(rest))
        if rows:
            self._show(parent, (*rows, Row(None, level, parent.folded - sum(1 + row.folded for row in rows))))

    def _walk(self) -> Iterator[Row]:
        """The open rows in pre-order; a row whose family is open hides nothing itself."""
        stack = [iter(self.open.get(_TOP, ()))]
        while stack:
            row = next(stack[-1], None)
            if row is None:
                stack.pop()
            elif row.section is not None and row.section.ord in self.open:
                yield Row(row.section, row.depth)
                stack.append(iter(self.open[row.section.ord]))
            else:
                yield row


def _key(row: Row) -> int:
    return _TOP if row.section is None else row.section.ord


def _paragraphs(row: Row) -> int:
    return row.section.end - row.section.first if row.section else 0
