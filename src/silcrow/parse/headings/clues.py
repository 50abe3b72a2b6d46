"""All clues, in order of trust.

The first table holds those that settle a piece alone, the surest first, each with the score it gives (log odds that a
document's own outline names such a piece). The second holds those that are weighed together; what each says weighs what
weights.py tells. Before all of them stand explicit levels (explicit.py), behind them the refusals (refusals.py).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from silcrow.parse.headings import listed, place, refusals, sequence, style
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.survey import Survey


class Settling(NamedTuple):
    """A clue that settles a piece alone."""

    name: str
    score: float
    holds: Callable[[Piece, Survey], bool]


SETTLING: Final = (
    Settling("underline", 6.0, lambda piece, _: piece.clues.underline is not None),
    Settling("bookmark", 6.0, lambda piece, _: piece.bookmark is not None),
    Settling("tag", 4.0, lambda piece, _: piece.clues.tag is not None and not piece.refused),
    Settling("contents", 4.0, lambda piece, survey: piece.entry is not None or piece.at in survey.contents.titles),
    Settling("numbering", 3.0, lambda piece, survey: piece.runs_in and survey.is_custom(piece)),
)
"""Its author underlined it; a bookmark names it; it is tagged as a heading; the contents names it on its page (.99 of
these are headings), or it is the title of the contents; it is numbered, and such titles customarily run into a text."""

WEIGHED: Final[Mapping[str, Callable[[Piece, Survey], Iterable[str]]]] = {
    "numbering": lambda piece, _: sequence.tell(piece),
    "style": lambda piece, survey: style.tell(
        piece,
        survey.body,
        survey.looks[piece.look],
        unlisted=survey.deep and listed.is_never(survey.looks[piece.look]),
    ),
    "place": lambda piece, survey: place.tell(
        piece, survey.source.fragments, survey.pages, survey.margins, survey.looks[piece.look], ends=survey.ends
    ),
    "wording": lambda piece, _: (*piece.doubts, *refusals.names(piece.title, piece.doubts)),
    "contents": lambda piece, survey: listed.tell(survey.looks[piece.look]) if survey.deep else (),
}
