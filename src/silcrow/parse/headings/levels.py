"""One scale for all headings: kinds are put in order over the whole document, numbers and looks together.

What is known of two kinds (a number nests, a type size, an indent in the contents, a heading straight below another)
says with some weight that one is above the other, or that both are level. The levels are those that contradict the
least weight, found by moving one kind at a time.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from silcrow.parse.headings.kinds import CONTENTS, Kind, Sorted, Trait, is_counted, sort_titles
from silcrow.parse.headings.numbering import is_mark
from silcrow.parse.headings.titles import Title

ORDER: Final = {
    "book": 0, "第编": 0, "第篇": 0, "part": 1, "第部": 1, "exhibit": 1, "closing": 1,
    "chapter": 2, "appendix": 2, "第章": 2, "article": 2,
    "item": 3, "section": 3, "第节": 3, "statement": 4, "第条": 4, "§": 4, "note": 5,
}  # fmt: skip
"""Order of the words that name divisions; equal ones share a level."""
OWN: Final = frozenset(("part", "exhibit", "closing", "item", "statement", "note"))
"""Schemes that share no level with headings that merely look alike."""
NUMBERED: Final = frozenset(("decimal", "chapter", "appendix", "article", "section", "第章"))

DEEP: Final = ("decimal", "underline")  # schemes whose depth is given
NESTED: Final = 40.0  # 5.2 below 5: contradicted by nothing else
NAMED: Final = 20.0  # Item below Part, 5.2 below Chapter 5
WITHIN: Final = 10.0  # what has no number below Parts, Items, statements and notes
MARKED: Final = 30.0  # by the depth of their bookmarks
LISTED: Final = 8.0  # what stands further left in the contents is above; level where it stands flush: half
ALIKE: Final = 6.0  # a numbered and an unnumbered heading that look alike are level (2 Scope, Preface)
SIZE: Final = 3.0  # larger type is above
BELOW: Final = 2.0  # straight below another heading, each time, up to MOST
FIRST: Final = 1.0  # first of the two after a numbered heading, each time, up to MOST
MOST: Final = 5
WEIGHT: Final = 1.5  # bold above light, capitals above small letters
SLOPE: Final = 0.5  # upright above italic
RARE: Final = 0.5  # the rarer kind is above
ROUNDS: Final = 20  # of moving every kind once; four or five are enough


class Tie(NamedTuple):
    """What is known of a kind and another: weight of standing above it, below it, and level with it."""

    other: Kind
    above: float
    below: float
    level: float


def levels_of(titles: Sequence[Title], *, filing: bool) -> list[int]:
    """The level of each title, from 1."""
    found = sort_titles(titles, filing=filing)
    guess = sorted(found.traits, key=lambda kind: _guess(kind, found.traits[kind]))
    level = {kind: float(n) for n, kind in enumerate(guess)}
    _settle(level, {kind: list(_ties(kind, found)) for kind in guess})
    if CONTENTS in level:
        level[CONTENTS] = min((at for kind, at in level.items() if kind != CONTENTS), default=0.0)
    return _around_contents(titles, _lift_appendices(titles, [level[kind] for kind in found.kinds]))


def depths(levels: Sequence[float]) -> list[int]:
    """The number of headings that each stands below, itself counted: levels that no heading above uses are left out."""
    open_levels: list[float] = []
    found = []
    for level in levels:
        while open_levels and open_levels[-1] >= level:
            open_levels.pop()
        open_levels.append(level)
        found.append(len(open_levels))
    return found


def _around_contents(titles: Sequence[Title], levels: list[float]) -> list[int]:
    """Depths, where nothing stands below the title of a contents: that of the document stands beside all that follows,
    that of a chapter beside what comes next.
    """
    front = next((n for n, title in enumerate(titles) if title.is_contents or is_counted(title)), len(titles))
    following = levels[-1] if levels else 0.0
    for n in range(len(titles) - 1, front, -1):
        if titles[n].is_contents:
            levels[n] = following
        following = levels[n]
    if front == len(titles) or not titles[front].is_contents:
        return depths(levels)
    return [*depths(levels[:front]), 1, *depths(levels[front + 1 :])]


def _lift_appendices(titles: Sequence[Title], levels: list[float]) -> list[float]:
    """Appendices at the level of Parts, unless the Part they stand in is theirs (Appendices)."""
    parts = [
        level for title, level in zip(titles, levels, strict=True) if title.number and title.number.scheme == "part"
    ]
    if not parts:
        return levels
    top, theirs = min(parts), False
    lifted = []
    for title, level in zip(titles, levels, strict=True):
        is_appendix = title.number is not None and title.number.scheme == "appendix"
        if level <= top:
            theirs = "append" in title.text.casefold() and not is_appendix
        lifted.append(top if is_appendix and not theirs else level)
    return lifted


def _guess(kind: Kind, trait: Trait) -> tuple[int, int, int, str]:
    return (ORDER.get(kind.scheme, max(ORDER.values()) + 1), -trait.look.size, kind.depth, str(kind))


def _ties(kind: Kind, found: Sorted) -> Iterator[Tie]:
    for other in found.traits:
        if other != kind:
            tie = Tie(other, _above(kind, other, found), _above(other, kind, found), _level(kind, other, found))
            if any(tie[1:]):
                yield tie


def _above(a: Kind, b: Kind, found: Sorted) -> float:
    """The weight of what says that kind a stands above kind b."""
    one, two = found.traits[a], found.traits[b]
    total = BELOW * min(found.below[a, b], MOST) + FIRST * min(found.first[a, b], MOST)
    total += RARE * (one.count < two.count)
    if a.scheme == b.scheme and a.scheme in DEEP:
        total += NESTED * (a.depth < b.depth)
    elif a.scheme in NUMBERED and b.scheme == "decimal" and b.depth > 1:
        total += NAMED
    elif a.scheme in ORDER and b.scheme in ORDER:
        total += NAMED * (ORDER[a.scheme] < ORDER[b.scheme])
    elif (a.scheme in OWN and not b.scheme) or (_is_division(a) and is_mark(b.scheme)):
        total += WITHIN
    if one.bookmark is not None and two.bookmark is not None:
        total += MARKED * (one.bookmark < two.bookmark)
    if one.indent is not None and two.indent is not None:
        total += LISTED * (one.indent < two.indent)
    if one.look.size > two.look.size + 1:
        total += SIZE
    elif one.look.size >= two.look.size - 1:
        total += WEIGHT * (one.look.bold > two.look.bold) + WEIGHT * (one.look.caps > two.look.caps)
        total += SLOPE * (one.look.italic < two.look.italic)
    return total


def _is_division(kind: Kind) -> bool:
    return kind.scheme in ("decimal", "一、") or kind.scheme in ORDER


def _level(a: Kind, b: Kind, found: Sorted) -> float:
    """The weight of what says that both kinds stand on one level."""
    one, two = found.traits[a], found.traits[b]
    total = 0.0
    if a.scheme in ORDER and b.scheme in ORDER and ORDER[a.scheme] == ORDER[b.scheme]:
        total += ALIKE
    if one.look == two.look and bool(a.scheme) != bool(b.scheme) and not {a.scheme, b.scheme} & OWN:
        total += ALIKE
    if one.bookmark is not None and one.bookmark == two.bookmark:
        total += MARKED / 2
    if one.indent is not None and one.indent == two.indent:
        total += LISTED / 2
    return total


def _settle(level: dict[Kind, float], ties: dict[Kind, list[Tie]]) -> None:
    """Move one kind at a time to the level, or between two, where it contradicts least, until none gains."""
    for _ in range(ROUNDS):
        moved = False
        for kind, known in ties.items():
            now = level[kind]
            places = (half / 2 for half in range(-1, 2 * len(level) + 1))
            cost, _, best = min((_cost(at, known, level), abs(at - now), at) for at in places)
            if cost < _cost(now, known, level):
                level[kind], moved = best, True
                rank = {value: float(n) for n, value in enumerate(sorted(set(level.values())))}
                level.update({other: rank[value] for other, value in level.items()})
        if not moved:
            return


def _cost(at: float, ties: Sequence[Tie], level: dict[Kind, float]) -> float:
    """The weight that a kind on level `at` contradicts."""
    total = 0.0
    for other, above, below, together in ties:
        there = level[other]
        total += together + (below if at < there else above) if at != there else above + below
    return total
