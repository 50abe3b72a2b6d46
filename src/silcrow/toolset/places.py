"""What a model calls a document or a section, as places of a Desk. An exact sec_id comes before words."""

from collections import Counter
from contextlib import suppress

from silcrow.desk import Desk
from silcrow.errors import Ambiguous, NotFound, Usage
from silcrow.place import Span, is_id

_NAMED = 10  # candidates of an error


def only_document(desk: Desk, doc_id: str | None) -> str:
    """The document named, or the one that lies open; Usage with the candidates when that is not clear."""
    if doc_id is not None:
        return doc_id.strip()
    records = desk.documents()
    if len(records) != 1:
        raise Usage(
            f"which of the {len(records)} documents?",
            hint="Give doc_id; the documents tool lists them.",
            candidates=tuple(record.doc_id for record in records[:_NAMED]),
        )
    return records[0].doc_id


def exact(desk: Desk, section: str, doc_id: str | None) -> str:
    """The words as they are, or the place of a section that bears exactly this sec_id (and what stands behind it)."""
    sec_id, colon, paragraphs = section.strip().partition(":")
    if colon and doc_id is None and is_id(sec_id):
        with suppress(NotFound):
            desk.only(sec_id)
            return section  # it is a place of an open document
    if doc_id is None:
        records = desk.documents()
        doc_id = records[0].doc_id if len(records) == 1 else None
    if doc_id is None or not is_id(sec_id):
        return section
    with suppress(NotFound, Usage):
        desk.find(f"{doc_id}:{sec_id}", doc_id)
        return f"{doc_id}:{sec_id}{colon}{paragraphs}"
    return section


def named(desk: Desk, section: str, doc_id: str) -> Span:
    """The one section of a document that words name; NotFound, or Ambiguous with all that fit."""
    found = desk.find(exact(desk, section, doc_id), doc_id)
    if len(found) > 1:
        raise _ambiguous(section, [str(lead.span) for lead in found])
    return found[0].span


def spans(desk: Desk, section: str) -> tuple[Span, ...]:
    """The sections that words name: one in each document that has it."""
    found = [lead.span for lead in desk.find(exact(desk, section, None))]
    often = Counter(span.doc_id for span in found)
    if fits := [str(span) for span in found if often[span.doc_id] > 1]:
        raise _ambiguous(section, fits)
    return tuple(found)


def with_candidates(failure: NotFound, desk: Desk, doc_id: object) -> NotFound:
    """The same error with places that there are, where no name is near: top sections of the document, or documents."""
    if failure.candidates:
        return failure
    try:
        known = [record.doc_id for record in desk.documents()]
    except NotFound:  # one of the documents that were laid open is gone
        return failure
    named = doc_id if doc_id in known else known[0] if len(known) == 1 else None
    if isinstance(named, str):
        outline = desk.outline(named)
        top = min((section.level for section in outline.sections), default=1)
        known = [f"{named}:{section.sec_id}" for section in outline.sections if section.level == top]
    there = tuple(known[:_NAMED])
    more = " among others" if len(known) > len(there) else ""
    return NotFound(failure.message, hint=f"There are{more}: {', '.join(there) or 'no documents'}.", candidates=there)


def _ambiguous(section: str, fits: list[str]) -> Ambiguous:
    return Ambiguous(
        f"{section!r} fits {len(fits)} sections",
        hint="Give one of the places it fits.",
        candidates=tuple(fits[:_NAMED]),
    )
