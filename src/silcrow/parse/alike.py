"""Whether two titles are the same one: numbers, marks, case and spacing before and around them aside."""

import unicodedata
from collections.abc import Iterable

from silcrow.parse.headings.numbering import split_label

_LONGEST = 400  # characters of a title


def plain(text: str) -> str:
    """Letters and digits only, in one case."""
    return "".join(c for c in unicodedata.normalize("NFKC", text[:_LONGEST]).casefold() if c.isalnum())


def bare(text: str) -> str:
    """The same without the number a title opens with; with it where nothing else is there."""
    return plain(split_label(text.strip().removeprefix("- ").strip())[1]) or plain(text)


def same(first: str, second: str) -> bool:
    """Whether two titles differ in number, marks and case at most."""
    one, other = plain(first), plain(second)
    if not one or not other:
        return False
    return one == other or bare(first) == bare(second) or one == bare(second) or bare(first) == other


def is_title_of(text: str, title: str) -> bool:
    """Whether a heading is the title of the whole book, with or without its subtitle or what else is around it."""
    one, other = plain(text), plain(title)
    if not one or not other:
        return False
    shorter, longer = sorted((one, other), key=len)
    if shorter == longer:
        return True
    share = 3 if longer.startswith(shorter) else 1.5
    return len(shorter) >= 8 and shorter in longer and len(shorter) * share >= len(longer)


def keys(texts: Iterable[str]) -> frozenset[str]:
    """The titles without numbers, for looking up."""
    return frozenset(bare(text) for text in texts)
