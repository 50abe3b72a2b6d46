"""Paragraphs that may bear on a question, each in its scene, ranked.

A scene is what a reader has before him with a paragraph: its page, or, where there are no pages, the paragraphs beside
it, as far as they were read. Ranking is retrieval's, but for a little; works at a Desk; knows nothing of quotes.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from silcrow.agent import signs
from silcrow.agent.pieces import is_contents
from silcrow.agent.question import Question
from silcrow.desk import Desk
from silcrow.document import Paragraph
from silcrow.errors import Notice
from silcrow.language.quantities import amounts
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import is_dense
from silcrow.passage import Passage
from silcrow.retrieve.terms import analyse
from silcrow.retrieve.wordings import Wording, wordings

Terms = frozenset[str]

_CANDIDATES = 60
_BY_MEANING = frozenset(("dense", "rerank"))  # ways of finding that need no word of the question
_WINDOW = (4, 4)
_STAND_IN = 0.7  # a trade term's wording beside the question's own word
_SCENE = 0.3  # what a paragraph's scene adds to what retrieval says of it
_FIGURES = 1.0  # how far figures lift a paragraph when a figure is asked for
_PRICED, _BOOKED, _TABULAR = 0.5, -0.4, 0.2  # how far money in prose lifts it when a price is asked for, in accounts
_FIRM, _SIGNED = 1.0, 0.5  # a firm's name when an auditor is, and a signature when a person is
_MOST_FIGURES = 0.5  # share of figures among the words above which it is lifted no further
_ASKING = re.compile(
    "什么|甚麼|多少|哪[些个裡里]|如何|怎么|是否|為何|为何|[谁誰何几幾吗呢的是を]|いくら|いつ|どこ|なぜ|どの|どう"
)
_AUDITOR = "independent registered public accounting firm LLP served as auditor since"  # where an auditor is named
_KANA = re.compile("[\u3041-\u309f]+")
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class Wanted:
    """A word of the question: the terms that are it, and phrases (sets of terms) that stand in for it."""

    word: str
    own: Terms
    stand_ins: tuple[Terms, ...] = ()

    def share(self, terms: Terms) -> float:
        """1 where terms hold the word itself, a part where they hold a phrase that stands in for it, else 0."""
        if not self.own.isdisjoint(terms):
            return 1.0
        return _STAND_IN if any(phrase <= terms for phrase in self.stand_ins) else 0.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paragraph that retrieval found; `above` are the terms of its headings, `scene` all it is seen with.

    `worded` says that words found it, and not its meaning alone.
    """

    passage: Passage
    at: int
    language: str
    score: float
    above: Terms
    scene: Terms
    worded: bool

    @property
    def paragraph(self) -> Paragraph:
        """The paragraph."""
        return self.passage.paragraphs[self.at]

    @property
    def place(self) -> int:
        """Its para_idx."""
        return (self.passage.span.first or 0) + self.at


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates, best first; what is wanted, each word with its weight: the rarer among the scenes, the more.

    `label` has the terms of the question's words but for names, `phrase` these words: a row may be labelled so.
    """

    candidates: tuple[Candidate, ...]
    wanted: tuple[Wanted, ...]
    weights: tuple[float, ...]
    label: Terms
    phrase: str
    notices: tuple[Notice, ...]

    def cover(self, terms: Terms) -> float:
        """The share of the question, by weight, that these terms hold."""
        held = sum(weight * one.share(terms) for one, weight in zip(self.wanted, self.weights, strict=True))
        return held / (sum(self.weights) or 1.0)


def gather(desk: Desk, asked: Question) -> Pool:
    """What retrieval finds for a question and for the words of the place its answer stands in."""
    queries = (asked.text, _AUDITOR) if asked.firm and asked.person else asked.text
    found = desk.retrieve(queries, top_k=_CANDIDATES, window=_WINDOW)
    passages = found.passages
    spoken = {record.doc_id: record.language or "en" for record in desk.documents()} if passages else {}
    languages = {passage.span.doc_id: spoken.get(passage.span.doc_id, "en") for passage in passages}
    wanted = _wanted(asked, wordings(asked.text), sorted(set(languages.values())) or ["en"])
    scenes = _Scenes(passages, languages)
    candidates = _ranked(passages, scenes, wanted, asked)
    notices = tuple(notice for notice in found.notices if notice.code != "words_not_found")
    unnamed = _unnamed(asked, wanted)
    label = frozenset().union(*(one.own for one in unnamed))
    rarity = tuple(scenes.rarity(one.own) for one in wanted)
    return Pool(candidates, wanted, rarity, label, " ".join(one.word for one in unnamed), notices)


def _unnamed(asked: Question, wanted: Sequence[Wanted]) -> tuple[Wanted, ...]:
    named = {word for name in asked.names for word in name.split()}
    return tuple(one for one in wanted if re.sub(r"[’']s?\Z", "", one.word) not in named)


def terms_of(text: str, language: str) -> Terms:
    """The terms of a text without those that carry no subject."""
    return frozenset(analyse(text, language)) - STOPWORDS.get(language, frozenset())


def _wanted(asked: Question, found: Sequence[Wording], languages: Sequence[str]) -> tuple[Wanted, ...]:
    def terms(text: str) -> Terms:
        return frozenset().union(*(terms_of(text, language) for language in languages))

    stand_ins: defaultdict[str, list[Terms]] = defaultdict(list)
    for wording in found:
        for word in wording.asked.casefold().split():
            stand_ins[word].extend(map(terms, wording.phrases))
    words = dict.fromkeys(part for word in asked.words for part in _parts(word))
    return tuple(Wanted(word, _own(word, terms(word)), tuple(stand_ins.get(word.casefold(), ()))) for word in words)


def _parts(word: str) -> Iterator[str]:
    """The word; of a run without spaces its pairs, but for those that ask and those of kana, which are grammar."""
    if not is_dense(word) or len(word) < 3:
        yield word
        return
    for run in _ASKING.split(word):
        yield from (pair for pair in map("".join, pairwise(run)) if not _KANA.fullmatch(pair))


def _own(word: str, terms: Terms) -> Terms:
    """The terms that are a word: of a pair of dense characters the pair, not each of them."""
    return frozenset(term for term in terms if len(term) > 1) or terms if is_dense(word) else terms


class _Scenes:
    """The scenes of some passages: how often each term stands in each, as far as it was read."""

    def __init__(self, passages: Sequence[Passage], languages: Mapping[str, str]) -> None:
        self.languages = languages
        self.bags: defaultdict[tuple[str, int, str], Counter[str]] = defaultdict(Counter)
        for passage in passages:
            language = languages[passage.span.doc_id]
            for at, paragraph in enumerate(passage.paragraphs):
                self.bags[self.key(passage, at)].update(analyse(paragraph.text, language))
            self.bags[self.key(passage, 0)].update(analyse(" ".join(passage.path[-1:]), language))
        self._sizes = {key: bag.total() for key, bag in self.bags.items()}
        self._mean = sum(self._sizes.values()) / max(1, len(self._sizes))

    def key(self, passage: Passage, at: int) -> tuple[str, int, str]:
        """The scene of a paragraph: a page of a document; where there are no pages, its passage."""
        regions = passage.paragraphs[at].regions
        return (passage.span.doc_id, regions[0].page, "") if regions else (passage.span.doc_id, 0, str(passage.span))

    def rarity(self, terms: Terms) -> float:
        """More for what stands in fewer of the scenes."""
        holding = sum(not terms.isdisjoint(bag) for bag in self.bags.values())
        return math.log1p((len(self.bags) - holding + 0.5) / (holding + 0.5))

    def scores(self, weights: Mapping[str, float]) -> dict[tuple[str, int, str], float]:
        """BM25 of each scene."""
        rarity = {term: weight * self.rarity(frozenset([term])) for term, weight in weights.items()}
        scores = {}
        for key, bag in self.bags.items():
            norm = _K1 * (1 - _B + _B * self._sizes[key] / (self._mean or 1.0))
            scores[key] = sum(weight * bag[term] / (bag[term] + norm) for term, weight in rarity.items() if term in bag)
        return scores


def _ranked(
    passages: Sequence[Passage], scenes: _Scenes, wanted: Sequence[Wanted], asked: Question
) -> tuple[Candidate, ...]:
    """The hits but for contents pages and bare headings, best first."""
    weights = {term: _STAND_IN for one in wanted for phrase in one.stand_ins for term in phrase}
    weights |= {term: 1.0 for one in wanted for term in one.own}
    scores = scenes.scores(weights)
    best_scene = max(scores.values(), default=0.0) or 1.0
    hits = [(hit, passage) for passage in passages for hit in passage.hits if hit.span.first]
    best_hit = max((hit.score for hit, _ in hits), default=0.0) or 1.0
    candidates = []
    for hit, passage in hits:
        at = (hit.span.first or 0) - (passage.span.first or 0)
        paragraph = passage.paragraphs[at]
        if is_contents(paragraph, passage.path):
            continue
        key = scenes.key(passage, at)
        score = hit.score / best_hit + _SCENE * scores[key] / best_scene
        score *= 1 + _lift(paragraph.text, asked)
        language = scenes.languages[passage.span.doc_id]
        above = terms_of(" ".join(passage.path), language)
        scene = above | scenes.bags[key].keys()
        worded = not _BY_MEANING.issuperset(hit.found_by)
        candidates.append(Candidate(passage, at, language, score, above, scene, worded))
    return tuple(sorted(candidates, key=lambda c: (-c.score, str(c.passage.span), c.at)))


def _lift(text: str, asked: Question) -> float:
    """How far figures, where one is asked for, a price or a name lift a paragraph, in shares."""
    if asked.price:
        return _BOOKED if figure_share(text) > _TABULAR else _PRICED if signs.is_price(text) else 0.0
    if asked.person and (asked.firm or "/s/" in text):
        return (_FIRM if asked.firm else _SIGNED) if any(signs.names_in(text, asked)) else 0.0
    return _FIGURES * min(_MOST_FIGURES, figure_share(text)) if asked.figure else 0.0


def figure_share(text: str) -> float:
    """The share of amounts among the words of a text; years and dates are none."""
    return amounts(text) / (1 + len(text.split()))
