"""The bytes that a document's row promises, which lie beside the library and are dropped with the edition they are of.

A row can be read as it was a moment ago, a file cannot: whoever reads an edition that is replaced meanwhile may find
its bytes gone. Then the edition that took its place is read, where the caller's transaction lets that be seen.
"""

import sqlite3

from silcrow.errors import Busy, LibraryDamaged, NotFound
from silcrow.store.connections import Connections
from silcrow.store.sources import KeptBytes

_TRIES = 20
_OF = "SELECT s.sha256, s.kept FROM document d JOIN source s ON s.id = d.source WHERE d.doc_id = ?"
_STILL = "SELECT s.kept FROM document d JOIN source s ON s.id = d.source WHERE d.doc_id = ? AND s.sha256 = ?"


def read(connections: Connections, kept: KeptBytes, doc_id: str) -> bytes | None:
    """The kept bytes of a document, or None when they were not kept. Busy where the transaction is older than they."""
    for _ in range(_TRIES):
        nested = connections.is_inside()
        with connections.reading() as connection:
            sha256, promised = _row(connection, doc_id)
            data = kept.read(sha256) if promised else None
        if data is not None or not promised:
            return data
        if connections.latest(_STILL, doc_id, sha256) == (1,):
            raise LibraryDamaged(f"the kept bytes of {doc_id!r} are gone", hint="Remove it and add its file again.")
        if nested:
            break
    raise Busy(f"{doc_id!r} was replaced while it was read", hint="Read it again.")


def _row(connection: sqlite3.Connection, doc_id: str) -> tuple[str, int]:
    found = connection.execute(_OF, (doc_id,)).fetchone()
    if not found:
        raise NotFound(f"no document {doc_id!r} in this library", hint="silcrow ls shows what there is.")
    sha256, promised = found
    return str(sha256), int(promised)
