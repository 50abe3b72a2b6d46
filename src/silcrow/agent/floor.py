"""Whether what was found bears on the question at all, or "not found" is the honest answer.

Two signs, both calibrated by benchmarks/ask.py: a proper name of the question must be a name of the documents, and
the scene of the first quote must hold enough of the question, the rare words counting most. Works at a Desk.
"""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from silcrow.agent.names import Name, texts_of
from silcrow.agent.pool import Candidate, Pool
from silcrow.desk import Desk

FLOOR = 0.12  # share of the question that the first quote's scene holds
_SPELT, _ALIKE = 5, 85.0  # letters of a name that may be misspelt, and per cent of them that must be right
_WORD = re.compile(r"\b[^\W\d_]{4,30}\b")


def bears(names: Sequence[Name], pool: Pool, first: Candidate, *, floor: float = FLOOR) -> bool:
    """Whether the first quote may be given as bearing on the question; with floor 0 it always may."""
    if floor <= 0 or pool.cover(first.scene) < floor:
        return floor <= 0
    return not names or any(_is_meant(name, pool, first) for name in names)


def _is_meant(name: Name, pool: Pool, first: Candidate) -> bool:
    """Whether the documents are about this name: they say it often, beside the quote, or all but letter for letter."""
    if name.standing == "rare":
        return name.said_in(first.passage)
    return name.standing == "known" or _is_misspelt(name.text, pool)


def _is_misspelt(name: str, pool: Pool) -> bool:
    """Whether a name of the documents is spelt all but like this one."""
    if len(name) < _SPELT:
        return False
    passages = {id(candidate.passage): candidate.passage for candidate in pool.candidates}
    words = Counter(_WORD.findall(" ".join(text for passage in passages.values() for text in texts_of(passage))))
    names = [word for word in words if word[0] == name[0] and words[word] > words[word.lower()]]
    return process.extractOne(name, names, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None


def nowhere(desk: Desk, pool: Pool) -> tuple[str, ...]:
    """Words of the question that stand nowhere in what lies open, as they were written."""
    seen = frozenset().union(*(candidate.scene for candidate in pool.candidates))
    unseen = [re.sub(r"[’']s\Z", "", one.word) for one in pool.wanted if one.own and one.own.isdisjoint(seen)]
    return tuple(word for word in dict.fromkeys(unseen) if _is_missing(desk, word))


def _is_missing(desk: Desk, word: str) -> bool:
    found = desk.retrieve(word, top_k=1, window=(0, 0))
    return any(notice.code == "words_not_found" for notice in found.notices)
