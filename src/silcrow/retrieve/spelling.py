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
from silcrow.retrieve.terms import token_terms
from silcrow.store.protocol import Store

_LEAST, _LONG = 6, 8  # letters of a word that may be misspelt; letters of a term in which one may stand for another
_WEIGHT = 0.5  # of a word that stands for a misspelt one


def spelt(store: Store, asked: Iterable[Slot], found: Holding, doc_ids: Sequence[str] | None) -> list[Slot]:
    """Slots for the nearest words of the documents, one for each plain word of the query that stands nowhere."""
    near = []
    for slot in asked:
        token = slot.word.token
        if not slot.word.own or not _is_plain(token) or any(found.get(key) for key in slot.keys):
            continue
        for language in sorted({language for language, _ in slot.keys}):
            term, *_ = token_terms(token, language)
            if alike := _nearest(store, term, doc_ids):
                near.append(Slot(Word(token, slot.word.weight * _WEIGHT), [{language: alike}], spelt=alike))
    return near


def _is_plain(token: str) -> bool:
    return len(token) >= _LEAST and token.isascii() and token.isalpha() and token.casefold() not in cues.ASKING


def _nearest(store: Store, term: str, doc_ids: Sequence[str] | None) -> str:
    """The term one slip away; of several the likelier slip, then the one that more paragraphs hold. Empty for none."""
    slips = {one: order for order, ones in reversed([*enumerate(_slips(term))]) for one in ones if one != term}
    held = [(slips[one], -sum(counts), one) for one, _, counts in store.held(sorted(slips), doc_ids)]
    return min(held)[2] if held else ""


def _slips(term: str) -> Iterator[list[str]]:
    """Terms one slip away, the likelier kind first."""
    cuts = range(1, len(term))
    yield [term[: i - 1] + term[i] + term[i - 1] + term[i + 1 :] for i in cuts]
    yield [term[:i] + term[i + 1 :] for i in cuts]
    yield [term[:i] + letter + term[i:] for i in (*cuts, len(term)) for letter in ascii_lowercase]
    if len(term) >= _LONG:
        yield [term[:i] + letter + term[i + 1 :] for i in cuts for letter in ascii_lowercase]
