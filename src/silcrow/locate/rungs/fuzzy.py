"""Titles with slips of the hand, words left out or in another order. Numbers and negations must be the same.

A word that the document's own titles have is spelt well, so it is never taken for another one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from silcrow.language.words import is_dense
from silcrow.locate.contents import Area, Contents, Entry, Token, tokens
from silcrow.locate.sight import Asked, Hit, Sight

_LEAST: Final = 0.55  # of a title's weight that the words must hold
_LEAST_OF_ONE: Final = 0.7  # the same for a single word
_LEAST_ASKED: Final = 0.8  # of the words' own weight that the title must hold
_MARGIN: Final = 0.12  # by which the best must lead
_ALL_LETTERS: Final = 0.9  # of a whole title compared letter by letter
_TYPO: Final = 0.85
_NEGATIONS: Final = ("un", "in", "im", "ir", "il", "dis", "non", "de", "re", "pre", "post", "sub", "anti")
_READINGS: Final = 5  # words of the titles that one may be a slip of
_MOST: Final = 10  # hits named when words are ambiguous
_SPARES: Final = frozenset(
    ("section", "chapter", "part", "clause", "provision", "heading", "discussion", "disclosure", "about", "regarding")
)


def fuzzy(asked: Asked) -> Sight | None:
    """The title most like the words, where it leads clearly; all that are about as near where none does."""
    if asked.exact:
        return None
    scored: list[tuple[float, Hit]] = []
    for area in asked.areas:
        words = content(asked.words, area.contents)
        for score, entry in _scores(words, area):
            trace = (f"title {entry.section.title!r} is like {asked.words.strip()!r} ({score:.2f})",)
            hit = Hit(area.contents, entry, "fuzzy", round(min(0.9, 0.35 + 0.55 * score), 2), trace)
            scored.append((score, hit))
    if not scored:
        return None
    best = max(score for score, _ in scored)
    return Sight(tuple(hit for score, hit in scored if score > best - _MARGIN)[:_MOST])


def content(text: str, contents: Contents) -> tuple[Token, ...]:
    """The words that a title would have: not those that only say that a section is meant, unless titles use them."""
    words = tokens(text, contents.language)
    return tuple(word for word in words if word.word not in _SPARES or word.stem in contents.frequency) or words


def _scores(words: Sequence[Token], area: Area) -> list[tuple[float, Entry]]:
    contents = area.contents
    matches = {word: _matching(word, contents) for word in dict.fromkeys(words)}
    near: dict[int, Entry] = {}
    for stems in matches.values():
        for stem in stems:
            near.update({entry.section.ord: entry for entry in contents.by_stem[stem] if area.holds(entry)})
    found = []
    for entry in near.values():
        score = _score(words, entry, contents, matches)
        if score > 0:
            found.append((score, entry))
    return sorted(found, key=lambda one: (-one[0], one[1].section.ord))


def _matching(word: Token, contents: Contents) -> Mapping[str, float]:
    """The stems of the document's titles that a word may be, and how surely."""
    known = contents.by_stem
    if word.stem in known:
        return {word.stem: 1.0}
    if len(word.word) < 4 or not word.word.isalpha() or is_dense(word.word):
        return {}
    allowed = 1 if len(word.word) < 8 else 2
    near = process.extract(
        word.word, list(contents.vocabulary), scorer=OSA.distance, score_cutoff=allowed, limit=_READINGS, processor=None
    )
    return {
        contents.vocabulary[one]: _TYPO for one, _, _ in near if one[0] == word.word[0] and not _negated(one, word.word)
    }


def _negated(one: str, other: str) -> bool:
    long, short = (one, other) if len(one) > len(other) else (other, one)
    return any(long == prefix + short for prefix in _NEGATIONS)


def _score(
    words: Sequence[Token], entry: Entry, contents: Contents, matches: Mapping[Token, Mapping[str, float]]
) -> float:
    """0 where it does not fit, else up to 1."""
    stems = set(entry.key)
    weight = contents.weight
    asked, held = 0.0, 0.0
    used: set[str] = set()
    for word in words:
        sure, stem = max(((s, stem) for stem, s in matches[word].items() if stem in stems), default=(0.0, ""))
        if not sure and any(letter.isdigit() for letter in word.word):
            return 0.0
        asked += weight(stem or word.stem)
        held += sure * weight(stem)
        used.add(stem)
    if _other_numbers(words, entry):
        return 0.0
    whole = sum(weight(stem) for stem in stems)
    coverage = sum(weight(stem) for stem in used & stems) / whole if whole else 0.0
    enough = _LEAST_OF_ONE if len(words) == 1 else _LEAST
    if asked and held / asked >= _LEAST_ASKED and coverage >= enough:
        return min(1.0, held / asked) * (0.5 + 0.5 * coverage)
    return 0.0


def _other_numbers(words: Sequence[Token], entry: Entry) -> bool:
    """Whether a title has another number or single letter in it: "Level 2" where "Level 1" is asked for."""
    mine = {word.word for word in words if word.word.isdigit() or len(word.word) == 1}
    its = {word.word for word in entry.words if word.word.isdigit() or len(word.word) == 1}
    return bool(mine) and bool(its) and not mine <= its


def likeness(words: Sequence[Token], title: Sequence[Token]) -> float:
    """Share of the words that a title has, or how alike they are letter by letter."""
    stems = {word.stem for word in title}
    share = sum(word.stem in stems for word in words) / len(words) if words else 0.0
    letters = fuzz.ratio(" ".join(word.word for word in words), " ".join(word.word for word in title)) / 100
    return max(share, letters if letters >= _ALL_LETTERS else 0.0)
