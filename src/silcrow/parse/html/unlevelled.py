"""Pages without h1-h6, or almost: what stands apart by its look is reported, for headings/ to decide over the page.

A page that says with tags what its headings are is left alone. Decides nothing: a line that stands apart may be a
caption, a name or a heading.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from silcrow.document import Cell, Table
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.headings.looks import are_chosen, body_of
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.html.looks import NORMAL
from silcrow.parse.html.marks import is_mark, joined
from silcrow.render.tables import markdown

_FEW: Final = 2  # tagged headings that may be a title and no more
_MANY: Final = 3  # lines apart that then speak for headings without tags
_LONGEST: Final = 250  # characters of a line that stands apart
_WHOLLY: Final = 0.8  # share of bold characters
_BIG: Final = 1.1
_TAGGED: Final = {1: 24.0, 2: 18.0, 3: 14.0}
"""Points that browsers give to h1-h3; others have the size of text."""


def is_untagged(fragments: Sequence[Fragment]) -> bool:
    """Whether tags tell no headings, or no more than a title over many lines that stand apart."""
    tagged = sum(_is_tagged(fragment) for fragment in fragments)
    if not tagged:
        return True
    return tagged <= _FEW and sum(_stands_apart(fragment, NORMAL) for fragment in fragments) >= _MANY


def as_clues(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments with their looks as clues: sizes where no style gives one, lines that stand apart marked.

    A line that stands apart carries the clue of a layout engine's heading, which is what it is a guess at.
    """
    sized = [replace(fragment, clues=_sized(fragment.clues)) for fragment in fragments]
    body = body_of(sized).size / 2 or NORMAL
    found = []
    for fragment in _tabled(_marks_joined(sized)):
        if fragment.clues.level is not None:
            clues = replace(fragment.clues, level=None, engine=fragment.clues.level, bookmark=fragment.clues.level)
            found.append(replace(fragment, clues=clues))
        elif _stands_apart(fragment, body):
            found.append(replace(fragment, clues=replace(fragment.clues, engine=1)))
        else:
            found.append(fragment)
    return found


def _is_tagged(fragment: Fragment) -> bool:
    return fragment.clues.level is not None and not fragment.furniture


def _sized(clues: Clues) -> Clues:
    if clues.level is not None:
        return replace(clues, size=clues.size or _TAGGED.get(clues.level, NORMAL), weight=1.0)
    return replace(clues, size=clues.size or NORMAL)


def _stands_apart(fragment: Fragment, body: float) -> bool:
    """Whether a line is set as headings are: short, alone, and bold, underlined, larger or in capitals as a whole."""
    text, clues = fragment.text, fragment.clues
    if fragment.kind not in ("text", "list") or fragment.furniture or clues.contents or clues.level is not None:
        return False
    if len(text) > _LONGEST or clues.lines > 3 or not any(map(str.isalpha, text)):
        return False
    capitals = clues.caps and are_chosen(text)
    return clues.weight >= _WHOLLY or capitals or (clues.size or NORMAL) >= _BIG * body


def _marks_joined(fragments: Sequence[Fragment]) -> Iterator[Fragment]:
    """Numbers and bullets that stand on a line of their own, each joined to what it marks."""
    mark: Fragment | None = None
    for fragment in fragments:
        may_join = fragment.kind in ("text", "list") and not fragment.furniture and not fragment.clues.contents
        if mark is not None:
            if may_join and not split_label(fragment.text)[0] and fragment.regions == mark.regions:
                yield joined(mark, fragment)
                mark = None
                continue
            yield mark
            mark = None
        if may_join and _is_mark(fragment):
            mark = fragment
        else:
            yield fragment
    if mark is not None:
        yield mark


def _is_mark(fragment: Fragment) -> bool:
    """Whether a line is a mark; the number of a Part stands above all of it, and a bare number may be a page's."""
    text = fragment.text
    return is_mark(text) and not text.isalnum() and fragment.clues.level is None and text[:4].casefold() != "part"


def _tabled(fragments: Iterable[Fragment]) -> Iterator[Fragment]:
    """Lines that list the contents as one table, a row each: they are entries, and none of them heads anything."""
    run: list[Fragment] = []
    for fragment in fragments:
        if fragment.clues.contents and fragment.kind in ("text", "list") and not fragment.furniture:
            run.append(fragment)
            continue
        if run:
            yield _table(run)
            run = []
        yield fragment
    if run:
        yield _table(run)


def _table(lines: Sequence[Fragment]) -> Fragment:
    table = Table(header=(), rows=tuple((Cell(line.text),) for line in lines))
    pages = Counter(region for line in lines for region in line.regions)
    return Fragment("table", markdown(table), tuple(pages), Clues(contents=True), table)
