"""Words that stand partly in a heading and otherwise in its text and hardly elsewhere, or only in one section's text.

A section whose text merely mentions the words is not what they name. Of invented pairs of words from two titles, four
in ten were given a section while mentions counted (benchmarks/scope.py); so seven in ten of the paragraphs that have a
word must be the section's own.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from silcrow.errors import Usage
from silcrow.locate.contents import Area, Contents, Entry, Token, tokens
from silcrow.locate.rungs.fuzzy import content
from silcrow.locate.sight import Asked, Hit, Sight
from silcrow.place import Span
from silcrow.retrieve.terms import analyse

_READ: Final = 20  # paragraphs looked at for a word
_LONGEST: Final = 4_000  # characters of each
_OWN: Final = 0.7  # of the paragraphs that hold a word
_LEAST: Final = 3  # such paragraphs
_WORDS: Final = 6  # looked for in texts
_MARGIN: Final = 0.1
_HEADED, _UNHEADED = 0.5, 0.4  # confidence


def lexical(asked: Asked) -> Sight | None:
    """The section whose heading has a word and whose text has the others for itself; else the one that has them all."""
    if asked.exact:
        return None
    hits = [hit for area in asked.areas for hit in _fitting(asked, area)]
    return Sight(tuple(hits)) if hits else None


def _fitting(asked: Asked, area: Area) -> list[Hit]:
    contents = area.contents
    words = tuple(dict.fromkeys(content(asked.words, contents)))
    if not 1 < len(words) <= _WORDS:
        return []
    held = {word: _holders(asked, area, word) for word in words}
    named = {one.section.ord: one for word in words for one in contents.by_stem.get(word.stem, ()) if area.holds(one)}
    scored = [(_share(words, entry, contents), entry) for entry in named.values() if _has(words, entry, held, contents)]
    scored = [
        (share, entry)
        for share, entry in scored
        if not any(entry.section.ord < one.section.ord <= entry.section.last for _, one in scored)
    ]
    if scored:
        best = max(share for share, _ in scored)
        trace = f"{asked.words.strip()!r} is partly in its heading, and the rest in its text and hardly elsewhere"
        return [
            Hit(contents, entry, "lexical", _HEADED, (trace,))
            for share, entry in sorted(scored, key=lambda one: one[1].section.ord)
            if share > best - _MARGIN
        ]
    owners = {_owner(holders) for holders in held.values()}
    owner = owners.pop() if len(owners) == 1 else None
    if owner is None:
        return []
    trace = f"{asked.words.strip()!r} is in its text and hardly elsewhere"
    return [Hit(contents, contents.entry(owner), "lexical", _UNHEADED, (trace,))]


def _share(words: Sequence[Token], entry: Entry, contents: Contents) -> float:
    """How much of the words' weight a title holds."""
    stems = set(entry.key)
    every = sum(contents.weight(word.stem) for word in words)
    return sum(contents.weight(word.stem) for word in words if word.stem in stems) / every if every else 0.0


def _has(words: Sequence[Token], entry: Entry, held: dict[Token, list[int]], contents: Contents) -> bool:
    """Whether each word stands in the headings of a section, or in its text and hardly elsewhere; one of them there."""
    section = entry.section
    headings = {token.stem for heading in section.path for token in tokens(heading, contents.language)}
    lacking = [word for word in words if word.stem not in headings]
    for word in lacking:
        own = sum(section.ord <= ord_ <= section.last for ord_ in held[word])
        if own < _LEAST or own < _OWN * len(held[word]):
            return False
    return bool(lacking)


def _owner(holders: Sequence[int]) -> int | None:
    """The one section with nearly all of some paragraphs."""
    if not holders:
        return None
    ord_, count = max(Counter(holders).items(), key=lambda one: (one[1], -one[0]))
    return ord_ if count >= _LEAST and count >= _OWN * len(holders) else None


def _holders(asked: Asked, area: Area, word: Token) -> list[int]:
    """The sections, by ord, of the paragraphs of an area that hold a word: of the first twenty."""
    contents, desk = area.contents, asked.tools.desk
    whole = len(area.entries()) == len(contents.entries) and not desk.within
    spans = [] if whole else [Span(contents.doc_id, entry.section.sec_id) for entry in _tops(area)]
    where = desk.inside(*spans) if spans else desk.only(contents.doc_id)
    try:
        passages = where.retrieve(word.word, top_k=_READ, window=(0, 0)).passages
    except Usage:  # nothing that a search can look for
        return []
    return [
        contents.ords[passage.span.sec_id]
        for passage in passages
        for paragraph in passage.paragraphs
        if word.stem in analyse(paragraph.text[:_LONGEST], contents.language)
    ]


def _tops(area: Area) -> list[Entry]:
    found: list[Entry] = []
    for entry in area.entries():
        if not found or entry.section.ord > found[-1].section.last:
            found.append(entry)
    return found
