"""Which fragment each point of the navigation names: the printed heading where there is one. Decides no level."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from silcrow.parse.alike import is_title_of, plain, same
from silcrow.parse.epub.navigation import Point
from silcrow.parse.fragment import Fragment

_NEAR: Final = 12  # fragments behind its target in which a heading may stand
_TITLE: Final = 200  # characters of a title that is no heading by tag
_PROSE: Final = 200  # a longer text is what is headed
_JOINED: Final = 3  # headings that make one title: "CHAPTER I", "Loomings"


@dataclass(frozen=True, slots=True)
class Target:
    """A point and the fragments first..last that are its title; none of them where last < first."""

    point: Point
    first: int
    last: int


def find_targets(
    points: Sequence[Point], places: Sequence[int], fragments: Sequence[Fragment], ends: Sequence[int], *, title: str
) -> list[Target]:
    """A target for each point, in order of place. `places` are where they lead, `ends` where their pages end."""
    order = sorted(range(len(points)), key=lambda at: (places[at], at))
    found: list[Target] = []
    free = 0  # fragments before this one are taken
    for rank, at in enumerate(order):
        start = max(places[at], free)
        later = [places[other] for other in order[rank + 1 : rank + 2] if places[other] > places[at]]
        until = min([ends[at], start + _NEAR, *(later or [ends[at]])])
        siblings = any(places[other] == places[at] for other in order[rank + 1 : rank + 2])
        target = _target(points[at], fragments, start, until, siblings=siblings, title=title)
        found.append(target)
        free = max(free, target.last + 1)
    return found


def _target(
    point: Point, fragments: Sequence[Fragment], start: int, until: int, *, siblings: bool, title: str
) -> Target:
    near = [at for at in range(start, until) if not fragments[at].furniture]
    for at in near:
        if (last := _matched(point.label, fragments, at, until)) is not None:
            return Target(point, at, last)
    if not siblings:
        for at in near:
            fragment = fragments[at]
            if fragment.clues.level is not None and not fragment.clues.contents:
                if is_title_of(fragment.text, title):
                    break
                return Target(point, at, at)
            if len(fragment.text) > _PROSE:
                break
    return Target(point, start, start - 1)


def _matched(label: str, fragments: Sequence[Fragment], at: int, until: int) -> int | None:
    """The last of the fragments from `at` on that together are this title; None where they are not."""
    first = fragments[at]
    if not label or first.clues.contents or not _may_be_title(first):
        return None
    if same(first.text, label):
        return at
    wanted, text = plain(label), plain(first.text)
    if first.clues.level is None or not text or not wanted.startswith(text):
        return None
    for last in range(at + 1, min(at + _JOINED, until)):
        fragment = fragments[last]
        if fragment.furniture or not _may_be_title(fragment):
            return None
        text += plain(fragment.text)
        if text == wanted:
            return last
    return None


def _may_be_title(fragment: Fragment) -> bool:
    if fragment.clues.level is not None:
        return True
    return fragment.kind == "text" and len(fragment.text) <= _TITLE
