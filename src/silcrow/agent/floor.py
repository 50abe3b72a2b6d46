"""Whether what was found bears on the question at all, or "not found" is the honest answer.

Two signs, both calibrated by benchmarks/ask.py: the proper names of the question must be names of the document, and
the scene of the first quote must hold enough of the question, the rare words counting most. Works at a Desk.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from rapidfuzz import fuzz, process

from silcrow.agent.pool import Candidate, Pool
from silcrow.agent.question import Question
from silcrow.desk import Desk
from silcrow.passage import Passage

Standing = Literal["known", "rare", "word", "unknown"]

FLOOR = 0.12  # share of the question that the first quote's scene holds
_LOOKED_AT = 12  # paragraphs in which a name is looked up
_SPELT, _ALIKE = 5, 85.0  # letters of a name that may be misspelt, and per cent of them that must be right
_WORD = re.compile(r"\b[^\W\d_]{4,30}\b")
_RARE = 2  # paragraphs that name it; a document about Boeing says so more often


def bears(desk: Desk, asked: Question, pool: Pool, first: Candidate, *, floor: float = FLOOR) -> bool:
    """Whether the first quote may be given as bearing on the question; with floor 0 it always may."""
    if floor <= 0 or pool.cover(first.scene) < floor:
        return floor <= 0
    standings = {name: standing(desk, name) for name in asked.names}
    names = {name: how for name, how in standings.items() if how != "word"}
    return not names or any(_is_meant(name, how, pool, first) for name, how in names.items())


def _is_meant(name: str, how: Standing, pool: Pool, first: Candidate) -> bool:
    """Whether the documents are about this name: they say it often, beside the quote, or all but letter for letter."""
    if how == "rare":
        return _says(first.passage, name)
    return how == "known" or _is_misspelt(name, pool)


def _is_misspelt(name: str, pool: Pool) -> bool:
    """Whether a name of the documents is spelt all but like this one."""
    if len(name) < _SPELT:
        return False
    passages = {id(candidate.passage): candidate.passage for candidate in pool.candidates}
    words = Counter(_WORD.findall(" ".join(text for passage in passages.values() for text in _texts((passage,)))))
    names = [word for word in words if word[0] == name[0] and words[word] > words[word.lower()]]
    return process.extractOne(name, names, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None


def standing(desk: Desk, name: str) -> Standing:
    """How a name stands in what lies open: as a name in many places or few, as a common word, or nowhere."""
    found = desk.retrieve(name, top_k=_LOOKED_AT, window=(0, 0))
    if not found.passages and not found.notices:
        return "known"  # it stands everywhere, and tells no paragraph from another
    as_name = as_word = 0
    for text in _texts(found.passages):
        as_name += bool(_as_name(name).search(text))
        as_word += bool(re.search(rf"(?<!\w){_joined(name.casefold())}(?!\w)", text))
    if as_word > as_name:
        return "word"
    return "unknown" if not as_name else "rare" if as_name <= _RARE else "known"


def nowhere(desk: Desk, pool: Pool) -> tuple[str, ...]:
    """Words of the question that stand nowhere in what lies open, as they were written."""
    seen = frozenset().union(*(candidate.scene for candidate in pool.candidates))
    unseen = [re.sub(r"[’']s\Z", "", one.word) for one in pool.wanted if one.own and one.own.isdisjoint(seen)]
    return tuple(word for word in dict.fromkeys(unseen) if _is_missing(desk, word))


def _is_missing(desk: Desk, word: str) -> bool:
    found = desk.retrieve(word, top_k=1, window=(0, 0))
    return any(notice.code == "words_not_found" for notice in found.notices)


def _texts(passages: tuple[Passage, ...]) -> Iterator[str]:
    for passage in passages:
        for paragraph in passage.paragraphs:
            yield " ".join((*passage.path, paragraph.text))


def _says(passage: Passage, name: str) -> bool:
    return any(_as_name(name).search(text) for text in _texts((passage,)))


def _as_name(name: str) -> re.Pattern[str]:
    """A name as written, or with its words in capitals, or each with a capital."""
    forms = dict.fromkeys((name, name.upper(), name.title()))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_joined, forms))})(?!\w)")


def _joined(name: str) -> str:
    return r"[\s-]+".join(map(re.escape, name.split()))
