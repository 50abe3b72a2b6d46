"""Paragraphs too long to be quoted or read are cut: a file may be one line. Knows fragments, and loses no character.

Cut after a sentence where there is one, else after a word, else anywhere.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from silcrow.errors import Notice
from silcrow.parse.fragment import Fragment, Source

LONGEST = 20_000
"""Characters; a paragraph of a book has a thousand."""
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]{0,2}\s|[。！？]|\n")


def bounded(source: Source) -> Source:
    """The source with no text fragment longer than LONGEST; a notice says how many were cut."""
    long = sum(_is_long(fragment) for fragment in source.fragments)
    if not long:
        return source
    notice = Notice("paragraph_cut", f"{long} paragraphs longer than {LONGEST} characters were cut into parts.")
    return replace(source, fragments=list(_cut_all(source.fragments)), notices=(*source.notices, notice))


def _is_long(fragment: Fragment) -> bool:
    return len(fragment.text) > LONGEST and fragment.table is None and not fragment.furniture


def _cut_all(fragments: Iterable[Fragment]) -> Iterator[Fragment]:
    for fragment in fragments:
        if not _is_long(fragment):
            yield fragment
            continue
        clues = replace(fragment.clues, parts=(), level=None)
        for part in _parts(fragment.text):
            yield replace(fragment, text=part, clues=clues)


def _parts(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > LONGEST:
        end = start + LONGEST
        ends = [found.end() for found in _SENTENCE_END.finditer(text, start + LONGEST // 2, end)]
        blank = text.rfind(" ", start + LONGEST // 2, end)
        end = ends[-1] if ends else blank + 1 or end
        if piece := text[start:end].strip():
            yield piece
        start = end
    if piece := text[start:].strip():
        yield piece
