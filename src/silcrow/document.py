"""A document as Silcrow holds it: a heading tree over one flat run of paragraphs.

Values only; nothing here reads, writes or decides. Sections stand in pre-order, paragraphs in reading order; a
section's own paragraphs come before those of its subsections, so a window, a section and a subtree are all ranges.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from silcrow.errors import Notice
from silcrow.place import Box, Region

Kind = Literal["text", "list", "table", "figure", "code", "formula", "note"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell; its box may be None where nothing is printed."""

    text: str
    box: Box | None = None
    rowspan: int = 1
    colspan: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table as printed. `unit` is what its figures are in ("$ millions"), where it says so."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, list item, table, figure, code block, formula or note.

    `text` is plain text; a table's text is its Markdown. `tokens` is the estimate of language.tokens. `regions` has
    one entry a page (a paragraph over two pages has two) and is empty where the format knows no pages.
    """

    kind: Kind
    text: str
    regions: tuple[Region, ...] = ()
    tokens: int = 0
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the heading tree.

    heading   as printed ("Item 1A. Risk Factors"); empty for `front`, what precedes the first heading
    label     the printed number or name ("Item 1A", "5.2(b)", "第五章"), or empty
    title     the heading without its label
    level     1 for top sections; a child's level is larger than its parent's
    path      the headings from the top down to this one, itself included
    evidence  the clues that made it a heading, strongest first ("bookmark", "numbering", "style", "explicit", ...)
    ord, last   its index in pre-order and that of the last section in its subtree
    first, count, end   paragraphs[first:first + count] are its own, paragraphs[first:end] those of its subtree
    tokens    estimate for its own paragraphs
    pages     first and last page of the subtree, or None
    """

    sec_id: str
    heading: str
    label: str
    title: str
    level: int
    parent: str | None
    path: tuple[str, ...]
    ord: int
    last: int
    first: int
    count: int
    end: int
    tokens: int
    pages: tuple[int, int] | None = None
    regions: tuple[Region, ...] = ()
    evidence: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Furniture:
    """Text put aside because it repeats on many pages: running heads and feet, page numbers.

    `position` is the number of headings and paragraphs that stand before it in the fragment stream.
    """

    text: str
    regions: tuple[Region, ...]
    position: int


DOUBTS: Final = frozenset(("filing_gap", "structure_doubtful"))
"""Codes of notices that doubt the headings as a whole: an Item not found, text before all headings, one title often."""


@dataclass(frozen=True, slots=True)
class Health:
    """How far the structure of a document can be trusted.

    evidence     heading count by strongest clue
    doubtful     sec_ids of headings with confidence below .5
    flat         True where no structure was found and passages fall back to flat pieces
    pages_without_text   pages from 1
    """

    evidence: tuple[tuple[str, int], ...] = ()
    doubtful: tuple[str, ...] = ()
    flat: bool = False
    pages_without_text: tuple[int, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def state(self) -> str:
        """In one word: flat (nothing was found), doubtful (headings, pages without text, a notice), sound."""
        if self.flat:
            return "flat"
        doubted = any(notice.code in DOUBTS for notice in self.notices)
        return "doubtful" if self.doubtful or self.pages_without_text or doubted else "sound"


@dataclass(frozen=True, slots=True)
class Document:
    """One immutable edition of a document.

    edition   hash of its bytes and of the recipe that read them
    recipe    Silcrow's parse version, engine versions and options, as text
    format    "pdf", "markdown", "html", "text"
    pages     number of pages, 0 where the format has none
    page_labels   printed labels by page where they differ from the page number; empty otherwise, else one a page
    """

    doc_id: str
    edition: str
    recipe: str
    format: str
    title: str
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    furniture: tuple[Furniture, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    language: str = ""
    pages: int = 0
    page_labels: tuple[str, ...] = ()
    health: Health = field(default_factory=Health)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a new edition made of the sections of the one before, by sec_id in document order.

    added, gone   are in one edition only
    changed       have the same sec_id and other text
    moved         have the same text under another sec_id: old, new
    kept          how many are as they were; each of their places still says the same
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    gone: tuple[str, ...] = ()
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """One document as a library lists it: everything but its sections and text.

    source     sha256 of its bytes, hexadecimal; `size` in bytes; `kept` whether the library holds a copy of them
    addresses  where it was added from, oldest first
    added      when this edition was written, ISO 8601 in UTC
    """

    doc_id: str
    edition: str
    recipe: str
    format: str
    title: str
    authors: tuple[str, ...]
    date: str
    language: str
    pages: int
    page_labels: tuple[str, ...]
    sections: int
    paragraphs: int
    tokens: int
    health: Health
    source: str
    size: int
    kept: bool
    addresses: tuple[str, ...]
    added: str
