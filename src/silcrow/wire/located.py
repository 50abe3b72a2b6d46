"""JSON of what locating gives: scopes, references and packs."""

from collections.abc import Sequence

from silcrow.answer import Lead
from silcrow.errors import Notice
from silcrow.located import Found, Scoped
from silcrow.wire.envelope import JSON, Labels, notices, page_numbers


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
