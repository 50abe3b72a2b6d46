"""One thing inside another: "Part I > Item 1A", "Part II, Item 8", "the risk in Chapter 5", 第五章的风险披露.

The outer part must be there by name or number; the inner one is looked for inside it and nowhere else.
"""

import re
from collections.abc import Iterator
from typing import Final

from silcrow.locate import numbers
from silcrow.locate.sight import Asked, Hit, Sight, below, traced

_STEP = re.compile(r"\s*[>›»]\s*")
_IN = re.compile(r"\s+(?:in|of|under|within|inside|from|at|to)\s+(?:the\s+)?", re.IGNORECASE)
_CJK = re.compile(
    r"(?P<outer>第\s?[^\s的中内里のに]{1,12}[编編部篇卷章节節条條]|附[录錄件]\s?\w{0,4}?)"
    r"\s*(?:中的|里的|内的|中|里|内|的|の|における|に関する|\s)\s*(?P<inner>\S.*)\Z",
    re.DOTALL,
)
_NOISE = re.compile(
    r"\A(?:the|any|our|its|their)\s+|\A(?:sections?|paragraphs?|headings?|provisions?)"
    r"\s+(?:on|about|of|regarding|concerning|titled|called|entitled)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?<=\w)\s+(?:section|chapter|clause|provision|heading)s?\Z", re.IGNORECASE)
_TRIM: Final = " \t.:;,\"'“”‘’"
_MOST: Final = 6  # splits tried


def path(asked: Asked) -> Sight | None:
    """What fits inside; none, for good, where the outer part is a number that is not there or has no such inner one."""
    steps = [step for step in _STEP.split(asked.words) if step.strip()]
    if len(steps) > 1:
        return _inside(asked, ">".join(steps[:-1]), steps[-1], exact=False) or Sight(
            missing=f"there is no {steps[0]!r}"
        )
    closed: Sight | None = None
    for outer, inner in _splits(asked.words):
        if found := _inside(asked, outer, inner, exact=True):
            if found.hits:
                return found
            closed = closed or found
    opening = numbers.read(asked.words)
    if closed is None and opening and opening.kind not in ("", "mark"):
        return Sight(missing=f"there is no {asked.words.strip()!r}")
    return closed


def _splits(words: str) -> Iterator[tuple[str, str]]:
    """Outer and inner parts of words, the last preposition first."""
    if found := _CJK.match(words.strip()):
        yield found["outer"], found["inner"]
    opening = numbers.read(words)
    if opening and opening.kind and words.lstrip()[opening.end :].lstrip()[:1] == ",":
        outer, _, inner = words.partition(",")
        yield outer, inner
    for found in [*_IN.finditer(words)][: -_MOST - 1 : -1]:
        yield words[found.end() :], words[: found.start()]


def _inside(asked: Asked, outer: str, inner: str, *, exact: bool) -> Sight | None:
    """The inner part inside the outer; None where the words may have to be read otherwise."""
    around = asked.part(outer.strip(_TRIM), exact=exact or asked.exact)
    if around is None or not around.hits:
        read = numbers.read(outer)
        named = read is not None and read.kind not in ("", "mark") and not outer.strip()[read.end :].strip(_TRIM)
        return Sight(missing=around.missing, near=around.near) if around and (named or not exact) else None
    words = plain(inner)
    found = asked.part(words, areas=below(around.hits, asked.areas))
    if found and found.hits:
        return Sight(traced(found.hits, f"inside {outer.strip()!r}: {_headings(around.hits)}"), found.every)
    if own := [hit for hit in around.hits if _called(hit, words, asked)]:
        return Sight(traced(own, f"{words!r} is what {outer.strip()!r} is called"))
    near = (*(found.near if found else ()), *around.hits)
    return Sight(missing=f"there is no {words!r} inside {outer.strip()!r}", near=near)


def plain(words: str) -> str:
    """Words without what only says that a section is meant: "the section on risk", "the risk section" are "risk"."""
    while (shorter := _NOISE.sub("", words.strip(_TRIM), count=1)) != words:
        words = shorter
    shorter = _TAIL.sub("", words)
    counted = numbers.ordinal(shorter.rpartition(" ")[2]) is not None or shorter.casefold() in ("all", "every", "each")
    return words if counted else shorter


def _called(hit: Hit, words: str, asked: Asked) -> bool:
    """Whether the outer section itself is called so by its title."""
    section = hit.entry.section
    own = [area._replace(first=section.ord, last=section.ord) for area in asked.areas if area.contents is hit.contents]
    found = asked.part(words, areas=own)
    return bool(found and found.hits)


def _headings(hits: tuple[Hit, ...]) -> str:
    return "; ".join(hit.entry.section.heading for hit in hits[:3])
