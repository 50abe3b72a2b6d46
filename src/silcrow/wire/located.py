"""JSON of what locating gives: scopes, references and packs."""

from collections.abc import Sequence

from silcrow.answer import Lead
from silcrow.errors import Notice
from silcrow.located import Found, Pack, Packed, References, Scoped
from silcrow.wire.envelope import JSON, Labels, left_out_entry, notices, page_numbers


def scoped(found: Scoped, *, labels: Labels | None = None, said: Sequence[Notice] = ()) -> JSON:
    """What words mean: sections with the trace of each, or none and then what is called most like it (`nearest`)."""
    labels = labels or {}
    return {
        "result": found.result,
        "sections": [located(one, labels) for one in found.sections],
        "nearest": [_lead(one, labels) for one in found.nearest],
        "notices": notices((*said, *found.notices)),
    }


def located(found: Found, labels: Labels) -> JSON:
    """One place that words mean."""
    return {
        "place": str(found.span),
        "path": list(found.path),
        **page_numbers(found.pages, labels.get(found.span.doc_id, ())),
        "found_by": found.way,
        "confidence": round(found.confidence, 3),
        "trace": list(found.trace),
    }


def _lead(lead: Lead, labels: Labels) -> JSON:
    return {
        "place": str(lead.span),
        "path": list(lead.path),
        **page_numbers(lead.pages, labels.get(lead.span.doc_id, ())),
    }


def references(found: References, *, said: Sequence[Notice] = ()) -> JSON:
    """What refers to what; `start` and `end` are where the words stand in the paragraph's text."""
    return {
        "doc_id": found.doc_id,
        "references": [
            {
                "place": str(one.place),
                "words": one.words,
                "start": one.start,
                "end": one.end,
                "outcome": one.outcome,
                "target": str(one.target) if one.target else None,
                "reason": one.reason,
            }
            for one in found.references
        ],
        "notices": notices((*said, *found.notices)),
    }


def packed(found: Packed, *, labels: Labels | None = None, said: Sequence[Notice] = ()) -> JSON:
    """Packs of a scope; `aside` is what they could not hold."""
    aside = [
        {"place": str(one.place), "tokens": one.tokens, "role": one.role, "because": one.because} for one in found.aside
    ]
    return {
        "scope": [str(span) for span in found.scope],
        "packs": [_pack(one, labels or {}) for one in found.packs],
        "aside": aside,
        "left_out": left_out_entry(found.left_out),
        "notices": notices((*said, *found.notices)),
    }


def _pack(found: Pack, labels: Labels) -> JSON:
    pieces = [
        {
            "role": piece.role,
            "because": piece.because,
            "place": str(piece.passage.span),
            "path": list(piece.passage.path),
            **page_numbers(piece.passage.pages, labels.get(piece.passage.span.doc_id, ())),
            "text": piece.passage.text,
        }
        for piece in found.pieces
    ]
    return {"tokens": found.tokens, "pieces": pieces}
