"""Where a document is cut: at the highest boundary that keeps every part within the budget.

From the top down: a section that fits is one part; one that does not is cut into what stands before its subsections and
the subsections themselves, and so on; only a section without subsections is cut between paragraphs or inside one.
Then small neighbours under one parent are put together. Levels are the tree's, so part, chapter, section and
subsection need no names here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from silcrow.split.atoms import Atom
from silcrow.split.units import Flat


class Budget(NamedTuple):
    """Tokens that a part may have, and tokens below which it is put to its neighbour."""

    most: int
    least: int


class Start(NamedTuple):
    """The atom at which a part begins, and a title for the part where whoever chose it had one."""

    atom: Atom
    title: str = ""


Cutter = Callable[[Flat, int, int, Budget], Sequence[Start]]
"""How units[first:end], dearer than a part may be, are cut: where each part begins, the first at the first unit."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What becomes a part: from `opens`, an atom or a whole unit, to where the next piece opens.

    cost        tokens, at most
    top, last   the ords of the sections it stands under: one, or the first and the last of those put together
    number      which piece of a run that was cut, from 1; 0 where it was not
    """

    opens: Atom
    cost: int
    top: int
    last: int
    number: int = 0
    title: str = ""


def pieces(flat: Flat, budget: Budget, cut: Cutter) -> list[Piece]:
    """The pieces of a document, in order."""
    peeled = _Peeling(flat, budget, cut)
    count = len(flat.units)
    if not flat.text:
        return []
    tops = [section.ord for section in flat.document.sections if section.parent is None]
    if flat.cost(0, count) <= budget.most:
        return [peeled.whole(0, count, tops[0], tops[-1])]
    return list(peeled.below(0, tops))


class _Peeling:
    """One document being peeled from the top down."""

    def __init__(self, flat: Flat, budget: Budget, cut: Cutter) -> None:
        self._flat = flat
        self._budget = budget
        self._cut = cut

    def whole(self, first: int, end: int, top: int, last: int) -> Piece:
        """Units first to end as one piece."""
        unit = self._flat.units[first]
        opens = Atom(unit.start, unit.end, 0, 0, first, "character", 0)
        return Piece(opens, self._flat.cost(first, end), top, last)

    def below(self, first: int, children: Sequence[int], lead: Piece | None = None) -> Iterator[Piece]:
        """Pieces of sections side by side, the first of them from unit `first`; small ones are put together.

        `lead` is what stands before them in their parent, and may be put to them.
        """
        run: list[Piece] = [lead] if lead else []
        for child in children:
            end = self._flat.end_of(child)
            if end == first:
                continue
            if self._flat.cost(first, end) <= self._budget.most:
                run.append(self.whole(first, end, child, child))
            else:
                yield from self._together(run)
                run = []
                yield from self._peel(first, child)
            first = end
        yield from self._together(run)

    def _peel(self, first: int, ord_: int) -> Iterator[Piece]:
        """Pieces of a section that is too large, with what stands before it from unit `first`."""
        flat, budget = self._flat, self._budget
        children = self._children(ord_)
        if not children:
            yield from self._run(first, flat.end_of(ord_), ord_)
            return
        own = flat.first[children[0]]
        if own == first:
            yield from self.below(own, children)
        elif flat.cost(first, own) > budget.most:
            yield from self._run(first, own, ord_)
            yield from self.below(own, children)
        elif flat.cost(first, own) < budget.least and flat.cost(own, flat.end_of(children[0])) > budget.most:
            # A heading, or little more, goes with what follows it, which has to be cut in any case.
            yield from self.below(first, children)
        else:
            yield from self.below(own, children, self.whole(first, own, ord_, ord_))

    def _children(self, ord_: int) -> list[int]:
        """The sections right below one that have any text."""
        sections, flat = self._flat.document.sections, self._flat
        found: list[int] = []
        at = ord_ + 1
        while at <= sections[ord_].last:
            if flat.end_of(at) > flat.first[at]:
                found.append(at)
            at = sections[at].last + 1
        return found

    def _run(self, first: int, end: int, ord_: int) -> Iterator[Piece]:
        """Pieces of a stretch without subsections that is too large."""
        for number, start in enumerate(self._cut(self._flat, first, end, self._budget), 1):
            yield Piece(start.atom, self._budget.most, ord_, ord_, number, start.title)

    def _together(self, run: Sequence[Piece]) -> list[Piece]:
        """Neighbours under one parent, the small ones put together: forward first, then to the one before."""
        forward: list[Piece] = []
        for piece in run:
            if forward and forward[-1].cost < self._budget.least and self._fit(forward[-1], piece):
                forward[-1] = _joined(forward[-1], piece)
            else:
                forward.append(piece)
        found: list[Piece] = []
        for piece in forward:
            if found and piece.cost < self._budget.least and self._fit(found[-1], piece):
                found[-1] = _joined(found[-1], piece)
            else:
                found.append(piece)
        return found

    def _fit(self, one: Piece, other: Piece) -> bool:
        return one.cost + other.cost - 1 <= self._budget.most


def _joined(one: Piece, other: Piece) -> Piece:
    return replace(one, cost=one.cost + other.cost - 1, last=other.last)
