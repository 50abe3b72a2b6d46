"""Parts: a document cut for whoever reads it through, piece by piece, and where each piece stands.

Values only. The texts of the parts, put together, are the text of the document, character for character; what a part
carries to be understood (the end of the one before, the header of a table) stands beside its text and never in it.
"""

from dataclasses import dataclass
from typing import Literal

from silcrow.errors import Notice
from silcrow.place import Span

Counted = Literal["sentence", "row", "line", "character"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A place inside a paragraph: its `number`-th sentence, table row or line of code (from 1), at character `offset`.

    Where one of these is too long for any part it is cut inside; then `unit` is "character", and they count from 1 too.
    """

    unit: Counted
    number: int
    offset: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a part has of one section; paragraph 0 is the heading.

    begins   where in the span's first paragraph the part begins; None at its start
    ends     where in its last paragraph the next part begins; None at its end
    """

    span: Span
    begins: Cut | None = None
    ends: Cut | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part.

    index, total    from 1, and how many there are
    title           the heading it stands under, those from first to last, or one with "(Part 2)" behind it
    path            the headings over all of it, from the top down
    text            its text, as it stands in the document
    tokens          estimate for its text
    stretches       what it has of which sections, in order
    pages           the pages it touches, from 1, in order
    context_prefix  the end of the part before
    table_header    the header of the table that it begins inside of
    start, end      characters of the document's text
    """

    index: int
    total: int
    title: str
    path: tuple[str, ...]
    text: str
    tokens: int
    stretches: tuple[Stretch, ...]
    pages: tuple[int, ...]
    context_prefix: str
    table_header: str
    start: int
    end: int

    @property
    def spans(self) -> tuple[Span, ...]:
        """Its places."""
        return tuple(stretch.span for stretch in self.stretches)


@dataclass(frozen=True, slots=True)
class Parts:
    """A document in parts, the budgets they were cut to, and what is to be said of the cutting."""

    doc_id: str
    edition: str
    title: str
    max_tokens: int
    min_tokens: int
    overlap: int
    parts: tuple[Part, ...]
    notices: tuple[Notice, ...] = ()
    page_labels: tuple[str, ...] = ()
