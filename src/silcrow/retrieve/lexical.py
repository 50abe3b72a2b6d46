"""Every paragraph of a scope, scored by the words of a query, in two stages where there are many documents.

Knows the store and what a query asks for; how scores are made is scoring's.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from silcrow.errors import Notice
from silcrow.passage import Reason
from silcrow.retrieve import cues
from silcrow.retrieve.corpus import Corpus, Place
from silcrow.retrieve.documents import choose, titled
from silcrow.retrieve.echo import LOOKED_AT, echo
from silcrow.retrieve.memory import Documents, laid_out
from silcrow.retrieve.packing import Array
from silcrow.retrieve.query import Query
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.scoring import Scorer, Statistics
from silcrow.retrieve.slots import Holding, Key, Slot, holding, slots
from silcrow.retrieve.spelling import spelt
from silcrow.retrieve.spots import texts
from silcrow.store.protocol import Posting, Store


class Scored(NamedTuple):
    """One unit and what it is worth.

    found_by: "lexical" words in its text, "heading" words in a heading above, "wording" words that stand in for the
    query's, "spelling" words near to some that stand nowhere, "page" a page the query names;
    "dense" and "rerank" what models found better than most of the best.
    """

    place: Place
    score: float
    found_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Units of a corpus by what they are worth.

    worth     score of every unit, that of its neighbours and its page included
    found_by  flags by unit; a unit with none is no hit, whatever its worth
    notices   words that no unit holds, those looked for in their place, and how many documents were looked into
    labelled  what a label found together with its number has added, by unit
    judged    what models that looked at the best of them have added or taken, by unit
    lowered   what was taken from units that hold words only in other forms, by unit and word
    """

    corpus: Corpus
    worth: Array
    found_by: dict[str, Array]
    notices: tuple[Notice, ...]
    scorer: Scorer
    labelled: Array | None = None
    judged: Array | None = None
    lowered: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    scores: Array = field(init=False)

    def __post_init__(self) -> None:
        hits = np.logical_or.reduce([np.zeros(len(self.worth), bool), *self.found_by.values()])
        object.__setattr__(self, "scores", np.where(hits, self.worth, 0.0))

    def best(self, count: int, among: Array | None = None) -> Array:
        """The hits that score most, best first, of all or of these units (ascending); of equals the first in order."""
        scores = self.scores if among is None else self.scores[among]
        found = np.flatnonzero(scores > 0)
        if 0 < count < len(found):  # many equal scores, such as 0, would slow the partition down
            found = found[scores[found] >= np.partition(scores[found], -count)[-count]]
        found = found[np.argsort(-scores[found], kind="stable")][:count]
        return found if among is None else among[found]

    def scored(self, unit: int) -> Scored:
        """One unit as a result."""
        found_by = tuple(name for name, flags in self.found_by.items() if flags[unit])
        return Scored(self.corpus.place(unit), float(self.scores[unit]), found_by)

    def reasons(self, unit: int) -> tuple[Reason, ...]:
        """What its score is made of, the most telling first."""
        found = list(self.scorer.reasons(unit, named=bool(self.found_by["page"][unit])))
        if self.labelled is not None and self.labelled[unit]:
            found.append(Reason("", "label", float(self.labelled[unit])))
        if self.judged is not None and self.judged[unit]:
            found.append(Reason("", "meaning", float(self.judged[unit])))
        found.extend(Reason(word, "other form", -taken) for word, taken in self.lowered.get(unit, {}).items())
        return tuple(sorted(found, key=lambda one: (-one.score, one.word, one.field)))


def rank(
    store: Store, scope: Scope, query: Query, opened: Documents, *, besides: Callable[[], Collection[str]] = tuple
) -> Ranking:
    """Every unit of a scope, scored; units outside it are worth 0.

    `opened`: the documents of the scope in figures; `besides`: those to look into in any case, asked for only where not
    all are.
    """
    asked = slots(query, opened.spoken)
    found = dict(holding(store, asked, opened, scope.documents))
    near = spelt(store, asked, found, scope.documents)
    found |= holding(store, near, opened, scope.documents)
    asked = [*asked, *near]
    chosen = choose(opened, asked, found)
    looked = _looked_into(opened, found, chosen, besides, every=bool(scope.within or query.pages))
    corpus = laid_out(store, looked, scope.within)
    scorer = Scorer(corpus, Statistics(int(opened.sizes.sum()), *opened.lengths))
    adding = _Adding(store, opened, looked, corpus, scorer, every=chosen is None)
    missing = adding.add(asked, found)
    titles = [(word, corpus.of(opened.doc_ids[i] for i in at), rare) for word, at, rare in titled(opened, asked)]
    named = _named_pages(store, corpus, query)
    worth = scorer.worth(figure=query.figure, named=named, titles=titles)
    notices = tuple(_notices(missing, near, chosen, opened))
    ranking = Ranking(corpus, worth, scorer.found | {"page": named}, notices, scorer)
    alone = len(opened.doc_ids) == 1 and query.question and not corpus.page.any()
    again = echo(query, _texts(store, ranking)) if alone else None
    if again is None:
        return ranking
    shared = slots(again, opened.spoken)
    adding.add(shared, holding(store, shared, opened, scope.documents), way="")
    return replace(ranking, worth=scorer.worth(figure=query.figure, named=named, titles=titles))


def _texts(store: Store, ranking: Ranking) -> list[str]:
    """Those of the best paragraphs."""
    places = [ranking.corpus.place(unit) for unit in ranking.best(LOOKED_AT).tolist()]
    return texts(store, [(place.doc_id, place.paragraph) for place in places if place.paragraph is not None])


class _Adding(NamedTuple):
    """What it takes to add the words of a query to the scores of a corpus. `every`: it is all that is searched."""

    store: Store
    opened: Documents
    looked: list[str]
    corpus: Corpus
    scorer: Scorer
    every: bool

    def add(self, asked: Sequence[Slot], found: Holding, way: str | None = None) -> list[str]:
        """Add all; the query's own words that stand nowhere. `way`: how their units count as found, if all in one."""
        postings = _postings(self.store, asked, self.opened, self.looked)
        missing = []
        for slot in asked:
            counted = (
                way if way is not None else "spelling" if slot.spelt else "lexical" if slot.word.own else "wording"
            )
            added = False
            for terms, weight in slot.weighed(found):
                occurrences = self.corpus.occurrences(_under(terms, postings))
                held = None if self.every else sum(sum(found.get(key, {}).values()) for key in terms.items())
                word = slot.spelt or slot.word.token
                added |= self.scorer.add(occurrences, weight, word, way=counted, held=held)
            if slot.word.own and not slot.spelt and (slot.terms or slot.spare) and not added:
                missing.append(slot.word.token)
                self.scorer.miss(slot.word.weight, slot.word.token)
        return missing


def _looked_into(
    opened: Documents,
    found: Holding,
    chosen: frozenset[str] | None,
    besides: Callable[[], Collection[str]],
    *,
    every: bool,
) -> list[str]:
    """The documents whose paragraphs are scored: those chosen, and some besides; of few documents all, or those that
    hold any word, and these.
    """
    if chosen is not None:
        return sorted(chosen.union(besides()))
    holders = opened.languages.keys() if every else set().union(*found.values())
    if len(holders) < len(opened.doc_ids):
        holders = holders | set(besides())
    return [doc_id for doc_id in opened.doc_ids if doc_id in holders]


def _postings(store: Store, asked: Iterable[Slot], opened: Documents, looked: list[str]) -> dict[Key, list[Posting]]:
    by_key: dict[Key, list[Posting]] = defaultdict(list)
    for posting in store.postings(sorted({term for slot in asked for _, term in slot.keys}), looked):
        by_key[opened.languages[posting.doc_id], posting.term].append(posting)
    return by_key


def _under(terms: dict[str, str], postings: dict[Key, list[Posting]]) -> Iterator[Posting]:
    for key in terms.items():
        yield from postings.get(key, ())


def _notices(
    missing: list[str], near: list[Slot], chosen: frozenset[str] | None, opened: Documents
) -> Iterator[Notice]:
    if missing:
        yield Notice("words_not_found", f"Found nowhere here: {', '.join(missing[:20])}.")
    if near:
        pairs = ", ".join(f"{slot.spelt}… for {slot.word.token}" for slot in near[:20])
        yield Notice("spelling", f"Looked for what is spelt nearly so: {pairs}.")
    if chosen is not None:
        looked = f"{len(chosen):,} of {len(opened.doc_ids):,} documents"
        yield Notice("documents_chosen", f"Looked into {looked}, those that hold most of the words.")


def _named_pages(store: Store, corpus: Corpus, query: Query) -> Array:
    """Flags by unit: it begins on a page the query names, by its number or by its printed label."""
    flags = np.zeros(corpus.units, bool)
    if not query.pages:
        return flags
    labels = {str(page) for page in query.pages}
    for record in store.records(corpus.doc_ids):
        numbers = {record.pages if page == cues.LAST else page for page in query.pages}
        numbers.update(page for page, label in enumerate(record.page_labels, 1) if label in labels)
        flags[corpus.on_pages(record.doc_id, sorted(numbers))] = True
    return flags if corpus.inside is None else flags & corpus.inside
