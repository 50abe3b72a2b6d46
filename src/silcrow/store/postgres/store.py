"""The shared store: PostgreSQL, the same rows as the SQLite file. Knows rows; ranking lives above it."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from silcrow.document import Document, Furniture, Paragraph, Record, Section
from silcrow.errors import NotFound, Notice, ReadOnly, Usage
from silcrow.reading import Reading, Step, now
from silcrow.store import rows
from silcrow.store.outlines import Outlines
from silcrow.store.postgres import check, generations, jobs, queries, readings, vectors, writing
from silcrow.store.postgres.connections import Connections, Rows
from silcrow.store.postgres.opening import open_connections
from silcrow.store.postgres.server import Server
from silcrow.store.protocol import Held, Index, Lengths, Posting, Source, Totals


class PostgresStore:
    """A Store on a server. Usable from any thread, and by many processes at once."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._outlines = Outlines()
        self.jobs = jobs.PostgresJobs(connections)
        self.vectors = vectors.PostgresVectors(connections, self._note_change)

    @classmethod
    def open(cls, server: Server, *, wait: float = 30.0) -> "PostgresStore":
        """Open a library, making its tables where there are none.

        `wait`: seconds to wait for a connection, and for another process that writes the same, before an error.
        """
        return cls(open_connections(server, wait=wait))

    def reading(self) -> AbstractContextManager[object]:
        """A read transaction of the calling thread: all that is read inside is of one moment."""
        return self._connections.reading()

    def writing(self) -> AbstractContextManager[object]:
        """A write transaction of the calling thread: what is read and written inside is one step."""
        return self._connections.writing()

    def put(self, document: Document, index: Index, source: Source, *, added: str = "") -> None:
        """Write a document, replacing any edition of the same doc_id; note its source and address."""

        def act(connection: Rows) -> None:
            stay = _take_out(connection, document.doc_id, source.sha256)
            key = writing.insert(connection, document, index, source, added=added or now())
            if stay:
                connection.execute("UPDATE address SET document = %s WHERE id = ANY(%s)", (key, list(stay)))
            if source.address:
                writing.note_address(connection, key, source.address)
            connection.execute("DELETE FROM address WHERE document IS NULL")
            jobs.done(connection, source.address, source.sha256)
            self._note_change(connection, document.doc_id, "add" if stay is None else "replace")

        self._connections.write(act)

    def remove(self, doc_id: str) -> None:
        """Forget a document, its addresses, and its kept bytes when no other document needs them."""

        def act(connection: Rows) -> None:
            key = _known(connection, doc_id)
            connection.execute("DELETE FROM address WHERE document = %s", (key,))
            writing.delete(connection, key)
            self._note_change(connection, doc_id, "remove")

        self._connections.write(act)

    def rename(self, doc_id: str, new: str) -> None:
        """Give a document another doc_id."""

        def act(connection: Rows) -> None:
            key = _known(connection, doc_id)
            if new != doc_id and writing.key_of(connection, new) is not None:
                raise Usage(f"{new!r} is the doc_id of another document", hint="Choose another name.")
            connection.execute("UPDATE document SET doc_id = %s WHERE id = %s", (new, key))
            readings.rename(connection, doc_id, new)
            for name in (doc_id, new):
                self._note_change(connection, name, "rename")

        self._connections.write(act)

    def note_address(self, doc_id: str, address: str) -> None:
        """Note one more address of a document."""

        def act(connection: Rows) -> None:
            writing.note_address(connection, _known(connection, doc_id), address)
            self._note_change(connection, doc_id, "address")

        self._connections.write(act)

    def records(self, doc_ids: Sequence[str] | None = None) -> tuple[Record, ...]:
        """Records in doc_id order: of these documents (unknown ones are left out), or of all."""
        with self._connections.reading() as connection:
            return queries.records(connection, doc_ids)

    def at_address(self, address: str) -> str | None:
        """The doc_id of the document last added from this address."""
        with self._connections.reading() as connection:
            found = connection.execute(queries.AT_ADDRESS, (address, address)).fetchone()
        return found[0] if found else None

    def with_source(self, sha256: str) -> str | None:
        """The doc_id of the document read from these bytes."""
        query = "SELECT doc_id FROM document WHERE source = %s ORDER BY doc_id LIMIT 1"
        with self._connections.reading() as connection:
            found = connection.execute(query, (sha256,)).fetchone()
        return found[0] if found else None

    def bytes_of(self, doc_id: str) -> bytes | None:
        """The kept bytes of a document, or None when they were not kept."""
        with self._connections.reading() as connection:
            _known(connection, doc_id)
            return queries.bytes_of(connection, doc_id)

    def outline(self, doc_id: str) -> tuple[Section, ...]:
        """All sections in pre-order; empty for an unknown document."""
        with self._connections.reading() as connection:
            (key,) = [*queries.scope_names(self._connections, (doc_id,))] or (None,)
            if key is None:
                return ()
            sections = self._outlines.get(key)
            if sections is None:
                sections = queries.sections(connection, key)
                self._outlines.hold(key, sections)
        return sections

    def read(self, doc_id: str, first: int, end: int) -> tuple[Paragraph, ...]:
        """Paragraphs by order number, first to end - 1."""
        with self._connections.reading() as connection:
            return queries.paragraphs(connection, doc_id, first, end)

    def paragraphs(self, doc_id: str, orders: Sequence[int]) -> Mapping[int, Paragraph]:
        """Those of some order numbers that are there."""
        with self._connections.reading() as connection:
            return queries.some_paragraphs(connection, doc_id, orders)

    def index_of(self, doc_id: str) -> Index:
        """All that `put` was given of a document's words."""
        with self._connections.reading() as connection:
            return queries.index_of(connection, _known(connection, doc_id))

    def furniture(self, doc_id: str) -> tuple[Furniture, ...]:
        """What was put aside, in order."""
        with self._connections.reading() as connection:
            key = writing.key_of(connection, doc_id)
            found = connection.execute("SELECT block FROM furniture WHERE document = %s", (key,)).fetchone()
        return rows.unpack_furniture(writing.with_nul(found)[0]) if found else ()

    def postings(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> tuple[Posting, ...]:
        """Postings of these terms in these documents, or in all; term by term in the order given."""
        return queries.postings(self._connections, tuple(dict.fromkeys(terms)), doc_ids)

    def held(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> tuple[Held, ...]:
        """Which of these documents, or of all, hold each term that any holds."""
        return queries.held(self._connections, tuple(dict.fromkeys(terms)), doc_ids)

    def totals(self, doc_ids: Sequence[str] | None = None) -> tuple[Totals, ...]:
        """These documents in figures, or all, in doc_id order."""
        query = "SELECT doc_id, title, language, paragraphs, totals FROM document"
        with self._connections.reading() as connection:
            found = queries.of_documents(connection, query, doc_ids)
        return tuple(
            [Totals(doc_id, title, code, n, tuple(json.loads(each))) for doc_id, title, code, n, each in found]
        )

    def lengths(self, doc_ids: Sequence[str] | None = None) -> tuple[Lengths, ...]:
        """Paragraph lengths of these documents, or of all, in doc_id order."""
        query = "SELECT doc_id, paragraphs, totals, lengths FROM document"
        with self._connections.reading() as connection:
            found = queries.of_documents(connection, query, doc_ids)
        return tuple(Lengths(doc_id, n, tuple(json.loads(totals)), block) for doc_id, n, totals, block in found)

    def begin_reading(self, reading: Reading) -> Reading:
        """Write a reading without steps; the same with its reading_id and start."""
        return self._connections.write(lambda connection: readings.begin(connection, reading))

    def save_step(self, reading_id: str, step: Step) -> Step:
        """Write the next step of a reading; the same with its time."""
        return self._connections.write(lambda connection: readings.save(connection, reading_id, step))

    def keep_reading(self, reading: Reading) -> None:
        """Write a reading with all its steps as it stands elsewhere, in place of any of its reading_id."""
        self._connections.write(lambda connection: readings.keep(connection, reading))

    def readings(self) -> tuple[Reading, ...]:
        """All readings, oldest first; their steps without data."""
        with self._connections.reading() as connection:
            return readings.listed(connection)

    def reading_heads(self) -> tuple[Reading, ...]:
        """All readings, oldest first, without their steps."""
        with self._connections.reading() as connection:
            return readings.heads(connection)

    def one_reading(self, reading_id: str) -> Reading:
        """A reading with all its steps."""
        with self._connections.reading() as connection:
            return readings.one(connection, reading_id)

    def remove_reading(self, reading_id: str) -> None:
        """Forget a reading."""
        self._connections.write(lambda connection: readings.remove(connection, reading_id))

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once the calling thread's transaction has ended well; at once when it is in none."""
        self._connections.afterwards(act)

    def generation(self) -> int:
        """A number that grows with every change."""
        return self._connections.once("generation", generations.present)

    def count(self) -> int:
        """How many documents there are."""
        with self._connections.reading() as connection:
            found = connection.execute("SELECT count(*) FROM document").fetchone()
        return int(found[0]) if found else 0

    def check(self) -> tuple[Notice, ...]:
        """Faults found (fsck); empty when all is well. Sweeps kept bytes that no document needs, where it may write."""
        with self._connections.reading() as connection:
            found = check.faults(connection)
        with suppress(ReadOnly):
            self._connections.write(check.sweep)
        return found

    def backup(self, target: Path) -> None:
        """Not here: the server's own tools know roles, partitions and what is being written."""
        raise Usage(f"a library on a server is not copied to {target}", hint="Use pg_dump, or pg_basebackup.")

    def vacuum(self) -> None:
        """Not here: the server does so by itself."""
        raise Usage("a library on a server vacuums itself", hint="To do it now: VACUUM, as its owner.")

    def close(self) -> None:
        """Close all connections."""
        self._connections.close()

    def _note_change(self, connection: Rows, doc_id: str, change: str) -> None:
        if generations.is_long(writing.note_change(connection, doc_id, change)):
            self._connections.afterwards(lambda: self._connections.write(generations.fold))


def _take_out(connection: Rows, doc_id: str, sha256: str) -> tuple[int, ...] | None:
    """Clear the way for a new edition: keys of the addresses that stay with it; None when there was none.

    Addresses hold bytes: they stay when the bytes do, else they fall away with the edition that was read there.
    """
    key = writing.key_of(connection, doc_id)
    if key is None:
        return None
    left = "UPDATE address SET document = NULL WHERE document = %s RETURNING id"
    held = connection.execute(left, (key,)).fetchall()
    same = writing.delete(connection, key) == sha256
    return tuple(one for (one,) in held) if same else ()


def _known(connection: Rows, doc_id: str) -> int:
    key = writing.key_of(connection, doc_id)
    if key is None:
        raise NotFound(f"no document {doc_id!r} in this library", hint="silcrow ls shows what there is.")
    return key
