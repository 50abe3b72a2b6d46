"""Filings to the SEC: what stands between the Items of a 10-K or 10-Q, and which of two equal Items is the heading.

A filing is known by its Items. Its financial statements, reports and notes have customary names and a fixed order below
Item 8, whatever they look like.
"""

import re
from collections.abc import Sequence
from typing import Final

from silcrow.parse.headings.pieces import Piece

ITEMS: Final = 4
"""Different Items that make a document a filing; a contract or an article may cite two or three."""
_LONG: Final = 120  # characters; longer is a sentence about a statement
_CLOSING = re.compile(r"(?:signatures?|power of attorney|(?:index to exhibits|exhibit index))\W*\Z", re.IGNORECASE)
_STATEMENT = re.compile(
    r"(?:(?:condensed )?consolidated (?:balance sheets?|statements? of|financial statements|income statements?)|"
    r"notes to (?:the )?(?:condensed )?(?:consolidated )?financial statements|(?:balance sheets?|income statements?|"
    r"statements? of (?:income|operations|cash flows|comprehensive|stockholders|shareholders|changes|earnings))|"
    r"reports? of (?:the )?independent|index to (?:the )?(?:consolidated )?financial)",
    re.IGNORECASE,
)


def is_filing(pieces: Sequence[Piece]) -> bool:
    """Whether a document is a filing."""
    return len({piece.number.values for piece in pieces if piece.number and piece.number.scheme == "item"}) >= ITEMS


def customary(text: str) -> str:
    """What a heading without a number is in a filing: a "statement" (of figures, or on them), a "closing", or ""."""
    if len(text) < _LONG and _STATEMENT.match(text):
        return "statement"
    return "closing" if len(text) < _LONG and _CLOSING.match(text) else ""


def single_items(accepted: Sequence[Piece]) -> list[Piece]:
    """The accepted pieces, of equal Items of one Part only the surest; the first where two are equally sure."""
    best: dict[tuple[int, tuple[int, ...]], Piece] = {}
    place: dict[int, tuple[int, tuple[int, ...]]] = {}
    part = 0
    for piece in accepted:
        if piece.number is not None and piece.number.scheme == "part":
            part = piece.number.values[0]
        elif piece.number is not None and piece.number.scheme == "item":
            key = (part, piece.number.values)
            place[id(piece)] = key
            if key not in best or piece.score > best[key].score:
                best[key] = piece
    return [piece for piece in accepted if id(piece) not in place or best[place[id(piece)]] is piece]
