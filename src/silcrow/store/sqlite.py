"""The embedded store: one SQLite file in write-ahead mode, plain tables. Knows rows; ranking lives above it."""

import json
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from silcrow.document import Document, Furniture, Paragraph, Record, Section
from silcrow.errors import NotFound, Notice, Usage
from silcrow.reading import Reading, Step, now
from silcrow.store import backup, check, jobs, promised, readings, rows, vectors, writing
from silcrow.store.connections import Connections
from silcrow.store.opening import open_connections
from silcrow.store.outlines import Outlines
from silcrow.store.protocol import Held, Index, Lengths, Posting, Source, Totals
from silcrow.store.sources import KeptBytes

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

# CROSS JOIN fixes the order of the loops: terms outside, then the documents that hold each, a shelf after the other.
_POSTINGS = """
WITH shelf AS MATERIALIZED (SELECT DISTINCT id >> 6 AS id FROM document)
SELECT t.term, d.doc_id, p.n, p.block
FROM json_each(?) AS asked
CROSS JOIN term AS t ON t.term = asked.value
CROSS JOIN shelf
CROSS JOIN posting AS p ON p.document >> 6 = shelf.id AND p.term = t.id
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

# A row a term: a row a posting would cost ten times as much to bring over.
_HELD = """
WITH shelf AS MATERIALIZED (SELECT DISTINCT id >> 6 AS id FROM document)
SELECT t.term, group_concat(p.document), group_concat(p.n)
FROM json_each(?) AS asked
CROSS JOIN term AS t ON t.term = asked.value
CROSS JOIN shelf
CROSS JOIN posting AS p ON p.document >> 6 = shelf.id AND p.term = t.id
GROUP BY asked.key
"""

_HELD_WITHIN = """
SELECT t.term, group_concat(p.document), group_concat(p.n)
FROM json_each(?) AS asked
CROSS JOIN term AS t ON t.term = asked.value
CROSS JOIN json_each(?) AS scope
CROSS JOIN document AS d ON d.doc_id = scope.value
CROSS JOIN posting AS p ON p.term = t.id AND p.document = d.id
GROUP BY asked.key
"""


_SOME_PARAGRAPHS = """
SELECT p.ord, p.kind, p.text, p.regions, p.tokens, p."table" FROM json_each(?) AS asked
CROSS JOIN document AS d
CROSS JOIN paragraph AS p ON p.document = d.id AND p.ord = asked.value
WHERE d.doc_id = ?
"""


class SqliteStore:
    """A Store in one file, or in memory. Usable from any thread."""

    def __init__(self, connections: Connections, kept: KeptBytes) -> None:
        self._connections = connections
        self._kept = kept
        self._outlines = Outlines()
        self.jobs = jobs.SqliteJobs(connections)
        self.vectors = vectors.SqliteVectors(connections)

    @classmethod
    def open(cls, path: Path | None = None, *, wait: float = 30.0) -> "SqliteStore":
        """Open a library, making a new one where there is none; None is a library in memory that leaves nothing.

        `wait`: seconds to wait for another process that writes before Busy is raised.
        """
        if path is None:
            return cls(open_connections(None, wait=wait), KeptBytes(None))
        # SQLite puts its log beside the real file; so must we the kept bytes, whatever link led there.
        real = Path(os.path.realpath(path))
        return cls(open_connections(real, wait=wait), KeptBytes(real.with_name(f"{real.name}.sources")))

    def reading(self) -> AbstractContextManager[object]:
        """A read transaction of the calling thread: all that is read inside is of one moment."""
        return self._connections.reading()

    def writing(self) -> AbstractContextManager[object]:
        """A write transaction of the calling thread: what is read and written inside is one step."""
        return self._connections.writing()

    def put(self, document: Document, index: Index, source: Source, *, added: str = "") -> None:
        """Write a document, replacing any edition of the same doc_id; note its source and address."""
        with self._connections.writing() as connection:
            stay = self._take_out(connection, document.doc_id, source.sha256)
            if source.data is not None:
                self._kept.write(source.sha256, source.data)
            key = writing.insert(connection, document, index, source, added=added or now())
            connection.executemany("UPDATE address SET document = ? WHERE id = ?", [(key, one) for one in stay or ()])
            if source.address:
                writing.note_address(connection, key, source.address)
            connection.execute("DELETE FROM address WHERE document IS NULL")
            jobs.done(connection, source.address, source.sha256)
            writing.note_change(connection, document.doc_id, "add" if stay is None else "replace")

    def remove(self, doc_id: str) -> None:
        """Forget a document, its addresses, and its kept bytes when no other document needs them."""
        with self._connections.writing() as connection:
            key = _known(connection, doc_id)
            connection.execute("DELETE FROM address WHERE document = ?", (key,))
            writing.forget_words(connection, key)
            self._delete(connection, key)
            writing.note_change(connection, doc_id, "remove")

    def rename(self, doc_id: str, new: str) -> None:
        """Give a document another doc_id."""
        with self._connections.writing() as connection:
            key = _known(connection, doc_id)
            if new != doc_id and writing.key_of(connection, new) is not None:
                raise Usage(f"{new!r} is the doc_id of another document", hint="Choose another name.")
            connection.execute("UPDATE document SET doc_id = ? WHERE id = ?", (new, key))
            readings.rename(connection, doc_id, new)
            for name in (doc_id, new):
                writing.note_change(connection, name, "rename")

    def note_address(self, doc_id: str, address: str) -> None:
        """Note one more address of a document."""
        with self._connections.writing() as connection:
            writing.note_address(connection, _known(connection, doc_id), address)
            writing.note_change(connection, doc_id, "address")

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
        return promised.read(self._connections, self._kept, doc_id)

    def outline(self, doc_id: str) -> tuple[Section, ...]:
        """All sections in pre-order; empty for an unknown document."""
        with self._connections.reading() as connection:
            key = writing.key_of(connection, doc_id)
            if key is None:
                return ()
            # A key given inside a transaction that fails is given again to another document.
            settled = not self._connections.is_writing()
            sections = self._outlines.get(key) if settled else None
            if sections is None:
                sections = rows.sections_of(connection.execute(_SECTIONS, (key,)))
                if settled:
                    self._outlines.hold(key, sections)
        return sections

    def read(self, doc_id: str, first: int, end: int) -> tuple[Paragraph, ...]:
        """Paragraphs by order number, first to end - 1."""
        query = (
            'SELECT kind, text, regions, tokens, "table" FROM paragraph WHERE document ='
            " (SELECT id FROM document WHERE doc_id = ?) AND ord >= ? AND ord < ? ORDER BY ord"
        )
        with self._connections.reading() as connection:
            found = connection.execute(query, (doc_id, first, end)).fetchall()
        return tuple([rows.paragraph_of(*row) for row in found])

    def paragraphs(self, doc_id: str, orders: Sequence[int]) -> Mapping[int, Paragraph]:
        """Those of some order numbers that are there."""
        with self._connections.reading() as connection:
            found = connection.execute(_SOME_PARAGRAPHS, (json.dumps(list(orders)), doc_id)).fetchall()
        return {order: rows.paragraph_of(*row) for order, *row in found}

    def index_of(self, doc_id: str) -> Index:
        """All that `put` was given of a document's words."""
        with self._connections.reading() as connection:
            return writing.index_of(connection, _known(connection, doc_id))

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

    def held(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> tuple[Held, ...]:
        """Which of these documents, or of all, hold each term that any holds."""
        asked = json.dumps(list(dict.fromkeys(terms)))
        scope = () if doc_ids is None else (json.dumps(list(dict.fromkeys(doc_ids))),)
        named = "" if doc_ids is None else " WHERE doc_id IN (SELECT value FROM json_each(?))"
        with self._connections.reading() as connection:
            found = connection.execute(_HELD if doc_ids is None else _HELD_WITHIN, (asked, *scope)).fetchall()
            if not found:
                return ()
            query = f"SELECT CAST(id AS TEXT), doc_id FROM document{named}"  # noqa: S608  our own words
            names = dict(connection.execute(query, scope).fetchall())
        return tuple(
            [
                Held(term, tuple(map(names.__getitem__, keys.split(","))), tuple(map(int, counts.split(","))))
                for term, keys, counts in found
            ]
        )

    def totals(self, doc_ids: Sequence[str] | None = None) -> tuple[Totals, ...]:
        """These documents in figures, or all, in doc_id order."""
        query = "SELECT doc_id, title, language, paragraphs, totals FROM document"
        scope = () if doc_ids is None else (json.dumps(list(doc_ids)),)
        if doc_ids is not None:
            query += " WHERE doc_id IN (SELECT value FROM json_each(?))"
        with self._connections.reading() as connection:
            found = connection.execute(query + " ORDER BY doc_id", scope).fetchall()
        return tuple(
            [Totals(doc_id, title, code, n, tuple(json.loads(each))) for doc_id, title, code, n, each in found]
        )

    def lengths(self, doc_ids: Sequence[str] | None = None) -> tuple[Lengths, ...]:
        """Paragraph lengths of these documents, or of all, in doc_id order."""
        query = "SELECT doc_id, paragraphs, totals, lengths FROM document"
        scope = () if doc_ids is None else (json.dumps(list(doc_ids)),)
        if doc_ids is not None:
            query += " WHERE doc_id IN (SELECT value FROM json_each(?))"
        with self._connections.reading() as connection:
            found = connection.execute(query + " ORDER BY doc_id", scope).fetchall()
        return tuple(Lengths(doc_id, n, tuple(json.loads(totals)), block) for doc_id, n, totals, block in found)

    def begin_reading(self, reading: Reading) -> Reading:
        """Write a reading without steps; the same with its reading_id and start."""
        with self._connections.writing() as connection:
            return readings.begin(connection, reading)

    def save_step(self, reading_id: str, step: Step) -> Step:
        """Write the next step of a reading; the same with its time."""
        with self._connections.writing() as connection:
            return readings.save(connection, reading_id, step)

    def keep_reading(self, reading: Reading) -> None:
        """Write a reading with all its steps as it stands elsewhere, in place of any of its reading_id."""
        with self._connections.writing() as connection:
            readings.keep(connection, reading)

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
        with self._connections.writing() as connection:
            readings.remove(connection, reading_id)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once the calling thread's transaction has ended well; at once when it is in none."""
        self._connections.afterwards(act)

    def generation(self) -> int:
        """A number that grows with every change."""
        with self._connections.reading() as connection:
            (n,) = connection.execute("SELECT coalesce(max(n), 0) FROM generation").fetchone()
        return int(n)

    def count(self) -> int:
        """How many documents there are."""
        with self._connections.reading() as connection:
            (n,) = connection.execute("SELECT count(*) FROM document").fetchone()
        return int(n)

    def check(self) -> tuple[Notice, ...]:
        """Faults found (fsck); empty when all is well. Sweeps kept bytes that no document needs."""
        with self._connections.reading() as connection:
            found = check.faults(connection)
            suspected = check.suspects(connection, self._kept)
            if self._connections.only_read:
                return found + check.lost(connection, self._kept, suspected)
        with self._connections.writing() as connection:
            return found + check.settle(connection, self._kept, suspected)

    def backup(self, target: Path) -> None:
        """Write a copy of all of it, kept bytes included, as a library file."""
        backup.copy(self._connections, self._kept, target)

    def vacuum(self) -> None:
        """Give room that is not used any more back to the disk."""
        self._connections.vacuum()

    def close(self) -> None:
        """Close the calling thread's connection and all others."""
        self._connections.close()

    def _first(self, query: str, *values: str) -> str | None:
        with self._connections.reading() as connection:
            found = connection.execute(query, values).fetchone()
        return found[0] if found else None

    def _take_out(self, connection: sqlite3.Connection, doc_id: str, sha256: str) -> tuple[int, ...] | None:
        """Clear the way for a new edition: keys of the addresses that stay with it; None when there was none.

        Addresses hold bytes: they stay when the bytes do, else they fall away with the edition that was read there.
        """
        key = writing.key_of(connection, doc_id)
        if key is None:
            return None
        held = connection.execute("SELECT id FROM address WHERE document = ? ORDER BY id", (key,)).fetchall()
        connection.execute("UPDATE address SET document = NULL WHERE document = ?", (key,))
        same = self._delete(connection, key) == sha256
        return tuple(one for (one,) in held) if same else ()

    def _delete(self, connection: sqlite3.Connection, key: int) -> str:
        sha256 = writing.delete(connection, key)
        self._connections.afterwards(lambda: self._drop_bytes(sha256))
        return sha256

    def _drop_bytes(self, sha256: str) -> None:
        """Drop kept bytes that no row promises any more; under the write lock, so nobody is about to promise them."""
        with self._connections.writing() as connection:
            if not connection.execute("SELECT 1 FROM source WHERE sha256 = ? AND kept", (sha256,)).fetchone():
                self._kept.drop(sha256)


def _known(connection: sqlite3.Connection, doc_id: str) -> int:
    key = writing.key_of(connection, doc_id)
    if key is None:
        raise NotFound(f"no document {doc_id!r} in this library", hint="silcrow ls shows what there is.")
    return key
