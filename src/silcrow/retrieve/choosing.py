"""From scores to hits: the best units of a scope, its ranges and documents served fairly, each with how far may be read
around it.

Knows nothing of the store and of text.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice, zip_longest
from typing import NamedTuple

import numpy as np

from silcrow.retrieve.corpus import Corpus
from silcrow.retrieve.lexical import Ranking, Scored
from silcrow.retrieve.packing import LIST, TABLE, TEXT, Array
from silcrow.retrieve.scope import Range, Scope

# Reading around by score: as far as paragraphs are worth this share of the hit, or are so short that they cost nothing.
_WORTH = 0.7
_SHORT, _LONGEST = 10, 500  # index terms: of a paragraph, and of all that is read around one hit
# What stands together is read together: a list that is no longer than this, with the line above that leads in; and the
# line above a table, which says what is in it.
_LIST, _LEAD, _CAPTION = 200, 60, 30  # index terms

# What a document's next hit is worth beside other documents, for each hit it has already: where some documents are
# named, to be compared, and over all, where one of them may hold the answer by itself.
_AGAIN, _AGAIN_IN_ALL = 0.7, 0.97
_DEEP = 10  # so many times the hits wanted are weighed against each other


class Chosen(NamedTuple):
    """A hit with the range of the scope it was taken from, and the first and the last paragraph (order numbers) that
    may be read around it.
    """

    scored: Scored
    share: int
    first: int
    last: int
    unit: int


def choose(ranking: Ranking, scope: Scope, required: Array | None, *, top_k: int, by_score: bool) -> list[Chosen]:
    """The best hits, best first; by turns from each range of the scope, so that none is starved. Of several documents
    each hit of one makes its next worth less, so that none fills the result by itself.

    By score, how far to read around a hit is told by the worth of what stands there, and no hit lies inside what is
    read around a better one; else the whole section may be read.
    """
    every = None if required is None else np.flatnonzero(required)
    top_k = min(top_k, ranking.corpus.units)
    if not scope.within:
        several = len(ranking.corpus.doc_ids) > 1
        deep = top_k * _DEEP if several else top_k
        hits = list(islice(_chosen(ranking, every, None, 0, deep, by_score=by_score), deep))
        again = _AGAIN_IN_ALL if scope.doc_ids is None else _AGAIN
        return _fair(hits, top_k, again) if several else hits
    members = [ranking.corpus.members(one) for one in scope.within]
    if every is not None:
        members = [np.intersect1d(every, one) for one in members]
    ranges = zip(members, scope.within, strict=True)
    found = [list(_chosen(ranking, m, one, i, top_k, by_score=by_score)) for i, (m, one) in enumerate(ranges)]
    found.sort(key=lambda ones: -ones[0].scored.score if ones else 0.0)
    turns = {one.scored.place: one for turn in zip_longest(*reversed(found)) for one in reversed(turn) if one}
    return list(turns.values())[:top_k]


def _fair(hits: Sequence[Chosen], top_k: int, again: float) -> list[Chosen]:
    """So many of some hits (best first), each document's next one worth `again` times what it scored."""
    taken: Counter[str] = Counter()
    waiting = [(-hit.scored.score, place, 0) for place, hit in enumerate(hits)]  # a heap, as it is sorted
    found: list[Chosen] = []
    while waiting and len(found) < top_k:
        _, place, seen = heappop(waiting)
        hit = hits[place]
        doc_id = hit.scored.place.doc_id
        if taken[doc_id] > seen:
            heappush(waiting, (-hit.scored.score * again ** taken[doc_id], place, taken[doc_id]))
            continue
        taken[doc_id] += 1
        found.append(hit)
    return found


def _chosen(
    ranking: Ranking, units: Array | None, inside: Range | None, share: int, top_k: int, *, by_score: bool
) -> Iterator[Chosen]:
    """The best of some units, best first, no more than top_k."""
    read = np.zeros(ranking.corpus.units, bool) if by_score else None
    left = top_k
    for unit in ranking.best(len(ranking.scores) if by_score else top_k, units).tolist():
        if read is not None and read[unit]:
            continue
        if not left:
            return
        left -= 1
        scored = ranking.scored(unit)
        first, last = ranking.corpus.around(unit)
        if inside is not None:
            first, last = max(first, inside.first), min(last, inside.end - 1)
        if read is not None and scored.place.paragraph is not None:
            up, down = _grown(
                ranking, unit, unit - scored.place.paragraph + first, unit - scored.place.paragraph + last
            )
            read[up : down + 1] = True
            first, last = scored.place.paragraph - (unit - up), scored.place.paragraph + (down - unit)
        yield Chosen(scored, share, first, last, unit)


def _grown(ranking: Ranking, unit: int, lowest: int, highest: int) -> tuple[int, int]:
    """How far up and down from a unit what stands there is worth reading: the first and the last unit."""
    worth, size = ranking.worth, ranking.corpus.text
    least, length = _WORTH * worth[unit], int(size[unit])
    ends = [unit, unit]
    steps: Sequence[tuple[int, int]] = ((1, 1), (0, -1))
    while steps and length < _LONGEST:
        going = []
        for side, step in steps:
            beside = ends[side] + step
            if lowest <= beside <= highest and (worth[beside] >= least or size[beside] <= _SHORT):
                ends[side] = beside
                length += int(size[beside])
                going.append((side, step))
        steps = going
    return _whole(ranking.corpus, unit, ends, (lowest, highest))


def _whole(corpus: Corpus, unit: int, ends: Sequence[int], bounds: tuple[int, int]) -> tuple[int, int]:
    """What is read around a hit, with the rest of its list and with the line above its list or its table."""
    kind, size = corpus.kind, corpus.text
    (first, last), (lowest, highest) = ends, bounds
    if kind[unit] not in (LIST, TABLE):
        return first, last
    if kind[unit] == LIST:
        length = int(size[first : last + 1].sum())
        while last < highest and kind[last + 1] == LIST and length + size[last + 1] <= _LIST:
            last += 1
            length += int(size[last])
        while first > lowest and kind[first - 1] == LIST and length + size[first - 1] <= _LIST:
            first -= 1
            length += int(size[first])
    opens = kind[first] == kind[unit] and first > lowest and kind[first - 1] == TEXT
    if opens and size[first - 1] <= (_LEAD if kind[unit] == LIST else _CAPTION):
        first -= 1
    return first, last
