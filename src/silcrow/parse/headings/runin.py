"""Clue: a numbered title that runs into its paragraph ("5.1 Term. This Agreement ..."), where that is the custom.

Contracts, statutes and papers set clause titles so. One such line may be a sentence; several in sequence are a custom.
"""

import re
from typing import Final

from silcrow.parse.headings.numbering import HEAD, Number, readings

LONGEST: Final = 80  # characters of such a title
SHORTEST_BODY: Final = 60  # characters that must follow it
CAPITALS: Final = 0.75  # share of its longer words that must have a capital
_MAY_OPEN = re.compile(r"[\s\u3000]{0,8}(?:\d|§|\(|(?:section|article|clause)\s)", re.IGNORECASE)
_TITLE = re.compile(r"(?P<title>[A-Z][^.:!?\n]{2,78}?)\.\s+(?=[A-Z“\"(\[])")

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def run_in(text: str) -> tuple[Number, int] | None:
    """The number that a paragraph opens with, its title, and where the title ends; None where it is a sentence."""
    if not _MAY_OPEN.match(text) or not (found := readings(text[: HEAD + LONGEST])):
        return None
    number = found[0]
    start = text.find(number.title[:20]) if number.title else -1
    title = _TITLE.match(text, start) if 0 < start <= HEAD else None
    if title is None or len(text) - title.end() < SHORTEST_BODY or not _is_title(title["title"]):
        return None
    return Number(number.scheme, number.label, title["title"], number.values, number.named), title.end("title") + 1


def _is_title(text: str) -> bool:
    words = [word for word in _WORD.findall(text) if len(word) > 3]
    return bool(words) and sum(word[0].isupper() for word in words) >= CAPITALS * len(words)
