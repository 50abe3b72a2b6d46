"""The terms that a text lives on, by counting: phrases of words that carry a subject, the longer before their pieces.

A phrase counts as often as it stands for itself (C-value; Frantzi, Ananiadou and Mima 2000). Scripts without spaces
give runs of two to four characters. Knows no meaning: a word that is said often is a term.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense
from silcrow.place import Coordinate
from silcrow.studied import Line, Term

_LONGEST = 3  # words of a phrase
_DENSE = 4  # characters of one in a script without spaces
_PLACES = 5  # that are kept of a term
_SINGLE = 0.6  # what a single word weighs against a phrase of two, 1.58
_KINDS: Final = ("text", "list", "note", "heading")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_RUN = re.compile("[\u30a0-\u30ff]+|[^\u3040-\u30ff]{2,}")
_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[-'’.&])*\Z")
# Words of every text that names no stop list of its own: said often, and about nothing.
_EMPTY: Final = _words(
    "also another became become chapter com come day different each even every example figure first following get give"
    " given good hour however http https item kind least less like made make many mean means minute month much name"
    " need new number often one org page part people place said say second section see seen set several show shown"
    " since still table take taken thing third three thus time two use used using way week well within work year yet"
)
_DENSE_STOP: Final = frozenset(
    "的了在是我有和就不人都一个上也很到说要去你会着没看好自己这那与及其以为之或等中对将所被於而从"
)


class Counts:
    """The phrases of some lines, counted, each with its first places and its commonest spelling."""

    def __init__(self, language: str) -> None:
        self._stop = _EMPTY | (STOPWORDS.get(language[:2]) or STOPWORDS["en"])
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._spelt: dict[tuple[str, ...], Counter[str]] = {}
        self._places: defaultdict[tuple[str, ...], list[Coordinate]] = defaultdict(list)
        self._headed: set[tuple[str, ...]] = set()

    def add(self, lines: Iterable[Line]) -> None:
        """Count the phrases of some lines."""
        for line in lines:
            if line.kind not in _KINDS:
                continue
            for key, spelt in phrases(line.text, self._stop):
                self._counts[key] += 1
                self._spelt.setdefault(key, Counter())[spelt] += 1
                if line.kind == "heading":
                    self._headed.add(key)
                places = self._places[key]
                if len(places) < _PLACES and (not places or places[-1] != line.place):
                    places.append(line.place)

    def best(self, most: int, *, least: int = 3, defined: Sequence[str] = ()) -> tuple[Term, ...]:
        """The terms that weigh most, without those that are pieces or other forms of a heavier one."""
        weighed = sorted(((self._weight(key, least), key) for key in self._counts), key=lambda one: (-one[0], one[1]))
        taken: list[tuple[str, ...]] = []
        known = {term.casefold() for term in defined}
        for weight, key in weighed:
            if weight <= 0 or len(taken) == most:
                break
            if not any(self._same(key, other) for other in taken):
                taken.append(key)
        return tuple(self._term(key, known) for key in taken)

    def _same(self, key: tuple[str, ...], other: tuple[str, ...]) -> bool:
        """Whether a term says no more than one that was taken: a piece of it, or seldom anything else than it."""
        if set(key) <= set(other):
            return True
        return set(other) <= set(key) and 2 * self._counts[key] > self._counts[other]

    def _term(self, key: tuple[str, ...], known: set[str]) -> Term:
        spelt = min(self._spelt[key].items(), key=lambda one: (-one[1], one[0]))[0]
        return Term(spelt, self._counts[key], tuple(self._places[key]), spelt.casefold() in known)

    def _weight(self, key: tuple[str, ...], least: int) -> float:
        count = self._counts[key]
        if count < least:
            return 0.0
        nested = self._nested.get(key)
        alone = count - nested if nested else count
        length = len(key[0]) - 1 if len(key) == 1 and is_dense(key[0]) else len(key)
        return (math.log2(1 + length) if length > 1 else _SINGLE) * alone * (1.5 if key in self._headed else 1.0)

    @cached_property
    def _nested(self) -> dict[tuple[str, ...], int]:
        """For each piece of longer phrases how often it stands in the commonest of them."""
        inside: defaultdict[tuple[str, ...], int] = defaultdict(int)
        for key, count in self._counts.items():
            if count > 1:
                for piece in _pieces(key):
                    inside[piece] = max(inside[piece], count)
        return inside


def _pieces(key: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(key) == 1 and is_dense(key[0]):
        run = key[0]
        for size in range(2, len(run)):
            yield from ((run[at : at + size],) for at in range(len(run) - size + 1))
        return
    for size in range(1, len(key)):
        yield from (key[at : at + size] for at in range(len(key) - size + 1))


def phrases(text: str, stop: frozenset[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each phrase of a text as (key, spelling): runs of words that carry a subject, with nothing but spaces between."""
    run: list[tuple[str, str]] = []
    end = -1
    for found in TOKEN.finditer(text):
        token = found[0]
        if is_dense(token):
            yield from _of_run(run)
            run = []
            yield from _dense(token)
            continue
        low = token.casefold()
        if text[end : found.start()] != " ":
            yield from _of_run(run)
            run = []
        end = found.end()
        if low in stop or _singular(low) in stop or len(token) < 3 or not _PLAIN.match(token):
            yield from _of_run(run)
            run = []
        else:
            run.append((_singular(low), token))
    yield from _of_run(run)


def _of_run(run: list[tuple[str, str]]) -> Iterator[tuple[tuple[str, ...], str]]:
    for start in range(len(run)):
        for end in range(start + 1, min(len(run), start + _LONGEST) + 1):
            yield tuple(key for key, _ in run[start:end]), " ".join(spelt for _, spelt in run[start:end])


def _dense(token: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Runs of katakana whole, since they are words; of other signs every two to four characters."""
    for run in _RUN.findall(token):
        if "\u30a0" <= run[0] <= "\u30ff":
            if len(run) > 1:
                yield (run,), run
            continue
        for size in range(2, _DENSE + 1):
            for at in range(len(run) - size + 1):
                piece = run[at : at + size]
                if piece[0] not in _DENSE_STOP and piece[-1] not in _DENSE_STOP:
                    yield (piece,), piece


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
