"""Clue: where a piece stands: alone or glued to other text, the room above it, what comes before and after."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.looks import Body
from silcrow.parse.headings.pieces import EDGE, Piece, edge_of, goes_on
from silcrow.parse.headings.refusals import is_figures
from silcrow.parse.headings.style import HUGE, Facts
from silcrow.parse.headings.weights import FEW_PAGES
from silcrow.place import Region

COVERED: Final = 6  # pages from which the first one may be a cover
_WIDE, _SOME = 1.2, 0.6  # room above, in line heights
_BODY: Final = (
    100  # bytes of a paragraph that a heading may stand above: a Chinese one says as much in fewer characters
)
_COMMON: Final = 0.05  # share of the paragraphs that makes a left edge a margin
_SAME_HEIGHT: Final = 4.0  # points
_SAME_LINE: Final = 2.0  # points
_OFTEN, _SHARE = 4, 0.05  # pages, and share of all pages, from which the same words at the same height are no heading
_FEWEST: Final = 10  # paragraphs that show where a document's margins are
_EDGE: Final = 15.0  # points from the right edge of its block at which a line is full

_COUNTED_BEFORE = re.compile(r"\A\d{1,4}\s[^\W\d]")  # "20 Chapter 4"
_COUNTED_BEHIND = re.compile(r"\S\s\d{1,4}\Z")  # "Source packages 21"


def margins_of(fragments: Sequence[Fragment]) -> frozenset[int]:
    """The left edges, in steps, at which running text stands often enough to be a column's."""
    edges: Counter[int] = Counter()
    for fragment in fragments:
        if (
            not fragment.furniture
            and len(fragment.text) > _BODY
            and fragment.kind in ("text", "list")
            and fragment.regions
        ):
            box = fragment.regions[0].box
            if box is not None:
                edges[round(box.left / EDGE)] += 1
    if edges.total() < _FEWEST:
        return frozenset()
    return frozenset(edge for edge, count in edges.items() if count >= _COMMON * edges.total())


def ends_of(fragments: Sequence[Fragment], pages: int, body: Body) -> dict[int, str]:
    """The first and the last line of each page of a short document, where it is not known what repeats: by fragment."""
    if pages > FEW_PAGES:
        return {}
    tops: dict[int, tuple[float, int]] = {}
    feet: dict[int, tuple[float, int]] = {}
    for at, fragment in enumerate(fragments):
        box = fragment.regions[0].box if fragment.regions else None
        if box is not None and not fragment.furniture:
            page = fragment.regions[0].page
            tops[page] = min(tops.get(page, (box.top, at)), (box.top, at))
            feet[page] = max(feet.get(page, (box.bottom, at)), (box.bottom, at))
    first, last = {at for _, at in tops.values()}, {at for _, at in feet.values()}
    return {
        at: f"{'first' if at in first else 'last'} of its page{' with a number' * _counted(fragments[at], body)}"
        for at in first ^ last
        if fragments[at].clues.lines == 1 and fragments[at].text
    }


def _counted(fragment: Fragment, body: Body) -> bool:
    """Whether a line bears the number of its page. In large type one that stands before is the number of a heading."""
    large = 2 * (fragment.clues.size or 0.0) > HUGE * body.size
    before = not large and _COUNTED_BEFORE.search(fragment.text)
    return bool(before or _COUNTED_BEHIND.search(fragment.text))


def tell(
    piece: Piece,
    fragments: Sequence[Fragment],
    pages: int,
    margins: AbstractSet[int],
    facts: Facts,
    *,
    ends: Mapping[int, str],
) -> Iterator[str]:
    """What the place of a piece says for and against a heading."""
    if piece.first and piece.last and piece.at in ends:
        yield ends[piece.at]
    yield (
        "alone"
        if piece.first and piece.last
        else "opens a block"
        if piece.first
        else "ends a block"
        if piece.last
        else "inside a block"
    )
    gap = piece.clues.gap
    if gap is not None:
        yield "wide room above" if gap > _WIDE else "room above" if gap > _SOME else "tight"
    if piece.kind == "list":
        yield "list point"
    if piece.clues.centred:
        yield "centred"
    elif margins and (edge := edge_of(piece)) is not None and not (_near(edge, margins) or facts.stands(edge)):
        yield "off the margins"
    if piece.clues.lines > 2:
        yield "many lines"
    if piece.engine is not None:
        yield "engine heading"
        if pages <= FEW_PAGES:
            yield "engine heading of a short document"
    if piece.page == 1 and pages >= COVERED:
        yield "cover"
    before, after = _neighbour(piece, fragments, -1), _neighbour(piece, fragments, 1)
    if before is not None and before.kind in ("table", "figure"):
        yield f"after a {before.kind}"
    if after is not None:
        if after.kind in ("table", "figure"):
            yield f"above a {after.kind}"
        elif after.text[:1].islower() and not piece.sequenced and (after.clues.gap or 0.0) < _SOME:
            yield "full line runs on" if _fills(piece, after.regions) else "text runs on"
        elif len(after.text.encode()) > _BODY or after.kind in ("list", "code"):
            yield "above a paragraph"
    elif not piece.last and (runs_on := _runs_on(piece, fragments[piece.at])):
        yield runs_on


def _near(edge: int, margins: AbstractSet[int]) -> bool:
    return not margins.isdisjoint((edge - 1, edge, edge + 1))


def repeats(pieces: Sequence[Piece], pages: int) -> frozenset[int]:
    """The pieces, by id, whose words stand at the same height on many pages: heads of web pages, stamps."""
    seen: dict[tuple[str, int], list[Piece]] = {}
    for piece in pieces:
        box = piece.regions[0].box if piece.regions else None
        if box is not None:
            seen.setdefault((piece.text, round(box.top / _SAME_HEIGHT)), []).append(piece)
    many = max(_OFTEN, _SHARE * pages)
    return frozenset(
        id(piece) for held in seen.values() if len({piece.page for piece in held}) >= many for piece in held
    )


def labels(pieces: Sequence[Piece], fragments: Sequence[Fragment]) -> frozenset[int]:
    """The pieces, by id, that stand on one line with figures to their right: labels of rows."""
    edges: dict[tuple[int, int], float] = {}
    for fragment in fragments:
        box = fragment.regions[0].box if fragment.regions else None
        if box is not None and not fragment.furniture and is_figures(fragment.text):
            for line in (box.top, box.bottom):
                key = fragment.regions[0].page, round(line / _SAME_LINE)
                edges[key] = max(box.left, edges.get(key, 0.0))
    found = set()
    for piece in pieces:
        box = piece.regions[0].box if piece.regions else None
        if box is not None and any(
            edges.get((piece.page, round(line / _SAME_LINE)), 0.0) > box.right for line in (box.top, box.bottom)
        ):
            found.add(id(piece))
    return frozenset(found)


def _neighbour(piece: Piece, fragments: Sequence[Fragment], step: int) -> Fragment | None:
    """The fragment before (-1) or after (1) the piece, furniture left out; None inside a fragment or at the end."""
    if not (piece.first if step < 0 else piece.last):
        return None
    at = piece.at + step
    while 0 <= at < len(fragments):
        if not fragments[at].furniture:
            return fragments[at]
        at += step
    return None


def _runs_on(piece: Piece, fragment: Fragment) -> str:
    """What it says that the rest of its block goes on with the same sentence: in lower case, or from a full line."""
    full, small = _fills(piece, fragment.regions), goes_on(fragment.text, piece.end)
    if full and small and piece.number is None:
        return "full line runs on"
    return "text runs on" if full or small else ""


def _fills(piece: Piece, around: Sequence[Region]) -> bool:
    """Whether a line reaches as far to the right as the text around it."""
    own, whole = (place[0].box if place else None for place in (piece.regions, around))
    return own is not None and whole is not None and whole.right - _EDGE < own.right < whole.right + _EDGE
