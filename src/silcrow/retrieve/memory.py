"""What of a library is kept from one search to the next: its documents in figures, the last ones side by side, signs of
vectors, and results. All of one generation.

Held by store and dropped with it. Knows nothing of queries; must not be asked inside a write transaction, whose
generation may come to nothing.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from silcrow.passage import Passages
from silcrow.retrieve.corpus import Corpus
from silcrow.retrieve.packing import language_of
from silcrow.retrieve.scope import Range
from silcrow.retrieve.signs import Signed
from silcrow.retrieve.terms import analyse
from silcrow.store.protocol import Store, Totals

_MOST_RESULTS, _MOST_PARAGRAPHS = 128, 4_000  # results held, and paragraphs in them
_MOST_TITLES = 50_000  # whose terms are remembered
_MOST_SCOPES, _MOST_CORPORA, _MOST_UNITS = 4, 4, 50_000  # scopes and corpora held, and units of one corpus that is


class Documents:
    """Some documents in figures, in doc_id order.

    languages   that each one's index is in, by doc_id; spoken: each once
    sizes       paragraphs of each
    titles      which documents, by their number, have a term of a language in their title or their doc_id
    """

    def __init__(self, totals: Sequence[Totals], languages: Sequence[str]) -> None:
        self.doc_ids = [one.doc_id for one in totals]
        self.number = {doc_id: number for number, doc_id in enumerate(self.doc_ids)}
        self.languages = dict(zip(self.doc_ids, languages, strict=True))
        self.spoken = sorted(set(languages))
        self.sizes = np.array([one.paragraphs for one in totals], float)
        self.lengths = tuple(sum(one.totals[i] for one in totals) for i in (0, 1))
        self.titles: dict[tuple[str, str], list[int]] = {}
        for number, (one, language) in enumerate(zip(totals, languages, strict=True)):
            for term in _title_terms(f"{one.title} {one.doc_id.replace('-', ' ')}", language):
                self.titles.setdefault((language, term), []).append(number)


@lru_cache(_MOST_TITLES)
def _title_terms(title: str, language: str) -> tuple[str, ...]:
    """Each once, in order. Remembered over generations: after a write nearly all documents are as they were."""
    return tuple(dict.fromkeys(analyse(title, language)))


@dataclass(slots=True)
class _Held:
    generation: int
    every: Documents | None = None
    some: OrderedDict[tuple[str, ...], Documents] = field(default_factory=OrderedDict)
    corpora: OrderedDict[Hashable, Corpus] = field(default_factory=OrderedDict)
    signs: dict[str, Signed] = field(default_factory=dict)  # of all that are not indexed, by model
    results: OrderedDict[Hashable, Passages] = field(default_factory=OrderedDict)
    paragraphs: int = 0  # in all results


_held: WeakKeyDictionary[Store, _Held] = WeakKeyDictionary()
_turn = threading.Lock()


def documents(store: Store, doc_ids: Sequence[str] | None) -> Documents:
    """Those of some documents that are there, or all. All, and those of the last few scopes, are held."""
    held = _current(store)
    if doc_ids is None:
        if held.every is None:
            held.every = _documents(store, None)
        return held.every
    key = tuple(sorted(set(doc_ids)))
    with _turn:
        if key in held.some:
            held.some.move_to_end(key)
            return held.some[key]
    found = _documents(store, key)
    with _turn:
        held.some[key] = found
        if len(held.some) > _MOST_SCOPES:
            held.some.popitem(last=False)
    return found


def laid_out(store: Store, doc_ids: Sequence[str], within: Sequence[Range]) -> Corpus:
    """Some documents side by side; a few such are held, as one question on a document is followed by another."""
    held, key = _current(store), (tuple(doc_ids), tuple(within))
    with _turn:
        if key in held.corpora:
            held.corpora.move_to_end(key)
            return held.corpora[key]
    corpus = Corpus(store.lengths(doc_ids), within)
    if corpus.units <= _MOST_UNITS:
        with _turn:
            held.corpora[key] = corpus
            if len(held.corpora) > _MOST_CORPORA:
                held.corpora.popitem(last=False)
    return corpus


def signed(store: Store, model: str) -> Signed:
    """The signs that no index of the store's has."""
    held = _current(store)
    found = held.signs.get(model)
    if found is None:
        found = held.signs[model] = Signed(store.vectors.unindexed(model))
    return found


def remembered(
    store: Store, key: Hashable, search: Callable[[], Passages], *, lasts: Callable[[Passages], bool]
) -> Passages:
    """The result of a search, or of the same one before where nothing has changed since; kept where it `lasts`."""
    held = _current(store)
    with _turn:
        if key in held.results:
            held.results.move_to_end(key)
            return held.results[key]
    found = search()
    if not lasts(found):
        return found
    with _turn:
        if key not in held.results:
            held.paragraphs += _paragraphs(found)
            held.results[key] = found
        while len(held.results) > _MOST_RESULTS or held.paragraphs > _MOST_PARAGRAPHS:
            held.paragraphs -= _paragraphs(held.results.popitem(last=False)[1])
    return found


def _paragraphs(found: Passages) -> int:
    return sum(len(passage.paragraphs) for passage in found.passages)


def _current(store: Store) -> _Held:
    generation = store.generation()
    with _turn:
        held = _held.get(store)
        if held is None or held.generation != generation:
            held = _held[store] = _Held(generation)
        return held


def _documents(store: Store, doc_ids: Sequence[str] | None) -> Documents:
    totals = tuple(store.totals(doc_ids))
    # Where a document does not say its language, its index was made in the one that its words told.
    unsaid = [one.doc_id for one in totals if not one.language]
    told = {row.doc_id: language_of(row.block) for row in (store.lengths(unsaid) if unsaid else ())}
    return Documents(totals, [told.get(one.doc_id, one.language[:2]) for one in totals])
