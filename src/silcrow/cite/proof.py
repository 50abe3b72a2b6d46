"""A drafted answer becomes a proven one: each quote has its verdict, each claim what is wrong with it, and why.

Nothing is taken out and no model is asked; what has no support is listed, and marked where it stands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from silcrow.answer import NOWHERE, Answer, Citation, Claim, Fault, Figure
from silcrow.cite.claims import MARKER, UNSUPPORTED, Piece, pieces
from silcrow.cite.evidence import Place
from silcrow.cite.negation import negation_faults
from silcrow.cite.numbers import number_faults
from silcrow.cite.quotes import checked, checked_on_page, distinct
from silcrow.cite.rows import row_faults
from silcrow.cite.sheets import Sheets
from silcrow.desk import Desk
from silcrow.errors import NotFound, Notice, SilcrowError, Usage
from silcrow.place import Span

_SHOWN = 160  # characters of a claim or quote in the words for a repair
_FAULTS = 30  # claims and quotes told of in one repair

_NO_MARKER = Fault("no_marker", "It bears no marker.", "Put the marker of a citation behind it, or leave it out.")
_UNKNOWN = Fault("unknown_marker", "Its marker has no citation.", "Give the citation, or take the marker out.")
_NO_QUOTE = Fault("no_quote", "None of its quotes stands in the documents.", "Cite words that do, or leave it out.")


@dataclass(frozen=True, slots=True)
class Given:
    """A citation as a draft gives it: the number of its marker, the quote, and a place, or a document and a page.

    place   a Span, its text form, or words that name one section ("Item 7", "Item 7:3-8")
    """

    marker: int
    quote: str
    place: str | Span = ""
    doc_id: str = ""
    page: int | None = None


def prove(
    text: str, given: Sequence[Given], desk: Desk, *, question: str = "", figures: Sequence[Figure] = ()
) -> Answer:
    """The answer of a draft, its markers counted from 1 in the order of the numbers given.

    A place cited twice is one citation. `figures` are those that `calculate` gave. Nothing about the draft raises.
    """
    sheets = Sheets(desk)
    ordered = sorted(given, key=lambda one: one.marker)
    citations, places = distinct([cited(one, sheets) for one in ordered])
    numbers: dict[int, int] = {}
    for one, place in zip(ordered, places, strict=True):
        numbers.setdefault(one.marker, place + 1)
    return judged(Answer(question, numbered(text, numbers), citations, figures=tuple(figures)), sheets)


def cited(given: Given, sheets: Sheets) -> Citation:
    """The verdict on one citation, whatever its place is written like."""
    place = given.place
    if isinstance(place, str) and not place.strip() and given.doc_id and given.page:
        return checked_on_page(given.quote, given.doc_id, given.page, sheets)
    if isinstance(place, Span):
        return checked(given.quote, place, sheets)
    span = _span(place, given.doc_id or None, sheets.desk)
    if span is not None:
        return checked(given.quote, span, sheets)
    found = _wherever(given, sheets)
    if found is None:
        return Citation(NOWHERE, given.quote, "unsupported", given=place.strip() or given.doc_id)
    return replace(found, given=place.strip()) if place.strip() else replace(found, verdict="verified", given="")


def judged(answer: Answer, sheets: Sheets, *, otherwise: tuple[int, ...] = ()) -> Answer:
    """An answer with its claims: markers `[n]` of its text are citations[n - 1].

    `otherwise`: the citations that the claims of a text without any marker rest on.
    """
    read: dict[Span, Place] = {}
    found = pieces(answer.text, answer.question)
    if not any(piece.markers for piece in found):
        found = tuple(replace(piece, markers=otherwise) for piece in found)
    claims = tuple(_claim(piece, answer, read, sheets) for piece in found)
    notices = [*answer.notices, *_moved(answer.citations)]
    unsupported = tuple(claim.text for claim in claims if claim.state == "unsupported")
    return replace(answer, claims=claims, unsupported=unsupported, notices=tuple(dict.fromkeys(notices)))


def faults(answer: Answer) -> str:
    """The words for one turn of repair: each quote and claim that does not stand, why, and what to do; or nothing."""
    lines = [*_quote_faults(answer.citations), *_claim_faults(answer.claims)]
    if not lines:
        return ""
    more = len(lines) - _FAULTS
    rest = [f"- and {more} more of the kind"] if more > 0 else []
    head = "The answer was compared with the documents, letter by letter. These do not hold:"
    foot = (
        "Give the whole answer again with all its citations. Quote exact words; leave out what no document says, or "
        "say that it does not say it."
    )
    return "\n".join([head, *lines[:_FAULTS], *rest, foot])


def marked(answer: Answer) -> Answer:
    """The same with `[unsupported]` behind each claim that has no support, as far as it is not there."""
    text, claims, at = "", [], 0
    for claim in answer.claims:
        end = _last_word(answer.text, claim)
        begin = len(text) + claim.start - at
        text += answer.text[at:end]
        at = end
        if claim.state == "unsupported" and UNSUPPORTED not in answer.text[claim.start : claim.end]:
            text += f" {UNSUPPORTED}"
        claims.append(replace(claim, start=begin, end=len(text)))
    return replace(answer, text=text + answer.text[at:], claims=tuple(claims))


def _claim(piece: Piece, answer: Answer, read: dict[Span, Place], sheets: Sheets) -> Claim:
    known = tuple(n if 0 < n <= len(answer.citations) else 0 for n in piece.markers)
    text = answer.text[piece.start : piece.end].strip()
    claim = Claim(text, piece.start, piece.end, tuple(dict.fromkeys(known)), states_fact=piece.states_fact)
    if not piece.states_fact:
        return claim
    return replace(claim, faults=tuple(dict.fromkeys(_faults(piece, claim, answer, read, sheets))))


def _faults(piece: Piece, claim: Claim, answer: Answer, read: dict[Span, Place], sheets: Sheets) -> Iterator[Fault]:
    if not piece.markers:
        yield _NO_MARKER
        return
    rests = [(n, answer.citations[n - 1]) for n in claim.citations if n]
    there = [citation for _, citation in rests if citation.verdict != "unsupported"]
    sound = any(citation.stands for citation in there)
    if 0 in claim.citations:
        yield replace(_UNKNOWN, unsupported=not sound)
    if not there:
        if rests:
            yield _NO_QUOTE
        return
    for number, citation in rests:
        if citation.verdict == "unsupported":
            yield Fault("quote", f"The quote of [{number}] stands nowhere.", "Cite words that stand there.", False)
        elif citation.verdict == "near":
            yield Fault("near", f"The quote of [{number}] is not exact.", "Quote what stands there.", False)
    for span in (citation.span for citation in there):
        if span not in read:
            read[span] = Place(span, sheets)
    places = [read[citation.span] for citation in there]
    wrong = tuple(number_faults(piece.words, places, answer.figures))
    yield from wrong or row_faults(piece.words, there, places)
    yield from negation_faults(piece.words, [citation.found or citation.quote for citation in there])


def _span(place: str, doc_id: str | None, desk: Desk) -> Span | None:
    """The span that words name; None where they name none, or several."""
    with suppress(Usage):
        return Span.parse(place)
    if not place.strip():
        return None
    with suppress(SilcrowError):
        passages = desk.read(place, doc_id=doc_id, max_tokens=1).passages
        if passages:
            return Span(passages[0].span.doc_id, passages[0].span.sec_id)
    return None


def _wherever(given: Given, sheets: Sheets) -> Citation | None:
    """A quote whose place cannot be read, where it stands in its document, or in one of those open."""
    try:
        known = [given.doc_id] if given.doc_id else [record.doc_id for record in sheets.desk.documents()]
    except NotFound:
        return None
    for doc_id in known[:1] if len(known) == 1 else ():
        found = checked(given.quote, Span(doc_id, ""), sheets)
        return found if found.verdict != "unsupported" else None
    return None


def numbered(text: str, numbers: Mapping[int, int]) -> str:
    """A text with its markers counted anew; one without a citation becomes `[?7]`."""

    def one(match: re.Match[str]) -> str:
        inside = match[1] or match[2]
        ranges = re.sub(r"([0-9]+)\s?[–-]\s?([0-9]+)", _range, inside)
        found = [f"{numbers[int(n)]}" if int(n) in numbers else f"?{n}" for n in re.findall("[0-9]+", ranges)]
        return "".join(f"[{number}]" for number in dict.fromkeys(found))

    return MARKER.sub(one, text)


def _range(match: re.Match[str]) -> str:
    first, last = int(match[1]), int(match[2])
    return ",".join(map(str, range(first, min(last, first + 20) + 1))) or match[0]


def _moved(citations: Sequence[Citation]) -> Iterator[Notice]:
    for number, citation in enumerate(citations, 1):
        if citation.verdict == "moved":
            message = f"The quote of [{number}] was said to stand at {citation.given}; it stands at {citation.span}."
            yield Notice("moved", message, str(citation.span))


def _quote_faults(citations: Sequence[Citation]) -> Iterator[str]:
    for number, citation in enumerate(citations, 1):
        if citation.verdict == "near":
            yield f"- [{number}] {citation.span}: not exact. There stands: “{_clip(citation.found)}” Quote that."
        elif citation.verdict == "unsupported":
            quote = _clip(citation.quote)
            yield f"- [{number}] {citation.place}: “{quote}” stands nowhere in that document. Quote other words."


def _claim_faults(claims: Sequence[Claim]) -> Iterator[str]:
    for claim in claims:
        told = [fault for fault in claim.faults if fault.code not in ("near", "quote")]
        if told:
            why = " ".join(f"{fault.message} {fault.hint}" for fault in told)
            yield f"- “{_clip(claim.text)}”: {why}"


def _clip(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _last_word(text: str, claim: Claim) -> int:
    """Where a mark goes: behind the claim; in a table row before the wall that ends it."""
    written = text[claim.start : claim.end].rstrip()
    if written.lstrip().startswith("|") and written.endswith("|"):
        written = written[:-1].rstrip()
    return claim.start + len(written)
