"""The rows of one document, written and taken out again inside the caller's transaction."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, LiteralString

import psycopg

from silcrow.document import Document
from silcrow.store import rows
from silcrow.store.protocol import Index, Source

Rows = psycopg.Connection[tuple[Any, ...]]

_DELETE: tuple[LiteralString, ...] = (
    "DELETE FROM posting WHERE document = %s",
    "DELETE FROM paragraph WHERE document = %s",
    "DELETE FROM section WHERE document = %s",
    "DELETE FROM furniture WHERE document = %s",
    "DELETE FROM vector WHERE document = %s",
    "DELETE FROM sign WHERE document = %s",
    "DELETE FROM signs WHERE document = %s",
)

_INSERT_DOCUMENT = """
INSERT INTO document (doc_id, edition, recipe, format, title, authors, date, language, pages, page_labels, sections,
    paragraphs, tokens, health, source, added, totals, lengths)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""

_INSERT_SOURCE = """
INSERT INTO source (sha256, size, kept) VALUES (%s, %s, %s)
ON CONFLICT (sha256) DO UPDATE SET kept = source.kept OR excluded.kept
"""

_COPY_SECTION = "COPY section FROM STDIN (FORMAT binary)"
_SECTION = (
    *("int8", "int4", "int4", "text", "int4", "text", "text", "text", "text", "text", "int4", "int4", "int4"),
    *("int8", "int4", "int4", "bytea", "text", "float8"),
)
_COPY_PARAGRAPH = "COPY paragraph FROM STDIN (FORMAT binary)"
_PARAGRAPH = ("int8", "int4", "text", "text", "bytea", "int8", "text")
_COPY_POSTING = "COPY posting FROM STDIN (FORMAT binary)"
_POSTING = ("int8", "text", "int4", "bytea")

# Bytes of a source that lie in one row.
_PIECE = 2**20

# PostgreSQL's text takes any character but NUL. It is written as two characters that no standard gives a meaning, the
# first of which is itself written with a third one.
_ESCAPE, _NUL, _SELF = "\uf8f0", "\uf8f1", "\uf8f2"


def without_nul(value: Any) -> Any:
    """A value as it can be written: text without NUL."""
    if isinstance(value, str) and ("\0" in value or _ESCAPE in value):
        return value.replace(_ESCAPE, _ESCAPE + _SELF).replace("\0", _ESCAPE + _NUL)
    return value


def with_nul(row: Sequence[Any]) -> Sequence[Any]:
    """A row as it was before its text was written."""
    if any(isinstance(value, str) and _ESCAPE in value for value in row):
        return [_restored(value) if isinstance(value, str) else value for value in row]
    return row


def _restored(text: str) -> str:
    return text.replace(_ESCAPE + _NUL, "\0").replace(_ESCAPE + _SELF, _ESCAPE)


def key_of(connection: Rows, doc_id: str) -> int | None:
    """The key of a document's present edition."""
    found = connection.execute("SELECT id FROM document WHERE doc_id = %s", (doc_id,)).fetchone()
    return found[0] if found else None


def insert(connection: Rows, document: Document, index: Index, source: Source, *, added: str) -> int:
    """Write all rows of a document, and its bytes when they are to be kept; gives back its key."""
    _insert_source(connection, source)
    key = _insert_document(connection, document, index, source.sha256, added)
    copy(connection, _COPY_SECTION, _SECTION, rows.section_rows(key, document.sections))
    copy(connection, _COPY_PARAGRAPH, _PARAGRAPH, rows.paragraph_rows(key, document.paragraphs))
    if document.furniture:
        block = without_nul(rows.pack_furniture(document.furniture))
        connection.execute("INSERT INTO furniture VALUES (%s, %s)", (key, block))
    postings = ((key, term, n, block) for term, (n, block) in sorted(index.blocks.items()))
    copy(connection, _COPY_POSTING, _POSTING, postings)
    return key


def delete(connection: Rows, key: int) -> str:
    """Take out all rows of a document but its addresses, and its source's unless another document needs it.

    Gives back the sha256 of its source.
    """
    for statement in _DELETE:
        connection.execute(statement, (key,))
    found = connection.execute("DELETE FROM document WHERE id = %s RETURNING source", (key,)).fetchone()
    assert found
    drop_source(connection, found[0])
    return str(found[0])


def drop_source(connection: Rows, sha256: str) -> None:
    """Take out a source with its kept bytes unless a document needs it."""
    unneeded = "DELETE FROM source WHERE sha256 = %s AND NOT EXISTS (SELECT 1 FROM document WHERE source = sha256)"
    if connection.execute(unneeded, (sha256,)).rowcount:
        connection.execute("DELETE FROM kept WHERE sha256 = %s", (sha256,))


def note_address(connection: Rows, key: int, address: str) -> None:
    """Note an address of a document; it leaves the one that it belonged to."""
    connection.execute(
        "INSERT INTO address (address, document) VALUES (%s, %s)"
        " ON CONFLICT (md5(address)) DO UPDATE SET document = excluded.document",
        (address, key),
    )


def note_change(connection: Rows, doc_id: str, change: str) -> int:
    """One more generation of the library; the number of its row."""
    found = connection.execute(
        "INSERT INTO generation (doc_id, change) VALUES (%s, %s) RETURNING n", (doc_id, change)
    ).fetchone()
    assert found
    return int(found[0])


def _insert_source(connection: Rows, source: Source) -> None:
    connection.execute(_INSERT_SOURCE, (source.sha256, source.size, source.data is not None))
    if source.data is None or connection.execute("SELECT 1 FROM kept WHERE sha256 = %s", (source.sha256,)).fetchone():
        return
    for order, first in enumerate(range(0, len(source.data), _PIECE)):
        piece = source.data[first : first + _PIECE]
        connection.execute("INSERT INTO kept VALUES (%s, %s, %b)", (source.sha256, order, piece))


def _insert_document(connection: Rows, document: Document, index: Index, sha256: str, added: str) -> int:
    values = rows.document_row(document, index, sha256, added)
    found = connection.execute(_INSERT_DOCUMENT, [without_nul(value) for value in values]).fetchone()
    assert found
    return int(found[0])


def copy(connection: Rows, query: LiteralString, types: Sequence[str], found: Iterable[Sequence[Any]]) -> None:
    """Write rows into a table, all at once."""
    with connection.cursor() as cursor, cursor.copy(query) as copy:
        copy.set_types(types)
        for row in _writable(found):
            copy.write_row(row)


def _writable(found: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    for row in found:
        yield [without_nul(value) for value in row]
