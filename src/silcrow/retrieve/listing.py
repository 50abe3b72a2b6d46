"""Which paragraphs only list what is in the document: lines of a contents, each the title of a section that comes later
and the page it is on.

They hold the words of every question on that section and answer none. Told by the sections that they name, and in
company only, since "Revenue 12" by itself may be a figure. Knows terms as numbers; nothing of words and of ranking.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from silcrow.retrieve.packing import Array

_SHARE = 0.8  # of a paragraph's terms that must be titles with their pages
_COMPANY, _APART = 3, 6  # entries that make a list, in paragraphs so far up and down
_LONGEST = 2_000  # terms of a paragraph that is looked at
_LONGEST_TITLE = 40  # terms


class Pages(NamedTuple):
    """Terms that page numbers end in, "12" and "xii", and those that may come first: "F-3" is "f-3", "f" and "3"."""

    last: Collection[int]
    first: Collection[int]

    def end(self, terms: tuple[int, ...], at: int) -> int:
        """Where the page number ends that stands there; the same place where none does."""
        for stop in range(at, min(at + 3, len(terms))):
            if terms[stop] in self.last:
                return stop + 1
            if terms[stop] not in self.first:
                break
        return at


def listing(paragraphs: Sequence[Sequence[int]], titles: Mapping[tuple[int, ...], int], pages: Pages) -> Array:
    """A flag by paragraph. `titles`: each with the last paragraph before which it is still to come."""
    sizes: dict[int, set[int]] = {}
    for title in titles:
        if 0 < len(title) <= _LONGEST_TITLE:
            sizes.setdefault(title[0], set()).add(len(title))
    longest_first = {term: sorted(found, reverse=True) for term, found in sizes.items()}
    entries = np.zeros(len(paragraphs), np.int64)
    for order, terms in enumerate(paragraphs):
        if 1 < len(terms) <= _LONGEST and terms[-1] in pages.last:
            coming = _Coming(order, titles, longest_first)
            entries[order] = _entries(tuple(terms), coming, pages)
    counted = np.concatenate([[0], np.cumsum(entries)])
    every = np.arange(len(paragraphs))
    near = counted[np.minimum(every + _APART + 1, len(paragraphs))] - counted[np.maximum(every - _APART, 0)]
    return np.asarray((entries > 0) & (near >= _COMPANY))


class _Coming(NamedTuple):
    """The titles that come after a paragraph; `sizes`: by their first term, the longest first."""

    order: int
    titles: Mapping[tuple[int, ...], int]
    sizes: Mapping[int, Sequence[int]]

    def end(self, terms: tuple[int, ...], at: int) -> int:
        """Where the title ends that stands there; the same place where none does."""
        lengths = self.sizes.get(terms[at], ())
        return next((at + n for n in lengths if self.titles.get(terms[at : at + n], -1) > self.order), at)


def _entries(terms: tuple[int, ...], coming: _Coming, pages: Pages) -> int:
    """How many entries a paragraph is made of; 0 where it says more than that."""
    at = held = found = 0
    while at < len(terms):
        end = coming.end(terms, at)
        stop = pages.end(terms, end) if end > at else end
        if stop > end:
            found += 1
            held += stop - at
        at = stop if stop > end else at + 1
    return found if held >= _SHARE * len(terms) else 0
