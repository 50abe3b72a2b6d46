"""BM25F over text and heading path (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and
Beyond", section 3.6): a term's frequencies in the fields are weighted, each by the length of its field, and added
before they saturate.

Statistics are those of the documents searched, and inside sections of these sections only.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from silcrow.retrieve.corpus import Corpus, Occurrences, Place
from silcrow.retrieve.packing import Array, language_of
from silcrow.retrieve.query import Query
from silcrow.retrieve.scope import Scope
from silcrow.store.protocol import Lengths, Posting, Store

_K1 = 1.2
_B = 0.75
_B_HEADING = 0.5
_HEADING = 0.6  # weight of the heading path; the text has 1
_DECIMALS = 6  # scores are compared so far, so that the last bits of a machine's arithmetic decide nothing


class Scored(NamedTuple):
    """One unit and what it is worth; `found_by` names the fields that hold a word of the query."""

    place: Place
    score: float
    found_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by unit of a corpus, and which units hold a word in their text or in their headings.

    `missing` are the tokens of the query that no unit holds.
    """

    corpus: Corpus
    scores: Array
    in_text: Array
    in_heading: Array
    missing: frozenset[str]

    def best(self, count: int, among: Array | None = None) -> Array:
        """The units that score most, best first, of all or of these (ascending); of equals the first in order."""
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
        ways = (("lexical", self.in_text), ("heading", self.in_heading))
        found_by = tuple(name for name, flags in ways if flags[unit])
        return Scored(self.corpus.place(unit), float(self.scores[unit]), found_by)


def rank(store: Store, scope: Scope, query: Query) -> Ranking:
    """Every unit of a scope, scored; units outside it score 0."""
    lengths = list(store.lengths(scope.documents))
    languages = {row.doc_id: language_of(row.block) for row in lengths}
    tokens = list(_tokens(query, sorted(set(languages.values()))))
    wanted = sorted({term for token in tokens for terms in (*token.terms, *token.spare) for term in terms.values()})
    postings: dict[tuple[str, str], list[Posting]] = defaultdict(list)
    holding = set()
    for posting in store.postings(wanted, scope.documents):
        if posting.doc_id in languages:
            postings[languages[posting.doc_id], posting.term].append(posting)
            holding.add(posting.doc_id)
    corpus = Corpus([row for row in lengths if scope.within or row.doc_id in holding], scope.within)
    scorer = _Scorer(corpus, lengths)
    missing = set()
    for token in tokens:
        found = sum(scorer.add(corpus.occurrences(_under(terms, postings)), 1.0) for terms in token.terms)
        share = token.share if found else 1.0
        found += sum(scorer.add(corpus.occurrences(_under(terms, postings)), share) for terms in token.spare)
        if (token.terms or token.spare) and not found:
            missing.add(token.text)
    return scorer.ranking(frozenset(missing))


class _Token(NamedTuple):
    """One token of a query: its terms and its parts, each by language."""

    text: str
    terms: list[dict[str, str]]
    spare: list[dict[str, str]]
    share: float


def _tokens(query: Query, languages: Sequence[str]) -> Iterator[_Token]:
    asked = {language: query.asked(language) for language in languages}
    for token in query.tokens:
        found = _Token(token, [], [], 0.0)
        for language, tokens in asked.items():
            if token in tokens:
                one = tokens[token]
                _spread(found.terms, one.terms, language)
                _spread(found.spare, one.spare, language)
                found = found._replace(share=one.share)
        yield found


def _spread(by_place: list[dict[str, str]], terms: Iterable[str], language: str) -> None:
    for i, term in enumerate(terms):
        if i == len(by_place):
            by_place.append({})
        by_place[i][language] = term


def _under(terms: dict[str, str], postings: dict[tuple[str, str], list[Posting]]) -> Iterator[Posting]:
    for key in terms.items():
        yield from postings.get(key, ())


class _Scorer:
    """Adds term after term to the scores of all units of a corpus."""

    def __init__(self, corpus: Corpus, lengths: Sequence[Lengths]) -> None:
        self._corpus = corpus
        inside = corpus.inside
        if inside is None:
            self._count = max(1, sum(row.paragraphs for row in lengths))
            text, path = (sum(row.totals[i] for row in lengths) / self._count for i in (0, 1))
        else:
            self._count = max(1, int(np.count_nonzero(inside)))
            text, path = corpus.text[inside].mean(), corpus.path[corpus.section[inside]].mean()
        self._text_norm = 1 - _B + _B * corpus.text / max(1.0, text)
        self._path_norm = (1 - _B_HEADING + _B_HEADING * corpus.path / max(1.0, path))[corpus.section]
        self._scores = np.zeros(corpus.units)
        self._in_text = np.zeros(corpus.units, bool)
        self._in_heading = np.zeros(corpus.units, bool)

    def add(self, term: Occurrences, weight: float) -> bool:
        """Add one term; whether any unit searched holds it."""
        frequency = np.zeros(self._corpus.units)
        frequency[term.units] = term.in_text / self._text_norm[term.units]
        self._in_text[term.units] = True
        below = self._corpus.below(term.sections, term.in_heading)
        if below is not None:
            frequency += _HEADING * below / self._path_norm
            self._in_heading |= below > 0
        if self._corpus.inside is not None:
            frequency *= self._corpus.inside
        held = np.count_nonzero(frequency)
        rarity = np.log1p((self._count - held + 0.5) / (held + 0.5)) if held <= self._count else 0.0
        self._scores += weight * rarity * frequency / (_K1 + frequency)
        return bool(held)

    def ranking(self, missing: frozenset[str]) -> Ranking:
        """The result."""
        return Ranking(self._corpus, np.round(self._scores, _DECIMALS), self._in_text, self._in_heading, missing)
