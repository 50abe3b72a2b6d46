"""JSON of readings: what was asked, found, read and used, step by step."""

from collections.abc import Iterable

from silcrow.reading import Reading, Step
from silcrow.wire.envelope import JSON


def reading(found: Reading) -> JSON:
    """A reading with all that its steps hold."""
    return {
        **_head(found),
        "settings": dict(found.settings),
        "steps": [_step(step) | {"data": dict(step.data)} for step in found.steps],
        "notices": [],
    }


def readings(found: Iterable[Reading]) -> JSON:
    """Readings without what was read."""
    return {"readings": [_head(one) | {"steps": len(one.steps)} for one in found], "notices": []}


def forgotten(reading_ids: Iterable[str]) -> JSON:
    """Readings that are forgotten."""
    return {"forgotten": list(reading_ids), "notices": []}


def _head(found: Reading) -> JSON:
    return {
        "reading": found.reading_id,
        "kind": found.kind,
        "title": found.title,
        "state": found.state,
        "started": found.started,
        "documents": [{"doc_id": doc_id, "edition": edition} for doc_id, edition in found.documents],
        "scope": list(found.scope),
        "usage": dict(found.usage),
    }


def _step(step: Step) -> JSON:
    return {"number": step.number, "kind": step.kind, "at": step.at, "usage": dict(step.usage)}
