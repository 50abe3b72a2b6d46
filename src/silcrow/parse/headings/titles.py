"""Titles of accepted pieces: a number set above its title, and titles broken over lines, made one.

Joins only what stands directly one below the other; nothing is left out between.
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from silcrow.parse.contents import Entry
from silcrow.parse.headings.looks import Look
from silcrow.parse.headings.numbering import Number
from silcrow.parse.headings.pieces import Piece

SAME_WAY: Final = 0.6
"""Share of the lone numbers of one scheme (Chapter 3) that must stand above one look for it to be their titles'."""
TIGHT: Final = 0.8  # room between two lines of one title, in line heights
_SMALL: Final = "a an and or of the for to in on with by from at as & und oder der die das von für et de la le des du y"
_OPEN_END: Final = frozenset(_SMALL.split())
"""Words that no title ends with."""


@dataclass(slots=True)
class Title:
    """One heading: its pieces in order. `is_contents` where it is the title of a contents."""

    pieces: list[Piece]
    is_contents: bool = False

    @property
    def surest(self) -> Piece:
        """The piece that most speaks for: an accepted one, where its number above was not."""
        return max(self.pieces, key=lambda piece: piece.score)

    @property
    def number(self) -> Number | None:
        """The number it opens with."""
        return self.pieces[0].number

    @property
    def sequenced(self) -> bool:
        """Whether its number goes on from another."""
        return self.pieces[0].sequenced

    @property
    def entry(self) -> Entry | None:
        """The contents entry that names it."""
        return next((piece.entry for piece in self.pieces if piece.entry is not None), None)

    @property
    def bookmark(self) -> int | None:
        """The depth of the bookmark that names it."""
        return next((piece.bookmark for piece in self.pieces if piece.bookmark is not None), None)

    @property
    def tag(self) -> int | None:
        """The level that the document's own tags give it."""
        return next((piece.clues.tag for piece in self.pieces if piece.clues.tag is not None), None)

    @property
    def look(self) -> Look:
        """The look of its words; a number above them is often set smaller."""
        return self.pieces[1 if is_lone(self.pieces[0]) and len(self.pieces) > 1 else 0].look

    @property
    def text(self) -> str:
        """All of it as printed, lines joined by a space."""
        return " ".join(piece.text for piece in self.pieces)


def is_lone(piece: Piece) -> bool:
    """Whether a piece is a number with a word and no title: Chapter 3, PART II, 第五章, ONE."""
    return piece.number is not None and piece.number.named and not piece.number.title


def join(accepted: Sequence[Piece], pieces: Sequence[Piece], contents: AbstractSet[int]) -> list[Title]:
    """The accepted pieces as titles, each with the lines before and after that belong to it.

    `contents` are the fragments that are titles of a contents; these stand alone.
    """
    place = {id(piece): n for n, piece in enumerate(pieces)}
    sure = {id(piece) for piece in accepted}
    ways = _ways(pieces, sure)
    taken: set[int] = set()
    titles: list[Title] = []
    for piece in accepted:
        n = place[id(piece)]
        if id(piece) in taken or (
            n + 1 < len(pieces) and id(pieces[n + 1]) in sure and _heads(piece, pieces[n + 1], ways)
        ):
            continue
        if piece.at in contents:
            titles.append(Title([piece], is_contents=True))
            continue
        title = Title([pieces[n - 1], piece] if n and _heads(pieces[n - 1], piece, ways) else [piece])
        while n + 1 < len(pieces) and _goes_on(title, pieces[n + 1]):
            n += 1
            title.pieces.append(pieces[n])
            taken.add(id(pieces[n]))
        titles.append(title)
    return titles


def _adjacent(piece: Piece, after: Piece) -> bool:
    if after.page != piece.page or after.refused:
        return False
    if after.at == piece.at:
        return after.start <= piece.end + 1
    return after.at == piece.at + 1 and piece.last and after.first


def _ways(pieces: Sequence[Piece], sure: AbstractSet[int]) -> set[tuple[str, Look]]:
    """Scheme of lone numbers and the look of the headings that most of them stand above."""
    total: Counter[str] = Counter()
    above: Counter[tuple[str, Look]] = Counter()
    for piece, after in pairwise(pieces):
        if piece.number is not None and is_lone(piece) and not piece.refused:
            total[piece.number.scheme] += 1
            if id(after) in sure and _adjacent(piece, after) and not _counts(after):
                above[piece.number.scheme, after.look] += 1
    return {key for key, count in above.items() if count >= SAME_WAY * total[key[0]]}


def _heads(piece: Piece, after: Piece, ways: AbstractSet[tuple[str, Look]]) -> bool:
    """Whether a piece is the number of the heading below it."""
    number = piece.number
    may = number is not None and is_lone(piece) and (number.scheme, after.look) in ways
    return may and _adjacent(piece, after) and not _counts(after)


def _counts(piece: Piece) -> bool:
    """Whether a piece has a number of its own: 1. Berths below PART I, A.1 Forms below Annex A."""
    return piece.number is not None and (piece.number.named or piece.sequenced)


def _goes_on(title: Title, after: Piece) -> bool:
    """Whether the next piece belongs to the title."""
    last = title.pieces[-1]
    if not _adjacent(last, after):
        return False
    if last.entry is not None:
        # One line of the contents may name a Part and its first Item
        return last.entry_pieces > len(title.pieces) and not (after.number is not None and after.number.named)
    if after.look != last.look or after.number is not None or after.entry is not None:
        return False
    ending = last.text.rsplit(maxsplit=1)[-1].casefold()
    is_open = last.text[-1] in ",-–—&/" or ending in _OPEN_END
    return (after.clues.gap or 0.0) < TIGHT and (is_open or after.text[:1].islower() or after.text[:1] in "-–—(&")
