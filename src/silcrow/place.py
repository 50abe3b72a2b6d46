"""Places: Coordinate (one paragraph), Span (some paragraphs of one section), Region (on paper).

Knows their text forms and nothing of documents.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from silcrow.errors import Usage

_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\Z")
_RANGE = re.compile(r"(0|[1-9][0-9]{0,8})(?:-(0|[1-9][0-9]{0,8}))?\Z")


class Box(NamedTuple):
    """A rectangle in points (1/72 inch) from the top left of the page."""

    left: float
    top: float
    right: float
    bottom: float


class Region(NamedTuple):
    """A place on paper: page from 1; box in points, or None for the whole page."""

    page: int
    box: Box | None = None


def is_id(text: str) -> bool:
    """Whether text may stand as a doc_id or sec_id: letters, marks and digits of any script, `.`, `-`, `~`."""
    return bool(text) and all(c in ".-~" or unicodedata.category(c)[0] in "LMN" for c in text)


@dataclass(frozen=True, slots=True, order=True)
class Coordinate:
    """One paragraph: `10k-2025:item-1a:3`. para_idx counts from 1 in its own section; 0 is the heading."""

    doc_id: str
    sec_id: str
    para_idx: int

    def __str__(self) -> str:
        return f"{self.doc_id}:{self.sec_id}:{self.para_idx}"

    @classmethod
    def parse(cls, text: str) -> "Coordinate":
        """The coordinate of a text form; Usage when it is none."""
        parts = text.strip().split(":")
        if len(parts) != 3 or not is_id(parts[0]) or not is_id(parts[1]) or not _NUMBER.match(parts[2]):
            raise Usage(
                f"{text!r} is not a coordinate",
                hint="Write DOC:SECTION:PARAGRAPH, such as 10k-2025:item-1a:3.",
            )
        return cls(parts[0], parts[1], int(parts[2]))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Some paragraphs of one section, last included: `10k-2025:item-1a:3-8`.

    With first and last None it is the section's whole own text, without its subsections: `10k-2025:item-1a`.
    """

    doc_id: str
    sec_id: str
    first: int | None = None
    last: int | None = None

    def __post_init__(self) -> None:
        if (self.first is None) != (self.last is None):
            raise Usage("a span needs both its first and its last paragraph, or neither")
        if self.first is not None and self.last is not None and not 0 <= self.first <= self.last:
            raise Usage(
                f"paragraphs {self.first}-{self.last} are no range",
                hint="Paragraphs count from 1; 0 is the heading.",
            )

    def __str__(self) -> str:
        head = f"{self.doc_id}:{self.sec_id}"
        if self.first is None:
            return head
        return f"{head}:{self.first}" if self.first == self.last else f"{head}:{self.first}-{self.last}"

    @classmethod
    def parse(cls, text: str) -> "Span":
        """The span of a text form (a coordinate is a span of one paragraph); Usage when it is none."""
        parts = text.strip().split(":")
        if len(parts) in (2, 3) and is_id(parts[0]) and is_id(parts[1]):
            if len(parts) == 2:
                return cls(parts[0], parts[1])
            if found := _RANGE.match(parts[2]):
                first = int(found[1])
                return cls(parts[0], parts[1], first, int(found[2]) if found[2] else first)
        raise Usage(f"{text!r} is not a place", hint="Write DOC:SECTION[:FIRST[-LAST]], such as 10k-2025:item-1a:3-8.")
