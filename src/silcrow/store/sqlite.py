"""The embedded store: one SQLite file in write-ahead mode, plain tables. Knows rows; ranking lives above it."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from silcrow.document import Document, Furniture, Paragraph, Record, Section
from silcrow.errors import LibraryError, NewerLibrary, NotFound, Notice, Usage
from silcrow.store import rows, schema
from silcrow.store.check import faults
from silcrow.store.connections import Connections
from silcrow.store.protocol import Index, Lengths, Posting, Source
from silcrow.store.sources import KeptBytes

_MAGIC = b"SQLite format 3\0"

_RECORDS = """
SELECT d.doc_id, d.edition, d.recipe, d.format, d.title, d.authors, d.date, d.language, d.pages, d.page_labels,
       d.sections, d.paragraphs, d.tokens, d.health, s.sha256, s.size, s.kept, d.added, d.id
FROM document d JOIN source s ON s.id = d.source
WHERE ? IS NULL OR d.doc_id IN (SELECT value FROM json_each(?))
ORDER BY d.doc_id
"""

_ADDRESSES = """
SELECT a.document, a.address
FROM document d JOIN address a ON a.document = d.id
WHERE ? IS NULL OR d.doc_id IN (SELECT value FROM json_each(?))
ORDER BY a.id
"""

_SECTIONS = """
SELECT ord, last, parent, level, sec_id, heading, label, title, path, first, count, "end", tokens,
       first_page, last_page, regions, evidence, confidence
FROM section WHERE document = ? ORDER BY ord
"""

# CROSS JOIN fixes the order of the loops: terms outside, then the documents that hold each.
_POSTINGS = """
SELECT t.term, d.doc_id, p.n, p.block
FROM json_each(?) AS asked
CROSS JOIN term AS t ON t.term = asked.value
CROSS JOIN posting AS p ON p.term = t.id
CROSS JOIN document AS d ON d.id = p.document
"""

_POSTINGS_WITHIN = """
SELECT t.term, d.doc_id, p.n, p.block
FROM json_each(?) AS asked
CROSS JOIN term AS t ON t.term = asked.value
CROSS JOIN json_each(?) AS scope
CROSS JOIN document AS d ON d.doc_id = scope.value
CROSS JOIN posting AS p ON p.term = t.id AND p.document = d.id
"""


class SqliteStore:
    """A Store in one file, or in memory. Usable from any thread."""

    def __init__(self, connections: Connections, kept: KeptBytes) -> None:
        self._connections = connections
        self._kept = kept

    @classmethod
    def open(cls, path: Path | None = None, *, wait: float = 30.0) -> "SqliteStore":
        """Open a library, making a new one where there is none; None is a library in memory that leaves nothing.

        `wait`: seconds to wait for another process that writes before Busy is raised.
        """
        if path is not None:
            _refuse_foreign(path)
        connections = Connections(path, wait=wait)
        try:
            if path is not None:
                connections.use_log()
            with connections.reading() as connection:
                current = set(schema.MIGRATIONS) <= set(schema.applied(connection))
            if not current:
                with connections.writing() as connection:
                    schema.migrate(connection)
        except BaseException:
            connections.close()
            raise
        return cls(connections, KeptBytes(None if path is None else path.with_name(f"{path.name}.sources")))

    def reading(self) -> AbstractContextManager[object]:
        """A read transaction of the calling thread: all that is read inside is of one moment."""
        return self._connections.reading()

    def writing(self) -> AbstractContextManager[object]:
        """A write transaction of the calling thread: what is read and written inside is one step."""
        return self._connections.writing()

    def put(self, document: Document, index: Index, source: Source) -> None:
        """Write a document, replacing any edition of the same doc_id; note its source and address."""
        with self._connections.writing() as connection:
            moved = self._take_out(connection, document.doc_id, source.sha256)
            key = _insert_document(connection, document, index, self._put_source(connection, source))
            connection.executemany("UPDATE address SET document = ? WHERE id = ?", [(key, one) for one in moved or ()])
            _note_address(connection, key, source.address)
            connection.execute("DELETE FROM address WHERE document IS NULL")
            _insert_text(connection, key, document)
            _insert_postings(connection, key, index)
            _note_change(connection, document.doc_id, "add" if moved is None else "replace")

    def remove(self, doc_id: str) -> None:
        """Forget a document, its addresses, and its kept bytes when no other document needs them."""
        with self._connections.writing() as connection:
            key = _key_of(connection, doc_id)
            connection.execute("DELETE FROM address WHERE document = ?", (key,))
            self._delete(connection, key)
            _note_change(connection, doc_id, "remove")

    def rename(self, doc_id: str, new: str) -> None:
        """Give a document another doc_id."""
        with self._connections.writing() as connection:
            key = _key_of(connection, doc_id)
            if new != doc_id and _key(connection, new) is not None:
                raise Usage(f"{new!r} is the doc_id of another document", hint="Choose another name.")
            connection.execute("UPDATE document SET doc_id = ? WHERE id = ?", (new, key))
            _note_change(connection, doc_id, "rename")

    def note_address(self, doc_id: str, address: str) -> None:
        """Note one more address of a document."""
        with self._connections.writing() as connection:
            _note_address(connection, _key_of(connection, doc_id), address)
            _note_change(connection, doc_id, "address")

    def records(self, doc_ids: Sequence[str] | None = None) -> tuple[Record, ...]:
        """Records in doc_id order: of these documents (unknown ones are left out), or of all."""
        scope = None if doc_ids is None else json.dumps(list(doc_ids))
        with self._connections.reading() as connection:
            found = connection.execute(_RECORDS, (scope, scope)).fetchall()
            addresses: dict[int, list[str]] = {row[-1]: [] for row in found}
            for key, address in connection.execute(_ADDRESSES, (scope, scope)):
                addresses[key].append(address)
        return tuple([rows.record_of(row[:-1], tuple(addresses[row[-1]])) for row in found])

    def at_address(self, address: str) -> str | None:
        """The doc_id of the document last added from this address."""
        query = "SELECT d.doc_id FROM address a JOIN document d ON d.id = a.document WHERE a.address = ?"
        return self._first(query, address)

    def with_source(self, sha256: str) -> str | None:
        """The doc_id of the document read from these bytes."""
        query = "SELECT d.doc_id FROM source s JOIN document d ON d.source = s.id WHERE s.sha256 = ? ORDER BY d.doc_id"
        return self._first(query, sha256)

    def bytes_of(self, doc_id: str) -> bytes | None:
        """The kept bytes of a document, or None when they were not kept."""
        query = "SELECT s.sha256, s.kept FROM document d JOIN source s ON s.id = d.source WHERE d.doc_id = ?"
        with self._connections.reading() as connection:
            found = connection.execute(query, (doc_id,)).fetchone()
            if not found:
                raise _unknown(doc_id)
            data = self._kept.read(found[0]) if found[1] else None
        if found[1] and data is None:
            raise LibraryError(f"the kept bytes of {doc_id!r} are gone", hint="Remove it and add its file again.")
        return data

    def outline(self, doc_id: str) -> tuple[Section, ...]:
        """All sections in pre-order; empty for an unknown document."""
        with self._connections.reading() as connection:
            key = _key(connection, doc_id)
            found = [] if key is None else connection.execute(_SECTIONS, (key,)).fetchall()
        return rows.sections_of(found)

    def read(self, doc_id: str, first: int, end: int) -> tuple[Paragraph, ...]:
        """Paragraphs by order number, first to end - 1."""
        query = (
            'SELECT kind, text, regions, tokens, "table" FROM paragraph WHERE document ='
            " (SELECT id FROM document WHERE doc_id = ?) AND ord >= ? AND ord < ? ORDER BY ord"
        )
        with self._connections.reading() as connection:
            found = connection.execute(query, (doc_id, first, end)).fetchall()
        return tuple([rows.paragraph_of(*row) for row in found])

    def furniture(self, doc_id: str) -> tuple[Furniture, ...]:
        """What was put aside, in order."""
        block = self._first(
            "SELECT block FROM furniture WHERE document = (SELECT id FROM document WHERE doc_id = ?)", doc_id
        )
        return rows.unpack_furniture(block) if block else ()

    def postings(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> tuple[Posting, ...]:
        """Postings of these terms in these documents, or in all; term by term in the order given."""
        asked = json.dumps(list(dict.fromkeys(terms)))
        with self._connections.reading() as connection:
            if doc_ids is None:
                found = connection.execute(_POSTINGS, (asked,)).fetchall()
            else:
                scope = json.dumps(list(dict.fromkeys(doc_ids)))
                found = connection.execute(_POSTINGS_WITHIN, (asked, scope)).fetchall()
        return tuple(map(Posting._make, found))

    def lengths(self, doc_ids: Sequence[str] | None = None) -> tuple[Lengths, ...]:
        """Paragraph lengths of these documents, or of all, in doc_id order."""
        query = "SELECT doc_id, paragraphs, totals, lengths FROM document"
        scope = () if doc_ids is None else (json.dumps(list(doc_ids)),)
        if doc_ids is not None:
            query += " WHERE doc_id IN (SELECT value FROM json_each(?))"
        with self._connections.reading() as connection:
            found = connection.execute(query + " ORDER BY doc_id", scope).fetchall()
        return tuple(Lengths(doc_id, n, tuple(json.loads(totals)), block) for doc_id, n, totals, block in found)

    def generation(self) -> int:
        """A number that grows with every change."""
        with self._connections.reading() as connection:
            (n,) = connection.execute("SELECT coalesce(max(n), 0) FROM generation").fetchone()
        return int(n)

    def check(self) -> tuple[Notice, ...]:
        """Faults found (fsck); empty when all is well. Sweeps kept bytes that no document needs."""
        with self._connections.writing() as connection:
            return faults(connection, self._kept)

    def close(self) -> None:
        """Close the calling thread's connection and all others."""
        self._connections.close()

    def _first(self, query: str, *values: str) -> str | None:
        with self._connections.reading() as connection:
            found = connection.execute(query, values).fetchone()
        return found[0] if found else None

    def _put_source(self, connection: sqlite3.Connection, source: Source) -> int:
        """Bytes first, then their row, so that a row never promises bytes that are not there."""
        if source.data is not None:
            self._kept.write(source.sha256, source.data)
        (key,) = connection.execute(
            "INSERT INTO source (sha256, size, kept) VALUES (?, ?, ?)"
            " ON CONFLICT (sha256) DO UPDATE SET kept = max(kept, excluded.kept) RETURNING id",
            (source.sha256, source.size, int(source.data is not None)),
        ).fetchone()
        return int(key)

    def _take_out(self, connection: sqlite3.Connection, doc_id: str, sha256: str) -> tuple[int, ...] | None:
        """Clear the way for a new edition: keys of the addresses that stay with it; None when there was none.

        Addresses hold bytes: they stay when the bytes do, else they fall away with the edition that was read there.
        """
        key = _key(connection, doc_id)
        if key is None:
            return None
        same = "SELECT s.sha256 = ? FROM document d JOIN source s ON s.id = d.source WHERE d.id = ?"
        (stay,) = connection.execute(same, (sha256, key)).fetchone()
        held = connection.execute("SELECT id FROM address WHERE document = ? ORDER BY id", (key,)).fetchall()
        connection.execute("UPDATE address SET document = NULL WHERE document = ?", (key,))
        self._delete(connection, key)
        return tuple(one for (one,) in held) if stay else ()

    def _delete(self, connection: sqlite3.Connection, key: int) -> None:
        """Take out a document's own rows, and its source unless another document needs it."""
        query = "SELECT s.id, s.sha256 FROM document d JOIN source s ON s.id = d.source WHERE d.id = ?"
        source_key, sha256 = connection.execute(query, (key,)).fetchone()
        for table in ("posting", "paragraph", "section", "furniture"):
            connection.execute(f"DELETE FROM {table} WHERE document = ?", (key,))  # noqa: S608  our own names
        connection.execute("DELETE FROM document WHERE id = ?", (key,))
        connection.execute(
            "DELETE FROM source WHERE id = ? AND NOT EXISTS (SELECT 1 FROM document WHERE source = source.id)",
            (source_key,),
        )
        self._connections.after_commit(lambda: self._drop_bytes(sha256))

    def _drop_bytes(self, sha256: str) -> None:
        """Drop kept bytes that no row promises any more; under the write lock, so nobody is about to promise them."""
        with self._connections.writing() as connection:
            if not connection.execute("SELECT 1 FROM source WHERE sha256 = ? AND kept", (sha256,)).fetchone():
                self._kept.drop(sha256)


def _refuse_foreign(path: Path) -> None:
    """Raise for what is no library, or a newer one, without changing a byte of it."""
    if path.is_dir():
        raise Usage(f"{path} is a folder", hint="Name a library file, such as library.db.")
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("rb") as file:
        magic = file.read(len(_MAGIC))
    refusal = Usage(f"{path} is not a Silcrow library", hint="It was left as it is. Name another file with --library.")
    if magic != _MAGIC:
        raise refusal
    # Without a log beside it the file is complete in itself, and an immutable open leaves no trace at all.
    mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != schema.APPLICATION_ID and tables:
            raise refusal
        unknown = [name for name in schema.applied(connection) if name not in schema.MIGRATIONS]
    finally:
        connection.close()
    if unknown:
        raise NewerLibrary(
            f"{path} was written by a newer Silcrow (it knows {', '.join(unknown)})",
            hint="Update Silcrow, or name another library with --library. This one was left as it is.",
        )


def _unknown(doc_id: str) -> NotFound:
    return NotFound(f"no document {doc_id!r} in this library", hint="silcrow ls shows what there is.")


def _key(connection: sqlite3.Connection, doc_id: str) -> int | None:
    found = connection.execute("SELECT id FROM document WHERE doc_id = ?", (doc_id,)).fetchone()
    return found[0] if found else None


def _key_of(connection: sqlite3.Connection, doc_id: str) -> int:
    key = _key(connection, doc_id)
    if key is None:
        raise _unknown(doc_id)
    return key


def _note_address(connection: sqlite3.Connection, key: int, address: str) -> None:
    connection.execute(
        "INSERT INTO address (address, document) VALUES (?, ?)"
        " ON CONFLICT (address) DO UPDATE SET document = excluded.document",
        (address, key),
    )


def _note_change(connection: sqlite3.Connection, doc_id: str, change: str) -> None:
    connection.execute("INSERT INTO generation (doc_id, change) VALUES (?, ?)", (doc_id, change))


def _insert_document(connection: sqlite3.Connection, document: Document, index: Index, source_key: int) -> int:
    values = (
        document.doc_id,
        document.edition,
        document.recipe,
        document.format,
        document.title,
        rows.pack_strings(document.authors),
        document.date,
        document.language,
        document.pages,
        rows.pack_strings(document.page_labels),
        len(document.sections),
        len(document.paragraphs),
        sum(paragraph.tokens for paragraph in document.paragraphs),
        rows.pack_health(document.health),
        source_key,
        datetime.now(UTC).isoformat(timespec="seconds"),
        json.dumps(index.totals),
        index.lengths,
    )
    marks = ", ".join("?" * len(values))
    key = connection.execute(f"INSERT INTO document VALUES (NULL, {marks})", values).lastrowid  # noqa: S608
    assert key is not None
    return key


def _insert_text(connection: sqlite3.Connection, key: int, document: Document) -> None:
    sections = rows.section_rows(key, document.sections)
    connection.executemany(f"INSERT INTO section VALUES ({', '.join('?' * 19)})", sections)  # noqa: S608
    paragraphs = rows.paragraph_rows(key, document.paragraphs)
    connection.executemany("INSERT INTO paragraph VALUES (?, ?, ?, ?, ?, ?, ?)", paragraphs)
    if document.furniture:
        block = rows.pack_furniture(document.furniture)
        connection.execute("INSERT INTO furniture VALUES (?, ?)", (key, block))


def _insert_postings(connection: sqlite3.Connection, key: int, index: Index) -> None:
    terms = sorted(index.blocks)
    connection.executemany("INSERT OR IGNORE INTO term (term) VALUES (?)", [(term,) for term in terms])
    connection.executemany(
        "INSERT INTO posting VALUES ((SELECT id FROM term WHERE term = ?), ?, ?, ?)",
        [(term, key, *index.blocks[term]) for term in terms],
    )
