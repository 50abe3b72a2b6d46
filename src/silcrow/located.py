"""What locating gives: the sections that words mean, what refers to what, and packs of text for a reader with a budget.

Values only. One section, several, ambiguous words and none are four results, and no face may take one for another.
"""

from dataclasses import dataclass
from typing import Final, Literal

from silcrow.answer import Lead
from silcrow.errors import Notice
from silcrow.passage import LeftOut, Passage
from silcrow.place import Coordinate, Span

Result = Literal["one", "several", "ambiguous", "none"]
Outcome = Literal["resolved", "external", "ambiguous", "missing"]
Role = Literal["scope", "reference", "definition"]


@dataclass(frozen=True, slots=True)
class Found:
    """A place that words mean.

    way         the rung of the ladder that found it: place, selector, label, title, alias, path, list, fuzzy, lexical,
                dense, model
    confidence  0 to 1; 1 where what is printed was compared and is the same
    trace       how it was found, a step each
    """

    span: Span
    path: tuple[str, ...]
    way: str
    confidence: float
    trace: tuple[str, ...]
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scoped:
    """What words mean in some documents.

    result    one; several, which were all asked for ("Items 1 and 1A"); ambiguous: one was asked for and these fit;
              none, and then there are no sections
    nearest   what is called most like it where there is none; never an answer
    """

    words: str
    result: Result
    sections: tuple[Found, ...]
    nearest: tuple[Lead, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A place of a document that points to another: "as defined in Section 1.2".

    start, end  where the words stand in the paragraph's text
    target      a section, or paragraphs of one; None unless resolved
    outcome     resolved; external: to another document; ambiguous: several fit; missing: no such place here
    reason      why it is not resolved, or how it was
    """

    place: Coordinate
    words: str
    start: int
    end: int
    outcome: Outcome
    target: Span | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """All references of some part of a document, in reading order."""

    doc_id: str
    references: tuple[Reference, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and the paragraph that says what it means."""

    term: str
    place: Coordinate


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage of a pack: of the scope itself, or added because the words `because` point there or use a term."""

    role: Role
    passage: Passage
    because: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """Text that fits a budget, in reading order: the scope first, then definitions, then what it refers to."""

    pieces: tuple[Piece, ...]
    tokens: int


NO_BEARING: Final = "holds no word of the question"
"""Why a part of a scope is in no pack that was made for a question."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a pack does not hold: a place, its size, and why it would have been there, or is not."""

    place: Span
    tokens: int
    role: Role
    because: str = ""


@dataclass(frozen=True, slots=True)
class Packed:
    """The packs of a scope. Each paragraph of it is in exactly one of them, or in `aside`."""

    scope: tuple[Span, ...]
    packs: tuple[Pack, ...]
    aside: tuple[Aside, ...] = ()
    left_out: LeftOut | None = None
    notices: tuple[Notice, ...] = ()
