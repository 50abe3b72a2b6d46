"""The list of contents that Word makes of the headings: what it repeats leaves the text. Knows no fields."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from silcrow.parse.alike import bare, keys
from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.listing import is_contents_title

_PAGE: Final = re.compile(r"[\s.…·_]+(?:\d{1,4}|[ivxlc]{1,7})?\Z")


def without_contents(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The same fragments; lines of contents that are headings of the document are furniture now."""
    titles = keys(fragment.text for fragment in fragments if fragment.clues.level is not None)
    return [
        replace(fragment, furniture=True) if fragment.clues.contents and _repeats(fragment, titles) else fragment
        for fragment in fragments
    ]


def _repeats(fragment: Fragment, titles: frozenset[str]) -> bool:
    if is_contents_title(fragment.text):
        return True
    return all(not titles.isdisjoint(_readings(line)) for line in fragment.text.split("\n"))


def _readings(line: str) -> Iterable[str]:
    """A line without page number, and without the number it opens with."""
    if len(line) > 500:
        return
    for text in (line, _PAGE.sub("", line)):
        yield bare(text)
        yield bare(split_label(text)[1])
