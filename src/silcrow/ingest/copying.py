"""One library into another, whatever each is made of: documents with all that is kept of them, and readings.

A document is copied in one transaction and is read back before that ends: its checksum (over sections, paragraphs,
bytes, words, vectors, addresses) is that of the original, or nothing was written. What is there already is compared and
left, so a copy that was broken off goes on where it was, and one that is run again proves the first.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Literal

from silcrow.document import Document, Record
from silcrow.errors import Busy, Damaged, LibraryDamaged, NotFound, Overtaken, SilcrowError, Usage
from silcrow.reading import Reading
from silcrow.retrieve.nearest import keep_signs
from silcrow.store.protocol import Index, Source, Store
from silcrow.store.whole import document_of

_TRIES = 20

Kind = Literal["document", "reading"]
Outcome = Literal["copied", "replaced", "same", "failed"]


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of a document or of a reading. `checksum`: of both sides; empty where it failed."""

    kind: Kind
    name: str
    outcome: Outcome
    checksum: str = ""
    error: SilcrowError | None = None


@dataclass(frozen=True, slots=True)
class _Whole:
    """All that a library keeps of a document. `signed`: the models that the signs of its vectors are kept of."""

    record: Record
    document: Document
    index: Index
    data: bytes | None
    vectors: Mapping[str, Mapping[int, bytes]]
    signed: tuple[str, ...]

    @property
    def checksum(self) -> str:
        """The same for the same, in whatever library it lies."""
        digest = sha256()
        for part in (self.record, self.document):
            digest.update(repr(part).encode("utf-8", "surrogatepass"))
        digest.update(repr((self.index.lengths, self.index.totals, sorted(self.index.blocks.items()))).encode())
        digest.update(repr([(model, sorted(some.items())) for model, some in sorted(self.vectors.items())]).encode())
        digest.update(repr(self.signed).encode())
        digest.update(sha256(self.data or b"").digest())
        return digest.hexdigest()


def copy(source: Store, target: Store) -> Iterator[Copied]:
    """Copy all that is not there yet; an outcome for each, as it is done. What the target has besides stays.

    A document fails where the target has another one under its doc_id, or at its address.
    """
    for doc_id in [record.doc_id for record in source.records()]:
        if (whole := _whole(source, doc_id)) is not None:  # else it was removed meanwhile
            yield _outcome("document", doc_id, whole.checksum, partial(_document, target, whole))
    for reading_id in [reading.reading_id for reading in source.readings()]:
        with suppress(NotFound):  # it was forgotten meanwhile
            reading = source.one_reading(reading_id)
            yield _reading_copied(target, reading)


def _reading_copied(target: Store, reading: Reading) -> Copied:
    try:
        checksum = sha256(repr(reading).encode("utf-8", "surrogatepass")).hexdigest()
    except Damaged as failure:  # a step of it cannot be read
        return Copied("reading", reading.reading_id, "failed", error=failure)
    return _outcome("reading", reading.reading_id, checksum, partial(_reading, target, reading))


def _outcome(kind: Kind, name: str, checksum: str, act: Callable[[], Outcome]) -> Copied:
    while True:
        try:
            return Copied(kind, name, act(), checksum)
        except Overtaken:  # somebody else writes there, too
            continue
        except (Usage, Damaged) as failure:
            return Copied(kind, name, "failed", error=failure)


def _document(target: Store, whole: _Whole) -> Outcome:
    doc_id = whole.record.doc_id
    with target.writing():
        there = _whole(target, doc_id)
        if there is not None and there.checksum == whole.checksum:
            return "same"
        _refuse_another(target, whole.record, there.record if there else None)
        if there is not None:
            target.remove(doc_id)
        _write(target, whole)
        written = _whole(target, doc_id)
        if written is None or written.checksum != whole.checksum:
            raise LibraryDamaged(f"the copy of {doc_id!r} is not what it should be", hint="Nothing of it was written.")
    return "replaced" if there else "copied"


def _whole(store: Store, doc_id: str) -> _Whole | None:
    for _ in range(_TRIES):
        with suppress(Busy):  # replaced before its bytes were read: then what took its place
            return _seen(store, doc_id)
    return _seen(store, doc_id)


def _seen(store: Store, doc_id: str) -> _Whole | None:
    with store.reading():
        for record in store.records([doc_id]):
            models = store.vectors.models()
            vectors = {model: store.vectors.of(model, doc_id) for model in models}
            return _Whole(
                record,
                document_of(store, record),
                store.index_of(doc_id),
                store.bytes_of(doc_id),
                {model: some for model, some in vectors.items() if some},
                tuple([model for model in models if any(store.vectors.signs(model, [doc_id]))]),
            )
    return None


def _refuse_another(target: Store, record: Record, there: Record | None) -> None:
    """Raise where the target has another document under the name or at an address of this one."""
    name = record.doc_id
    if there is not None and not set(there.addresses) & set(record.addresses):
        raise Usage(f"another document is called {name!r} there", hint=f"Rename one: silcrow rename {name} NEW.")
    for address in record.addresses:
        if (other := target.at_address(address)) not in (None, name):
            raise Usage(f"{address} is the address of {other!r} there", hint="Remove that, or copy into a new library.")


def _write(target: Store, whole: _Whole) -> None:
    record = whole.record
    first, *rest = record.addresses or ("",)
    source = Source(record.source, record.size, first, whole.data)
    target.put(whole.document, whole.index, source, added=record.added)
    for address in rest:
        target.note_address(record.doc_id, address)
    for model, blocks in whole.vectors.items():
        target.vectors.keep(model, record.doc_id, record.edition, blocks)
    for model in whole.signed:
        keep_signs(target, model, record.doc_id, record.edition)


def _reading(target: Store, reading: Reading) -> Outcome:
    name = reading.reading_id
    with target.writing():
        try:
            there = target.one_reading(name)
        except NotFound:
            target.keep_reading(reading)
            return "copied"
        if there == reading:
            return "same"
        if not _is_begun(there, reading):
            raise Usage(f"another reading is called {name} there", hint="Copy into a new library.")
        target.keep_reading(reading)
        return "replaced"


def _is_begun(there: Reading, reading: Reading) -> bool:
    """Whether one is the other, some steps earlier."""
    return (there.kind, there.title, there.started) == (reading.kind, reading.title, reading.started) and (
        reading.steps[: len(there.steps)] == there.steps
    )
