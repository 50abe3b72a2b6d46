"""Points of the navigation and heading tags on one scale. A book states its nesting in both, each for a part of it.

The navigation holds where it names a target. Below, and where it is silent, heading tags do: a smaller tag than that of
the point above is below it; any other stands where the navigation puts tags of its kind.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from silcrow.parse.alike import is_title_of, same
from silcrow.parse.epub.targets import Target
from silcrow.parse.fragment import Clues, Fragment

_TEXT: Final = 300  # characters that a page before the first point must have for its heading to head something


@dataclass(frozen=True, slots=True)
class _Open:
    """An open heading: level, heading tag if it has one, whether the navigation named it, and its text."""

    level: int
    tag: int | None
    named: bool
    text: str
    page: int


def levelled(
    fragments: Sequence[Fragment], targets: Sequence[Target], page_of: Sequence[int], *, title: str
) -> list[Fragment]:
    """The fragments with one level each where they head something; headings that only the navigation has are put in.

    `page_of` gives the number of the page each fragment stands on.
    """
    if not any(not target.point.root for target in targets):
        return list(_by_tags(fragments, title))
    scale = _Scale(fragments, targets, page_of, title=title)
    found: list[Fragment] = []
    at = 0
    for target in targets:
        found += scale.rest(at, target.first)
        at = max(at, target.last + 1)
        if (heading := scale.named(target)) is not None:
            found.append(heading)
        elif target.last >= target.first:
            found += [_demoted(fragment) for fragment in fragments[target.first : target.last + 1]]
    return [*found, *scale.rest(at, len(fragments))]


class _Scale:
    """The open headings while a book is walked."""

    def __init__(
        self, fragments: Sequence[Fragment], targets: Sequence[Target], page_of: Sequence[int], *, title: str
    ) -> None:
        self._fragments, self._page_of, self._title = fragments, page_of, title
        self._open: list[_Open] = []
        self._usual = _usual_depths(fragments, targets)
        self._points_on = Counter(page_of[target.first] for target in targets if target.first < len(page_of))
        self._page_text: Counter[int] = Counter()
        for fragment, page in zip(fragments, page_of, strict=True):
            if not fragment.clues.contents and fragment.clues.level is None:
                self._page_text[page] += len(fragment.text)

    def named(self, target: Target) -> Fragment | None:
        """The heading of a point; None where it is the book's title, or has neither a label nor a heading."""
        point = target.point
        parts = self._fragments[target.first : target.last + 1]
        if point.root or not (parts or point.label):
            return None
        if parts:
            text = " ".join(" ".join(part.text for part in parts).split())
            tag, clues = parts[0].clues.level, parts[0].clues
        else:
            text, tag, clues = point.label, None, Clues()
        page = self._page_of[min(target.first, len(self._page_of) - 1)] if self._page_of else 0
        self._push(_Open(point.depth, tag, named=True, text=text, page=page))
        return Fragment("text", text, clues=replace(clues, level=point.depth, bookmark=point.depth))

    def rest(self, first: int, end: int) -> Iterator[Fragment]:
        """The fragments between two points, their heading tags put on the scale."""
        for at in range(first, end):
            fragment = self._fragments[at]
            tag = fragment.clues.level
            level = None if tag is None else self._level(fragment, tag, self._page_of[at])
            if tag is None:
                yield fragment
            elif level is None:
                yield _demoted(fragment)
            else:
                self._push(_Open(level, tag, named=False, text=fragment.text, page=self._page_of[at]))
                yield replace(fragment, clues=replace(fragment.clues, level=level))

    def _level(self, fragment: Fragment, tag: int, page: int) -> int | None:
        if fragment.clues.contents or is_title_of(fragment.text, self._title):
            return None
        named = next((opened for opened in reversed(self._open) if opened.named), None)
        if named is None:
            return self._usual.get(tag, 1) if self._page_text[page] >= _TEXT else None
        if same(fragment.text, named.text) and self._open[-1] is named:
            return None  # printed twice
        above = [opened for opened in self._open if opened.named or (opened.tag or 0) < tag]
        nearest = above[-1]
        if nearest.tag is None or tag > nearest.tag:
            return nearest.level + 1
        if page == nearest.page and self._points_on[page] == 1:
            return nearest.level + 1
        if tag in self._usual:
            return self._usual[tag]
        outer = [opened for opened in above if opened.tag is not None and opened.tag < tag]
        return outer[-1].level + 1 if outer else nearest.level

    def _push(self, opened: _Open) -> None:
        while self._open and self._open[-1].level >= opened.level:
            self._open.pop()
        self._open.append(opened)


def _usual_depths(fragments: Sequence[Fragment], targets: Sequence[Target]) -> dict[int, int]:
    """The depth that the navigation most often gives to each heading tag."""
    counts: dict[int, Counter[int]] = {}
    for target in targets:
        if target.last >= target.first and (tag := fragments[target.first].clues.level) is not None:
            counts.setdefault(tag, Counter())[target.point.depth] += 1
    return {tag: max(sorted(count), key=lambda depth: count[depth]) for tag, count in counts.items()}


def _by_tags(fragments: Sequence[Fragment], title: str) -> Iterator[Fragment]:
    """Levels by tags alone; a lone top heading that is the book's title is text."""
    levels = [fragment.clues.level for fragment in fragments if fragment.clues.level is not None]
    root = bool(levels) and levels.count(levels[0]) == 1 and min(levels) == levels[0] and len(levels) > 1
    first = True
    lowest = min((level for level in (levels[1:] if root else levels)), default=1)
    dropped = False
    for fragment in fragments:
        level = fragment.clues.level
        if level is None:
            yield fragment
            continue
        if first and root and is_title_of(fragment.text, title):
            dropped = True
            yield _demoted(fragment)
        else:
            yield replace(fragment, clues=replace(fragment.clues, level=level - lowest + 1 if dropped else level))
        first = False


def _demoted(fragment: Fragment) -> Fragment:
    return replace(fragment, clues=replace(fragment.clues, level=None))
