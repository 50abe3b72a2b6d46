"""A document in parts: cut at its own boundaries, each part with its place, its title and what it follows on.

Knows one document and no store. The texts of all parts, put together, are `document_text`, and none has more tokens
than asked for.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.document import Document
from silcrow.errors import Notice, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.part import Cut, Part, Parts, Stretch
from silcrow.place import Coordinate, Span
from silcrow.split.atoms import Atom
from silcrow.split.boundaries import Budget, Cutter, Piece, pieces
from silcrow.split.packing import pack
from silcrow.split.prefix import ending
from silcrow.split.tables import header
from silcrow.split.units import Flat, flat

MOST: Final = 8000
LEAST: Final = 500
OVERLAP: Final = 200
"""Tokens of a part, of one that is not small, and of what is repeated before it; the last two at most a quarter of the
first unless they are given.
"""
FEWEST: Final = 16  # tokens below which no part can be promised: one character may cost three
_NAMED = 10  # places named one by one in notices


def parts(
    document: Document,
    *,
    max_tokens: int = MOST,
    min_tokens: int | None = None,
    overlap: int | None = None,
    cut: Cutter = pack,
) -> Parts:
    """Cut a document into parts of at most max_tokens, at its highest boundaries.

    min_tokens   parts below it are put to their neighbours, under one parent and as far as the budget allows
    overlap      tokens of the end of the part before that each part is given as `context_prefix`, beside its text
    cut          how a stretch without headings is cut that is too large; see boundaries.Cutter
    """
    least = min(LEAST, max_tokens // 4) if min_tokens is None else min_tokens
    repeated = min(OVERLAP, max_tokens // 4) if overlap is None else overlap
    _check(max_tokens, least, repeated)
    laid = flat(document)
    found = pieces(laid, Budget(max_tokens, least), cut)
    notices: list[Notice] = []
    ends: list[Atom | None] = [*(piece.opens for piece in found[1:]), None][: len(found)]
    made = tuple(
        _part(laid, piece, end, place=(n, len(found)), most=max_tokens, overlap=repeated, notices=notices)
        for n, (piece, end) in enumerate(zip(found, ends, strict=True), 1)
    )
    notices = [*_cut_inside(laid, found, max_tokens), *notices]
    return Parts(
        doc_id=document.doc_id,
        edition=document.edition,
        title=document.title,
        max_tokens=max_tokens,
        min_tokens=least,
        overlap=repeated,
        parts=made,
        notices=tuple(notices),
        page_labels=document.page_labels,
    )


def _check(most: int, least: int, overlap: int) -> None:
    if most < FEWEST:
        raise Usage(f"{most} tokens hold no part", hint=f"Give max-tokens {FEWEST} or more.")
    if not 0 <= least <= most:
        raise Usage(f"min-tokens {least} is not between 0 and {most}", hint="A part that is small still has to fit.")
    if not 0 <= overlap <= most:
        raise Usage(f"overlap {overlap} is not between 0 and {most}", hint="It is the end of one part.")


def _part(
    laid: Flat,
    piece: Piece,
    end: Atom | None,
    *,
    place: tuple[int, int],
    most: int,
    overlap: int,
    notices: list[Notice],
) -> Part:
    start = piece.opens.start
    stop = len(laid.text) if end is None else end.start
    text = laid.text[start:stop]
    units = laid.units[piece.opens.unit : _closing(laid, end)]
    return Part(
        index=place[0],
        total=place[1],
        title=_title(laid.document, piece),
        path=_path(laid.document, piece),
        text=text,
        tokens=estimate_tokens(text),
        stretches=tuple(_stretches(laid, piece.opens, end)),
        pages=tuple(dict.fromkeys(page for unit in units for page in unit.pages)),
        context_prefix=ending(laid, piece.opens, overlap),
        table_header=_table_header(laid, piece.opens, most, notices),
        start=start,
        end=stop,
    )


def _closing(laid: Flat, end: Atom | None) -> int:
    """Index of the unit after the last one that a part has any of."""
    if end is None:
        return len(laid.units)
    return end.unit if end.start == laid.units[end.unit].start else end.unit + 1


def _title(document: Document, piece: Piece) -> str:
    if piece.title:
        return piece.title
    sections = document.sections
    whole = piece.top == 0 and sections[piece.last].last == len(sections) - 1 and not piece.number
    first, last = (sections[ord_].heading or document.title for ord_ in (piece.top, piece.last))
    if whole and piece.opens.unit == 0 and sections[piece.top].parent is None and piece.top != piece.last:
        return document.title
    if piece.number:
        return f"{first} (Part {piece.number})"
    return first if piece.top == piece.last else f"{first} – {last}"


def _path(document: Document, piece: Piece) -> tuple[str, ...]:
    """The headings over all of a piece: its section's own, or those of the parent of all its sections."""
    top, last = document.sections[piece.top], document.sections[piece.last]
    if piece.top == piece.last or last.parent == top.sec_id:
        return top.path
    return top.path[:-1]


def _stretches(laid: Flat, opens: Atom, end: Atom | None) -> Iterator[Stretch]:
    """What a part has of each section."""
    document = laid.document
    begins = _inside(laid, opens)
    ends = None if end is None else _inside(laid, end)
    at, closing = opens.unit, _closing(laid, end)
    while at < closing:
        section = document.sections[laid.units[at].section]
        own = laid.first[section.ord], laid.first[section.ord + 1]
        stop = min(own[1], closing)
        first_cut = begins if at == opens.unit else None
        last_cut = ends if stop == closing else None
        span = Span(document.doc_id, section.sec_id)
        if (at, stop) != own or first_cut or last_cut:
            span = Span(document.doc_id, section.sec_id, laid.units[at].para_idx, laid.units[stop - 1].para_idx)
        yield Stretch(span, first_cut, last_cut)
        at = stop


def _inside(laid: Flat, atom: Atom) -> Cut | None:
    """Where in its paragraph an atom begins; None at the start of it."""
    offset = atom.start - laid.units[atom.unit].start
    if not offset:
        return None
    return Cut(atom.counted, offset + 1 if atom.counted == "character" else atom.number, offset)


def _table_header(laid: Flat, opens: Atom, most: int, notices: list[Notice]) -> str:
    """The header of the table that a part begins inside of; one that would fill a quarter of a part is left out."""
    unit = laid.units[opens.unit]
    if unit.kind != "table" or opens.start == unit.start:
        return ""
    found = header(laid.text[unit.start : unit.end])
    if estimate_tokens(found) <= most // 4:
        return found
    place = _place(laid, opens.unit)
    if not notices or notices[-1].place != place:
        message = "The header of this table is too long to be repeated before its later rows."
        notices.append(Notice("header_left_out", message, place))
    return ""


def _cut_inside(laid: Flat, found: Sequence[Piece], most: int) -> Iterator[Notice]:
    """What had to be cut where nothing should be: one notice a paragraph, the many in one."""
    cut = dict.fromkeys(
        piece.opens.unit
        for piece in found
        if piece.opens.counted == "character" and piece.opens.start > laid.units[piece.opens.unit].start
    )
    for unit in list(cut)[:_NAMED]:
        what = {"table": "table row", "code": "line of code"}.get(laid.units[unit].kind or "", "sentence")
        yield Notice("cut_inside", f"A {what} has more than {most} tokens and was cut inside.", _place(laid, unit))
    if len(cut) > _NAMED:
        message = f"Further paragraphs with a sentence, row or line that was cut inside: {len(cut) - _NAMED}."
        yield Notice("cut_inside", message)


def _place(laid: Flat, unit: int) -> str:
    found = laid.units[unit]
    section = laid.document.sections[found.section]
    return str(Coordinate(laid.document.doc_id, section.sec_id, found.para_idx))
