"""A doubled f of which the engine keeps one: "af ect", "dif icult".

Where the two stand close, as in italics, it takes the second for a shadow of the first and leaves a blank in its room.
It is put back where neither half is a word of the document and the whole is one. "Of icers" stays: "of" is a word.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.parse.pdf.drafts import Draft, Line

_HALVES = re.compile(r"(?<![^\W\d_])([A-Za-z]{1,20}f) ([a-z]{2,20})(?![^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE: Final = frozenset(("if", "half", "self", "itself", "behalf", "brief", "chief", "belief", "relief", "proof"))
"""Words with one f at their end; a document without others is not looked through."""


def mend_doubled(drafts: Sequence[Draft]) -> None:
    """Put back what the engine dropped from the lines of a document."""
    lines = [line for draft in drafts for line in draft.lines]
    found = [(line, *halves) for line in lines if "f " in line.text.replace("of ", "") for halves in _halves(line.text)]
    if not found:
        return
    words = Counter(_WORD.findall("\n".join([line.text for line in lines]).lower()))
    parts = Counter(half for _, *halves in found for half in halves)
    for line, one, other in found:
        whole = f"{one}f{other}"
        if whole in words and words[one] == parts[one] and words[other] == parts[other]:
            _mend(line, one, other)


def _halves(text: str) -> Iterator[tuple[str, str]]:
    for found in _HALVES.finditer(text):
        one, other = found[1].lower(), found[2]
        if one not in _WHOLE and one != "of":
            yield one, other


def _mend(line: Line, one: str, other: str) -> None:
    broken = re.compile(rf"\b({one}) ({other})\b", re.IGNORECASE)
    line.text = broken.sub(r"\1f\2", line.text)
    line.pieces = tuple(piece._replace(text=broken.sub(r"\1f\2", piece.text)) for piece in line.pieces)
