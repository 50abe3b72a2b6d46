"""Words that stand partly in a heading and thick in the text below it, or thick in one section's text and nowhere else.

A section whose text merely mentions the words is not what they name. Of invented pairs of words from two titles each
looser form of this rung called four in ten a section (benchmarks/scope.py), so it asks for more than it used to.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from silcrow.errors import Usage
from silcrow.locate.contents import Area, Contents, Entry, Token, tokens
from silcrow.locate.rungs.fuzzy import content
from silcrow.locate.sight import Asked, Hit, Sight
from silcrow.passage import Passage
from silcrow.place import Span
from silcrow.retrieve.terms import analyse

_IN_HEADING: Final = 0.5  # of the words' weight, where a whole document is searched
_IN_NARROW: Final = 0.3  # the same where an outer section was named
_MARGIN: Final = 0.1
_CANDIDATES: Final = 6
_ENOUGH, _ONE_IN = 8, 4  # paragraphs that hold a word: one in four, eight at most
_READ: Final = 20  # paragraphs looked at
_LONGEST: Final = 4_000  # characters of each
_OWN: Final = 0.7  # of the paragraphs that hold all the words
_THICK: Final = 3  # such paragraphs at least


def lexical(asked: Asked) -> Sight | None:
    """The section whose heading has most of the words and whose text has the others; else the one full of them."""
    if asked.exact:
        return None
    hits = [hit for area in asked.areas for hit in (_headed(asked, area) or _thick(asked, area))]
    return Sight(tuple(hits)) if hits else None


def _headed(asked: Asked, area: Area) -> list[Hit]:
    contents = area.contents
    words = content(asked.words, contents)
    if len(words) < 2:
        return []
    known = {one.section.ord: one for word in words for one in contents.by_stem.get(word.stem, ()) if area.holds(one)}
    shares = [(_share(words, entry, contents), entry) for entry in known.values()]
    least = _IN_NARROW if asked.depth else _IN_HEADING
    best = sorted((one for one in shares if one[0] >= least), key=lambda one: (-one[0], one[1].section.ord))[
        :_CANDIDATES
    ]
    if not best:
        return []
    fits = [(share, entry) for share, entry in best if _thick_in(asked, words, entry, contents)]
    if not fits:
        return []
    top = fits[0][0]
    return [
        Hit(
            contents,
            entry,
            "lexical",
            round(0.4 + 0.3 * share, 2),
            (f"{share:.2f} of {asked.words.strip()!r} is in the heading, the rest thick in the text",),
        )
        for share, entry in fits
        if share > top - _MARGIN
    ]


def _share(words: Sequence[Token], entry: Entry, contents: Contents) -> float:
    """How much of the words' weight a title holds."""
    stems = set(entry.key)
    every = sum(contents.weight(word.stem) for word in words)
    return sum(contents.weight(word.stem) for word in words if word.stem in stems) / every if every else 0.0


def _thick_in(asked: Asked, words: Sequence[Token], entry: Entry, contents: Contents) -> bool:
    """Whether each word that the headings lack stands in a good part of a section's paragraphs."""
    section = entry.section
    held = {token.stem for heading in section.path for token in tokens(heading, contents.language)}
    lacking = [word for word in words if word.stem not in held]
    enough = max(2, min(_ENOUGH, -(-(section.end - section.first) // _ONE_IN)))
    for word in lacking:
        passages = _passages(replace(asked, words=word.word), contents, [entry])
        if sum(word.stem in _stems(one, contents) for one in passages) < enough:
            return False
    return True


def _stems(passage: Passage, contents: Contents) -> frozenset[str]:
    return frozenset(analyse(passage.text[:_LONGEST], contents.language))


def _thick(asked: Asked, area: Area) -> list[Hit]:
    """The one section that has nearly all the paragraphs with all the words."""
    contents = area.contents
    words = content(asked.words, contents)
    if not words or len({word.stem for word in words}) < 2:
        return []
    whole = len(area.entries()) == len(contents.entries) and not asked.tools.desk.within
    passages = _passages(asked, contents, [] if whole else _tops(area))
    counts: Counter[int] = Counter()
    for passage in passages:
        held = _stems(passage, contents)
        if all(word.stem in held for word in words):
            counts[contents.ords[passage.span.sec_id]] += 1
    every = counts.total()
    if not every:
        return []
    ord_, most = max(counts.items(), key=lambda one: (one[1], -one[0]))
    entry = contents.entry(ord_)
    if most < _THICK or most < _OWN * every or 2 * most < entry.section.count:
        return []
    trace = f"{most} of {every} paragraphs with all of {asked.words.strip()!r} are its own"
    return [Hit(contents, entry, "lexical", 0.4, (trace,))]


def _passages(asked: Asked, contents: Contents, entries: Sequence[Entry]) -> Sequence[Passage]:
    """The paragraphs that hold most of the words, in some sections or in a whole document."""
    desk = asked.tools.desk
    spans = [Span(contents.doc_id, entry.section.sec_id) for entry in entries]
    where = desk.inside(*spans) if spans else desk.only(contents.doc_id)
    try:
        return where.retrieve(asked.words, top_k=_READ, window=(0, 0)).passages
    except Usage:  # no word in it that a search can look for
        return ()


def _tops(area: Area) -> list[Entry]:
    found: list[Entry] = []
    for entry in area.entries():
        if not found or entry.section.ord > found[-1].section.last:
            found.append(entry)
    return found
