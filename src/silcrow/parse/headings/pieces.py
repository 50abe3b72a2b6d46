"""The document as pieces that may be headings: whole fragments, and parts of fragments that look apart.

Whether a piece is a heading is not known here, only that it is short, has a letter, and that something (look, number,
engine, contents) sets it apart from running text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from silcrow.parse.contents import Entry, key_of
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.headings.looks import Body, Look, look_of
from silcrow.parse.headings.numbering import Number, readings
from silcrow.parse.headings.runin import run_in
from silcrow.place import Region

LONGEST: Final = 250
"""Characters; longer than any printed heading. Item 5 of a 10-K has 117."""
TYPED: Final = 80  # characters of a line of plain text that may be a title by its brevity
EDGE: Final = 6.0
"""Points of one step of left edges: indents of lists and first lines lie further apart."""
_SENTENCE: Final = frozenset(("full stop", "two sentences", "lower case", "comma"))
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(slots=True, eq=False)
class Piece:
    """Some characters of one fragment, and what the clues have found out about them.

    engine, bookmark   the fragment's, for the piece that opens it
    first, last   whether it opens and ends the fragment's text
    runs_in       whether it is a numbered title that runs into its paragraph
    number        the reading of its number that holds; `sequenced` where it goes on from another
    entry         the contents entry that names it, together with the pieces after it where entry_pieces is above 1
    refused       why it cannot be a heading, or empty; `doubts` what in its wording speaks against it
    score         sum of the weights of its clues, in log odds; `evidence` the clues that speak for it, strongest first
    """

    at: int
    start: int
    end: int
    text: str
    page: int
    kind: str
    clues: Clues
    look: Look
    regions: tuple[Region, ...]
    engine: int | None
    bookmark: int | None
    first: bool
    last: bool
    runs_in: bool = False
    numbers: tuple[Number, ...] = ()
    number: Number | None = None
    sequenced: bool = False
    entry: Entry | None = None
    entry_pieces: int = 1
    refused: str = ""
    doubts: tuple[str, ...] = ()
    score: float = 0.0
    evidence: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The text without its number."""
        return self.number.title if self.number else self.text

    @property
    def formed(self) -> bool:
        """Whether it has the form of a heading: nothing refuses it and it is no sentence."""
        return not self.refused and not _SENTENCE.intersection(self.doubts)


def pieces_of(
    fragments: Iterable[Fragment], body: Body, *, named: AbstractSet[str], without: AbstractSet[int]
) -> list[Piece]:
    """All pieces in document order. `named` holds the keys of contents entries, `without` fragments left out."""
    found: list[Piece] = []
    for at, fragment in enumerate(fragments):
        if fragment.furniture or fragment.hidden or fragment.kind not in ("text", "list") or at in without:
            continue
        if (title := run_in(fragment.text)) is not None:
            found.append(_run_in(at, fragment, body, *title))
        elif fragment.clues.parts or len(fragment.text) <= LONGEST:
            found += _pieces(at, fragment, body, named)
    return found


def _run_in(at: int, fragment: Fragment, body: Body, number: Number, end: int) -> Piece:
    text = " ".join(fragment.text[:end].split())
    return Piece(
        at, 0, end, text, fragment.regions[0].page if fragment.regions else 0, fragment.kind, fragment.clues,
        look_of(fragment.clues, text, body), fragment.regions, fragment.clues.engine, fragment.clues.bookmark,
        first=True, last=False, runs_in=True, numbers=(number,), number=number,
    )  # fmt: skip


def _pieces(at: int, fragment: Fragment, body: Body, named: AbstractSet[str]) -> Iterator[Piece]:
    text, whole = fragment.text, fragment.clues
    parts = [(part.start, part.clues, part.regions) for part in whole.parts] or [(0, whole, fragment.regions)]
    for n, (start, clues, regions) in enumerate(parts):
        end = parts[n + 1][0] if n + 1 < len(parts) else len(text)
        if clues.contents or not 0 < end - start <= LONGEST or not _LETTER.search(text, start, end):
            continue
        words = " ".join(text[start:end].split())
        look = look_of(clues, words, body)
        numbers = readings(words)
        number = numbers[0] if numbers else None
        engine, bookmark = (None, None) if n else (whole.engine, whole.bookmark)
        marked = bool(numbers) or engine is not None or bookmark is not None or clues.tag is not None
        typed = not body.size and len(parts) == 1 and len(words) <= TYPED
        apart = marked or typed or clues.underline is not None or clues.centred or not body.is_plain(look)
        if not apart and key_of(words) not in named:
            continue
        place = regions or fragment.regions
        yield Piece(
            at, start, end, words, place[0].page if place else 0, fragment.kind, clues, look, place,
            engine, bookmark, first=n == 0, last=n + 1 == len(parts), numbers=numbers, number=number,
        )  # fmt: skip


def opening(at: int, fragment: Fragment, end: int, body: Body) -> Piece | None:
    """The first characters of a fragment as a piece, where a number or their look sets them apart; else None."""
    first = fragment.clues.parts[0] if fragment.clues.parts else None
    clues, regions = (first.clues, first.regions) if first else (fragment.clues, fragment.regions)
    text = " ".join(fragment.text[:end].split())
    look, numbers = look_of(clues, text, body), readings(text)
    if not numbers and body.is_plain(look):
        return None
    return Piece(
        at, 0, end, text, regions[0].page if regions else 0, fragment.kind, clues, look, regions, fragment.clues.engine,
        fragment.clues.bookmark, first=True, last=False, numbers=numbers, number=numbers[0] if numbers else None,
    )  # fmt: skip


def with_openings(pieces: list[Piece], openings: Sequence[Piece]) -> list[Piece]:
    """The pieces in order, with openings in the place of those they overlap."""
    ends = {piece.at: piece.end for piece in openings}
    kept = [piece for piece in pieces if piece.start >= ends.get(piece.at, 0)]
    return sorted([*kept, *openings], key=lambda piece: (piece.at, piece.start))


def edge_of(piece: Piece) -> int | None:
    """Where a piece begins from the left, in steps; None where the format does not say."""
    box = piece.regions[0].box if piece.regions else None
    return None if box is None else round(box.left / EDGE)


def goes_on(text: str, end: int) -> bool:
    """Whether a sentence goes on behind a stretch of its own look: a line has the look of the words it opens with."""
    return text[end : end + 2].lstrip()[:1].islower()
