"""What a library searches, derived anew from what it holds and compared (fsck --deep). Repairs nothing."""

from collections.abc import Iterator

from silcrow.document import Record
from silcrow.errors import Notice
from silcrow.ingest.identity import why_older
from silcrow.parse import edition
from silcrow.retrieve.terms import index
from silcrow.store.protocol import Store
from silcrow.store.whole import document_of


def rederived(store: Store) -> tuple[Notice, ...]:
    """Documents whose index or edition is not what their text and their kept bytes make it.

    The index of one that was read by an older recipe may be another one by right, and is passed over.
    """
    found: list[Notice] = []
    for record in store.records():
        with store.reading():
            for there in store.records([record.doc_id]):
                found.extend(Notice("damaged", fault, there.doc_id) for fault in _faults(store, there))
    return tuple(found)


def _faults(store: Store, record: Record) -> Iterator[str]:
    data = store.bytes_of(record.doc_id) if record.kept else None
    if data is not None and edition(data, record.recipe) != record.edition:
        yield "its edition is not that of its bytes"
    if why_older(record):
        return
    derived = index(document_of(store, record))
    (lengths,) = store.lengths([record.doc_id])
    if (lengths.block, lengths.totals) != (derived.lengths, derived.totals):
        yield "the lengths of its paragraphs are not those of its text"
    kept = {one.term: (one.n, one.block) for one in store.postings(tuple(derived.blocks), [record.doc_id])}
    wrong = sum(kept.get(term) != block for term, block in derived.blocks.items())
    if wrong:
        yield f"{wrong} of its terms are not where its text has them"
