"""Words of a question that stand nowhere and are one slip of the hand away from a word of the documents.

Works at what retrieval found for the rest of the question; the first letter is taken to be right.
"""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import OSA

from silcrow.agent.pool import Pool
from silcrow.agent.question import Question, read_question
from silcrow.errors import Notice

_LEAST, _LONG = 5, 10  # letters of a word that may be misspelt, and of one in which a letter may stand for another
_WORD = re.compile(r"(?<![\w-])[a-z]{4,30}(?![\w-])")


def read_as(asked: Question, pool: Pool, missing: Sequence[str]) -> tuple[Question, tuple[Notice, ...]]:
    """The question with its slips mended, and a notice that says so; as it is where there is none."""
    slips = [word for word in missing if len(word) >= _LEAST and word.isascii() and word.islower() and word.isalpha()]
    slips = [word for word in slips if not any(one.word == word and one.stand_ins for one in pool.wanted)]
    if not slips:
        return asked, ()
    passages = {id(candidate.passage): candidate.passage for candidate in pool.candidates}
    words = Counter(word for passage in passages.values() for word in _WORD.findall(passage.text.casefold()))
    meant = {word: found for word in slips if (found := _nearest(word, words))}
    text = asked.text
    for word, found in meant.items():
        text = re.sub(rf"(?<!\w){word}(?!\w)", found, text)
    if not meant:
        return asked, ()
    said = ", ".join(f"{word} read as: {found}" for word, found in meant.items())
    return read_question(text), (Notice("spelling", f"Words that stand nowhere: {said}."),)


def _nearest(word: str, words: Counter[str]) -> str:
    """The most frequent word one slip away; empty for none."""
    near = [one for one in words if one[0] == word[0] and OSA.distance(word, one, score_cutoff=1) == 1]
    near = [one for one in near if len(word) >= _LONG or len(one) != len(word) or sorted(one) == sorted(word)]
    return min(near, key=lambda one: (-words[one], one), default="")
