"""The decided stream: fragments in order, headings in their places, nothing lost.

A heading that stands inside a fragment cuts it; what is left before and after stays a fragment.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from silcrow.parse.fragment import NO_CLUES, Fragment, Heading
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.titles import Title
from silcrow.parse.headings.weights import confidence
from silcrow.place import Box, Region


def stream(fragments: Sequence[Fragment], titles: Sequence[Title], levels: Sequence[int]) -> list[Heading | Fragment]:
    """The fragments with each title in the place of its first piece."""
    cuts: dict[int, list[tuple[Piece, Heading | None]]] = {}
    for title, level in zip(titles, levels, strict=True):
        for n, piece in enumerate(title.pieces):
            cuts.setdefault(piece.at, []).append((piece, None if n else _heading(title, level)))
    out: list[Heading | Fragment] = []
    for at, fragment in enumerate(fragments):
        if at in cuts:
            out += _cut(fragment, cuts[at])
        else:
            out.append(fragment)
    return out


def _heading(title: Title, level: int) -> Heading:
    first, surest = title.pieces[0], title.surest
    label = first.number.label if first.number else ""
    words = " ".join([first.title, *(piece.text for piece in title.pieces[1:])]).strip()
    return Heading(
        title.text,
        label,
        words,
        level,
        tuple(region for piece in title.pieces for region in piece.regions),
        surest.evidence,
        round(confidence(surest.score), 2),
    )


def _cut(fragment: Fragment, held: Sequence[tuple[Piece, Heading | None]]) -> Iterator[Heading | Fragment]:
    place = 0
    for piece, heading in held:
        if fragment.text[place : piece.start].strip():
            yield _rest(fragment, place, piece.start)
        if heading is not None:
            yield heading
        place = piece.end
    if fragment.text[place:].strip():
        yield _rest(fragment, place, len(fragment.text))


def _rest(fragment: Fragment, start: int, end: int) -> Fragment:
    """Some characters of a fragment, with the places of the parts they stand in."""
    parts = fragment.clues.parts
    ends = [*(part.start for part in parts[1:]), len(fragment.text)]
    places = [
        region
        for part, stop in zip(parts, ends, strict=False)
        if part.start < end and stop > start
        for region in part.regions
    ]
    return replace(
        fragment,
        text=fragment.text[start:end].strip(),
        regions=_around(places) or fragment.regions,
        clues=NO_CLUES,
    )


def _around(places: Sequence[Region]) -> tuple[Region, ...]:
    """One region a page around all places."""
    pages: dict[int, Region] = {}
    for place in places:
        pages[place.page] = _both(pages.get(place.page, place), place)
    return tuple(pages.values())


def _both(one: Region, two: Region) -> Region:
    if one.box is None or two.box is None:
        return Region(one.page)
    (left, top, right, bottom), other = one.box, two.box
    return Region(
        one.page, Box(min(left, other.left), min(top, other.top), max(right, other.right), max(bottom, other.bottom))
    )
