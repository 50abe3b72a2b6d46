"""The best candidates of a ranking judged again by models, where the user has any; without one nothing is changed.

A judge that fails costs its judgement and no more: the result stands as it was, and says so.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from silcrow.errors import ModelFailed, Notice
from silcrow.models.embed import Embedder
from silcrow.models.rerank import Reranker
from silcrow.retrieve.dense import nearness
from silcrow.retrieve.fuse import dealt, fused, joining
from silcrow.retrieve.lexical import Ranking
from silcrow.retrieve.meaning import Meaning, Queries, not_compared
from silcrow.retrieve.packing import Array
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.spots import Spot, texts
from silcrow.store.protocol import Store

_CANDIDATES = 40


@dataclass(frozen=True, slots=True)
class Judges:
    """Models that look at the best candidates of a search.

    embedder   compares them with the query by meaning
    reranker   orders them anew
    seconds    to spend on computing vectors; None: as long as it takes
    languages  of the documents that the embedder is asked about; none for any
    named      whether the user named the embedder: one that is only at hand compares paragraphs, and no titles
    """

    embedder: Embedder | None = None
    reranker: Reranker | None = None
    seconds: float | None = None
    languages: tuple[str, ...] = ()
    named: bool = True

    def __bool__(self) -> bool:
        return self.embedder is not None or self.reranker is not None

    @property
    def lasting(self) -> str | None:
        """What a result that these looked at may be kept under; None where the same question may end otherwise."""
        if self.reranker is not None:
            return None
        return self.embedder.identity if self.embedder is not None else ""

    def know(self, languages: Collection[str]) -> bool:
        """Whether the embedder is to be asked about documents in these languages."""
        return self.embedder is not None and (not self.languages or set(languages) <= set(self.languages))


NONE = Judges()
PASSING = frozenset({"not_compared", "fewer_compared", "vectors_remade"})
"""Codes of notices that the next search may not have."""


def meant(store: Store, scope: Scope, queries: Queries, judges: Judges, languages: Collection[str]) -> Meaning | None:
    """What a query means; None where no embedder is to be asked. `languages`: of the documents of the scope."""
    if judges.embedder is None:
        return None
    return Meaning(store, scope, queries, judges.embedder, known_here=judges.know(languages))


def judged(
    store: Store,
    ranking: Ranking,
    queries: Queries,
    judges: Judges,
    meaning: Meaning | None,
    *,
    among: Array | None = None,
) -> Ranking:
    """A ranking whose best paragraphs, of all or of those flagged, are in the order of words and models together.

    Without a `meaning` nothing is compared by it: so where a figure is asked for, which stands in tables, while a model
    of sentences puts what is said about it first.
    """
    if not judges:
        return ranking
    best = ranking.best(_CANDIDATES, None if among is None else np.flatnonzero(among))
    units = best[
        [spot is not None for spot in ranking.corpus.spots(best)]
    ]  # headings that hold no text have no meaning
    if meaning is not None and judges.know(ranking.corpus.languages):
        near = _units(ranking, meaning.near, among)
        ranking = _by_meaning(store, ranking, meaning, units, near, seconds=judges.seconds)
        units = np.union1d(units, near[ranking.scores[near] > 0])
    if judges.reranker is not None and len(units):
        units = units[np.argsort(-ranking.worth[units], kind="stable")]
        heaviest = max(queries, key=lambda one: one[1])
        ranking = _reranked(store, ranking, heaviest[0], units, judges.reranker)
    return ranking


def _spots(ranking: Ranking, units: Array) -> list[Spot]:
    """The paragraphs that some units are, of which none is a bare heading."""
    return [spot for spot in ranking.corpus.spots(units) if spot]


def _units(ranking: Ranking, spots: Sequence[Spot], among: Array | None) -> Array:
    """The units of some paragraphs, those of them that may be found."""
    found = [unit for spot in spots if (unit := ranking.corpus.unit(*spot)) is not None]
    return np.array([unit for unit in found if among is None or among[unit]], np.int64)


def _by_meaning(
    store: Store, ranking: Ranking, meaning: Meaning, units: Array, near: Array, *, seconds: float | None
) -> Ranking:
    """The units found by words, and those nearest in meaning, in the order of both."""
    others = near[~np.isin(near, units)]
    every = np.concatenate([others, units])  # the vectors of others are kept: time does not run out for them
    if meaning.notices or not len(every):
        return _said(ranking, meaning.notices)
    try:
        asked, known = meaning.vector(), meaning.known
        found = nearness(store, meaning.embedder, asked, _spots(ranking, every), known=known, seconds=seconds)
    except ModelFailed as failure:
        return _said(ranking, [not_compared(failure)])
    beside, values = found.values[: len(others)], found.values[len(others) :]
    others, units = others[: len(beside)], units[: len(values)]
    worth = fused(ranking.worth[units], values)
    joined = joining(worth, values, beside)
    flagged = np.concatenate([units[values > values.mean()] if len(units) else units, others[joined > 0]])
    every, worth = np.concatenate([units, others[joined > 0]]), np.concatenate([worth, joined[joined > 0]])
    return _said(_changed(ranking, every, worth, flagged, "dense"), found.notices)


def _reranked(store: Store, ranking: Ranking, query: str, units: Array, reranker: Reranker) -> Ranking:
    try:
        scores = np.array(reranker.rerank(query, texts(store, _spots(ranking, units))), float)
    except ModelFailed as failure:
        message = f"Not reranked: {failure.message}. {failure.hint}"
        return _said(ranking, [Notice("not_reranked", message)])
    return _changed(ranking, units, dealt(ranking.worth[units], scores), units[scores > scores.mean()], "rerank")


def _changed(ranking: Ranking, units: Array, worth: Array, flagged: Array, way: str) -> Ranking:
    every = ranking.worth.copy()
    every[units] = np.round(worth, 6)
    flags = np.zeros(len(every), bool)
    flags[flagged] = True
    change = every - ranking.worth if ranking.judged is None else ranking.judged + every - ranking.worth
    return replace(ranking, worth=every, found_by={**ranking.found_by, way: flags}, judged=change)


def _said(ranking: Ranking, notices: Sequence[Notice]) -> Ranking:
    return replace(ranking, notices=(*ranking.notices, *notices)) if notices else ranking
