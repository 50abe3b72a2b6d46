"""What a question asks for: its tokens, without those that carry no subject, and its phrases in quotes.

Nothing in a query is syntax but a pair of quotes; everything else is words or is passed over. Knows nothing of
documents but their languages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from silcrow.errors import Notice, Usage
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense
from silcrow.retrieve.terms import token_terms

_LONGEST = 20_000  # characters of a query that are looked at
_MOST = 200  # distinct tokens
_SHARE = 0.5  # weight of the parts of a compound beside the whole of it
_PHRASE = re.compile(r"[\"“„”]([^\"“„”]{1,400})[\"“”]|「([^「」]{1,400})」")


class Asked(NamedTuple):
    """One token of a query in one language.

    `spare` terms, its parts, count in full where none of `terms` is found, and by `share` where one is.
    """

    terms: tuple[str, ...]
    spare: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart; `tokens` are distinct and in order, `phrases` stood in quotes and have two words or more."""

    tokens: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()

    def asked(self, language: str) -> dict[str, Asked]:
        """What is looked for in documents of a language, by token; no term twice."""
        stopwords = STOPWORDS.get(language, STOPWORDS["en"])
        content = [token for token in self.tokens if token.casefold() not in stopwords]
        seen: set[str] = set()
        found = {}
        for token in content or self.tokens:
            terms, spare, share = _asked(token, language)
            found[token] = Asked(_new(terms, seen), _new(spare, seen), share)
        return found


def parse(text: str) -> Query:
    """The query of a text. Usage when there is no word in it."""
    looked_at = text[:_LONGEST]
    found = dict.fromkeys(TOKEN.findall(looked_at))
    if not found:
        raise Usage(
            "the query holds no word", hint="Ask for words that stand in the text, such as: capital expenditure."
        )
    tokens = tuple(found)[:_MOST]
    notices = list(_cuts(text, len(found)))
    phrases = tuple(dict.fromkeys(a or b for a, b in _PHRASE.findall(looked_at) if len(TOKEN.findall(a or b)) > 1))
    return Query(tokens, phrases, tuple(notices))


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
