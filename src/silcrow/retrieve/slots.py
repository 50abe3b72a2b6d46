"""A query's words as terms of the languages of the documents searched.

Knows terms and which documents hold them; nothing of scores.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from silcrow.retrieve.memory import Documents
from silcrow.retrieve.query import Query, Word
from silcrow.store.protocol import Store

Key = tuple[str, str]
"""A language and a term of it."""
Holding = Mapping[Key, Mapping[str, int]]
"""How many paragraphs of each document hold a term, where the document is in that language."""


@dataclass(slots=True)
class Slot:
    """One word of a query: its terms by language, and those of its parts.

    spelt   the term that stands for it, where it stands nowhere itself
    share   what the parts weigh beside the whole
    """

    word: Word
    terms: list[dict[str, str]] = field(default_factory=list)
    spare: list[dict[str, str]] = field(default_factory=list)
    share: float = 0.0
    spelt: str = ""

    @property
    def keys(self) -> Iterator[Key]:
        """All its terms."""
        return (key for terms in (*self.terms, *self.spare) for key in terms.items())

    def weighed(self, holding: Holding) -> Iterator[tuple[dict[str, str], float]]:
        """Its terms with their weights: the parts weigh in full only where the whole stands nowhere."""
        found = any(holding.get(key) for terms in self.terms for key in terms.items())
        yield from ((terms, self.word.weight) for terms in self.terms)
        share = self.word.weight * (self.share if found else 1.0)
        yield from ((terms, share) for terms in self.spare)


def slots(query: Query, languages: Sequence[str]) -> list[Slot]:
    """One a word, in order."""
    asked = {language: query.asked(language) for language in languages}
    found = []
    for word in query.words:
        slot = Slot(word)
        for language, words in asked.items():
            if word in words:
                one = words[word]
                _spread(slot.terms, one.terms, language)
                _spread(slot.spare, one.spare, language)
                slot.share = one.share
        found.append(slot)
    return found


def _spread(by_place: list[dict[str, str]], terms: Iterable[str], language: str) -> None:
    for i, term in enumerate(terms):
        if i == len(by_place):
            by_place.append({})
        by_place[i][language] = term


def holding(store: Store, asked: Iterable[Slot], documents: Documents, doc_ids: Sequence[str] | None) -> Holding:
    """What the documents hold of some words."""
    keys: dict[str, list[str]] = {}
    for language, term in dict.fromkeys(key for slot in asked for key in slot.keys):
        keys.setdefault(term, []).append(language)
    if not keys:
        return {}
    found: dict[Key, Mapping[str, int]] = {}
    for term, holders, counts in store.held(sorted(keys), doc_ids):
        by_document = dict(zip(holders, counts, strict=True))
        for language in keys[term]:
            found[language, term] = (
                by_document
                if len(documents.spoken) == 1
                else {one: n for one, n in by_document.items() if documents.languages.get(one) == language}
            )
    return found
