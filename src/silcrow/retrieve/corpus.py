"""The documents of one search side by side, so that ranking is a few passes over long arrays.

Built from what the store keeps (packing.py) and thrown away with the search. Knows nothing of queries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from silcrow.retrieve.packing import LISTING, Array, torn, unpack_postings, unpack_shapes
from silcrow.retrieve.scope import Range
from silcrow.retrieve.spots import Spot
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
    kind      what each unit is, by its number in packing.KINDS; listing: the units that only list sections
    section   the section of each unit
    path      index terms of each section's heading path
    begin, end   units of each section's subtree; bare_begin, bare_end the bare headings among them
    inside    which units the search may find; None for all
    """

    def __init__(self, lengths: Iterable[Lengths], within: Sequence[Range] = ()) -> None:
        rows = list(lengths)
        self.doc_ids = [row.doc_id for row in rows]
        shapes = unpack_shapes([row.block for row in rows])
        self.languages, columns = shapes.languages, shapes.columns
        self._number = {doc_id: i for i, doc_id in enumerate(self.doc_ids)}
        self._paragraphs = shapes.paragraphs
        self._first, self._count = columns["first"], columns["count"]
        self._sections = _starts(shapes.sections)
        owner = np.repeat(np.arange(len(rows)), shapes.sections)  # the document of each section
        bare = self._first == columns["end"]
        self._bare = np.flatnonzero(bare)
        bares = np.bincount(owner[self._bare], minlength=len(rows))
        self._units = _starts(shapes.paragraphs + bares)
        after = np.cumsum(shapes.paragraphs)  # what the number of a bare heading among all is counted on from
        text_at = np.arange(shapes.paragraphs.sum()) + np.repeat(_starts(bares)[:-1], shapes.paragraphs)
        bare_at = np.arange(len(self._bare)) + np.repeat(after, bares)
        self.text, self.numbers, self.kind, self.page, self.section = np.zeros((5, self.units), np.int64)
        self.text[text_at], self.numbers[text_at] = columns["text"], columns["numbers"]
        self.kind[text_at] = columns["kind"]
        self.listing = np.flatnonzero(self.kind == LISTING)
        self.section[text_at] = np.repeat(np.arange(len(owner)), self._count)
        self.section[bare_at] = self._bare
        self._pages, self.page[text_at] = _counted_on(columns["page"], shapes.paragraphs)
        ends = columns["last"] + self._sections[owner] + 1  # of each section's subtree
        self.path = _summed(columns["heading"], ends)
        self.begin, self.end = self._first + self._units[owner], columns["end"] + self._units[owner]
        before = _starts(bare)
        self.bare_begin, self.bare_end = before[:-1] + after[owner], before[ends] + after[owner]
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
        here = [posting for posting in postings if posting.doc_id in self._number]
        numbers = np.array([self._number[posting.doc_id] for posting in here], np.int64)
        found, paragraphs, sections = unpack_postings([posting.block for posting in here])
        if (found.paragraphs >= np.repeat(self._paragraphs[numbers], paragraphs)).any() or (
            found.sections >= np.repeat(np.diff(self._sections)[numbers], sections)
        ).any():
            raise torn()
        return Occurrences(
            found.paragraphs + np.repeat(self._units[numbers], paragraphs),
            found.in_text,
            found.sections + np.repeat(self._sections[numbers], sections),
            found.in_heading,
        )

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

    def unit(self, doc_id: str, paragraph: int) -> int | None:
        """The unit that a paragraph is; None for one that is not here or not to be found."""
        number = self._number.get(doc_id)
        if number is None or not 0 <= paragraph < self._paragraphs[number]:
            return None
        unit = int(self._units[number]) + paragraph
        return unit if self.inside is None or self.inside[unit] else None

    def place(self, unit: int) -> Place:
        """Where a unit stands."""
        number = int(np.searchsorted(self._units, unit, "right")) - 1
        within = unit - int(self._units[number])
        section = int(self.section[unit] - self._sections[number])
        return Place(self.doc_ids[number], section, within if within < self._paragraphs[number] else None)

    def spots(self, units: Array) -> list[Spot | None]:
        """The paragraphs that some units are; None for a heading that holds no text."""
        numbers = np.searchsorted(self._units, units, "right") - 1
        within = units - self._units[numbers]
        found = zip(numbers.tolist(), within.tolist(), (within < self._paragraphs[numbers]).tolist(), strict=True)
        return [(self.doc_ids[number], order) if is_text else None for number, order, is_text in found]

    def around(self, unit: int) -> tuple[int, int]:
        """The first and the last paragraph of the unit's section, by order number in its document."""
        section = self.section[unit]
        first = int(self._first[section])
        return first, first + int(self._count[section]) - 1

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
        base, count = int(self._units[number]), int(self._paragraphs[number])
        paragraphs = np.arange(base + one.first, base + min(one.end, count))
        if one.sections is None:
            return paragraphs
        top, last = (section + int(self._sections[number]) for section in one.sections)
        bare = np.arange(self.bare_begin[top], self.bare_begin[top] + _within(self._bare, top, last))
        return np.concatenate([paragraphs, bare])


def _within(numbers: Array, first: int, last: int) -> int:
    """How many of some ascending numbers are from first to last."""
    return int(np.searchsorted(numbers, last, "right") - np.searchsorted(numbers, first))


def _counted_on(pages: Array, sizes: Array) -> tuple[Array, Array]:
    """Where each document's pages begin and the end of all; pages counted on from one to the next, 0 still for none."""
    owner = np.repeat(np.arange(len(sizes)), sizes)
    most = np.zeros(len(sizes), np.int64)
    np.maximum.at(most, owner, pages)
    starts = _starts(most)
    return starts, np.where(pages > 0, pages + starts[owner], 0)


def _summed(own: Array, ends: Array) -> Array:
    """For each section the sum of its own number and of those above it; `ends`: of their subtrees."""
    steps = np.append(own, 0)
    np.subtract.at(steps, ends, own)
    return np.cumsum(steps[:-1])


def _starts(sizes: Sequence[int] | Array) -> Array:
    return np.concatenate([[0], np.cumsum(np.asarray(sizes, np.int64))]).astype(np.int64)


def _joined(arrays: list[Array]) -> Array:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)
