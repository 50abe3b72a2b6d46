"""Answers and the citations that prove them."""

from dataclasses import dataclass
from typing import Literal

from silcrow.errors import Notice
from silcrow.place import Region, Span

Verdict = Literal["verified", "near", "moved", "unsupported"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote and where it stands. Letters are compared after typographic folding only.

    verified     the quote stands in its span, which is narrowed to the paragraphs it stands in
    near         almost; `found` has the letters that do stand there, it is never called verified
    moved        it stands elsewhere; span says where
    unsupported  it stands nowhere

    offsets      where it begins in the span's first paragraph and ends in its last; None where it is not one
                 unbroken run of letters (rows of a table that do not follow each other) or does not stand at all
    """

    span: Span
    quote: str
    verdict: Verdict
    path: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    regions: tuple[Region, ...] = ()
    offsets: tuple[int, int] | None = None
    found: str = ""


@dataclass(frozen=True, slots=True)
class Lead:
    """A section worth reading when nothing was found; never a citation."""

    span: Span
    path: tuple[str, ...]
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What `ask` returns.

    extractive   True: no model wrote any of it, it is quotes only
    unsupported  claims, or words of the question, for which nothing was found
    leads        where to look when there are no citations
    """

    question: str
    text: str
    citations: tuple[Citation, ...]
    unsupported: tuple[str, ...] = ()
    leads: tuple[Lead, ...] = ()
    extractive: bool = False
    notices: tuple[Notice, ...] = ()
    usage: tuple[tuple[str, int], ...] = ()
    reading: str = ""
