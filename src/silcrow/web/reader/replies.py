"""An answer as pieces to show: sentences with their state, chips that lead to a quote, and the evidence below.

Only a quote that stands in the document is a link; one that is unsupported never is. Knows no page of HTML.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote, urlencode

from silcrow.answer import Answer, Citation, Lead
from silcrow.document import Record
from silcrow.place import Span
from silcrow.render.places import FRONT, pages_text, short_path
from silcrow.render.proof import SIGNS

_RULE = re.compile(r"\|(?: *:?-{3,}:? *\|)+\s*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_MARKER = re.compile(r"\[([1-9][0-9]{0,2})\]")
_CARRIED = 1200  # letters of a quote that an address carries; a longer one is found by its beginning


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a quote, or rows of a table."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote with its number, where it leads (empty for one that stands nowhere) and what is said of it."""

    number: int
    citation: Citation
    sign: str
    href: str
    where: str
    paper: str

    @property
    def letters(self) -> str:
        """What is marked: the words that do stand there."""
        return self.citation.found or self.citation.quote

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The same to look at."""
        return tuple(_pieces(self.letters))


@dataclass(frozen=True, slots=True)
class Part:
    """Some text, or the chip of a quote."""

    text: str
    chip: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A piece of the answer and how it stands; empty for what makes no claim."""

    parts: tuple[Part, ...]
    state: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Further:
    """A section worth reading when nothing was found."""

    href: str
    where: str
    paper: str


@dataclass(frozen=True, slots=True)
class Shown:
    """All that is shown of an answer."""

    answer: Answer
    sentences: tuple[Sentence, ...]
    evidence: tuple[Evidence, ...]
    further: tuple[Further, ...]


def shown(answer: Answer, records: Mapping[str, Record], *, alone: bool) -> Shown:
    """An answer to show. `alone`: inside one document, whose name need not be said each time."""
    cited = tuple(evidence(number, one, records, alone=alone) for number, one in enumerate(answer.citations, 1))
    sentences = () if answer.extractive else tuple(_sentences(answer, cited))
    return Shown(answer, sentences, cited, tuple(_further(lead, records, alone) for lead in answer.leads))


def address(span: Span, **asked: str) -> str:
    """The address of a place in the reader: `/read/DOC/SECTION/PARAGRAPH`."""
    parts = [span.doc_id, span.sec_id, *([str(span.first)] if span.first is not None else [])]
    query = urlencode({name: value for name, value in asked.items() if value})
    return "/read/" + "/".join(quote(part, safe="") for part in parts) + (f"?{query}" if query else "")


def evidence(number: int, one: Citation, records: Mapping[str, Record], *, alone: bool) -> Evidence:
    """A quote to show, with its number."""
    record = records.get(one.span.doc_id)
    linked = one.verdict != "unsupported" and record is not None
    href = address(one.span, mark=(one.found or one.quote)[:_CARRIED], verdict=one.verdict) if linked else ""
    where = (
        _where(one.path, one.span, record, alone)
        if linked
        else (f"said to stand at {one.given}" if one.given else "stands nowhere")
    )
    paper = pages_text(one.pages, record.page_labels) if record else ""
    return Evidence(number, one, SIGNS[one.verdict], href, where, paper)


def _pieces(text: str) -> Iterator[Piece]:
    """Words as they are; lines that are rows of a table as such, without the rule below its head."""
    for is_table, lines in groupby(text.splitlines(), key=lambda line: line[:1] == "|" and line.rstrip()[-1:] == "|"):
        if not is_table:
            yield Piece("\n".join(lines))
            continue
        rows = [line.strip()[1:-1] for line in lines if not _RULE.match(line)]
        yield Piece("", tuple(tuple(cell.strip().replace("\\|", "|") for cell in _BAR.split(row)) for row in rows))


def _further(lead: Lead, records: Mapping[str, Record], alone: bool) -> Further:
    record = records.get(lead.span.doc_id)
    paper = pages_text(lead.pages[:1], record.page_labels if record else ())
    return Further(address(lead.span), _where(lead.path, lead.span, record, alone), paper)


def _where(path: Sequence[str], span: Span, record: Record | None, alone: bool) -> str:
    if record and len(path) > 1 and path[0] == record.title:
        path = path[1:]
    said = short_path(path) if path else FRONT.capitalize()
    if span.first is not None:
        said += f" ¶{span.first}" + (f"–{span.last}" if span.last != span.first else "")
    return said if alone or record is None else f"{record.title or record.doc_id} · {said}"


def _sentences(answer: Answer, cited: Sequence[Evidence]) -> Iterator[Sentence]:
    at = 0
    for claim in sorted(answer.claims, key=lambda one: one.start):
        if claim.start < at:
            continue
        if claim.start > at:
            yield Sentence(tuple(_parts(answer.text[at : claim.start], cited)))
        state = "" if claim.state == "no claim" else claim.state
        said = tuple(fault.message for fault in claim.faults)
        yield Sentence(tuple(_parts(answer.text[claim.start : claim.end], cited)), state, said)
        at = claim.end
    if at < len(answer.text):
        yield Sentence(tuple(_parts(answer.text[at:], cited)))


def _parts(text: str, cited: Sequence[Evidence]) -> Iterator[Part]:
    at = 0
    for found in _MARKER.finditer(text):
        number = int(found[1])
        if number <= len(cited):
            if found.start() > at:
                yield Part(text[at : found.start()])
            yield Part("", cited[number - 1])
            at = found.end()
    if at < len(text):
        yield Part(text[at:])
