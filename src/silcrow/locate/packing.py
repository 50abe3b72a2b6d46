"""A scope cut to a budget: whole if it fits, else the parts of the heading tree that do, small neighbours together.

Paragraphs are counted and never cut. Knows sections and sizes; what a pack is for is not known here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from silcrow.language.tokens import estimate_tokens
from silcrow.passage import Passage
from silcrow.place import Span

FRAME: Final = 12
"""Tokens that a passage takes beside its text, its place and its headings: marks and blank lines."""


def cost(passage: Passage) -> int:
    """What a passage takes of a budget, as it is printed: its place, its headings, its text."""
    return frame(passage) + sum(paragraph.tokens for paragraph in passage.paragraphs)


def frame(passage: Passage) -> int:
    """What it takes without its text."""
    return FRAME + estimate_tokens(f"{passage.span} {' › '.join(passage.path)}")


def fitted(passages: Sequence[Passage], room: int) -> tuple[list[list[Passage]], list[Passage]]:
    """Passages in reading order as runs that fit a room each, and the paragraphs that fit none.

    Where a run must end it ends between sections, the higher the better; a section that fits no room by itself is cut
    between its paragraphs.
    """
    runs: list[list[Passage]] = []
    aside: list[Passage] = []
    spent = room + 1
    for family in _families(passages, room):
        size = sum(map(cost, family))
        if size <= room:
            if spent + size > room:
                runs.append([])
                spent = 0
            runs[-1].extend(family)
            spent += size
            continue
        pieces, left = _pieces(family[0], room, room - spent if runs and spent <= room else 0)
        aside.extend(left)
        for piece, size_ in pieces:
            if spent + size_ > room:
                runs.append([])
                spent = 0
            runs[-1].append(piece)
            spent += size_
    return runs, aside


def _families(passages: Sequence[Passage], room: int) -> Iterator[list[Passage]]:
    """Runs of passages that belong together: all below a heading where that fits, else what is right below it."""
    at = 0
    while at < len(passages):
        path = passages[at].path
        end = at + 1
        while end < len(passages) and passages[end].path[: len(path)] == path:
            end += 1
        if sum(map(cost, passages[at:end])) <= room:
            yield list(passages[at:end])
            at = end
        else:
            yield [passages[at]]
            at += 1


def _pieces(passage: Passage, room: int, first: int) -> tuple[list[tuple[Passage, int]], list[Passage]]:
    """A passage as pieces of its paragraphs, and those that are longer than the room."""
    fixed = frame(passage)
    pieces: list[tuple[Passage, int]] = []
    aside: list[Passage] = []
    run: list[int] = []
    spent, left = fixed, max(first, 0)
    for at, paragraph in enumerate(passage.paragraphs):
        if fixed + paragraph.tokens > room:
            aside.append(some(passage, at, at))
        limit = left if not pieces and left > fixed else room
        if fixed + paragraph.tokens > room or spent + paragraph.tokens > limit:
            if run:
                pieces.append((some(passage, run[0], run[-1]), spent))
            run, spent = [], fixed
            if fixed + paragraph.tokens > room:
                continue
        run.append(at)
        spent += paragraph.tokens
    if run:
        pieces.append((some(passage, run[0], run[-1]), spent))
    return pieces, aside


def some(passage: Passage, first: int, last: int) -> Passage:
    """Some paragraphs of a passage, by index from 0, last included."""
    start = passage.span.first or 0
    span = Span(passage.span.doc_id, passage.span.sec_id, start + first, start + last)
    return replace(passage, span=span, paragraphs=passage.paragraphs[first : last + 1])


def total(passages: Iterable[Passage]) -> int:
    """What passages take together."""
    return sum(map(cost, passages))
