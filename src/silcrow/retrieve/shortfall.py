"""What the passages found hold of what was asked: said where that is little, or only words with the same stem.

Knows what was scored and the text that was read; changes no order.
"""

from collections.abc import Iterator, Mapping, Sequence

from silcrow.errors import Notice
from silcrow.language.words import is_dense
from silcrow.retrieve.lexical import Ranking
from silcrow.retrieve.other_forms import forms, near
from silcrow.retrieve.query import Query

_LITTLE = 0.15  # of what the query weighs by the rarity of its words: no passage holds more
_NAMED = 5  # words, and forms of one
_LOOKED_AT = 10  # hits


def shortfall(ranking: Ranking, query: Query, units: Sequence[int], texts: Sequence[str]) -> Iterator[Notice]:
    """Notices on some hits of a ranking, best first; `texts`: what is shown of them, with the headings above."""
    if not query.question or not units:
        return
    held = [ranking.scorer.holds(unit) for unit in units[:_LOOKED_AT]]
    yield from _little(ranking.scorer.weights, held)
    words = [word for word in ranking.scorer.weights if any(one.get(word) for one in held)]
    yield from _other_forms(words, sorted(set(ranking.corpus.languages)), "\n".join(texts).casefold())


def _little(weights: Mapping[str, float], held: Sequence[Mapping[str, bool]]) -> Iterator[Notice]:
    total = sum(weights.values())
    if len(weights) < 2 or max(sum(weights[word] for word in one if one[word]) for one in held) >= _LITTLE * total:
        return
    absent = [word for word in weights if not any(one.get(word) for one in held)]
    named = f" None of them holds: {', '.join(absent[:_NAMED])}." if absent else ""
    yield Notice("little_found", f"Each of these passages holds only a small part of what was asked.{named}")


def _other_forms(words: Sequence[str], languages: Sequence[str], text: str) -> Iterator[Notice]:
    """Words that do not stand in the text as they were asked for or nearly so, and what bears their stem there."""
    said = []
    for word in words:
        asked = word.casefold()
        if not asked.isalpha() or is_dense(asked) or f" {asked}" in text:
            continue
        found = list(dict.fromkeys(one for language in languages for one in forms(asked, text, language)))
        if found and not any(near(asked, one) for one in found):
            said.append(f"{word} ({', '.join(found[:_NAMED])})")
    if said:
        yield Notice("other_forms", f"In these passages only as words of the same stem: {'; '.join(said[:_NAMED])}.")
