"""BM25F over text and heading path, at two grains: the paragraph with what stands beside it, and the page it is on.

Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", section 3.6: a term's frequencies
in the fields are weighted, each by the length of its field, and added before they saturate. Statistics are those of
the documents searched, and inside sections of these sections only. Knows a corpus and no store.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from silcrow.passage import Reason
from silcrow.retrieve.corpus import Corpus, Occurrences
from silcrow.retrieve.documents import rarity
from silcrow.retrieve.packing import Array

# Chosen on the development sets; docs/decisions.md has what else was tried.
_K1 = 1.2
_B, _B_HEADING = 0.75, 0.5
_SHORTEST = 12  # index terms that a paragraph counts as at least, or half the average: a line is not better for it
_HEADING = 0.8  # weight of the heading path; the text has 1
_BESIDE = 0.07  # weight of the paragraph beside, half of it for the next but one
_PAGE = 0.7  # what its page's score adds to a paragraph's
_PAGE_HEADING = 0.6
_FIGURES, _MOST_FIGURES = 0.6, 1 / 3  # lift where a figure is asked for, in full from this share of figures on
_LISTED = 0.2  # what is left of the score of a line that only names a section
_NAMED_PAGE = 0.6  # what a page named in the query adds, of the best score
_TITLE, _RAREST = 2.0, 3.0  # what a word of its title adds to all of a document, by its rarity up to this
_DECIMALS = 6  # scores are compared so far, so that the last bits of a machine's arithmetic decide nothing


class Statistics(NamedTuple):
    """Of all documents searched: paragraphs, and index terms of their texts and of their heading paths."""

    paragraphs: int
    text: int
    path: int


class Added(NamedTuple):
    """A term that was scored: the word it is for, where it stands, its weight by rarity among units and pages; whether
    the word is one of the query's own.
    """

    word: str
    term: Occurrences
    weight: float
    on_pages: float
    own: bool


class Scorer:
    """Adds term after term to the scores of all units of a corpus, and of its pages."""

    def __init__(self, corpus: Corpus, statistics: Statistics) -> None:
        self._corpus = corpus
        inside = corpus.inside
        if inside is None:
            self._count = max(1, statistics.paragraphs)
            text, path = statistics.text / self._count, statistics.path / self._count
        else:
            self._count = max(1, int(np.count_nonzero(inside)))
            text = float(corpus.text @ inside) / self._count
            path = float(corpus.path[corpus.section] @ inside) / self._count
        length = np.maximum(corpus.text, min(_SHORTEST, text / 2))
        self._text_norm = 1 - _B + _B * length / max(1.0, text)
        self._path_norm = (1 - _B_HEADING + _B_HEADING * corpus.path / max(1.0, path))[corpus.section]
        self._beside = _Beside(corpus)
        self._scores = np.zeros(corpus.units)
        self.found = {name: np.zeros(corpus.units, bool) for name in ("lexical", "heading", "wording", "spelling")}
        self._pages = _Pages(corpus)
        self._lift: Array | None = None
        self._titles: list[tuple[str, Array, float]] = []
        self._named = 0.0
        self._added: list[Added] = []
        self._missed: dict[str, float] = {}

    def add(self, term: Occurrences, weight: float, word: str, *, way: str, held: int | None) -> bool:
        """Add one term; whether any unit searched holds it.

        `way` is the flag its units get: "lexical" for the query's own words, whose headings are "heading"; none where
        a term makes nothing a hit. `held`: how many units hold it, where the corpus is not all that is searched.
        """
        units, times = term.units, term.in_text
        below = self._corpus.below(term.sections, term.in_heading)
        if (inside := self._corpus.inside) is not None:
            units, times = units[inside[units]], times[inside[units]]
            below = None if below is None else below * inside
        if not len(units) and (below is None or not below.any()):
            return False
        if way:
            self.found[way][units] = True
        own = times / self._text_norm[units]
        touched, frequency = self._beside.spread(units, own)
        counted = len(units)
        if below is not None:
            if way:
                self.found["heading" if way == "lexical" else way] |= below > 0
            above = _HEADING * below / self._path_norm
            counted += int(np.count_nonzero(above)) - int(np.count_nonzero(above[units]))
            above[touched] = above[touched] + frequency  # a unit touched twice has the same sum both times
            touched, frequency = self._corpus.every, above
        weighed = weight * rarity(self._count, counted if held is None else held)
        self._scores[touched] += weighed * frequency / (_K1 + frequency)
        self._added.append(Added(word, term, weighed, self._pages.add(units, times, below, weight), way == "lexical"))
        return True

    def miss(self, weight: float, word: str) -> None:
        """Note that one of the query's own words stands nowhere."""
        self._missed[word] = weight * rarity(self._count, 0)

    @property
    def weights(self) -> dict[str, float]:
        """What each of the query's own words weighs by its rarity, those that stand nowhere included."""
        found = dict(self._missed)
        for one in self._added:
            if one.own:
                found[one.word] = max(one.weight, found.get(one.word, 0.0))
        return found

    def holds(self, unit: int) -> dict[str, bool]:
        """Which of those words a unit holds, in its text or in a heading above."""
        found: dict[str, bool] = {}
        for one in self._added:
            if one.own:
                here = bool((one.term.units == unit).any()) or self._corpus.over(one.term, unit) > 0
                found[one.word] = here or found.get(one.word, False)
        return found

    def worth(self, *, figure: bool, named: Array, titles: Iterable[tuple[str, Array, float]]) -> Array:
        """By unit what it is worth, all told, with the terms added so far.

        `named`: flags of units on pages the query names; `titles`: words that stand in titles, each with the units of
        these documents and its rarity.
        """
        worth: Array = self._scores + _PAGE * self._pages.scores()
        self._titles = [(word, units, _TITLE * min(rare, _RAREST)) for word, units, rare in titles]
        for _, units, score in self._titles:
            worth[units] += score
        if figure:
            share = self._corpus.numbers / np.maximum(1, self._corpus.text)
            self._lift = _FIGURES * np.minimum(1, share / _MOST_FIGURES)
            worth *= 1 + self._lift
        worth[self._corpus.listing] *= _LISTED
        self._named = _NAMED_PAGE * max(worth.max(initial=0.0), 1.0)
        return np.round(worth + self._named * named, _DECIMALS)

    def reasons(self, unit: int, *, named: bool) -> Iterator[Reason]:
        """What a unit's score is made of. A term's share is parted among fields as its frequency is."""
        total = 0.0
        for word, term, weight, on_pages, _ in self._added:
            parts = dict(zip(("text", "beside", "heading"), self._frequencies(term, unit), strict=True))
            frequency = sum(parts.values())
            scored = {field: weight * part / (_K1 + frequency) for field, part in parts.items()}
            scored["page"] = _PAGE * on_pages * self._pages.part(term, unit)
            for field, score in scored.items():
                total += score
                if score > 0:
                    yield Reason(word, field, score)
        for word, units, score in self._titles:
            if unit in units:
                total += score
                yield Reason(word, "title", score)
        if self._lift is not None and self._lift[unit]:
            lifted = float(total * self._lift[unit])
            total += lifted
            yield Reason("", "figures", lifted)
        if unit in self._corpus.listing:
            yield Reason("", "contents", (_LISTED - 1) * total)
        if named:
            yield Reason("", "named page", self._named)

    def _frequencies(self, term: Occurrences, unit: int) -> tuple[float, float, float]:
        """How often a term counts for a unit: in its text, in those beside it, in the headings above it."""
        corpus = self._corpus

        def own(at: int) -> float:
            known = 0 <= at < corpus.units and corpus.section[at] == corpus.section[unit]
            if not known or (corpus.inside is not None and not corpus.inside[at]):
                return 0.0
            return float(term.in_text[term.units == at].sum() / self._text_norm[at])

        beside = sum(_BESIDE / abs(step) * own(unit + step) for step in (-2, -1, 1, 2))
        below = corpus.over(term, unit)
        return own(unit), beside, float(_HEADING * below / self._path_norm[unit])


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
        self._corpus = corpus
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

    def add(self, units: Array, times: Array, below: Array | None, weight: float) -> float:
        """Add one term by its frequencies in each unit's text and in the headings above it; its weight by rarity."""
        if self._count == 1:
            return 0.0
        frequency = self._sum(self._page[units], times) / self._norm
        if below is not None:
            frequency += _PAGE_HEADING * self._sum(self._page, below) / self._paragraphs
        weighed = weight * rarity(self._full, int(np.count_nonzero(frequency)))
        self._scores += weighed * frequency / (_K1 + frequency)
        return weighed

    def scores(self) -> Array:
        """By unit: its page's score, 0 where it is on none."""
        by_unit: Array = self._scores[self._page]
        return by_unit

    def part(self, term: Occurrences, unit: int) -> float:
        """How far a term fills the page of a unit, from 0 to 1."""
        page = int(self._page[unit])
        if not page:
            return 0.0
        here = self._page[term.units] == page
        above = sum(self._corpus.over(term, int(one)) for one in np.flatnonzero(self._page == page))
        frequency = float(term.in_text[here].sum() / self._norm[page] + _PAGE_HEADING * above / self._paragraphs[page])
        return frequency / (_K1 + frequency)
