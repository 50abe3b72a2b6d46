"""Words that share their stem with a word of the query and are no near form of it: "seasoned" for "seasonality".

A paragraph that holds a word only so is worth less by most of what the word had added. Told by the letters at their
ends, of hits whose text is there to be read. Knows what was scored; nothing of the store.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from silcrow.language.words import is_dense
from silcrow.retrieve.lexical import Ranking
from silcrow.retrieve.query import Query
from silcrow.retrieve.terms import token_terms

_NEAR = 5  # letters in which two words of one stem may differ at their ends, on both sides together
# Chosen on the development sets; docs/decisions.md has what else was tried.
_CUT = 4  # letters that the stemmer takes off a word, at least, for others to share its stem and not its meaning
_KEPT = 0.2  # of what a word added where only such a one stands
_LEAST = 0.05  # of a hit's worth, which stays a hit
_FIELDS = frozenset({"text", "beside", "page"})
_LANGUAGES = frozenset({"en"})  # those it was measured in


def lowered(ranking: Ranking, query: Query, texts: Mapping[int, str]) -> Ranking:
    """The ranking with those of some units (with their texts) lowered that hold a word in another form only; the same
    one where none does.
    """
    words = _at_risk(query) if query.question and set(ranking.corpus.languages) <= _LANGUAGES else ()
    taken: dict[int, dict[str, float]] = {}
    for unit, text in texts.items() if words else ():
        if unit in ranking.lowered:
            continue
        folded = text.casefold()
        apart = {word for word in words if _only_apart(word.casefold(), folded)}
        if apart and (parts := _parts(ranking, unit, apart)):
            taken[unit] = parts
    if not taken:
        return ranking
    worth = ranking.worth.copy()
    for unit, parts in taken.items():
        worth[unit] -= sum(parts.values())
    return replace(ranking, worth=worth, lowered={**ranking.lowered, **taken})


def forms(word: str, text: str, language: str) -> list[str]:
    """The words of a text that have the stem of a word, each once; both are case-folded."""
    stem = _stem(word, language)
    # Stems are cut at their ends: what they begin with stays.
    alike = dict.fromkeys(re.findall(rf"\b{word[:2]}[^\W\d_]*", text))
    return [one for one in alike if _stem(one, language) == stem]


def near(one: str, other: str) -> bool:
    """Whether two words of one stem are forms of one word, by what differs at their ends."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared == min(len(one), len(other)) or len(one) + len(other) - 2 * shared <= _NEAR


def _at_risk(query: Query) -> Sequence[str]:
    """The query's own words that may share their stem with others of another meaning."""
    own = [word.token for word in query.words if word.own and word.token.isalpha() and not is_dense(word.token)]
    return [token for token in own if len(token) - len(_stem(token.casefold(), "en")) >= _CUT]


def _only_apart(word: str, text: str) -> bool:
    if word in text:
        return False
    found = forms(word, text, "en")
    return bool(found) and not any(near(word, one) for one in found)


def _parts(ranking: Ranking, unit: int, words: set[str]) -> dict[str, float]:
    """What is taken from a unit for each of these words, no more than leaves it a hit."""
    added: dict[str, float] = {}
    for reason in ranking.scorer.reasons(unit, named=False):
        if reason.word in words and reason.field in _FIELDS:
            added[reason.word] = added.get(reason.word, 0.0) + (1 - _KEPT) * reason.score
    most = (1 - _LEAST) * float(ranking.worth[unit])
    total = sum(added.values())
    return {word: round(part * min(1.0, most / total), 6) for word, part in added.items() if total > 0}


def _stem(token: str, language: str) -> str:
    return token_terms(token, language)[0]
