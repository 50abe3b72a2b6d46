"""Printed lines to running text: line-break hyphens, ligatures, soft hyphens.

Whether a hyphen at a line's end belongs to the word is decided by the document's own words: a compound that occurs
elsewhere with its hyphen keeps it, else the word is joined.
"""

import re
from collections.abc import Iterable, Sequence

from silcrow.parse.pdf.drafts import Line
from silcrow.parse.pdf.lines import is_wide

_COMPOUND = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)+")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xad": "", "\0": "", "\u200b": ""}
)
_BREAK = re.compile(r"[^\W\d_]{2,}[-‐‑\xad]\Z")
_LAST_WORD = re.compile(r"([^\W\d_]+)[-‐‑]\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+")


def compounds(texts: Iterable[str]) -> set[str]:
    """Every compound printed with its hyphen inside a line, lower-cased."""
    found: set[str] = set()
    for text in texts:
        if "-" in text or "‐" in text or "‑" in text:
            found.update(word.lower().replace("‐", "-").replace("‑", "-") for word in _COMPOUND.findall(text))
    return found


def running(lines: Sequence[Line], known: set[str]) -> str:
    """The lines as one paragraph."""
    text = lines[0].text
    for line in lines[1:]:
        text = join(text, line.text, known)
    return clean(text)


def join(text: str, more: str, known: set[str]) -> str:
    """Two pieces of one paragraph, the second beginning a new line."""
    if not text or not more:
        return text + more
    last = text[-1]
    if last in "-‐‑\xad" and more[0].islower() and _BREAK.search(text):
        if last == "\xad":
            return text[:-1] + more
        before, after = _LAST_WORD.search(text), _FIRST_WORD.match(more)
        if before and after and f"{before[1]}-{after[0]}".lower() in known:
            return text + more
        return text[:-1] + more
    if is_wide(last) and is_wide(more[0]):
        return text + more
    return f"{text} {more}"


def clean(text: str) -> str:
    """Ligatures and soft hyphens folded, NUL removed."""
    return text if text.isascii() and "\0" not in text else text.translate(_LIGATURES)
