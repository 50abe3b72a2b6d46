"""Words of a query that stand nowhere, and what the documents have that is spelt nearly so.

One slip is looked for: two letters that changed places, one too many or too few, in a long word another one. Two slips
find other words than the one meant: most words that a document lacks are spelt well, and have such neighbours. The
first letter is taken to be right. Knows terms and which documents hold them; nothing of scores.
"""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase

from silcrow.retrieve import cues
from silcrow.retrieve.query import Word
from silcrow.retrieve.slots import Holding, Slot
from silcrow.retrieve.terms import plain_terms
from silcrow.store.protocol import Store

_LEAST, _LONG = 6, 10  # letters of a word that may be misspelt, and of one in which a letter may stand for another
_MOST = 40  # letters of a word; there are as many slips as letters, each as long as the word
_WEIGHT = 0.5  # of a word that stands for a misspelt one


def spelt(store: Store, asked: Iterable[Slot], found: Holding, doc_ids: Sequence[str] | None) -> list[Slot]:
    """Slots for the nearest words of the documents, one for each plain word of the query that stands nowhere."""
    near: list[Slot] = []
    for slot in asked:
        token = slot.word.token
        if slot.word.own and _is_plain(token) and not any(found.get(key) for key in slot.keys):
            spoken = sorted({language for language, _ in slot.keys})
            alike = {language: _nearest(store, token.casefold(), language, doc_ids) for language in spoken}
            word = Word(token, slot.word.weight * _WEIGHT)
            near.extend(Slot(word, [{code: term}], spelt=term) for code, term in alike.items() if term)
    return near


def _is_plain(token: str) -> bool:
    return _LEAST <= len(token) <= _MOST and token.isascii() and token.isalpha() and token.casefold() not in cues.ASKING


def _nearest(store: Store, token: str, language: str, doc_ids: Sequence[str] | None) -> str:
    """The term one slip away; of several the likelier slip, then the one that more paragraphs hold. Empty for none."""
    kinds = [*enumerate(_slips(token))]
    slips = {term: order for order, ones in reversed(kinds) for term in plain_terms(ones, language)}
    held = [(slips[one], -sum(counts), one) for one, _, counts in store.held(sorted(slips), doc_ids)]
    return min(held)[2] if held else ""


def _slips(word: str) -> Iterator[list[str]]:
    """Words one slip away, the likelier kind first."""
    cuts = range(1, len(word))
    yield [word[: i - 1] + word[i] + word[i - 1] + word[i + 1 :] for i in cuts]
    yield [word[:i] + word[i + 1 :] for i in cuts]
    yield [word[:i] + letter + word[i:] for i in (*cuts, len(word)) for letter in ascii_lowercase]
    if len(word) >= _LONG:
        yield [word[:i] + letter + word[i + 1 :] for i in cuts for letter in ascii_lowercase]
