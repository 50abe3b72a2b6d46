"""Gaps in a run of numbered headings: 5.2 and 5.4 stand, and what stands between them says 5.3.

Knows the headings that were accepted and the text between them. A gap is filled by the first paragraph there that
opens with the lost number and a title; the clues that were against it alone are not asked again.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.looks import Body
from silcrow.parse.headings.numbering import HEAD, Number, readings
from silcrow.parse.headings.pieces import Piece, opening

FILLED: Final = 0.6
"""Score of a heading that only its place in a run makes one: confidence .65."""
RUN: Final = 3  # accepted headings of one run that make it one
WIDEST: Final = 4  # numbers lost between two that stand; more are another list
LONGEST: Final = 120  # characters of a title
CAPITALS: Final = 0.5  # share of its longer words that must have a capital
MOST: Final = 8  # places tried for one lost number
_SCHEMES: Final = frozenset(("article", "chapter", "decimal", "section", "§"))
_TITLE = re.compile(r"(?P<title>[A-Z][^.:!?\n\"“]{2,118})(?:\.(?=\s|\Z)|\Z)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

_SECOND: Final = 2

Values = tuple[int, ...]
Run = tuple[str, Values, Values]
"""A scheme, the values before the counting one, and those after it: 14.0 counts in ("decimal", (), (0,))."""

Key = tuple[str, Values]


def with_gaps(
    accepted: Sequence[Piece], pieces: Sequence[Piece], fragments: Sequence[Fragment], body: Body
) -> tuple[list[Piece], list[Piece]]:
    """The accepted pieces with those that fill gaps, and of these the ones that are not among `pieces`."""
    runs: dict[Run, list[Piece]] = {}
    for piece in accepted:
        if (run := _run_of(piece)) is not None:
            runs.setdefault(run, []).append(piece)
    lost = [gap for run, held in runs.items() if len(held) >= RUN for gap in _gaps(run, held)]
    known = {(piece.at, piece.start): piece for piece in pieces}
    openings = _openings(fragments) if lost else {}
    filled: list[Piece] = []
    for key, first, last in lost:
        places = openings.get(key, [])
        for at, end in _between(places, first, last) if first else reversed(_between(places, 0, last)):
            found = known.get((at, 0))
            if found is None or found.end != end:
                found = opening(at, fragments[at], end, body)
            if found is not None and not found.refused:
                found.score, found.evidence, found.sequenced = FILLED, ("numbering",), True
                filled.append(found)
                break
    new = [piece for piece in filled if known.get((piece.at, piece.start)) is not piece]
    return sorted([*accepted, *filled], key=lambda piece: (piece.at, piece.start)), new


def _run_of(piece: Piece) -> Run | None:
    number = piece.number
    if number is None or number.scheme not in _SCHEMES or piece.refused:
        return None
    *before, last = number.values
    if last == 0 and len(before) == 1:
        return number.scheme, (), (0,)
    if not before and not number.named:
        return None  # 1, 2, 3 count lists too
    return number.scheme, tuple(before), ()


def _gaps(run: Run, held: Sequence[Piece]) -> Iterator[tuple[Key, int, int]]:
    """Each lost number, with the fragments between its neighbours; from 0 where it is the first of its run."""
    scheme, before, after = run
    counted = [(piece.number.values[len(before)], piece.at) for piece in held if piece.number]
    if counted[0][0] == _SECOND:
        yield (scheme, (*before, 1, *after)), 0, counted[0][1]
    for (low, at), (high, end) in pairwise(counted):
        if 1 < high - low <= WIDEST + 1:
            for lost in range(low + 1, high):
                yield (scheme, (*before, lost, *after)), at + 1, end


def _openings(fragments: Sequence[Fragment]) -> dict[Key, list[tuple[int, int]]]:
    """By number: which fragments open with it and a title, in order, each with the end of the title."""
    found: dict[Key, list[tuple[int, int]]] = {}
    for at, fragment in enumerate(fragments):
        if not (fragment.furniture or fragment.hidden or fragment.clues.contents) and fragment.kind in ("text", "list"):
            for number in readings(fragment.text[: HEAD + LONGEST]):
                if number.scheme in _SCHEMES and (end := _title_end(fragment.text, number)):
                    found.setdefault((number.scheme, number.values), []).append((at, end))
    return found


def _between(places: list[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """The first few of the places from one fragment up to another; from 0 the last few before it."""
    low, high = bisect_left(places, (first, 0)), bisect_left(places, (last, 0))
    return places[low : min(high, low + MOST)] if first else places[max(low, high - MOST) : high]


def _title_end(text: str, number: Number) -> int:
    """Where the title ends that text opens with behind its number, or 0."""
    if not number.title:
        return len(text) if number.named else 0
    start = text.find(number.title[:20])
    found = _TITLE.match(text, start) if 0 < start <= HEAD else None
    if found is None:
        return 0
    words = [word for word in _WORD.findall(found["title"]) if len(word) > 3]
    titled = bool(words) and sum(word[0].isupper() for word in words) >= CAPITALS * len(words)
    return found.end() if titled else 0
