"""By which names a heading is the same section in another document: its label where words give one, else its title."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz

from silcrow.parse.alike import bare
from silcrow.parse.headings.numbering import readings
from silcrow.parse.ids import slug_of_label

_SAME: Final = 80.0  # per cent of the words of two titles
_JOINS: Final = " -\u2013\u2014:"
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


def names(label: str, title: str) -> Iterator[tuple[str, str]]:
    """Each key that a heading can be found under, with the title that goes with it. `PART IV` `ITEM 15. Exhibits` is
    found under both labels; a heading without a named label under its title.
    """
    labels = label_keys(label)
    yield from ((f"label:{key}", title) for key in labels)
    opening = title.lstrip(_JOINS) if labels else title
    inner = next((number for number in readings(opening) if number.named), None) if labels or not label else None
    if inner is not None:
        yield from ((f"label:{key}", inner.title) for key in label_keys(inner.label))
    elif not labels and (key := title_key(title)):
        yield f"title:{key}", title


def expected_keys(label: str, titles: Sequence[str]) -> tuple[str, ...]:
    """The keys under which a heading with this label, or else one of these titles, is found."""
    if labels := label_keys(label):
        return tuple(f"label:{key}" for key in labels)
    return tuple(dict.fromkeys(key for title in titles for key, _ in names("", title)))


def printed_label(label: str, title: str) -> str:
    """The label of a heading, which may stand in its title."""
    return label or next((number.label for number in readings(title) if number.named), "")


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
