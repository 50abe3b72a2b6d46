"""Which paragraph of one section is which of the other, in order: equal ones first, then the likest between them."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cdist

_ALIKE = 50.0  # per cent of the letters, for two paragraphs to be one that was reworded
_LONGEST = 1_500  # letters of a paragraph that are compared
_MOST = 80  # paragraphs between two equal ones that are compared each with each; of more, only those at like places
_AT_ONCE = 4e8  # cells of the table of a longest common subsequence


class Pair(NamedTuple):
    """Indices of a paragraph and its counterpart; None where there is none."""

    old: int | None
    new: int | None
    equal: bool


def align(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Pairs in the order of the new texts; what is gone stands before what came in its place. Texts are folded."""
    found: list[Pair] = []
    at_old = at_new = 0
    for i, j in [*_equal(old, new), (len(old), len(new))]:
        found.extend(_between(old, new, range(at_old, i), range(at_new, j)))
        if i < len(old) and j < len(new):
            found.append(Pair(i, j, equal=True))
        at_old, at_new = i + 1, j + 1
    return found


def _equal(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Equal texts, in order on both sides: the longest common subsequence, or its anchors where that is too much."""
    if len(old) * len(new) > _AT_ONCE:
        return _anchors(old, new)
    pairs: list[tuple[int, int]] = []
    for step in LCSseq.opcodes(old, new):
        if step.tag == "equal":
            pairs.extend(zip(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True))
    return pairs


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Texts that stand once on each side, the longest run of them that is in order on both (patience sorting)."""
    once_old, once_new = _once(old), _once(new)
    shared = sorted((once_old[text], once_new[text]) for text in once_old.keys() & once_new.keys())
    return [shared[i] for i in increasing([j for _, j in shared])]


def _once(texts: Sequence[str]) -> dict[str, int]:
    first: dict[str, int] = {}
    again: set[str] = set()
    for i, text in enumerate(texts):
        if text in first:
            again.add(text)
        first.setdefault(text, i)
    return {text: i for text, i in first.items() if text not in again}


def increasing(numbers: Sequence[int]) -> list[int]:
    """Indices of a longest strictly increasing subsequence."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for i, number in enumerate(numbers):
        at = bisect_left(ends, number)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [number]
        last[at : at + 1] = [i]
    chain: list[int] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(at)
        at = before[at]
    return chain[::-1]


def _between(old: Sequence[str], new: Sequence[str], olds: range, news: range) -> list[Pair]:
    """Pairs of a stretch without equal texts."""
    found: list[Pair] = []
    at_old, at_new = olds.start, news.start
    for i, j in [*_likest(old, new, olds, news), (olds.stop, news.stop)]:
        found.extend(Pair(k, None, equal=False) for k in range(at_old, i))
        found.extend(Pair(None, k, equal=False) for k in range(at_new, j))
        if i < olds.stop and j < news.stop:
            found.append(Pair(i, j, equal=False))
        at_old, at_new = i + 1, j + 1
    return found


def _likest(old: Sequence[str], new: Sequence[str], olds: range, news: range) -> list[tuple[int, int]]:
    """Pairs in order whose likeness adds up to the most; a long stretch is taken in pieces at like places."""
    if not olds or not news:
        return []
    if len(olds) > _MOST or len(news) > _MOST:
        half_old, half_new = olds.start + len(olds) // 2, news.start + len(news) // 2
        first = _likest(old, new, range(olds.start, half_old), range(news.start, half_new))
        return first + _likest(old, new, range(half_old, olds.stop), range(half_new, news.stop))
    ones, others = [old[i][:_LONGEST] for i in olds], [new[j][:_LONGEST] for j in news]
    alike = cdist(ones, others, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return [(olds[i], news[j]) for i, j in _best_chain(alike)]


def _best_chain(alike: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Cells, each below and right of the one before, whose sum is greatest (as Needleman and Wunsch 1970 align)."""
    rows, columns = alike.shape
    best = np.zeros((rows + 1, columns + 1))
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            best[i, j] = max(best[i - 1, j], best[i, j - 1], best[i - 1, j - 1] + alike[i - 1, j - 1])
    chain = []
    i, j = rows, columns
    while i and j:
        if best[i, j] == best[i - 1, j]:
            i -= 1
        elif best[i, j] == best[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            chain.append((i, j))
    return chain[::-1]
