"""What each clue weighs, in log odds, and what the sum means.

PRINTED is a logistic regression over the development documents (26 long PDFs, each with its contents pages and once
more without, and 100 single pages; every long document counts alike, ridge 2), rounded to fifths. Left out of it are
headings of filings and reports that their bookmarks do not reach. Set by hand, since the documents hold too few cases
or speak of their bookmarks rather than of headings: "look above paragraphs" (a bold custom that no engine sees), "known
title" (References), "division in sequence" (most stand with a title below), "single in sequence", "wide room above".
SHORT is the same for documents of up to three pages, where little repeats and the engine's word says most: fitted to
650 single pages cut from the manuals and papers among them (each manual alike) and the 100 single pages, half and half,
drawn towards PRINTED (ridge 2); what stands at the ends of a page is set by hand. Each manual left out in turn, its
pages have an F1 of .83 where PRINTED has .77; the single pages .90 with both.
TYPED is for documents without type sizes (plain text), set by hand: there numbers, capitals and room are all there is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from silcrow.parse.headings.looks import Body


class Weight(NamedTuple):
    """What some clues weigh together, and what those among them weigh that speak for a heading."""

    total: float
    for_it: float


@dataclass(frozen=True, slots=True)
class Scale:
    """Weights of one kind of document; `bias` is the score of a piece of which nothing is known."""

    bias: float
    weights: Mapping[str, float]

    def weigh(self, clues: Iterable[str]) -> Weight:
        """What the clues weigh together."""
        known = [self.weights.get(clue, 0.0) for clue in clues]
        return Weight(sum(known), sum(weight for weight in known if weight > 0))


BIAS: Final = -3.0

PRINTED: Final = {
    "engine heading of a short document": 3.0,
    "heading look of the engine": 2.8,
    "look above paragraphs": 2.4,
    "bigger": 2.2,
    "decimal 3 in sequence": 2.2,
    "huge": 1.8,
    "bold capitals": 1.4,
    "opens a block": 1.2,
    "short title": 1.2,
    "division in sequence": 1.0,
    "room above": 1.0,
    "a bit big": 0.8,
    "above a paragraph": 0.8,
    "bold": 0.8,
    "decimal 2 in sequence": 0.8,
    "engine heading": 0.8,
    "item in sequence": 0.8,
    "known title": 0.6,
    "mixed look": 0.6,
    "note in sequence": 0.6,
    "lettered in sequence": 0.4,
    "alone": 0.2,
    "decimal 3 odd": 0.2,
    "lower case": 0.2,
    "centred": -0.2,
    "decimal 1 odd": -0.2,
    "heading look": -0.2,
    "capitals": -0.4,
    "code": -0.4,
    "colon": -0.4,
    "date": -0.4,
    "key: value": -0.4,
    "more figures than letters": -0.4,
    "two sentences": -0.4,
    "reference": -0.6,
    "formula": -0.8,
    "italic": -0.8,
    "list point": -0.8,
    "text runs on": -0.8,
    "tight": -0.8,
    "above a table": -1.0,
    "decimal 1 in sequence": -1.0,
    "look often listed": -1.0,
    "bracket in sequence": -1.2,
    "comma": -1.2,
    "ends a block": -1.2,
    "long": -1.2,
    "many lines": -1.2,
    "off the margins": -1.2,
    "cover": -1.4,
    "verb": -1.4,
    "small": -1.8,
    "no number": -2.2,
    "prose look": -2.2,
    "full line runs on": -2.6,
    "look never listed": -2.6,
    "look seldom listed": -2.6,
    "unnumbered in a numbered look": -3.4,
}

SHORT_BIAS: Final = -3.2

SHORT: Final = {
    "decimal 3 in sequence": 2.4,
    "huge": 2.4,
    "engine heading of a short document": 2.2,
    "bigger": 1.8,
    "look above paragraphs": 1.6,
    "bold capitals": 1.4,
    "room above": 1.4,
    "decimal 2 in sequence": 1.2,
    "opens a block": 1.2,
    "division in sequence": 1.0,
    "heading look of the engine": 1.0,
    "short title": 1.0,
    "above a paragraph": 0.8,
    "big": 0.8,
    "item in sequence": 0.8,
    "bold": 0.6,
    "note in sequence": 0.6,
    "a bit big": 0.4,
    "decimal 3 odd": 0.4,
    "known title": 0.4,
    "lettered in sequence": 0.4,
    "mixed look": 0.4,
    "alone": 0.2,
    "decimal 2 odd": 0.2,
    "few capitals": 0.2,
    "full stop": 0.2,
    "heading look": 0.2,
    "lower case": 0.2,
    "wide room above": 0.2,
    "after a table": -0.2,
    "decimal 1 odd": -0.2,
    "code": -0.4,
    "colon": -0.4,
    "date": -0.4,
    "first of its page": -0.4,
    "key: value": -0.4,
    "more figures than letters": -0.4,
    "reference": -0.6,
    "centred": -0.8,
    "division odd": -0.8,
    "italic": -1.0,
    "list point": -1.0,
    "look often listed": -1.0,
    "ends a block": -1.2,
    "formula": -1.2,
    "many lines": -1.2,
    "off the margins": -1.2,
    "text runs on": -1.2,
    "tight": -1.2,
    "above a table": -1.4,
    "bracket in sequence": -1.4,
    "comma": -1.4,
    "cover": -1.4,
    "decimal 1 in sequence": -1.4,
    "long": -1.4,
    "small": -1.4,
    "verb": -1.4,
    "last of its page": -1.6,
    "no number": -1.8,
    "prose look": -2.2,
    "first of its page with a number": -2.6,
    "full line runs on": -2.6,
    "look never listed": -2.6,
    "look seldom listed": -2.6,
    "last of its page with a number": -3.2,
    "unnumbered in a numbered look": -3.4,
}

FEW_PAGES: Final = 3
"""Pages of a document that is too short to show what repeats."""

DOUBT: Final = -0.4
"""Score above which a piece is a heading: from confidence .4 on, those below .5 being named as doubtful. Lower, more is
wrong than right."""

TYPED_BIAS: Final = -4.0

TYPED: Final = {
    "division in sequence": 4.0,
    "capitals": 3.0,
    "known title": 2.5,
    "division odd": 2.0,
    "item in sequence": 2.0,
    "note in sequence": 2.0,
    "exhibit in sequence": 2.0,
    "exhibit odd": 1.5,
    "decimal 1 in sequence": 2.5,
    "lettered in sequence": 2.5,
    "decimal 2 in sequence": 2.0,
    "decimal 3 in sequence": 2.0,
    "single in sequence": 2.0,
    "centred": 1.5,
    "short title": 2.0,
    "alone": 1.0,
    "above a paragraph": 1.0,
    "room above": 0.5,
    "wide room above": 1.0,
    "bracket in sequence": -1.0,
    "colon": -1.0,
    "formula": -1.0,
    "list point": -1.0,
    "many lines": -1.5,
    "few capitals": -1.5,
    "key: value": -1.5,
    "reference": -1.5,
    "date": -2.0,
    "full stop": -2.0,
    "more figures than letters": -2.0,
    "text runs on": -2.0,
    "verb": -2.0,
    "code": -2.0,
    "lower case": -2.5,
    "comma": -2.5,
    "long": -3.0,
    "two sentences": -3.0,
}

_SHORT: Final = Scale(SHORT_BIAS, SHORT)
_PRINTED: Final = Scale(BIAS, PRINTED)
_TYPED: Final = Scale(TYPED_BIAS, TYPED)


def scale_of(body: Body, pages: int) -> Scale:
    """The scale for a document with this body and so many pages, 0 where it has none."""
    if not body.size:
        return _TYPED
    return _SHORT if 0 < pages <= FEW_PAGES else _PRINTED


def confidence(score: float) -> float:
    """How likely a piece with this score is named by its document's own outline.

    Measured by benchmarks/calibration.py on development documents whose outlines reach their lower headings: of
    headings above .97 .99 were named, of those from .9 to .97 .92, from .8 to .9 .58, from .5 to .8 .67, below .40.
    Filings and reports, whose outlines stop above their lower headings, name .24 of those found by their look.
    """
    return 1 / (1 + exp(-score))
