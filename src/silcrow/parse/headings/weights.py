"""What each clue weighs, in log odds, and what the sum means.

The weights are a logistic regression over the development documents (26 long PDFs, each with its contents pages and
once more without, and 100 single pages), every document counting alike, ridge 2, rounded to fifths.
"""

from collections.abc import Iterable
from math import exp
from typing import Final

BIAS: Final = -2.4

WEIGHTS: Final = {
    "heading look of the engine": 3.8,
    "engine heading of a short document": 3.0,
    "decimal 3 in sequence": 2.2,
    "huge": 2.0,
    "bold capitals": 1.6,
    "opens a block": 1.4,
    "above a paragraph": 1.2,
    "bold": 1.2,
    "decimal 2 in sequence": 1.2,
    "a bit big": 1.0,
    "division in sequence": 1.0,
    "room above": 0.8,
    "bigger": 0.6,
    "engine heading": 0.6,
    "heading look": 0.6,
    "known title": 0.6,
    "note in sequence": 0.6,
    "item in sequence": 0.4,
    "lettered in sequence": 0.4,
    "big": 0.2,
    "alone": -0.2,
    "bracket in sequence": -0.2,
    "full stop": -0.2,
    "italic": -0.4,
    "key: value": -0.4,
    "more figures than letters": -0.4,
    "centred": -0.6,
    "code": -0.6,
    "decimal 1 in sequence": -0.6,
    "few capitals": -0.6,
    "lower case": -0.6,
    "mixed look": -0.6,
    "tight": -0.6,
    "colon": -0.8,
    "comma": -0.8,
    "date": -0.8,
    "formula": -0.8,
    "list point": -0.8,
    "reference": -0.8,
    "two sentences": -0.8,
    "above a table": -1.0,
    "cover": -1.2,
    "ends a block": -1.2,
    "long": -1.4,
    "small": -1.4,
    "off the margins": -1.6,
    "verb": -1.6,
    "many lines": -1.8,
    "prose look": -2.0,
    "text runs on": -2.0,
    "look never listed": -2.2,
    "look often listed": -2.2,
    "no number": -2.2,
    "look seldom listed": -2.8,
    "unnumbered in a numbered look": -3.2,
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
