"""Answers, the claims they make, and the citations and computed figures that prove them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from silcrow.errors import Notice
from silcrow.place import Region, Span

Verdict = Literal["verified", "near", "moved", "unsupported"]
State = Literal["supported", "doubtful", "unsupported", "no claim"]

NOWHERE: Final = Span("", "")
"""The span of a quote whose place cannot be read and that was found nowhere; `Citation.given` has what was given."""


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words of a quote beside what is printed: the same, only quoted, or only printed."""

    kind: Literal["same", "quoted", "printed"]
    text: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote and where it stands. Letters are compared after typographic folding only.

    verified     the quote stands in its span, which is narrowed to the paragraphs it stands in
    near         almost; `found` has the letters that do stand there, it is never called verified
    moved        it stands elsewhere; span says where
    unsupported  it stands nowhere

    offsets      where it begins in the span's first paragraph and ends in its last; None where it is not one
                 unbroken run of letters (rows of a table that do not follow each other) or does not stand at all
    given        where it was said to stand, in the words given, where span is not that place
    difference   of a near quote, word by word
    """

    span: Span
    quote: str
    verdict: Verdict
    path: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    regions: tuple[Region, ...] = ()
    offsets: tuple[int, int] | None = None
    found: str = ""
    given: str = ""
    difference: tuple[Change, ...] = ()

    @property
    def place(self) -> str:
        """Where it stands; where it was said to stand, when it stands nowhere."""
        return self.given if self.verdict == "unsupported" and self.given else str(self.span)

    @property
    def stands(self) -> bool:
        """Whether its letters stand in the document, here or elsewhere."""
        return self.verdict in ("verified", "moved")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a claim, and what to do about it.

    unsupported  False: the claim may hold, but somebody should look
    """

    code: str
    message: str
    hint: str
    unsupported: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, list line or table row of an answer: text[start:end] of it.

    citations    numbers of the citations it rests on, from 1; 0 for a marker without a citation
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    states_fact: bool = True

    @property
    def state(self) -> State:
        """How it stands: no claim where it states no fact; doubtful where a fault leaves it open."""
        if not self.states_fact:
            return "no claim"
        if any(fault.unsupported for fault in self.faults):
            return "unsupported"
        return "doubtful" if self.faults else "supported"


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure that was computed with: its value as printed, where it stands, and what is wrong if it does not."""

    name: str
    value: str
    number: Fraction
    place: str
    fault: str = ""
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed figure: its expression, its exact value and the operands it rests on.

    text    the value as a decimal number; `exact` is False where that was rounded
    """

    expression: str
    value: Fraction
    text: str
    exact: bool
    operands: tuple[Operand, ...]

    @property
    def stands(self) -> bool:
        """Whether each of its operands stands at its place."""
        return not any(operand.fault for operand in self.operands)


@dataclass(frozen=True, slots=True)
class Lead:
    """A section worth reading when nothing was found; never a citation."""

    span: Span
    path: tuple[str, ...]
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What `ask` returns.

    text         markers `[1]`, `[2]` in it are citations[0], citations[1]
    extractive   True: no model wrote any of it, it is quotes only
    unsupported  claims, or words of the question, for which nothing was found
    leads        where to look when there are no citations
    claims       the text split up, each with what is wrong with it; empty where it is quotes only
    figures      computed figures that claims rest on
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
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether every quote stands and every claim rests on one."""
        sound = all(claim.state in ("supported", "no claim") for claim in self.claims)
        return sound and all(citation.stands for citation in self.citations)
