"""What each clue weighs, in log odds, and what the sum means.

PRINTED is a logistic regression over the development documents (26 long PDFs, each with its contents pages and once
more without, and 100 single pages; every long document counts alike, ridge 2), rounded to fifths. Left out of it were
headings of filings and reports that their bookmarks do not reach, and five clues were set by hand since the documents
say too little of them: known title, division in sequence, single in sequence, wide room above, rare look.
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


BIAS: Final = -3.2

PRINTED: Final = {
    "heading look of the engine": 3.6,
    "engine heading of a short document": 3.2,
    "decimal 3 in sequence": 2.2,
    "huge": 2.0,
    "bold capitals": 1.8,
    "look above paragraphs": 1.6,
    "bold": 1.2,
    "decimal 2 in sequence": 1.2,
    "above a paragraph": 1.0,
    "division in sequence": 1.0,
    "opens a block": 1.0,
    "heading look": 0.8,
    "room above": 0.8,
    "short title": 0.8,
    "a bit big": 0.6,
    "bigger": 0.6,
    "item in sequence": 0.6,
    "known title": 0.6,
    "lettered in sequence": 0.6,
    "note in sequence": 0.6,
    "engine heading": 0.4,
    "alone": 0.2,
    "big": -0.2,
    "colon": -0.2,
    "decimal 1 odd": -0.2,
    "decimal 2 odd": -0.2,
    "division odd": -0.2,
    "key: value": -0.2,
    "centred": -0.4,
    "code": -0.4,
    "italic": -0.4,
    "mixed look": -0.4,
    "more figures than letters": -0.4,
    "two sentences": -0.4,
    "date": -0.6,
    "formula": -0.6,
    "bracket in sequence": -0.8,
    "comma": -0.8,
    "decimal 1 in sequence": -0.8,
    "list point": -0.8,
    "reference": -0.8,
    "text runs on": -0.8,
    "tight": -0.8,
    "above a table": -1.0,
    "cover": -1.2,
    "ends a block": -1.2,
    "long": -1.2,
    "many lines": -1.2,
    "small": -1.4,
    "verb": -1.4,
    "off the margins": -1.6,
    "prose look": -1.8,
    "look never listed": -2.0,
    "look often listed": -2.0,
    "no number": -2.4,
    "look seldom listed": -2.6,
    "full line runs on": -2.8,
    "unnumbered in a numbered look": -3.4,
}

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

_PRINTED: Final = Scale(BIAS, PRINTED)
_TYPED: Final = Scale(TYPED_BIAS, TYPED)


def scale_of(body: Body) -> Scale:
    """The scale for a document with this body."""
    return _PRINTED if body.size else _TYPED


def confidence(score: float) -> float:
    """The share of pieces with this score that the development documents' own outlines name."""
    return 1 / (1 + exp(-score))
