"""Marks that stand apart from what they mark: a bullet, a number or "Item 7." in a cell or a line of its own."""

import re
from dataclasses import replace
from typing import Final

from silcrow.parse.fragment import Fragment

_BULLETS: Final = "•‣▪●○◦■□◆➢➤✓✔·*–—-"
_MARK = re.compile(
    r"[" + _BULLETS + r"☐☒]\Z|\(?[\dA-Za-z]{1,4}[.)]\Z|\(?[ivxlc]{1,7}[.)]\Z|\d{1,2}(?:\.\d{1,2}){0,3}\.?\Z|"
    r"(?:item|part|note|section|article|chapter|exhibit)\s(?:no\.?\s)?"
    r"[\dA-Z]{1,4}(?:\([\dA-Za-z]{1,4}\)){0,3}\W{0,2}\Z",
    re.IGNORECASE,
)
_LONG: Final = 200  # characters; what is longer is no title


def is_mark(text: str) -> bool:
    """Whether text is a mark and nothing else."""
    return len(text) <= 40 and bool(_MARK.match(text.strip()))


def joined(mark: Fragment, marked: Fragment) -> Fragment:
    """A mark and what it marks as one line: a list point, unless both are set alike and may be a title."""
    sign = mark.text.strip()
    is_point = sign in _BULLETS or marked.clues.weight < mark.clues.weight or len(marked.text) > _LONG
    clues = replace(marked.clues, level=marked.clues.level or mark.clues.level, bookmark=mark.clues.bookmark)
    if marked.clues.bookmark is not None:
        clues = replace(clues, bookmark=marked.clues.bookmark)
    text = f"{'-' if sign in _BULLETS else sign} {marked.text}"
    return replace(marked, kind="list" if is_point else marked.kind, text=text, clues=clues)
