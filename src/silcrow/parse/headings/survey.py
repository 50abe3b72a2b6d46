"""One look over the whole document before anything is decided: pieces, contents, numbers, looks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from silcrow.parse.contents import Contents, key_of, read_contents
from silcrow.parse.fragment import Source
from silcrow.parse.headings import listed, place, refusals, sequence, style
from silcrow.parse.headings.looks import Body, Look, body_of
from silcrow.parse.headings.pieces import Piece, pieces_of

DEEP: Final = 0.4
"""Entries found again, per page, from which a contents names nearly every heading: manuals have .44 to 1.6, reports
and filings, which list their top levels only, .2 to .34."""
FEW: Final = 6  # entries found again below which a contents says nothing of what it leaves out


@dataclass(slots=True)
class Survey:
    """What is known of the document as a whole. `deep` says whether its contents names nearly every heading."""

    source: Source
    pieces: list[Piece]
    contents: Contents
    body: Body
    looks: dict[Look, style.Facts]
    margins: frozenset[int]
    pages: int
    found: int
    deep: bool


def look_over(source: Source) -> Survey:
    """Survey a document."""
    contents = read_contents(source.fragments)
    body = body_of(source.fragments)
    named = listed.keys_of(contents.entries) | {key_of(source.fragments[at].text) for at in contents.titles}
    pieces = pieces_of(source.fragments, body, named=named, without=contents.fragments)
    sequence.settle(pieces)
    again = place.repeats(pieces, source.pages)
    for piece in pieces:
        piece.refused = "repeated" if id(piece) in again else refusals.refuse(piece.text, piece.title)
        piece.doubts = () if piece.refused else tuple(refusals.doubts(piece.text, piece.title))
    marked = sum(piece.bookmark is not None for piece in pieces)
    found = max(marked, listed.name(contents.entries, pieces))
    pages = max(1, source.pages)
    return Survey(
        source,
        pieces,
        contents,
        body,
        style.facts_of(pieces, source.fragments, body),
        place.margins_of(source.fragments),
        pages,
        found,
        deep=found >= FEW and found >= DEEP * pages,
    )


def clues_of(piece: Piece, survey: Survey) -> Iterator[str]:
    """The names of all clues that hold for a piece, as weights.py knows them."""
    facts = survey.looks[piece.look]
    yield from sequence.tell(piece)
    yield from style.tell(piece, survey.body, facts)
    yield from place.tell(piece, survey.source.fragments, survey.pages, survey.margins, facts)
    yield from piece.doubts
    yield from refusals.known(piece.title)
    if survey.deep:
        yield from listed.tell(facts)
