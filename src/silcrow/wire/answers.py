"""JSON of answers and citations."""

from collections.abc import Iterable, Sequence

from silcrow.answer import Answer, Citation, Claim, Figure, Lead
from silcrow.errors import Notice
from silcrow.wire.envelope import JSON, Labels, notices, page_numbers


def answer(found: Answer, *, labels: Labels | None = None) -> JSON:
    """What ask returns; `leads` are places to look where there are no citations."""
    labels = labels or {}
    return {
        "text": found.text,
        "extractive": found.extractive,
        "citations": [_citation(c, labels.get(c.span.doc_id, ())) for c in found.citations],
        "unsupported": list(found.unsupported),
        "claims": [_claim(claim) for claim in found.claims],
        "figures": [figure(one) for one in found.figures],
        "leads": [_lead(lead, labels) for lead in found.leads],
        "reading": found.reading or None,
        "usage": dict(found.usage),
        "notices": notices(found.notices),
    }


def verified(found: Answer, *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """An answer proven anew: whether all of it holds, and the answer as ask returns it."""
    entry = answer(found, labels=labels)
    return {"proven": found.proven, **entry, "notices": [*notices(said), *entry["notices"]]}


def _claim(claim: Claim) -> JSON:
    """A claim: the numbers of the citations it rests on (0: a marker without one), and what is wrong with it."""
    faults = [
        {"code": fault.code, "message": fault.message, "hint": fault.hint, "unsupported": fault.unsupported}
        for fault in claim.faults
    ]
    return {"text": claim.text, "state": claim.state, "citations": list(claim.citations), "faults": faults}


def figure(found: Figure) -> JSON:
    """A computed figure with its operands, as printed and where."""
    return {
        "expression": found.expression,
        "value": found.text,
        "exact": found.exact,
        "operands": [
            {"name": one.name, "value": one.value, "place": one.place, "pages": list(one.pages), "fault": one.fault}
            for one in found.operands
        ],
    }


def _lead(lead: Lead, labels: Labels) -> JSON:
    return {
        "place": str(lead.span),
        **page_numbers(lead.pages, labels.get(lead.span.doc_id, ())),
        "path": list(lead.path),
    }


def citations(found: Iterable[Citation], *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """Quotes with the verdict on each."""
    labels = labels or {}
    return {
        "citations": [_citation(c, labels.get(c.span.doc_id, ())) for c in found],
        "notices": notices(said),
    }


def _citation(citation: Citation, labels: Sequence[str]) -> JSON:
    """A citation; one that is only near says what does stand there, one that moved where it was said to stand."""
    entry: JSON = {
        "place": citation.place,
        "quote": citation.quote,
        "verdict": citation.verdict,
        **page_numbers(citation.pages, labels),
        "path": list(citation.path),
    }
    if citation.given and citation.stands:
        entry["given"] = citation.given
    if citation.found:
        entry["found"] = citation.found
        entry["difference"] = [{"kind": change.kind, "text": change.text} for change in citation.difference]
    return entry
