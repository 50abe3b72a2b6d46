"""The documents of one search side by side, so that ranking is a few passes over long arrays.

Built from what the store keeps (packing.py) and thrown away with the search. Knows nothing of queries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from silcrow.retrieve.packing import Array, Shape, unpack_posting, unpack_shape
from silcrow.retrieve.scope import Range
from silcrow.store.protocol import Lengths, Posting


@dataclass(frozen=True, slots=True)
class Place:
    """One unit: a paragraph by order number, or, with paragraph None, a section that is only its heading."""

    doc_id: str
    section: int
    paragraph: int | None


@dataclass(frozen=True, slots=True)
class Occurrences:
    """One term in all documents: units whose text has it, and sections whose heading has it; how often each."""

    units: Array
    in_text: Array
    sections: Array
    in_heading: Array


class Corpus:
    """Units and sections of several documents, counted on from one to the next.

    text      index terms of each unit's text, 0 for a bare heading; numbers: those that are figures
    page      the page each unit begins on, counted on from document to document; 0 for none
    section   the section of each unit
    path      index terms of each section's heading path
    begin, end   units of each section's subtree; bare_begin, bare_end the bare headings among them
    inside    which units the search may find; None for all
    """

    def __init__(self, lengths: Iterable[Lengths], within: Sequence[Range] = ()) -> None:
        rows = list(lengths)
        self.doc_ids = [row.doc_id for row in rows]
        self.shapes = [unpack_shape(row.block) for row in rows]
        self._number = {doc_id: i for i, doc_id in enumerate(self.doc_ids)}
        self._units = _starts([shape.paragraphs + len(shape.bare) for shape in self.shapes])
        self._sections = _starts([len(shape.first) for shape in self.shapes])
        nothing = np.zeros(0, np.int64)
        self._pages = _starts([int(shape.page.max(initial=0)) for shape in self.shapes])
        parts = zip(self.shapes, self._units, self._sections, self._pages, strict=False)
        columns = [_columns(shape, *map(int, starts)) for shape, *starts in parts]
        joined = [np.concatenate(column) for column in zip(*columns, strict=True)] or [nothing] * 9
        self.text, self.numbers, self.page, self.section = joined[:4]
        self.path, self.begin, self.end, self.bare_begin, self.bare_end = joined[4:]
        self.inside = self._mask(within) if within else None

    @cached_property
    def every(self) -> Array:
        """All units."""
        return np.arange(self.units)

    @property
    def units(self) -> int:
        """How many there are."""
        return int(self._units[-1])

    def occurrences(self, postings: Iterable[Posting]) -> Occurrences:
        """One term's postings, in the numbers of this corpus."""
        units, in_text, sections, in_heading = [], [], [], []
        for posting in postings:
            if (number := self._number.get(posting.doc_id)) is not None:
                block = unpack_posting(posting.block)
                units.append(block.paragraphs + self._units[number])
                in_text.append(block.in_text)
                sections.append(block.sections + self._sections[number])
                in_heading.append(block.in_heading)
        return Occurrences(*map(_joined, (units, in_text, sections, in_heading)))

    def below(self, sections: Array, weights: Array) -> Array | None:
        """Sum over these sections of their weights, at each unit of their subtrees; None when there are none."""
        if not len(sections):
            return None
        steps = np.zeros(self.units + 1)
        np.add.at(steps, self.begin[sections], weights)
        np.subtract.at(steps, self.end[sections], weights)
        np.add.at(steps, self.bare_begin[sections], weights)
        np.subtract.at(steps, self.bare_end[sections], weights)
        return np.cumsum(steps[:-1])

    def over(self, term: Occurrences, unit: int) -> int:
        """How often a term stands in the headings above a unit, one of those searched."""
        first, end, bare, last = (one[term.sections] for one in (self.begin, self.end, self.bare_begin, self.bare_end))
        above = ((first <= unit) & (unit < end)) | ((bare <= unit) & (unit < last))
        return int(term.in_heading[above].sum())

    def of(self, doc_ids: Iterable[str]) -> Array:
        """The units of some documents, those that may be found."""
        numbers = [self._number[doc_id] for doc_id in doc_ids if doc_id in self._number]
        units = [np.arange(self._units[number], self._units[number + 1]) for number in numbers]
        found = _joined(units).astype(np.int64)
        return found if self.inside is None else found[self.inside[found]]

    def place(self, unit: int) -> Place:
        """Where a unit stands."""
        number = int(np.searchsorted(self._units, unit, "right")) - 1
        within = unit - int(self._units[number])
        section = int(self.section[unit] - self._sections[number])
        return Place(self.doc_ids[number], section, within if within < self.shapes[number].paragraphs else None)

    def around(self, unit: int) -> tuple[int, int]:
        """The first and the last paragraph of the unit's section, by order number in its document."""
        doc_id, section = self.home(int(self.section[unit]))
        shape = self.shapes[self._number[doc_id]]
        first = int(shape.first[section])
        return first, first + int(shape.count[section]) - 1

    def on_pages(self, doc_id: str, pages: Sequence[int]) -> Array:
        """The units of a document that begin on these of its pages."""
        number = self._number[doc_id]
        base, last = int(self._pages[number]), int(self._pages[number + 1])
        return np.flatnonzero(np.isin(self.page, [base + page for page in pages if 0 < page <= last - base]))

    def home(self, section: int) -> tuple[str, int]:
        """The document and the ord of a section of this corpus."""
        number = int(np.searchsorted(self._sections, section, "right")) - 1
        return self.doc_ids[number], section - int(self._sections[number])

    def _mask(self, within: Sequence[Range]) -> Array:
        mask = np.zeros(self.units, bool)
        for one in within:
            mask[self.members(one)] = True
        return mask

    def members(self, one: Range) -> Array:
        """The units of a range."""
        number = self._number.get(one.doc_id)
        if number is None:
            return np.zeros(0, np.int64)
        shape, base = self.shapes[number], int(self._units[number])
        paragraphs = np.arange(base + one.first, base + min(one.end, shape.paragraphs))
        if one.sections is None:
            return paragraphs
        top, last = one.sections
        bare = np.flatnonzero((shape.bare >= top) & (shape.bare <= last)) + base + shape.paragraphs
        return np.concatenate([paragraphs, bare])


def _columns(shape: Shape, unit: int, section: int, page: int) -> tuple[Array, ...]:
    bare = unit + shape.paragraphs
    nothing = np.zeros(len(shape.bare), np.int64)
    return (
        np.concatenate([shape.text, nothing]),
        np.concatenate([shape.numbers, nothing]),
        np.concatenate([np.where(shape.page > 0, shape.page.astype(np.int64) + page, 0), nothing]),
        shape.section + section,
        shape.path,
        shape.first.astype(np.int64) + unit,
        shape.end.astype(np.int64) + unit,
        np.searchsorted(shape.bare, np.arange(len(shape.first))) + bare,
        np.searchsorted(shape.bare, shape.last, "right") + bare,
    )


def _starts(sizes: Sequence[int]) -> Array:
    return np.concatenate([[0], np.cumsum(np.asarray(sizes, np.int64))]).astype(np.int64)


def _joined(arrays: list[Array]) -> Array:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)
