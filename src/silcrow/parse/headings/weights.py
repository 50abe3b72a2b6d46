"""What each clue weighs, in log odds, and what the sum means.

The weights are a logistic regression over the development documents (26 long PDFs, each with its contents pages and
once more without, and 100 single pages), every document counting alike, ridge 2, rounded to fifths.
"""

from collections.abc import Iterable
from math import exp
from typing import Final

BIAS: Final = -2.6

WEIGHTS: Final = {
    "heading look of the engine": 3.8,
    "bold capitals": 2.6,
    "decimal 2 in sequence": 2.6,
    "decimal 3 in sequence": 2.6,
    "engine heading of a short document": 2.2,
    "lettered in sequence": 1.6,
    "bold": 1.4,
    "huge": 1.4,
    "opens a block": 1.4,
    "a bit big": 1.2,
    "heading look": 1.2,
    "above a paragraph": 1.0,
    "bigger": 0.8,
    "capitals": 0.8,
    "engine heading": 0.8,
    "rare look": 0.8,
    "room above": 0.6,
    "oddly numbered look": 0.4,
    "after a table": 0.2,
    "big": 0.2,
    "decimal 2 odd": 0.2,
    "inside a block": 0.2,
    "lower case": 0.2,
    "bracket odd": -0.2,
    "full stop": -0.2,
    "mixed look": -0.2,
    "wide room above": -0.2,
    "above a table": -0.4,
    "alone": -0.4,
    "decimal 1 odd": -0.4,
    "key: value": -0.4,
    "known title": -0.4,
    "list point": -0.4,
    "named odd": -0.4,
    "tight": -0.4,
    "code": -0.6,
    "colon": -0.6,
    "few capitals": -0.6,
    "formula": -0.6,
    "single in sequence": -0.6,
    "bracket in sequence": -0.8,
    "comma": -1.2,
    "date": -1.2,
    "ends a block": -1.2,
    "look seldom listed": -1.4,
    "two sentences": -1.4,
    "verb": -1.4,
    "long": -1.6,
    "look often listed": -1.6,
    "many lines": -1.6,
    "named in sequence": -1.8,
    "numbered look": -1.8,
    "prose look": -1.8,
    "cover": -2.0,
    "small": -2.0,
    "text runs on": -2.0,
    "reference": -2.2,
    "no number": -2.4,
    "look never listed": -3.0,
}


TRUSTED: Final = 6.0
"""Score of what its author marked as a heading: an underlined line, a bookmark that names the text."""
LISTED: Final = 4.0
"""Score of what the contents names on its page, whatever else is said of it: .98 of them are headings."""

_SAYS: Final = {
    "numbering": ("decimal", "lettered", "named", "single", "bracket"),
    "style": ("heading look", "huge", "bigger", "big", "a bit big", "bold", "capitals"),
    "engine": ("engine",),
    "place": ("alone", "opens", "wide room", "room", "above", "after", "centred"),
}


def weigh(clues: Iterable[str]) -> float:
    """The sum of the weights of some clues."""
    return sum(WEIGHTS.get(clue, 0.0) for clue in clues)


def evidence(clues: Iterable[str], *, listed: bool) -> tuple[str, ...]:
    """The kinds of clues that speak for a heading, strongest first."""
    sums = {"contents": LISTED} if listed else {}
    for clue in clues:
        if WEIGHTS.get(clue, 0.0) > 0:
            kind = next((kind for kind, starts in _SAYS.items() if clue.startswith(starts)), "wording")
            sums[kind] = sums.get(kind, 0.0) + WEIGHTS[clue]
    return tuple(sorted(sums, key=lambda kind: (kind != "contents", -sums[kind], kind)))


def confidence(score: float) -> float:
    """The share of pieces with this score that the development documents' own outlines name."""
    return 1 / (1 + exp(-score))
