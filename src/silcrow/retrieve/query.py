"""What is asked for: words with their weights, phrases in quotes, pages that are named, whether a figure is wanted.

Nothing in a query is syntax but a pair of quotes; everything else is words or is passed over. Knows nothing of
documents but their languages.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from silcrow.errors import Notice, Usage
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense
from silcrow.retrieve import cues
from silcrow.retrieve.terms import token_terms
from silcrow.retrieve.wordings import wordings

_LONGEST = 20_000  # characters of a query that are looked at
_MOST = 200  # distinct tokens
_QUESTION = 80  # tokens; what is longer is a text to be found and no question
_SHARE = 0.5  # weight of the parts of a compound beside the whole of it
_ASKING = 0.2  # weight of a word about answering, where there are others
_STAND_IN = 0.8  # weight of the words that stand where a trade term's answer stands
_WORDINGS = 20  # queries asked at once
_PHRASE = re.compile(r"[\"“„”]([^\"“„”]{1,400})[\"“”]|「([^「」]{1,400})」")


Queries = str | Sequence[str | tuple[str, float]]
"""A query, or several wordings of one question, each with a weight beside the others (1 where none is given)."""


class Word(NamedTuple):
    """A token to look for; `own` when the query has it, else it stands in for one of the query's."""

    token: str
    weight: float = 1.0
    own: bool = True


class Asked(NamedTuple):
    """A word in one language.

    `spare` terms, its parts, count in full where none of `terms` is found, and by `share` where one is.
    """

    terms: tuple[str, ...]
    spare: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart: distinct words in order; phrases of two words or more that stood in quotes.

    labels   those with their numbers, "Figure 2"
    pages    those it names, from 1; cues.LAST for the last one
    figure   whether a number would answer it
    question  whether it asks, and is no text to be found
    """

    words: tuple[Word, ...]
    phrases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    figure: bool = False
    question: bool = True
    notices: tuple[Notice, ...] = ()

    def asked(self, language: str) -> dict[Word, Asked]:
        """What is looked for in documents of a language, by word; no term twice."""
        stopwords = STOPWORDS.get(language, STOPWORDS["en"])
        content = [word for word in self.words if word.token.casefold() not in stopwords]
        if not any(word.own for word in content):
            content = [word for word in self.words if word.own]
        seen: set[str] = set()
        found = {}
        for word in content:
            if word.own or language in ("en", ""):
                terms, spare, share = _asked(word.token, language)
                found[word] = Asked(_new(terms, seen), _new(spare, seen), share)
        return found


def weighted(queries: Queries) -> tuple[tuple[str, float], ...]:
    """Each query with its weight. Usage when there is none, too many, or a weight that is no positive number."""
    if isinstance(queries, str):
        return ((queries, 1.0),)
    pairs = tuple((one, 1.0) if isinstance(one, str) else (one[0], float(one[1])) for one in queries)
    if not 0 < len(pairs) <= _WORDINGS:
        raise Usage(f"{len(pairs)} queries were given", hint=f"Give 1 to {_WORDINGS} wordings of one question.")
    for text, weight in pairs:
        if not (math.isfinite(weight) and weight > 0):
            raise Usage(f"the weight {weight} of {text[:60]!r} is no positive number", hint="A plain query weighs 1.")
    return pairs


def parse(queries: Queries) -> Query:
    """The query of a text, or of several: a word of many counts as in the one where it weighs most.

    Usage when there is no word in them.
    """
    parsed = [(_parse(text), weight) for text, weight in weighted(queries)]
    if not any(query.words for query, _ in parsed):
        raise Usage(
            "the query holds no word", hint="Ask for words that stand in the text, such as: capital expenditure."
        )
    if len(parsed) == 1:
        return parsed[0][0]
    words = [word._replace(weight=word.weight * weight) for query, weight in parsed for word in query.words]
    return Query(
        _heaviest(words),
        tuple(dict.fromkeys(phrase for query, _ in parsed for phrase in query.phrases)),
        tuple(dict.fromkeys(label for query, _ in parsed for label in query.labels)),
        tuple(sorted({page for query, _ in parsed for page in query.pages})),
        any(query.figure for query, _ in parsed),
        all(query.question for query, _ in parsed),
        tuple(dict.fromkeys(notice for query, _ in parsed for notice in query.notices)),
    )


def _heaviest(words: Iterable[Word]) -> tuple[Word, ...]:
    """Each token once, as it weighs most; own words first, the heavy before the light."""
    best: dict[str, Word] = {}
    for word in sorted(words, key=lambda one: (not one.own, -one.weight)):
        best.setdefault(word.token.casefold(), word)
    return tuple(best.values())[:_MOST]


def _parse(text: str) -> Query:
    looked_at = text[:_LONGEST]
    found = list(dict.fromkeys(TOKEN.findall(looked_at)))
    phrases = tuple(dict.fromkeys(a or b for a, b in _PHRASE.findall(looked_at) if len(TOKEN.findall(a or b)) > 1))
    notices = list(_cuts(text, len(found)))
    if len(found) > _QUESTION:
        return Query(tuple(map(Word, found[:_MOST])), phrases, question=False, notices=tuple(notices))
    stand_ins = tuple(dict.fromkeys(phrase for one in wordings(looked_at) for phrase in one.phrases))
    if stand_ins:
        notices.append(Notice("wordings", f"Also looked for: {', '.join(stand_ins)}."))
    words = (*_weighed(found, looked_at), *_standing_in(stand_ins, found))
    labels, pages = cues.labels(looked_at), cues.pages(looked_at)
    return Query(words, phrases, labels, pages, cues.wants_figure(looked_at), notices=tuple(notices))


def _weighed(tokens: Sequence[str], text: str) -> Iterator[Word]:
    """The query's words; those about answering weigh little beside at least two others."""
    light = cues.ASKING | cues.itself(text)
    subject = [token for token in tokens if token.casefold() not in light | STOPWORDS["en"]]
    for token in tokens:
        yield Word(token, _ASKING if len(subject) > 1 and token.casefold() in light else 1.0)


def _standing_in(phrases: Sequence[str], own: Sequence[str]) -> Iterator[Word]:
    known = {token.casefold() for token in own}
    for token in dict.fromkeys(token for phrase in phrases for token in TOKEN.findall(phrase)):
        if token.casefold() not in known:
            yield Word(token, _STAND_IN, own=False)


def _cuts(text: str, found: int) -> Iterator[Notice]:
    if found > _MOST or len(text) > _LONGEST:
        yield Notice("query_cut", f"The query is long: only its first {min(found, _MOST)} different words were used.")


def _asked(token: str, language: str) -> Asked:
    terms = token_terms(token, language)
    if is_dense(token):
        pairs = tuple(term for term in terms if len(term) > 1)
        return Asked(pairs or terms, terms[: len(terms) - len(pairs)] if pairs else (), 0.0)
    return Asked(terms[:1], terms[1:], _SHARE)


def _new(terms: tuple[str, ...], seen: set[str]) -> tuple[str, ...]:
    fresh = tuple(term for term in terms if term not in seen)
    seen.update(fresh)
    return fresh
