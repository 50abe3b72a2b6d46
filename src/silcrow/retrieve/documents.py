"""Which documents are looked into: the first of two stages, where there are many.

A document is as good as the words it holds and how many of its paragraphs hold each, its title counting by itself.
Knows counts and titles; no paragraph.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from silcrow.retrieve.memory import Documents
from silcrow.retrieve.packing import Array
from silcrow.retrieve.slots import Holding, Slot

_FEW, _SMALL = 48, 24_000  # documents, and paragraphs in them, that are looked into without choosing
_MOST = 400  # documents
_TITLE = 2.0  # a word of the title, beside a word that stands in every paragraph


def choose(documents: Documents, asked: Sequence[Slot], found: Holding) -> frozenset[str] | None:
    """The documents to look into; None for all, where they are few enough."""
    sizes, count = documents.sizes, len(documents.doc_ids)
    if count <= _FEW or (count <= _MOST and sizes.sum() <= _SMALL):
        return None
    scores = np.zeros(count)
    for _, at, worth in titled(documents, asked):
        scores[at] += _TITLE * worth
    norm = 1 + sizes / max(1.0, sizes.mean())
    for slot in asked:
        for terms, weight in slot.weighed(found):
            held = [found[key] for key in terms.items() if found.get(key)]
            if held:
                at = np.fromiter(map(documents.number.__getitem__, chain.from_iterable(held)), np.int64)
                times = np.fromiter(chain.from_iterable(one.values() for one in held), float)
                scores[at] += weight * rarity(count, len(at)) * times / (times + norm[at])
    best = np.argsort(-scores, kind="stable")
    best = best[scores[best] > 0][:_MOST]
    enough = int(np.searchsorted(np.cumsum(sizes[best]), _SMALL)) + 1
    return frozenset(documents.doc_ids[i] for i in best[: max(enough, _FEW)].tolist())


def titled(documents: Documents, asked: Sequence[Slot]) -> Iterator[tuple[str, Array, float]]:
    """The query's words that stand in some titles: the documents that have one, by number, and what it is worth."""
    count = len(documents.doc_ids)
    for slot in asked:
        numbers = {one for key in slot.keys for one in documents.titles.get(key, ())} if slot.word.own else set()
        if 0 < len(numbers) < count:
            at = np.array(sorted(numbers))
            yield slot.word.token, at, slot.word.weight * rarity(count, len(numbers))


def rarity(count: int, held: int) -> float:
    """BM25's inverse document frequency, never 0 or below."""
    return float(np.log1p((max(0, count - held) + 0.5) / (held + 0.5)))
