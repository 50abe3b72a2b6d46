"""Where the words of a text change: lexical cohesion after Hearst, "TextTiling" (Computational Linguistics 23, 1997).

The words of a block before a gap are compared with those of a block after it; a gap is deep where both sides are more
alike within themselves than across it. Knows texts in order and nothing of documents; asks no model.
"""

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense

BLOCK = 160
"""Words on each side that are compared, stop words not counted: some two paragraphs of a report."""
_BUCKETS = 1024  # words share buckets by hash: vectors stay small, and the few that fall together blur little
_STOP = frozenset().union(*STOPWORDS.values())
_STEM = 6  # characters by which forms of a word are taken for one: "regulation", "regulated"
_BESIDE = 40  # texts on each side of the gaps in question that are looked at, at most


class Cohesion:
    """Texts in order, each looked at when it is needed; `text_of` gives the n-th of `count`."""

    def __init__(self, text_of: Callable[[int], str], count: int) -> None:
        self._text_of = text_of
        self._count = count
        self._known: dict[int, NDArray[np.int64]] = {}

    def depths(self, gaps: Sequence[int]) -> list[float]:
        """How deep cohesion falls before each of these texts, in order: 0 (not at all) to 2.

        Depth is how far similarity rises again on both sides of the gap (Hearst 1997, section 5.3).
        """
        if not gaps:
            return []
        first = self._away(gaps[0], -1)
        alike = similarities([self._buckets(n) for n in range(first, self._away(gaps[-1], 1))]).tolist()
        before, after = _peaks(alike), _peaks(alike[::-1])[::-1]
        return [before[at] + after[at] - 2 * alike[at] for at in (gap - first for gap in gaps)]

    def _away(self, gap: int, step: int) -> int:
        """The text beyond a gap that is two blocks away on one side."""
        at, words = gap, 0
        while 0 < at < self._count and words < 2 * BLOCK and abs(at - gap) < _BESIDE:
            at += step
            words += len(self._buckets(min(at, self._count - 1)))
        return at

    def _buckets(self, n: int) -> NDArray[np.int64]:
        if n not in self._known:
            self._known[n] = np.array(_buckets(self._text_of(n)), np.int64)
        return self._known[n]


def similarities(texts: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
    """For each text, given as the buckets of its words, the cosine of the words before it and those from it on."""
    counts = np.zeros((len(texts) + 1, _BUCKETS), np.float32)
    sizes = np.zeros(len(texts) + 1, np.int64)
    for n, found in enumerate(texts, 1):
        sizes[n] = len(found)
        if len(found):
            counts[n] = np.bincount(found, minlength=_BUCKETS)
    counts, sizes = counts.cumsum(axis=0), sizes.cumsum()
    at = np.arange(len(texts))
    # The blocks reach as many whole texts away as hold BLOCK words, one at least.
    before = np.minimum(np.searchsorted(sizes, sizes[at] - BLOCK, side="right") - 1, at - 1).clip(0)
    after = np.maximum(np.searchsorted(sizes, sizes[at] + BLOCK, side="left"), at + 1).clip(max=len(texts))
    left, right = counts[at] - counts[before], counts[after] - counts[at]
    norms = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    alike = (left * right).sum(axis=1) / np.where(norms, norms, 1)
    alike[:1] = 1  # nothing stands before the first
    return np.asarray(alike, np.float64)


def _peaks(alike: Sequence[float]) -> list[float]:
    """For each place the top of the slope that rises from it towards the beginning."""
    found: list[float] = []
    for n, here in enumerate(alike):
        found.append(found[-1] if n and alike[n - 1] >= here else here)
    return found


def _buckets(text: str) -> list[int]:
    """The buckets of the words that carry a subject; pairs of characters where a script has no spaces."""
    found: list[int] = []
    for word in TOKEN.findall(text):
        if is_dense(word):
            found.extend(_hashed(pair) for pair in map(str.__add__, word, word[1:]))
        elif (bucket := _bucket(word)) >= 0:
            found.append(bucket)
    return found


@lru_cache(maxsize=50_000)
def _bucket(word: str) -> int:
    """The bucket of a word; -1 for a stop word or a figure."""
    low = word.casefold()
    return -1 if low in _STOP or len(low) < 3 or low[0].isdigit() else _hashed(low[:_STEM])


def _hashed(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "replace")) % _BUCKETS
