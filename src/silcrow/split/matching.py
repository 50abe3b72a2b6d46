"""Where two quotes meet in a text: what a model wrote of the words before and after a place, found again.

First letter by letter after folding; then by rare runs of letters that both share, from which an alignment says how
alike they are. A place is only given where both quotes together fit it, and no other place nearly as well. Knows texts
and quotes, and nothing of models or documents.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.fuzz import partial_ratio_alignment

from silcrow.language.folding import Folded, fold, fold_with_map

LEAST = 0.75
"""How alike both quotes are to their places, on average, from 0 to 1."""
MARGIN = 0.08
"""How much less alike any other place is."""
_SHORTEST = 12  # characters of a quote that says anything
_LONGEST = 1500  # characters of a quote that are looked at
_GRAM, _STRIDE, _RARE = 14, 7, 3  # letters of a run, how far runs are apart, times that a rare one occurs
_PLACES = 40  # places that are looked at, at most
_BAND = 60  # characters by which a quote may be longer or shorter than what it quotes
_APART = 40  # characters between the two quotes, at most; and between two places, at least
_SPACE = re.compile(r"\s+")


class Found(NamedTuple):
    """A place in a text, and how alike the quotes are to what stands there."""

    offset: int
    alike: float


class Haystack:
    """A text in which quotes are looked for."""

    def __init__(self, text: str) -> None:
        self._folded: Folded = fold_with_map(text)
        self._text = _lower(self._folded.text)

    def meet(self, before: str, after: str) -> Found | None:
        """Where one quote ends and the other begins; None where that is nowhere, or could be in two places."""
        left = _needle(before)[-_LONGEST:]
        right = _needle(after)[:_LONGEST]
        if len(left) < _SHORTEST or len(right) < _SHORTEST:
            return None
        exact = list(self._exact(left, right))
        if exact:
            return Found(self._folded.offsets[exact[0]], 1.0) if len(exact) == 1 else None
        scored = sorted(filter(None, (self._score(left, right, at) for at in self._places(left, right))))
        if not scored or scored[-1][0] < LEAST:
            return None
        alike, at = scored[-1]
        if any(alike - other < MARGIN for other, elsewhere in scored if abs(elsewhere - at) > _APART):
            return None
        return Found(self._folded.offsets[at], alike)

    def _exact(self, left: str, right: str) -> Iterator[int]:
        """Where both stand letter by letter, with nothing but a blank between."""
        for joint in dict.fromkeys((f"{left} {right}", left + right)):
            for at in _occurrences(self._text, joint, 2):
                yield at + len(joint) - len(right)

    def _places(self, left: str, right: str) -> list[int]:
        """Where the quotes might meet, going by their rare runs of letters."""
        found: dict[int, None] = {}
        for quote, junction in ((left, len(left)), (right, 0)):
            for start in range(0, max(1, len(quote) - _GRAM + 1), _STRIDE):
                hits = _occurrences(self._text, quote[start : start + _GRAM], _RARE + 1)
                if len(hits) <= _RARE:
                    found.update(dict.fromkeys((at + junction - start) // _APART for at in hits))
        return [(place * _APART) + _APART // 2 for place in list(found)[:_PLACES]]

    def _score(self, left: str, right: str, at: int) -> tuple[float, int] | None:
        """How alike both quotes are around a place, and where exactly they meet."""
        text = self._text
        from_, to = max(0, at - len(left) - _BAND), max(0, min(len(text), at + _BAND))
        begin, end = max(0, at - _BAND), max(0, min(len(text), at + len(right) + _BAND))
        ends = partial_ratio_alignment(left, text[from_:to])
        begins = partial_ratio_alignment(right, text[begin:end])
        if ends is None or begins is None or not text[from_:to] or not text[begin:end]:
            return None
        one, other = from_ + ends.dest_end, begin + begins.dest_start
        if abs(one - other) > _APART:
            return None
        place = one if ends.score > begins.score else other
        return (ends.score + begins.score) / 200, min(place, len(text))


def _needle(quote: str) -> str:
    return _SPACE.sub(" ", _lower(fold(quote[: 4 * _LONGEST]))).strip()


def _lower(text: str) -> str:
    """The text without case, where that keeps its length."""
    low = text.lower()
    return low if len(low) == len(text) else text


def _occurrences(text: str, needle: str, most: int) -> list[int]:
    """Where a needle stands, the first so many."""
    found: list[int] = []
    at = text.find(needle)
    while at >= 0 and len(found) < most:
        found.append(at)
        at = text.find(needle, at + 1)
    return found


def nearest(offsets: list[int], at: int) -> int:
    """The index of the offset nearest to a place, of offsets in order."""
    found = bisect_left(offsets, at)
    return min((n for n in (found - 1, found) if 0 <= n < len(offsets)), key=lambda n: abs(offsets[n] - at))
