"""Words that the best paragraphs share and the query has not: looked for too, lightly, as the place of the answer has
them more likely than others do.

Pseudo-relevance feedback (Rocchio 1971), over few paragraphs and few words. It is for one document without pages: on
pages the page's own score tells what stands near, and of several documents the best would crowd out the others. Knows
texts; nothing of scores.
"""

from collections import Counter
from collections.abc import Sequence

from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN
from silcrow.retrieve.query import Query, Word

LOOKED_AT = 3  # paragraphs, the best ones
# Chosen on the development sets; docs/decisions.md has what else was tried.
_SHARED, _WORDS = 2, 8  # paragraphs that must hold a word, and words taken
_WEIGHT = 0.2
_SHORTEST = 3  # letters
_LONGEST = 4_000  # characters of a paragraph that are looked at


def echo(query: Query, texts: Sequence[str]) -> Query | None:
    """The words that two of some texts hold, as a query beside the one asked; None where there are none."""
    known = {word.token.casefold() for word in query.words}.union(*STOPWORDS.values())
    counts: Counter[str] = Counter()
    for text in texts:
        held = dict.fromkeys(token.casefold() for token in TOKEN.findall(text[:_LONGEST]))
        counts.update(token for token in held if len(token) >= _SHORTEST and token.isalpha() and token not in known)
    shared = [token for token, count in counts.most_common() if count >= _SHARED]
    return Query(tuple(Word(token, _WEIGHT) for token in shared[:_WORDS])) if shared else None
