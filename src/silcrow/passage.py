"""What retrieval points at (Hit) and what reading returns (Passage)."""

from dataclasses import dataclass

from silcrow.document import Paragraph
from silcrow.errors import Notice
from silcrow.place import Region, Span


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of a hit's score: what a word adds by standing in a field.

    field   "text", "heading" (above it), "beside" (in a paragraph near it), "page" (on its page), "title" (of its
            document), "other form" (taken away, as only another word of its stem stands there); with an empty word
            "figures" (it is full of them, and one is asked for), "contents" (it only names a section, and so counts
            less), "label" (it has one with its number, "Figure 2") or "named page"
    """

    word: str
    field: str
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that answers; found_by names the ways that found it ("lexical", "heading").

    `reasons` add up to the score; empty unless they were asked for.
    """

    span: Span
    score: float
    found_by: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Contiguous paragraphs of one section, in reading order.

    Paragraphs of `span`, which always has first and last. `rank` counts from 1 by the best hit inside, since document
    order hides the best one; 0 where nothing was ranked. `hits` are the paragraphs that answer.
    """

    span: Span
    path: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    hits: tuple[Hit, ...] = ()
    rank: int = 0

    @property
    def text(self) -> str:
        """Its paragraphs, a blank line between them."""
        return "\n\n".join(p.text for p in self.paragraphs)

    @property
    def regions(self) -> tuple[Region, ...]:
        """Where it stands on paper, in order."""
        return tuple(r for p in self.paragraphs for r in p.regions)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages it touches, from 1, in order."""
        return tuple(dict.fromkeys(r.page for r in self.regions))

    @property
    def tokens(self) -> int:
        """Estimate for all its paragraphs."""
        return sum(p.tokens for p in self.paragraphs)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a budget kept out of a result: paragraphs and their estimated tokens."""

    count: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Passages:
    """The result of read and retrieve: passages in document order, what was left out, and how to go on."""

    passages: tuple[Passage, ...]
    left_out: LeftOut | None = None
    cursor: str | None = None
    notices: tuple[Notice, ...] = ()
