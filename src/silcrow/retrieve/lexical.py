"""BM25F over text and heading path, at two grains: the paragraph with what stands beside it, and the page it is on.

Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", section 3.6: a term's frequencies
in the fields are weighted, each by the length of its field, and added before they saturate. Statistics are those of
the documents searched, and inside sections of these sections only.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from silcrow.retrieve import cues
from silcrow.retrieve.corpus import Corpus, Occurrences, Place
from silcrow.retrieve.packing import Array, language_of
from silcrow.retrieve.query import Query, Word
from silcrow.retrieve.scope import Scope
from silcrow.store.protocol import Lengths, Posting, Store

# Chosen on the development sets; docs/decisions.md has what else was tried.
_K1 = 1.2
_B, _B_HEADING = 0.75, 0.5
_HEADING = 0.8  # weight of the heading path; the text has 1
_BESIDE = 0.07  # weight of the paragraph beside, half of it for the next but one
_PAGE = 0.7  # what its page's score adds to a paragraph's
_PAGE_HEADING = 0.6
_FIGURES, _MOST_FIGURES = 0.6, 1 / 3  # lift where a figure is asked for, in full from this share of figures on
_NAMED_PAGE = 0.6  # what a page named in the query adds, of the best score
_DECIMALS = 6  # scores are compared so far, so that the last bits of a machine's arithmetic decide nothing


class Scored(NamedTuple):
    """One unit and what it is worth.

    found_by: "lexical" words in its text, "heading" words in a heading above, "wording" words that stand in for the
    query's, "page" a page the query names.
    """

    place: Place
    score: float
    found_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Units of a corpus by what they are worth.

    worth     score of every unit, that of its neighbours and its page included
    found_by  flags by unit; a unit with none is no hit, whatever its worth
    missing   the query's words that no unit holds
    """

    corpus: Corpus
    worth: Array
    found_by: dict[str, Array]
    missing: tuple[str, ...] = ()
    scores: Array = field(init=False)

    def __post_init__(self) -> None:
        hits = np.logical_or.reduce([np.zeros(len(self.worth), bool), *self.found_by.values()])
        object.__setattr__(self, "scores", np.where(hits, self.worth, 0.0))

    def best(self, count: int, among: Array | None = None) -> Array:
        """The hits that score most, best first, of all or of these units (ascending); of equals the first in order."""
        scores = self.scores if among is None else self.scores[among]
        if 0 < count < len(scores):
            least = max(np.partition(scores, -count)[-count], 0)
            found = np.flatnonzero((scores >= least) & (scores > 0))
        else:
            found = np.flatnonzero(scores > 0)
        found = found[np.argsort(-scores[found], kind="stable")][:count]
        return found if among is None else among[found]

    def scored(self, unit: int) -> Scored:
        """One unit as a result."""
        found_by = tuple(name for name, flags in self.found_by.items() if flags[unit])
        return Scored(self.corpus.place(unit), float(self.scores[unit]), found_by)


def rank(store: Store, scope: Scope, query: Query) -> Ranking:
    """Every unit of a scope, scored; units outside it are worth 0."""
    lengths = list(store.lengths(scope.documents))
    languages = {row.doc_id: language_of(row.block) for row in lengths}
    slots = list(_slots(query, sorted(set(languages.values()))))
    wanted = sorted({term for slot in slots for terms in (*slot.terms, *slot.spare) for term in terms.values()})
    postings: dict[tuple[str, str], list[Posting]] = defaultdict(list)
    holding = set()
    for posting in store.postings(wanted, scope.documents):
        if posting.doc_id in languages:
            postings[languages[posting.doc_id], posting.term].append(posting)
            holding.add(posting.doc_id)
    all_of_them = scope.within or query.pages
    corpus = Corpus([row for row in lengths if all_of_them or row.doc_id in holding], scope.within)
    scorer = _Scorer(corpus, lengths)
    missing = []
    for slot in slots:
        word = slot.word
        found = sum(scorer.add(corpus.occurrences(_under(terms, postings)), word.weight, word) for terms in slot.terms)
        share = word.weight * (slot.share if found else 1.0)
        found += sum(scorer.add(corpus.occurrences(_under(terms, postings)), share, word) for terms in slot.spare)
        if word.own and (slot.terms or slot.spare) and not found:
            missing.append(word.token)
    return scorer.ranking(query, _named_pages(store, corpus, query), tuple(missing))


class _Slot(NamedTuple):
    """One word of a query: its terms and its parts, each by language."""

    word: Word
    terms: list[dict[str, str]]
    spare: list[dict[str, str]]
    share: float


def _slots(query: Query, languages: Sequence[str]) -> Iterator[_Slot]:
    asked = {language: query.asked(language) for language in languages}
    for word in query.words:
        slot = _Slot(word, [], [], 0.0)
        for language, words in asked.items():
            if word in words:
                one = words[word]
                _spread(slot.terms, one.terms, language)
                _spread(slot.spare, one.spare, language)
                slot = slot._replace(share=one.share)
        yield slot


def _spread(by_place: list[dict[str, str]], terms: Iterable[str], language: str) -> None:
    for i, term in enumerate(terms):
        if i == len(by_place):
            by_place.append({})
        by_place[i][language] = term


def _under(terms: dict[str, str], postings: dict[tuple[str, str], list[Posting]]) -> Iterator[Posting]:
    for key in terms.items():
        yield from postings.get(key, ())


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


class _Scorer:
    """Adds term after term to the scores of all units of a corpus, and of its pages."""

    def __init__(self, corpus: Corpus, lengths: Sequence[Lengths]) -> None:
        self._corpus = corpus
        inside = corpus.inside
        if inside is None:
            self._count = max(1, sum(row.paragraphs for row in lengths))
            text, path = (sum(row.totals[i] for row in lengths) / self._count for i in (0, 1))
        else:
            self._count = max(1, int(np.count_nonzero(inside)))
            text, path = (float(corpus.text @ inside) / self._count, corpus.path[corpus.section] @ inside / self._count)
        self._text_norm = 1 - _B + _B * corpus.text / max(1.0, text)
        self._path_norm = (1 - _B_HEADING + _B_HEADING * corpus.path / max(1.0, path))[corpus.section]
        self._beside = _Beside(corpus)
        self._scores = np.zeros(corpus.units)
        self._found = {name: np.zeros(corpus.units, bool) for name in ("lexical", "heading", "wording")}
        self._pages = _Pages(corpus)

    def add(self, term: Occurrences, weight: float, word: Word) -> bool:
        """Add one term; whether any unit searched holds it."""
        units, times = term.units, term.in_text
        below = self._corpus.below(term.sections, term.in_heading)
        if (inside := self._corpus.inside) is not None:
            units, times = units[inside[units]], times[inside[units]]
            below = None if below is None else below * inside
        if not len(units) and (below is None or not below.any()):
            return False
        self._found["lexical" if word.own else "wording"][units] = True
        own = times / self._text_norm[units]
        touched, frequency = self._beside.spread(units, own)
        held = len(units)
        if below is not None:
            self._found["heading" if word.own else "wording"] |= below > 0
            above = _HEADING * below / self._path_norm
            held += int(np.count_nonzero(above)) - int(np.count_nonzero(above[units]))
            above[touched] = above[touched] + frequency  # a unit touched twice has the same sum both times
            touched, frequency = self._corpus.every, above
        self._scores[touched] += weight * _rarity(self._count, held) * frequency / (_K1 + frequency)
        self._pages.add(units, times, below, weight)
        return True

    def ranking(self, query: Query, named: Array, missing: tuple[str, ...]) -> Ranking:
        """The result."""
        worth = self._scores + _PAGE * self._pages.scores()
        if query.figure:
            share = self._corpus.numbers / np.maximum(1, self._corpus.text)
            worth *= 1 + _FIGURES * np.minimum(1, share / _MOST_FIGURES)
        worth += _NAMED_PAGE * max(worth.max(initial=0.0), 1.0) * named
        return Ranking(self._corpus, np.round(worth, _DECIMALS), self._found | {"page": named}, missing)


class _Beside:
    """What a frequency adds to the two paragraphs on either side of it, inside its section and the scope."""

    def __init__(self, corpus: Corpus) -> None:
        self._sums = np.zeros(corpus.units)
        self._reached: dict[int, Array] = {}
        for step in (1, 2):
            same = corpus.section[step:] == corpus.section[:-step]
            if corpus.inside is not None:
                same &= corpus.inside[step:] & corpus.inside[:-step]
            nothing = np.zeros(min(step, corpus.units), bool)
            self._reached[step], self._reached[-step] = np.append(same, nothing), np.append(nothing, same)

    def spread(self, units: Array, own: Array) -> tuple[Array, Array]:
        """Units that a term reaches, some more than once, and the whole of the frequency that counts in each."""
        self._sums[units] = own
        touched = [units]
        for step, reached in self._reached.items():
            valid = reached[units]
            place = units[valid] + step
            self._sums[place] += _BESIDE / abs(step) * own[valid]
            touched.append(place)
        every = np.concatenate(touched)
        frequency = self._sums[every]
        self._sums[every] = 0
        return every, frequency


class _Pages:
    """The same at the grain of pages; nothing where there are none."""

    def __init__(self, corpus: Corpus) -> None:
        self._page = corpus.page if corpus.inside is None else corpus.page * corpus.inside  # 0 is on none
        self._count = int(self._page.max(initial=0)) + 1
        paragraphs = np.bincount(self._page, minlength=self._count)
        paragraphs[0] = 0
        self._paragraphs = np.maximum(1, paragraphs)
        self._full = max(1, int(np.count_nonzero(paragraphs)))
        length = self._sum(self._page, corpus.text)
        self._norm = 1 - _B + _B * length / max(1.0, length.sum() / self._full)
        self._scores = np.zeros(self._count)

    def _sum(self, page: Array, values: Array) -> Array:
        total = np.bincount(page, values, self._count)
        total[0] = 0
        return total

    def add(self, units: Array, times: Array, below: Array | None, weight: float) -> None:
        """Add one term by its frequencies in each unit's text and in the headings above it."""
        if self._count > 1:
            frequency = self._sum(self._page[units], times) / self._norm
            if below is not None:
                frequency += _PAGE_HEADING * self._sum(self._page, below) / self._paragraphs
            held = int(np.count_nonzero(frequency))
            self._scores += weight * _rarity(self._full, held) * frequency / (_K1 + frequency)

    def scores(self) -> Array:
        """By unit: its page's score, 0 where it is on none."""
        by_unit: Array = self._scores[self._page]
        return by_unit


def _rarity(count: int, held: int) -> float:
    """BM25's inverse document frequency, never 0 or below."""
    return float(np.log1p((max(0, count - held) + 0.5) / (held + 0.5)))
