"""Vectors of whole documents computed ahead of any question. Killed at any moment it goes on where it was."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from silcrow.document import Record
from silcrow.errors import Usage
from silcrow.models.embed import Embedder
from silcrow.retrieve.dense import pack, paragraph_vectors, unpack
from silcrow.retrieve.judging import Judges
from silcrow.retrieve.nearest import keep_signs
from silcrow.store.protocol import Store

_BATCH = 32  # paragraphs in a transaction


class Embedded(NamedTuple):
    """How far a document is: paragraphs with vectors, and all it has; and so of all documents together.

    What has vectors from before counts from the first step on; what of it is damaged no more once its document comes.
    """

    doc_id: str
    done: int
    paragraphs: int
    all_done: int
    all_paragraphs: int


def embed_ahead(store: Store, judges: Judges, records: Sequence[Record]) -> Iterator[Embedded]:
    """Compute what is missing or damaged, a batch a transaction, and tell after each how far it is.

    Every document is told of at least once. Usage without an embedder; ModelFailed.
    """
    embedder = judges.embedder
    if embedder is None:
        raise Usage("no embedding model is set", hint="Name one: silcrow config shows the setting `embedder`.")
    return _embedded(store, embedder, records)


def _embedded(store: Store, embedder: Embedder, records: Sequence[Record]) -> Iterator[Embedded]:
    width = embedder.embed(["width"]).shape[1]
    total = sum(record.paragraphs for record in records)
    counts = store.vectors.counts(embedder.identity)
    there = {record.doc_id: min(counts.get(record.doc_id, 0), record.paragraphs) for record in records}
    all_done = sum(there.values())
    for record in records:
        kept = store.vectors.of(embedder.identity, record.doc_id)
        missing = [n for n in range(record.paragraphs) if n not in kept or unpack(kept[n], width) is None]
        done = record.paragraphs - len(missing)
        all_done += done - there[record.doc_id]
        yield Embedded(record.doc_id, done, record.paragraphs, all_done, total)
        for at in range(0, len(missing), _BATCH):
            batch = missing[at : at + _BATCH]
            texts = [text for n in batch for text in _text(store, record.doc_id, n)]
            if len(texts) < len(batch):
                break  # it was removed or replaced meanwhile
            blocks = dict(zip(batch, map(pack, paragraph_vectors(embedder, texts)), strict=True))
            store.vectors.keep(embedder.identity, record.doc_id, record.edition, blocks)
            done += len(batch)
            all_done += len(batch)
            yield Embedded(record.doc_id, done, record.paragraphs, all_done, total)
        keep_signs(store, embedder.identity, record.doc_id, record.edition)
    store.vectors.index(embedder.identity)


def _text(store: Store, doc_id: str, order: int) -> list[str]:
    return [paragraph.text for paragraph in store.read(doc_id, order, order + 1)]
