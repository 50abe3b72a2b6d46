"""What a library searches, derived anew from what it holds and compared (fsck --deep). Repairs nothing."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from silcrow.document import Record
from silcrow.errors import Busy, LibraryError, Notice
from silcrow.ingest.identity import why_older
from silcrow.parse import edition
from silcrow.retrieve.dense import unpack
from silcrow.retrieve.signs import signs_of_document
from silcrow.retrieve.terms import index
from silcrow.store import damage
from silcrow.store.protocol import Index, Store
from silcrow.store.whole import document_of

_TRIES = 20


def rederived(store: Store, *, but: Collection[str] = ()) -> tuple[Notice, ...]:
    """Documents whose index or edition is not what their text and their kept bytes make it.

    The index of one that was read by an older recipe may be another one by right, and is passed over. `but`: those
    that are known to be damaged, of which nothing can be derived.
    """
    found: list[Notice] = []
    for record in store.records():
        if record.doc_id not in but:
            found.extend(damage.of_document(fault, record.doc_id) for fault in _whole(store, record.doc_id))
    return tuple(found)


def _whole(store: Store, doc_id: str) -> list[str]:
    for _ in range(_TRIES):
        with suppress(Busy), store.reading():  # replaced before its bytes were read: then what took its place
            return [fault for there in store.records([doc_id]) for fault in _faults(store, there)]
    raise Busy(f"{doc_id!r} is replaced faster than it can be looked at", hint="Try again later.")


def _faults(store: Store, record: Record) -> Iterator[str]:
    data = store.bytes_of(record.doc_id) if record.kept else None
    if data is not None and edition(data, record.recipe) != record.edition:
        yield "its edition is not that of its bytes"
    vectors = {model: store.vectors.of(model, record.doc_id) for model in store.vectors.models()}
    damaged = sum(unpack(block) is None for some in vectors.values() for block in some.values())
    if damaged:
        yield f"vectors of {damaged} of its paragraphs are damaged"
    elif any(_differ(store, record, model, some) for model, some in vectors.items()):
        yield "the signs kept of its vectors are not theirs"
    try:
        derived, kept = index(document_of(store, record)), store.index_of(record.doc_id)
    except LibraryError:
        raise
    except Exception as fault:  # noqa: BLE001  what packed rows are damaged to can be anything
        yield f"its rows cannot be read ({type(fault).__name__})"
        return
    if not why_older(record):
        yield from _differences(derived, kept)


def _differ(store: Store, record: Record, model: str, blocks: Mapping[int, bytes]) -> bool:
    derived = signs_of_document(blocks, record.paragraphs)
    return any(derived is None or one.block != b"".join(derived) for one in store.vectors.signs(model, [record.doc_id]))


def _differences(derived: Index, kept: Index) -> Iterator[str]:
    if (kept.lengths, kept.totals) != (derived.lengths, derived.totals):
        yield "the lengths of its paragraphs are not those of its text"
    wrong = sum(kept.blocks.get(term) != block for term, block in derived.blocks.items())
    if wrong:
        yield f"{wrong} of its terms are not where its text has them"
    if more := kept.blocks.keys() - derived.blocks.keys():
        yield f"{len(more)} of its terms are not in its text"
