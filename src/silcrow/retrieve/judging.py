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
from silcrow.retrieve.fuse import dealt, fused
from silcrow.retrieve.lexical import Ranking
from silcrow.retrieve.packing import Array
from silcrow.store.protocol import Store

_CANDIDATES = 40

Queries = Sequence[tuple[str, float]]
"""The wordings of one question with their weights."""


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


def judged(
    store: Store,
    ranking: Ranking,
    queries: Queries,
    judges: Judges,
    *,
    among: Array | None = None,
    figure: bool = False,
) -> Ranking:
    """A ranking whose best paragraphs, of all or of those flagged, are in the order of words and models together.

    Where a `figure` is asked for, nothing is compared by meaning: it stands in tables, and a model of sentences puts
    what is said about it first.
    """
    if not judges:
        return ranking
    best = ranking.best(_CANDIDATES, None if among is None else np.flatnonzero(among))
    units = np.array([unit for unit in best.tolist() if _spot(ranking, unit)], np.int64)
    if not figure and judges.know(ranking.corpus.languages) and len(units):
        ranking = _by_meaning(store, ranking, queries, units, judges)
    if judges.reranker is not None and len(units):
        units = units[np.argsort(-ranking.worth[units], kind="stable")]
        heaviest = max(queries, key=lambda one: one[1])
        ranking = _reranked(store, ranking, heaviest[0], units, judges.reranker)
    return ranking


def _spot(ranking: Ranking, unit: int) -> tuple[str, int] | None:
    """Document and order number of a unit; None for a heading that holds no text."""
    place = ranking.corpus.place(unit)
    return None if place.paragraph is None else (place.doc_id, place.paragraph)


def _spots(ranking: Ranking, units: Array) -> list[tuple[str, int]]:
    return [spot for unit in units.tolist() if (spot := _spot(ranking, unit))]


def _by_meaning(store: Store, ranking: Ranking, queries: Queries, units: Array, judges: Judges) -> Ranking:
    assert judges.embedder is not None
    try:
        found = nearness(store, judges.embedder, queries, _spots(ranking, units), seconds=judges.seconds)
    except ModelFailed as failure:
        return _said(ranking, [Notice("not_compared", f"Not compared by meaning: {_reason(failure)}")])
    units = units[: len(found.values)]
    near = units[found.values > found.values.mean()] if len(units) else units
    return _said(_changed(ranking, units, fused(ranking.worth[units], found.values), near, "dense"), found.notices)


def _reranked(store: Store, ranking: Ranking, query: str, units: Array, reranker: Reranker) -> Ranking:
    texts = [store.read(doc_id, order, order + 1)[0].text for doc_id, order in _spots(ranking, units)]
    try:
        scores = np.array(reranker.rerank(query, texts), float)
    except ModelFailed as failure:
        return _said(ranking, [Notice("not_reranked", f"Not reranked: {_reason(failure)}")])
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


def _reason(failure: ModelFailed) -> str:
    return f"{failure.message}. {failure.hint}"
