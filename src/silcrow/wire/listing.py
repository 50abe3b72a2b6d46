"""JSON of what a library holds and of what was done to it."""

from collections.abc import Iterable, Mapping
from typing import Any

from silcrow.document import Changes, Record
from silcrow.errors import Notice, SilcrowError
from silcrow.job import Job
from silcrow.wire.envelope import JSON, error, notices
from silcrow.wire.outline import health_report


def documents(records: Iterable[Record], *, said: Iterable[Notice] = ()) -> JSON:
    """What a library holds."""
    return {"documents": [_listed(record) for record in records], "notices": notices(said)}


def _listed(record: Record) -> JSON:
    return {
        "doc_id": record.doc_id,
        "edition": record.edition,
        "title": record.title,
        "pages": record.pages,
        "paragraphs": record.paragraphs,
        "addresses": list(record.addresses),
        "state": record.health.state,
    }


def added(
    done: Iterable[tuple[Record, str]],
    failed: Iterable[tuple[str, SilcrowError]] = (),
    *,
    changes: Mapping[str, Changes] | None = None,
    said: Iterable[Notice] = (),
) -> JSON:
    """The outcome of adding: documents with what became of each (new, same, changed, address), and what failed.

    `changes` by doc_id: what a new edition made of the sections of the one before.
    """
    known = {doc_id: {"changes": _changes(found)} for doc_id, found in (changes or {}).items()}
    return {
        "documents": [_listed(one) | {"outcome": outcome} | known.get(one.doc_id, {}) for one, outcome in done],
        "failed": [{"address": address} | error(failure) for address, failure in failed],
        "notices": notices(said),
    }


def _changes(found: Changes) -> JSON:
    moved = [{"from": old, "to": new} for old, new in found.moved]
    lists = {"added": found.added, "changed": found.changed, "gone": found.gone}
    return {name: list(ids) for name, ids in lists.items()} | {"moved": moved, "kept": found.kept}


def removed(doc_ids: Iterable[str]) -> JSON:
    """Documents that are forgotten."""
    return {"removed": list(doc_ids), "notices": []}


def renamed(old: str, new: str) -> JSON:
    """A document that has another doc_id."""
    return {"doc_id": new, "was": old, "notices": []}


def embedded(done: Mapping[str, int], *, said: Iterable[Notice] = ()) -> JSON:
    """How many paragraphs of each document have vectors."""
    documents = [{"doc_id": doc_id, "embedded": count} for doc_id, count in done.items()]
    return {"documents": documents, "notices": notices(said)}


def written(doc_id: str, path: str, *, said: Iterable[Notice] = ()) -> JSON:
    """A document that was written to a file."""
    return {"doc_id": doc_id, "written": path, "notices": notices(said)}


def jobs(listed: Iterable[Job], *, said: Iterable[Notice] = ()) -> JSON:
    """Files that are still to be read, or could not be."""
    found = [
        {
            "source": job.source,
            "sha256": job.sha256,
            "state": job.state,
            "attempt": job.attempt,
            "error": job.error,
            "lease_until": job.lease_until,
        }
        for job in listed
    ]
    return {"jobs": found, "notices": notices(said)}


def faults(found: Iterable[Notice]) -> JSON:
    """What fsck found."""
    return {"faults": notices(found), "notices": []}


def copied(done: Iterable[tuple[str, str, str, str]], *, said: Iterable[Notice] = ()) -> JSON:
    """What became of each document and reading of a library that was copied, and its checksum."""
    listed = [
        {"kind": kind, "name": name, "outcome": outcome, "sha256": checksum or None}
        for kind, name, outcome, checksum in done
    ]
    return {"copied": listed, "notices": notices(said)}


def backed_up(path: str, documents: int) -> JSON:
    """A library that was copied."""
    return {"written": path, "documents": documents, "notices": []}


def vacuumed(before: int, after: int) -> JSON:
    """A library whose file was written anew: bytes before and after."""
    return {"before": before, "after": after, "notices": []}


def settings(rows: Iterable[tuple[str, str, str]], *, path: str = "", exists: bool = False) -> JSON:
    """Settings as text, where each came from, and the file that may set them."""
    listed = [{"name": name, "value": value, "from": origin} for name, value, origin in rows]
    return {"settings": listed, "file": {"path": path, "exists": exists}, "notices": []}


def library(*, outdated: Iterable[str], doubtful: Iterable[str] = (), flat: Iterable[str] = (), **figures: Any) -> JSON:
    """A library in figures: path (empty for one in memory), documents, pages, paragraphs, tokens, sizes, health; and
    which documents are outdated, doubtful or flat.
    """
    return {**figures, "outdated": list(outdated), "doubtful": list(doubtful), "flat": list(flat), "notices": []}


def status(record: Record, *, said: Iterable[Notice] = ()) -> JSON:
    """All that is known of a document but its sections and text."""
    return _listed(record) | {
        "format": record.format,
        "authors": list(record.authors),
        "date": record.date,
        "language": record.language,
        "page_labels": list(record.page_labels),
        "sections": record.sections,
        "tokens": record.tokens,
        "size": record.size,
        "source": record.source,
        "kept": record.kept,
        "added": record.added,
        "recipe": record.recipe,
        "health": health_report(record.health),
        "notices": notices(said),
    }
