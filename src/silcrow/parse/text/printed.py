"""One printed line of a text file, and how wide the lines of a file are set. Knows nothing of paragraphs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_RULER = re.compile(r"[-=_*~#+.^\"'`·─━═—–\s]+\Z")
_FEWEST_MARKS = 3  # of a ruler
_LONG = 160  # characters; nobody wraps lines wider than this
_WRAPPED = 0.2  # share of characters in longer lines from which a file is not wrapped


@dataclass(slots=True)
class Line:
    """A line that is not blank.

    text       without blanks at its ends
    indent     blanks before it
    gap        blank lines above; None at the top of a page
    page       from 1; 0 where the file has no form feeds
    furniture  it repeats on many pages, or rules off
    """

    text: str
    indent: int
    gap: int | None
    page: int
    furniture: bool = False


def lines_of(text: str) -> list[Line]:
    """The lines of a file that are not blank; a form feed begins a page."""
    found: list[Line] = []
    paged = "\f" in text
    for page, content in enumerate(text.split("\f"), start=1):
        gap: int | None = None
        for raw in content.split("\n"):
            stripped = raw.strip()
            if not stripped:
                gap = None if gap is None else gap + 1
                continue
            blanks = raw[: len(raw) - len(raw.lstrip())].expandtabs(8)
            found.append(Line(stripped, len(blanks), gap, page if paged else 0, is_ruler(stripped)))
            gap = 0
    return found


def is_ruler(text: str) -> bool:
    """Whether a line only rules off: `-----`, `* * *`, `=====`."""
    return len(text) >= _FEWEST_MARKS and not text[0].isalnum() and bool(_RULER.match(text)) and len(set(text)) <= 3


def width_of(lines: Sequence[Line]) -> int:
    """The width that lines are wrapped to, in characters; 0 for a file whose lines are whole paragraphs."""
    ends = sorted(line.indent + len(line.text) for line in lines if not line.furniture)
    total = sum(ends)
    if not ends or sum(end for end in ends if end > _LONG) > _WRAPPED * total:
        return 0
    # Half of all characters stand in lines at least this wide: the full ones.
    reached = 0
    for end in reversed(ends):
        reached += end
        if reached > total / 2:
            return end
    return ends[-1]
