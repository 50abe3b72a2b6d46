"""One look over the whole document before anything is decided: pieces, contents, numbers, looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from silcrow.parse.contents import Contents, key_of, read_contents
from silcrow.parse.fragment import Source
from silcrow.parse.headings import listed, place, refusals, sequence, style
from silcrow.parse.headings.filings import is_filing
from silcrow.parse.headings.looks import Body, Look, body_of
from silcrow.parse.headings.pieces import Piece, goes_on, pieces_of, with_openings

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
    deep: bool
    customs: frozenset[tuple[str, int]]
    ends: Mapping[int, str]

    def is_custom(self, piece: Piece) -> bool:
        """Whether titles with numbers like this one customarily run into their text."""
        number = piece.number
        return number is not None and (number.scheme, len(number.values)) in self.customs


def look_over(source: Source) -> Survey:
    """Survey a document."""
    contents = read_contents(source.fragments)
    body = body_of(source.fragments)
    named = listed.keys_of(contents.entries) | {key_of(source.fragments[at].text) for at in contents.titles}
    lines = {at for at, fragment in enumerate(source.fragments) if fragment.clues.contents} - contents.titles
    pieces = pieces_of(source.fragments, body, named=named, without=contents.fragments | lines)
    sequence.settle(pieces)
    again = place.repeats(pieces, source.pages)
    rows = place.labels(pieces, source.fragments)
    for piece in pieces:
        stands = "repeated" if id(piece) in again else "row" if id(piece) in rows else ""
        piece.refused = stands or refusals.refuse(piece.text, piece.title)
        piece.doubts = () if piece.refused else tuple(refusals.doubts(piece.text, piece.title))
        if piece.doubts and not piece.formed and goes_on(source.fragments[piece.at].text, piece.end):
            piece.refused = "sentence"
    marked = sum(piece.bookmark is not None for piece in pieces)
    listing = listed.name(contents.entries, pieces)
    found = max(marked, listing.count)
    if openings := listed.cut(listing.missing, source.fragments, body):
        pieces = with_openings(pieces, openings)
    pages = max(1, source.pages)
    return Survey(
        source,
        pieces,
        contents,
        body,
        style.facts_of(pieces, source.fragments, body),
        place.margins_of(source.fragments),
        pages,
        deep=found >= FEW and found >= DEEP * pages and not is_filing(pieces),
        customs=sequence.customs(pieces),
        ends=place.ends_of(source.fragments, pages, body),
    )
