"""Lines that lead to other places of the page: which of them list its contents, and what they name.

Reads links and words; what is a heading is not decided here: a place that the contents leads to gets the clue that a
bookmark is, where its words are those of the line that leads there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.listing import is_contents_title

_ENOUGH: Final = 3  # different places that make lines a list of contents
_BETWEEN: Final = 3  # short lines that may stand between two of them (PART I, a page number)
_SHORT: Final = 200  # characters
_NEAR: Final = 4  # fragments after an anchor in which its heading stands
_SHARE: Final = 0.5  # share of a heading's words that the line naming it must have
_LONGEST: Final = 250
_WORD = re.compile(r"[^\W_]+")
_BACK = re.compile(
    r"\W*(?:back to |return to |go to )?(?:the )?(?:table of contents|contents|index|top)\W*\Z", re.IGNORECASE
)

Links = Mapping[int, tuple[str, ...]]
"""By the index of a fragment that does nothing else: the places of this page that it leads to."""


def contents_of(fragments: Sequence[Fragment], links: Links) -> frozenset[int]:
    """The fragments that list the contents: lines that lead to different places, with little between them."""
    found: set[int] = set()
    for run in _runs(fragments, links):
        places = {href for at in run for href in links.get(at, ())}
        if len(places) >= _ENOUGH:
            found.update(run)
    return frozenset(found)


def _runs(fragments: Sequence[Fragment], links: Links) -> Iterator[list[int]]:
    run: list[int] = []
    for at in sorted(links):
        between = range(run[-1] + 1, at) if run else ()
        short = len(between) <= _BETWEEN and all(len(fragments[n].text) <= _SHORT for n in between)
        if run and not (short and all(fragments[n].clues.level is None for n in between)):
            yield run
            run = []
        else:
            run += between
        run.append(at)
    if run:
        yield run


def marked(
    fragments: Sequence[Fragment], links: Links, anchors: Mapping[str, int], names: Mapping[str, str]
) -> list[Fragment]:
    """The fragments with clues: what lists the contents, what it leads to; lines that lead back to it put aside.

    `anchors` are the fragments at which places stand, `names` the words of the lines that lead there.
    """
    listed = contents_of(fragments, links)
    found = list(fragments)
    for at in listed:
        found[at] = replace(found[at], clues=replace(found[at].clues, contents=True))
    for at in links.keys() - listed:
        if _BACK.match(found[at].text) or is_contents_title(found[at].text):
            found[at] = replace(found[at], furniture=True)
    for href in dict.fromkeys(href for at in sorted(listed) for href in links.get(at, ())):
        if href in anchors and (named := _named(found, anchors[href], names.get(href, ""))) is not None:
            found[named] = replace(found[named], clues=replace(found[named].clues, bookmark=1))
    return found


def _named(fragments: Sequence[Fragment], at: int, name: str) -> int | None:
    """The first fragment from an anchor on that has the words of a name."""
    words = frozenset(_WORD.findall(name.casefold()))
    seen = 0
    for n in range(at, min(at + 4 * _NEAR, len(fragments))):
        fragment = fragments[n]
        if fragment.furniture or fragment.clues.contents:
            continue
        own = _WORD.findall(fragment.text[:_LONGEST].casefold())
        may_head = fragment.kind in ("text", "list") and len(fragment.text) <= _LONGEST and own
        if may_head and sum(word in words for word in own) >= _SHARE * len(own):
            return n
        seen += 1
        if seen == _NEAR:
            break
    return None
