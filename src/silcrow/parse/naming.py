"""By which names a heading is the same section in another document: its label where words give one, else its title."""

import re
from collections.abc import Sequence
from typing import Final

from rapidfuzz import fuzz

from silcrow.parse.alike import bare
from silcrow.parse.headings.numbering import readings
from silcrow.parse.ids import slug_of_label

_SAME: Final = 80.0  # per cent of the words of two titles
_SEVERAL = re.compile(r"\s*(?:,|and|&|to|through|\u2013|-|/)\s*", re.IGNORECASE)
_PLURAL = re.compile(
    r"(?P<word>[^\W\d_]{3,12}?)s?\.? (?P<numbers>\d{1,3}[A-Za-z]?(?:\W{1,5}(?:and )?\d{1,3}[A-Za-z]?){1,4})\Z"
)


def label_keys(label: str) -> tuple[str, ...]:
    """The labels that a printed one stands for: `Item 1A` is one, `Items 1 and 2` are two; none for a bare number."""
    named = [number for number in readings(f"{label} x") if number.named]
    if not named or not label.strip():
        return ()
    if found := _PLURAL.match(" ".join(label.split()).rstrip(".:")):
        numbers = [part for part in _SEVERAL.split(found["numbers"]) if part]
        return tuple(slug_of_label(f"{found['word']} {number}") for number in numbers)
    return (slug_of_label(label),)


def title_key(title: str) -> str:
    """Letters and digits of a title, without its number."""
    return bare(title)


def is_titled(title: str, titles: Sequence[str]) -> bool:
    """Whether a title is one of some, or has nearly the same words as one; every title is where none are given."""
    if not titles:
        return True
    mine = " ".join(title.split()).casefold()
    return any(
        title_key(mine) == title_key(one) or fuzz.token_sort_ratio(mine, one.casefold(), score_cutoff=_SAME) > 0
        for one in titles
    )
