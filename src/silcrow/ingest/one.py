"""Bytes to rows: the only way into a library, whoever asks.

Parsing is done outside the write lock; whose bytes they are is decided before it and once more under the lock.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath

from silcrow.document import Changes, Document, Record
from silcrow.errors import Notice, Overtaken
from silcrow.ingest.changes import compare, texts
from silcrow.ingest.identity import Arrival, Outcome, Plan, check_doc_id, decide, is_read_by, why_older
from silcrow.ingest.manner import Manner, Parsed, read
from silcrow.profile import Profile
from silcrow.retrieve.nearest import keep_signs
from silcrow.store.protocol import Source, Store


@dataclass(frozen=True, slots=True)
class Added:
    """A document as it now stands in the library, and what became of the bytes that were added.

    `address`: where they came from. `progress`: which of how many files of a batch; `share`: of
    the bytes of all of them, what is done by then. `changes`: what a new edition made
    of the sections of the one before; None where there is no new one.
    """

    record: Record
    outcome: Outcome
    notices: tuple[Notice, ...] = ()
    address: str = ""
    progress: tuple[int, int] = (1, 1)
    share: float = 1.0
    changes: Changes | None = None


def ingest(
    store: Store,
    data: bytes,
    *,
    address: str = "",
    doc_id: str | None = None,
    password: str | None = None,
    keep: bool = True,
    reparse: bool = False,
    languages: Sequence[str] = (),
    profiles: Sequence[Profile] = (),
    cohesion: bool = False,
    reader: Callable[[str], Parsed] | None = None,
) -> Added:
    """Read bytes into a library.

    address   where they came from, which is what tells an edition from another document. Without one, bytes are
              known by the doc_id given, or by themselves
    doc_id    the name of a new document; one that is known keeps its own, which is said
    keep      whether the library keeps a copy of the bytes
    reparse   read known bytes again if they were read by an older recipe
    languages   of pages that are pictures; profiles: of families of documents; see parse
    cohesion   whether a document without headings is divided into passages; see split.passages
    reader     what reads the bytes under a doc_id, where that is not to be done here; with its own manner

    Raises a DocumentError where they cannot be read, Usage for a doc_id that is taken, Busy and other LibraryErrors.
    """
    if doc_id is not None:
        check_doc_id(doc_id)
    arrival = _arrival(data, address, doc_id)
    planned = partial(
        decide,
        store,
        arrival,
        doc_id=doc_id,
        reparse=reparse,
        languages=languages,
        profiles=profiles,
        cohesion=cohesion,
    )
    here = _reader(data, PurePath(address).name, Manner(password, tuple(languages), tuple(profiles), cohesion))
    while True:
        with store.reading():
            plan = planned()
            if plan.outcome == "same":
                return _added(store, plan, arrival, doc_id, profiles)
        if plan.outcome != "address":
            parsed = (reader or here)(plan.doc_id)
        with suppress(Overtaken), store.writing():  # who is overtaken begins anew
            if planned() != plan:
                continue  # somebody was quicker: it is another matter now
            if plan.outcome == "address":
                store.note_address(plan.doc_id, arrival.address)
                return _added(store, plan, arrival, doc_id)
            changes = _changes(store, parsed.document) if plan.outcome == "changed" else None
            source = Source(arrival.sha256, len(data), arrival.address, data if keep else None)
            _put(store, parsed, source)
            added = _added(store, plan, arrival, doc_id)
            return replace(added, changes=changes, notices=added.notices + parsed.notices)


def _put(store: Store, parsed: Parsed, source: Source) -> None:
    store.put(parsed.document, parsed.index, source)
    if found := parsed.vectors:
        store.vectors.keep(found.model, parsed.document.doc_id, parsed.document.edition, found.blocks)
        keep_signs(store, found.model, parsed.document.doc_id, parsed.document.edition)


def _reader(data: bytes, name: str, manner: Manner) -> Callable[[str], Parsed]:
    return lambda doc_id: read(data, doc_id=doc_id, name=name, manner=manner)


def _changes(store: Store, document: Document) -> Changes:
    """What a document makes of the edition of it that stands in the store."""
    (record,) = store.records([document.doc_id])
    paragraphs = store.read(document.doc_id, 0, record.paragraphs)
    return compare(texts(store.outline(document.doc_id), paragraphs), texts(document.sections, document.paragraphs))


def _arrival(data: bytes, address: str, doc_id: str | None) -> Arrival:
    sha256 = hashlib.sha256(data).hexdigest()
    made_up = f"bytes:{doc_id}" if doc_id else f"sha256:{sha256}"
    return Arrival(address or made_up, sha256, made_up=not address)


def _added(store: Store, plan: Plan, arrival: Arrival, doc_id: str | None, profiles: Sequence[Profile] = ()) -> Added:
    (record,) = store.records([plan.doc_id])
    notices = (*_notices(record, plan, arrival, doc_id), *_unread_by(record, plan, profiles))
    return Added(record, plan.outcome, notices, arrival.address)


def _unread_by(record: Record, plan: Plan, profiles: Sequence[Profile]) -> Iterator[Notice]:
    """What is said where known bytes were read without the profiles that are given now."""
    if plan.outcome in ("same", "address") and profiles and not is_read_by(record, profiles):
        names = ", ".join(profile.name for profile in profiles)
        message = f"read without the profile {names}; silcrow add --reparse --profile reads it anew"
        yield Notice("profile_not_used", message, record.doc_id)


def _notices(record: Record, plan: Plan, arrival: Arrival, doc_id: str | None) -> Iterator[Notice]:
    known = record.doc_id
    if doc_id not in (None, known):
        message = f"already in the library as {known!r}; silcrow rename {known} {doc_id} gives it another doc_id"
        yield Notice("known_document", message, known)
    if plan.outcome in ("same", "address") and (why := why_older(record)):
        yield Notice("older_recipe", f"{why}; silcrow add --reparse reads it anew", known)
    for address in plan.leaving:
        message = f"{address} held the earlier bytes and is no address of it any more; now it is {arrival.address}"
        yield Notice("address_left", message, known)
