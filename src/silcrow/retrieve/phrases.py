"""Which units hold words side by side, in the text or in a heading above: phrases in quotes, labels with their numbers.

Postings hold no positions; the few units that hold all the words are read. Knows nothing of scores but their order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from silcrow.document import Section
from silcrow.errors import Notice
from silcrow.language.words import TOKEN, sequence
from silcrow.retrieve.lexical import Ranking
from silcrow.retrieve.packing import Array
from silcrow.retrieve.query import Query
from silcrow.retrieve.spots import texts
from silcrow.retrieve.terms import token_terms
from silcrow.store.protocol import Posting, Store

_READ, _READ_FOR_LABEL = 1_000, 100  # units read for one phrase, and for one label, the best first
_LABELLED = 0.6  # what a label with its number adds, of the best score


def lift(store: Store, ranking: Ranking, query: Query) -> Ranking:
    """The ranking with what holds a label and its number together ("Figure 2") raised above what holds them apart."""
    if not query.labels:
        return ranking
    held = np.zeros(ranking.corpus.units, bool)
    for label in query.labels:
        held |= _holding(store, ranking, label, most=_READ_FOR_LABEL)
    raised = _LABELLED * ranking.scores.max(initial=0.0) * held
    return replace(ranking, worth=ranking.worth + raised, labelled=raised)


def require(store: Store, ranking: Ranking, query: Query) -> tuple[Array | None, tuple[Notice, ...]]:
    """The units that hold most of the query's phrases, None for all; and a notice for each phrase found nowhere."""
    held = np.zeros(ranking.corpus.units, np.int64)
    notices = []
    for phrase in query.phrases:
        units = _holding(store, ranking, phrase, most=_READ)
        if not units.any():
            notices.append(Notice("phrase_not_found", f'"{phrase}" stands nowhere here; its words were used apart.'))
        held += units
    return (held == held.max() if held.any() else None), tuple(notices)


def _holding(store: Store, ranking: Ranking, phrase: str, *, most: int) -> Array:
    """A flag by unit."""
    corpus = ranking.corpus
    wanted = sequence(phrase)
    units, sections = np.ones(corpus.units, bool), np.ones(len(corpus.path), bool)
    for token in dict.fromkeys(TOKEN.findall(phrase)):
        in_text, in_heading = _standing(store, ranking, token)
        units &= in_text
        sections &= in_heading
    if corpus.inside is not None:
        units &= corpus.inside
    candidates = np.flatnonzero(units)
    candidates = candidates[np.argsort(-ranking.scores[candidates], kind="stable")][:most]
    found = np.zeros(corpus.units, bool)
    spots = {unit: spot for unit, spot in zip(candidates, corpus.spots(candidates), strict=True) if spot}
    for unit, text in zip(spots, texts(store, list(spots.values())), strict=True):
        found[unit] = _adjacent(wanted, sequence(text))
    headings = _headings(store, ranking, np.flatnonzero(sections)[:most].tolist())
    named = [section for section, heading in headings if _adjacent(wanted, sequence(heading))]
    below = corpus.below(np.asarray(named, np.int64), np.ones(len(named)))
    return found if below is None else found | (below > 0)


def _standing(store: Store, ranking: Ranking, token: str) -> tuple[Array, Array]:
    """Flags by unit and by section: where a token may stand, as far as the index tells."""
    corpus = ranking.corpus
    units, sections = np.zeros(corpus.units, bool), np.zeros(len(corpus.path), bool)
    postings: list[Posting] = []
    for language in sorted(set(corpus.languages)):
        inside = [i for i, one in zip(corpus.doc_ids, corpus.languages, strict=True) if one == language]
        postings.extend(store.postings([token_terms(token, language)[0]], inside))
    found = corpus.occurrences(postings)
    units[found.units] = True
    sections[found.sections] = True
    return units, sections


def _headings(store: Store, ranking: Ranking, sections: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Sections with their headings."""
    outlines: dict[str, tuple[Section, ...]] = {}
    for section in sections:
        doc_id, number = ranking.corpus.home(section)
        if doc_id not in outlines:
            outlines[doc_id] = store.outline(doc_id)
        yield section, outlines[doc_id][number].heading


def _adjacent(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words stand side by side and in order."""
    first, size = wanted[0], len(wanted)
    return any(word == first and words[i : i + size] == wanted for i, word in enumerate(words))
