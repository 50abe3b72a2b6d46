"""The rows of one document, written and taken out again inside the caller's transaction. Knows no kept bytes."""

import json
import sqlite3

from silcrow.document import Document
from silcrow.store import rows
from silcrow.store.protocol import Index, Source

# Words that only this document has are part of what is forgotten with it.
_FORGET_WORDS = """
WITH shelf AS MATERIALIZED (SELECT DISTINCT id >> 6 AS id FROM document)
DELETE FROM term WHERE id IN (
    SELECT mine.term FROM posting AS mine WHERE mine.document = ?
    AND NOT EXISTS (
        SELECT 1 FROM shelf CROSS JOIN posting AS other ON other.document >> 6 = shelf.id AND other.term = mine.term
        WHERE other.document != ?
    )
)
"""

_DELETE = (
    "DELETE FROM posting WHERE document = ?",
    "DELETE FROM paragraph WHERE document = ?",
    "DELETE FROM section WHERE document = ?",
    "DELETE FROM furniture WHERE document = ?",
    "DELETE FROM vector WHERE document = ?",
    "DELETE FROM signs WHERE document = ?",
    "DELETE FROM document WHERE id = ?",
)

_DELETE_SOURCE = "DELETE FROM source WHERE id = ? AND NOT EXISTS (SELECT 1 FROM document WHERE source = source.id)"

_INSERT_DOCUMENT = "INSERT INTO document VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_SECTION = "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_PARAGRAPH = "INSERT INTO paragraph VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_POSTING = "INSERT INTO posting (document, term, n, block) VALUES (?, ?, ?, ?)"


def key_of(connection: sqlite3.Connection, doc_id: str) -> int | None:
    """The key of a document's present edition."""
    found = connection.execute("SELECT id FROM document WHERE doc_id = ?", (doc_id,)).fetchone()
    return found[0] if found else None


def insert(connection: sqlite3.Connection, document: Document, index: Index, source: Source, *, added: str) -> int:
    """Write all rows of a document and give back its key. Its source bytes, if kept, are safe by now."""
    key = _insert_document(connection, document, index, _source_key(connection, source), added)
    connection.executemany(_INSERT_SECTION, rows.section_rows(key, document.sections))
    connection.executemany(_INSERT_PARAGRAPH, rows.paragraph_rows(key, document.paragraphs))
    if document.furniture:
        connection.execute("INSERT INTO furniture VALUES (?, ?)", (key, rows.pack_furniture(document.furniture)))
    _insert_postings(connection, key, index)
    return key


def index_of(connection: sqlite3.Connection, key: int) -> Index:
    """All that was written of a document's words."""
    totals, lengths = connection.execute("SELECT totals, lengths FROM document WHERE id = ?", (key,)).fetchone()
    query = "SELECT t.term, p.n, p.block FROM posting AS p JOIN term AS t ON t.id = p.term WHERE p.document = ?"
    blocks = {term: (n, block) for term, n, block in connection.execute(query, (key,))}
    return Index(lengths, tuple(json.loads(totals)), blocks)


def delete(connection: sqlite3.Connection, key: int) -> str:
    """Take out all rows of a document but its addresses, and its source's unless another document needs it.

    Gives back the sha256 of its source, whose kept bytes may be needed no more.
    """
    query = "SELECT s.id, s.sha256 FROM document d JOIN source s ON s.id = d.source WHERE d.id = ?"
    source, sha256 = connection.execute(query, (key,)).fetchone()
    for statement in _DELETE:
        connection.execute(statement, (key,))
    connection.execute(_DELETE_SOURCE, (source,))
    return str(sha256)


def forget_words(connection: sqlite3.Connection, key: int) -> None:
    """Take out the terms that only this document holds; before its rows go."""
    connection.execute(_FORGET_WORDS, (key, key))


def note_address(connection: sqlite3.Connection, key: int, address: str) -> None:
    """Note an address of a document; it leaves the one that it belonged to."""
    connection.execute(
        "INSERT INTO address (address, document) VALUES (?, ?)"
        " ON CONFLICT (address) DO UPDATE SET document = excluded.document",
        (address, key),
    )


def note_change(connection: sqlite3.Connection, doc_id: str, change: str) -> None:
    """One more generation of the library."""
    connection.execute("INSERT INTO generation (doc_id, change) VALUES (?, ?)", (doc_id, change))


def _source_key(connection: sqlite3.Connection, source: Source) -> int:
    (key,) = connection.execute(
        "INSERT INTO source (sha256, size, kept) VALUES (?, ?, ?)"
        " ON CONFLICT (sha256) DO UPDATE SET kept = max(kept, excluded.kept) RETURNING id",
        (source.sha256, source.size, int(source.data is not None)),
    ).fetchone()
    return int(key)


def _insert_document(connection: sqlite3.Connection, document: Document, index: Index, source: int, added: str) -> int:
    values = rows.document_row(document, index, source, added)
    key = connection.execute(_INSERT_DOCUMENT, values).lastrowid
    assert key is not None
    return key


def _insert_postings(connection: sqlite3.Connection, key: int, index: Index) -> None:
    query = "SELECT t.term, t.id FROM json_each(?) AS asked CROSS JOIN term AS t ON t.term = asked.value"
    ids: dict[str, int] = dict(connection.execute(query, (json.dumps(list(index.blocks)),)))
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM term").fetchone()
    new = {term: last + n for n, term in enumerate([term for term in index.blocks if term not in ids], 1)}
    connection.executemany("INSERT INTO term (term, id) VALUES (?, ?)", new.items())
    ids |= new
    postings = sorted((ids[term], n, block) for term, (n, block) in index.blocks.items())
    connection.executemany(_INSERT_POSTING, [(key, *posting) for posting in postings])
