"""From a query to passages: rank, choose, widen, fit, read.

Everything is read in one transaction of the store, so that a document replaced meanwhile is seen whole or not at all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from silcrow.document import Paragraph, Section
from silcrow.errors import Notice, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.passage import Hit, LeftOut, Passage, Passages, Reason
from silcrow.place import Span
from silcrow.retrieve.choosing import Chosen, choose
from silcrow.retrieve.judging import NONE, PASSING, Judges, judged, meant
from silcrow.retrieve.lexical import Ranking, rank
from silcrow.retrieve.memory import documents, remembered
from silcrow.retrieve.other_forms import lowered
from silcrow.retrieve.packing import Array, torn
from silcrow.retrieve.phrases import lift, require
from silcrow.retrieve.query import Queries, Query, parse, weighted
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.shortfall import shortfall
from silcrow.retrieve.spots import by_document
from silcrow.retrieve.window import Spot, Window, fit, widen
from silcrow.store.protocol import Store

_ALL = 10**9  # a window as wide as what may be read
_CHOSEN = 4  # times at most, as what comes up for a hit put down may have to be put down too
_PASSAGE = 270  # tokens, about 200 words, that a passage of a document without headings has at least
_REACH = 60  # paragraphs looked at up and down for it


def retrieve(
    store: Store,
    scope: Scope,
    query: Queries,
    *,
    top_k: int = 5,
    window: tuple[int, int] | None = (2, 2),
    max_tokens: int | None = None,
    explain: bool = False,
    judges: Judges = NONE,
) -> Passages:
    """The passages around the best paragraphs, in document order; their rank says which is best.

    `query` may be several wordings of one question, with weights. `window` paragraphs up and down are read with each
    hit, inside its section; None: as far as they are worth it. With `max_tokens` the best hits come first, then what
    stands around them; a paragraph that does not fit is left out, never cut, and counted. `explain`: hits with the
    reasons of their scores. `judges` look at the best candidates again. Asked again while nothing has changed, it
    gives the result it gave, but where a reranker is asked, and where the embedder failed or ran out of time.
    """
    if top_k < 1 or min(window or (0,)) < 0 or (max_tokens is not None and max_tokens < 1):
        raise Usage(
            f"top_k {top_k}, window {window} and max_tokens {max_tokens} cannot be met",
            hint="top_k and max_tokens count from 1, windows from 0.",
        )
    asked = weighted(query)
    search = _Search(asked, scope, top_k, window, max_tokens, explain, judges.lasting)
    with store.reading():
        if search.judged_by is None:
            return _searched(store, search, judges)
        return remembered(store, search, lambda: _searched(store, search, judges), lasts=_lasts)


class _Search(NamedTuple):
    """All that a result depends on beside the library."""

    queries: tuple[tuple[str, float], ...]
    scope: Scope
    top_k: int
    window: tuple[int, int] | None
    max_tokens: int | None
    explain: bool
    judged_by: str | None


def _lasts(found: Passages) -> bool:
    """Whether the same question would end so again: a model may fail or run out of time, and do better then."""
    return not PASSING.intersection(notice.code for notice in found.notices)


def _searched(store: Store, search: _Search, judges: Judges) -> Passages:
    asked, scope, max_tokens = parse(search.queries), search.scope, search.max_tokens
    opened = documents(store, scope.documents)
    meaning = None if asked.figure else meant(store, scope, search.queries, judges, opened.spoken)
    besides = meaning.documents if meaning else tuple
    ranking = lift(store, rank(store, scope, asked, opened, besides=besides), asked)
    required, notices = require(store, ranking, asked)
    ranking = judged(store, ranking, search.queries, judges, meaning, among=required)
    ranking, reading, windows = _read(store, search, asked, ranking, required)
    kept = windows
    if max_tokens is not None:
        hits = [(spot, one.share) for spot, one in reading.chosen.items()]
        kept = fit(hits, windows, reading.tokens, budget=max_tokens, shares=max(1, len(scope.within)))
    passages = tuple(reading.passages(kept))
    left_out = reading.left_out(windows, kept)
    said = (*asked.notices, *notices, *ranking.notices, *_too_long(reading, kept, max_tokens))
    texts = [text for passage in passages for text in (*passage.path, passage.text)]
    said = (*said, *shortfall(ranking, asked, [one.unit for one in reading.chosen.values()], texts))
    return Passages(passages, left_out, None, (*said, *_shares(ranking, passages)))


def _read(
    store: Store, search: _Search, asked: Query, ranking: Ranking, required: Array | None
) -> tuple[Ranking, "_Reading", list[Window]]:
    """What is chosen of a ranking, and read; chosen anew where a hit turns out to hold a word in another form only."""
    for again in range(_CHOSEN, 0, -1):
        found = choose(ranking, search.scope, required, top_k=search.top_k, by_score=search.window is None)
        reading = _Reading(store, found, ranking if search.explain else None)
        windows = widen(reading.bounds(search.window), (_ALL, _ALL))
        reading.load(windows)
        texts = {one.unit: reading.paragraph(spot).text for spot, one in reading.chosen.items()}
        before, ranking = ranking, lowered(ranking, asked, texts) if again > 1 else ranking
        if ranking is before:
            break
    return ranking, reading, windows


@dataclass(frozen=True, slots=True)
class _Read:
    """A section with those of its paragraphs that were read, by para_idx; 0 is the heading."""

    section: Section
    paragraphs: dict[int, Paragraph]


class _Reading:
    """The sections that hold hits, read from the store as far as windows need them."""

    def __init__(self, store: Store, found: Sequence[Chosen], explained_by: Ranking | None) -> None:
        self._store = store
        self._explained_by = explained_by
        outlines = {doc_id: store.outline(doc_id) for doc_id in {one.scored.place.doc_id for one in found}}
        self._flat = {doc_id for doc_id, sections in outlines.items() if len(sections) == 1}
        self.chosen: dict[Spot, Chosen] = {}
        self._read: dict[tuple[str, int], _Read] = {}
        for one in found:
            place = one.scored.place
            section = outlines[place.doc_id][place.section]
            key = place.doc_id, place.section
            self._read.setdefault(key, _Read(section, {}))
            self.chosen[Spot(key, 0 if place.paragraph is None else place.paragraph - section.first + 1)] = one

    def bounds(self, window: tuple[int, int] | None) -> Mapping[Spot, tuple[int, int]]:
        """The first and the last paragraph that are read around each hit, by para_idx, in its section and scope."""
        found: dict[Spot, tuple[int, int]] = {}
        for spot, one in self.chosen.items():
            first = self._read[spot.section].section.first
            lowest, highest = one.first - first + 1, one.last - first + 1
            if window is not None and spot.para_idx:
                up, down = self._reach(spot, lowest, highest) if window != (0, 0) else (0, 0)
                lowest = max(lowest, spot.para_idx - max(window[0], up))
                highest = min(highest, spot.para_idx + max(window[1], down))
            found[spot] = lowest, highest
        return found

    def _reach(self, spot: Spot, lowest: int, highest: int) -> tuple[int, int]:
        """How many paragraphs up and down make a passage, where no heading bounds one and a paragraph may be a line."""
        section = self._read[spot.section].section
        if section.heading or spot.section[0] not in self._flat:
            return 0, 0
        first, last = max(lowest, spot.para_idx - _REACH), min(highest, spot.para_idx + _REACH)
        at = section.first - 1
        sizes = [p.tokens for p in self._store.read(spot.section[0], at + first, at + last + 1)]
        here = spot.para_idx - first
        up = down = 0
        held = sizes[here]
        while held < _PASSAGE and (up < here or here + down + 1 < len(sizes)):
            if up < here and (up <= down or here + down + 1 == len(sizes)):
                up += 1
                held += sizes[here - up]
            else:
                down += 1
                held += sizes[here + down]
        return up, down

    def load(self, windows: Sequence[Window]) -> None:
        """Read the paragraphs of some windows; a heading that holds no text stands for itself."""
        wanted: list[Spot] = []
        for window in windows:
            if window.first:
                wanted += window.spots
            else:
                section = self._read[window.section].section
                tokens = estimate_tokens(section.heading)
                heading = Paragraph("text", section.heading, section.regions, tokens)
                self._read[window.section].paragraphs[0] = heading
        stand = [(spot.section[0], self._read[spot.section].section.first - 1 + spot.para_idx) for spot in wanted]
        found = {doc_id: self._store.paragraphs(doc_id, some) for doc_id, some in by_document(stand).items()}
        for spot, (doc_id, order) in zip(wanted, stand, strict=True):
            if order not in found[doc_id]:
                raise torn()
            self._read[spot.section].paragraphs[spot.para_idx] = found[doc_id][order]

    def paragraph(self, spot: Spot) -> Paragraph:
        """One paragraph that was loaded."""
        return self._read[spot.section].paragraphs[spot.para_idx]

    def tokens(self, spot: Spot) -> int:
        """Its estimate."""
        return self.paragraph(spot).tokens

    def passages(self, windows: Sequence[Window]) -> Iterator[Passage]:
        """A passage a window, ranked by its best hit."""
        place = {spot: i for i, spot in enumerate(self.chosen)}
        best = [min(place[Spot(window.section, hit)] for hit in window.hits) for window in windows]
        ranks = {window: rank for rank, window in enumerate(sorted(range(len(windows)), key=best.__getitem__), 1)}
        for i, window in enumerate(windows):
            read = self._read[window.section]
            doc_id, sec_id = window.section[0], read.section.sec_id
            hits = (self.chosen[Spot(window.section, hit)] for hit in window.hits)
            yield Passage(
                Span(doc_id, sec_id, window.first, window.last),
                read.section.path,
                tuple(self.paragraph(spot) for spot in window.spots),
                tuple(
                    Hit(Span(doc_id, sec_id, n, n), hit.scored.score, hit.scored.found_by, self._reasons(hit))
                    for n, hit in zip(window.hits, hits, strict=True)
                ),
                ranks[i],
            )

    def _reasons(self, hit: Chosen) -> tuple[Reason, ...]:
        return self._explained_by.reasons(hit.unit) if self._explained_by else ()

    def left_out(self, windows: Sequence[Window], kept: Sequence[Window]) -> LeftOut | None:
        """What is in the first windows and not in the second."""
        inside = {spot for window in kept for spot in window.spots}
        left = [self.tokens(spot) for window in windows for spot in window.spots if spot not in inside]
        return LeftOut(len(left), sum(left)) if left else None

    def place(self, spot: Spot) -> Span:
        """Its place."""
        return Span(spot.section[0], self._read[spot.section].section.sec_id, spot.para_idx, spot.para_idx)


def _shares(ranking: Ranking, passages: Sequence[Passage]) -> Iterator[Notice]:
    """Of several documents searched, how many hits each has."""
    if len(ranking.corpus.doc_ids) > 1 and passages:
        counts = Counter(hit.span.doc_id for passage in passages for hit in passage.hits)
        shares = ", ".join(f"{doc_id} {count}" for doc_id, count in counts.most_common(20))
        yield Notice("shares", f"Hits by document: {shares}.")


def _too_long(reading: _Reading, kept: Sequence[Window], max_tokens: int | None) -> Iterator[Notice]:
    inside = {spot for window in kept for spot in window.spots}
    for spot in reading.chosen:
        if max_tokens is not None and spot not in inside and reading.tokens(spot) > max_tokens:
            place = str(reading.place(spot))
            message = f"A hit of about {reading.tokens(spot)} tokens is longer than the budget; read it by its place."
            yield Notice("over_budget", message, place)
