"""The signs of vectors, a bit a number, by which the nearest of a million are found in a moment.

Vectors are near whose signs differ in few bits: Charikar 2002, "Similarity Estimation Techniques from Rounding
Algorithms", section 3, with the numbers of a model in the place of random projections. Knows no store.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from silcrow.retrieve.dense import whole_of
from silcrow.retrieve.packing import Array
from silcrow.retrieve.scope import Range
from silcrow.retrieve.spots import Spot
from silcrow.store.protocol import Signs

_WORD = 8  # bytes compared at once


def signs_of(vector: Array) -> bytes:
    """The signs of a vector's numbers."""
    return np.packbits(vector > 0).tobytes()


def signs_of_document(blocks: Mapping[int, bytes], paragraphs: int) -> list[bytes] | None:
    """The signs of all paragraphs, of the whole text of each; None where a vector is missing or damaged."""
    if len(blocks) < paragraphs:
        return None
    vectors = [whole_of(blocks[order]) for order in range(paragraphs)]
    found = [signs_of(one) for one in vectors if one is not None]
    return found if len(found) == paragraphs and len(set(map(len, found))) < 2 else None


class Signed:
    """The signs of some documents side by side, a column a paragraph."""

    def __init__(self, signs: Iterable[Signs]) -> None:
        given = [one for one in signs if one.block]
        width = len(given[0].block) // max(1, given[0].paragraphs) if given else 0
        whole = [one for one in given if len(one.block) == one.paragraphs * width]
        size = width + -width % _WORD
        self.doc_ids = [one.doc_id for one in whole]
        self._ends = np.cumsum([one.paragraphs for one in whole], dtype=np.int64)
        self._width = width
        # One pass over a row is quicker than many sums.
        self._bits = np.zeros((size // _WORD, int(self._ends[-1]) if whole else 0), np.uint64)
        for one, end in zip(whole, self._ends.tolist(), strict=True):
            signs = np.zeros((one.paragraphs, size), np.uint8)
            signs[:, :width] = np.frombuffer(one.block, np.uint8).reshape(one.paragraphs, width)
            self._bits[:, end - one.paragraphs : end] = signs.view(np.uint64).T

    def nearest(self, asked: bytes, most: int, within: Sequence[Range] = ()) -> list[Spot]:
        """Those that differ in the fewest bits, nearest first; of equals the first. In some ranges only, if any."""
        if len(asked) != self._width:
            return []
        words = np.frombuffer(asked + bytes(-len(asked) % _WORD), np.uint64)
        columns = np.concatenate([self._columns(one) for one in within]) if within else slice(None)
        differing = np.zeros(self._bits[0, columns].shape, np.uint16)
        for row, word in zip(self._bits, words, strict=True):
            differing += np.bitwise_count(row[columns] ^ word)
        if len(differing) > most:
            close = np.flatnonzero(differing <= np.partition(differing, most - 1)[most - 1])
        else:
            close = np.arange(len(differing))
        nearest = close[np.argsort(differing[close], kind="stable")][:most]
        at = nearest if isinstance(columns, slice) else columns[nearest]
        numbers = np.searchsorted(self._ends, at, "right")
        orders = at - np.append(0, self._ends)[numbers]
        return list(zip([self.doc_ids[number] for number in numbers.tolist()], orders.tolist(), strict=True))

    def _columns(self, one: Range) -> Array:
        if one.doc_id not in self.doc_ids:
            return np.zeros(0, np.int64)
        number = self.doc_ids.index(one.doc_id)
        begin = int(self._ends[number - 1]) if number else 0
        return np.arange(begin + one.first, min(begin + one.end, int(self._ends[number])))
