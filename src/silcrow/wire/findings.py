"""JSON of what rules found, and of values that were taken out."""

from collections.abc import Iterable, Mapping

from silcrow.answer import Citation
from silcrow.errors import Notice
from silcrow.finding import Checked, Finding, Value
from silcrow.wire.answers import citations
from silcrow.wire.envelope import JSON, Labels, error, notices


def checked(found: Checked, *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """A rule set on some documents. Keys of a finding: rule, severity, outcome, document, message, values, …"""
    return {
        "rules": found.rules,
        "version": found.version,
        "documents": list(found.documents),
        "counts": dict(found.counts),
        "findings": [_finding(one, found.version, labels) for one in found.findings],
        "failed": [{"address": address} | error(failure) for address, failure in found.failed],
        "notices": notices((*said, *found.notices)),
    }


def _finding(found: Finding, version: str, labels: Labels | None) -> JSON:
    return {
        "rule": found.rule_id,
        "rule_version": version,
        "severity": found.severity,
        "outcome": found.outcome,
        "doc_id": found.doc_id,
        "message": found.message,
        "reason": found.reason,
        "values": [_value(value, labels) for value in found.values],
        "candidates": list(found.candidates),
        "trace": list(found.trace),
    }


def values(found: Iterable[Value], *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """Values with the place of each."""
    return {"values": [_value(value, labels) for value in found], "notices": notices(said)}


def _value(value: Value, labels: Labels | None) -> JSON:
    (cited,) = citations([value.citation], labels=labels)["citations"]
    number = None if value.number is None else f"{value.number:f}"
    said = {"text": value.text, "number": number, "unit": value.unit, "date": value.date or None}
    return said | {"column": value.column or None, **cited}


def filled(
    value: Mapping[str, object],
    evidence: Mapping[str, Citation | str],
    usage: Mapping[str, int],
    *,
    labels: Labels | None = None,
    said: Iterable[Notice] = (),
) -> JSON:
    """A form that a model filled in: `evidence` by JSON pointer, a citation or why the value is null."""

    def told(one: Citation | str) -> JSON:
        if isinstance(one, str):
            return {"missing": one}
        (cited,) = citations([one], labels=labels)["citations"]
        return cited if isinstance(cited, dict) else {}

    return {
        "value": dict(value),
        "evidence": {pointer: told(one) for pointer, one in evidence.items()},
        "usage": dict(usage),
        "notices": notices(said),
    }
