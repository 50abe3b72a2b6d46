"""What is kept of embedding models in a library file: a block a paragraph, and the signs of whole documents.

Blocks are retrieve.dense's own packing. What is kept belongs to an edition and goes with it.
"""

import json
from collections.abc import Mapping, Sequence

from silcrow.store.connections import Connections
from silcrow.store.protocol import Signs
from silcrow.store.writing import note_change

_MODEL = "INSERT INTO model (identity) VALUES (?) ON CONFLICT DO NOTHING"

_KEEP = """
INSERT INTO vector (document, model, ord, block)
SELECT d.id, m.id, ?, ? FROM document AS d, model AS m
WHERE d.doc_id = ? AND d.edition = ? AND m.identity = ? AND ? BETWEEN 0 AND d.paragraphs - 1
ON CONFLICT (document, model, ord) DO UPDATE SET block = excluded.block
"""

_KEPT = """
SELECT v.ord, v.block FROM document AS d
CROSS JOIN model AS m ON m.identity = ?
CROSS JOIN vector AS v ON v.document = d.id AND v.model = m.id
WHERE d.doc_id = ?
"""

_SOME = """
SELECT d.doc_id, v.ord, v.block FROM json_each(?) AS asked
CROSS JOIN model AS m ON m.identity = ?
CROSS JOIN document AS d ON d.doc_id = asked.value ->> 0
CROSS JOIN vector AS v ON v.document = d.id AND v.model = m.id AND v.ord = asked.value ->> 1
"""

_COUNTS = """
SELECT d.doc_id, count(*) FROM model AS m
CROSS JOIN document AS d
CROSS JOIN vector AS v ON v.document = d.id AND v.model = m.id
WHERE m.identity = ? GROUP BY d.id ORDER BY d.doc_id
"""

_KEEP_SIGNS = """
INSERT INTO signs (document, model, block)
SELECT d.id, m.id, ? FROM document AS d, model AS m
WHERE d.doc_id = ? AND d.edition = ? AND m.identity = ? AND d.paragraphs = ?
ON CONFLICT (document, model) DO UPDATE SET block = excluded.block
"""

_SIGNS = """
SELECT d.doc_id, d.paragraphs, s.block FROM model AS m
CROSS JOIN document AS d
CROSS JOIN signs AS s ON s.document = d.id AND s.model = m.id
WHERE m.identity = ?
"""


class SqliteVectors:
    """The vectors of one library file."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def keep(self, model: str, doc_id: str, edition: str, blocks: Mapping[int, bytes]) -> None:
        """Keep blocks of some paragraphs of this edition, by order number."""
        rows = [(order, block, doc_id, edition, model, order) for order, block in sorted(blocks.items())]
        with self._connections.writing() as connection:
            connection.execute(_MODEL, (model,))
            connection.executemany(_KEEP, rows)

    def of(self, model: str, doc_id: str) -> Mapping[int, bytes]:
        """All blocks of a document by order number."""
        with self._connections.reading() as connection:
            return dict(connection.execute(_KEPT, (model, doc_id)))

    def some(self, model: str, spots: Sequence[tuple[str, int]]) -> Mapping[tuple[str, int], bytes]:
        """The blocks of some paragraphs, by doc_id and order number."""
        with self._connections.reading() as connection:
            found = connection.execute(_SOME, (json.dumps(list(spots)), model)).fetchall()
        return {(doc_id, order): block for doc_id, order, block in found}

    def models(self) -> tuple[str, ...]:
        """The models that any block is kept of, in order."""
        query = "SELECT identity FROM model WHERE id IN (SELECT model FROM vector) ORDER BY identity"
        with self._connections.reading() as connection:
            return tuple(identity for (identity,) in connection.execute(query))

    def counts(self, model: str) -> Mapping[str, int]:
        """Of how many paragraphs of each document a block is kept."""
        with self._connections.reading() as connection:
            return dict(connection.execute(_COUNTS, (model,)).fetchall())

    def keep_signs(self, model: str, doc_id: str, edition: str, signs: Sequence[bytes]) -> None:
        """Keep the signs of all paragraphs of this edition."""
        with self._connections.writing() as connection:
            connection.execute(_MODEL, (model,))
            values = (b"".join(signs), doc_id, edition, model, len(signs))
            if connection.execute(_KEEP_SIGNS, values).rowcount > 0:
                note_change(connection, doc_id, "signs")

    def signs(self, model: str, doc_ids: Sequence[str] | None = None) -> tuple[Signs, ...]:
        """The signs of these documents, or of all, in doc_id order."""
        scope = () if doc_ids is None else (json.dumps(list(doc_ids)),)
        within = "" if doc_ids is None else " AND d.doc_id IN (SELECT value FROM json_each(?))"
        with self._connections.reading() as connection:
            found = connection.execute(f"{_SIGNS}{within} ORDER BY d.doc_id", (model, *scope))
            return tuple([Signs(*row) for row in found])

    def index(self, model: str) -> None:
        """Nothing: a file is looked through."""

    def indexed(self, model: str) -> bool:  # noqa: ARG002  the protocol's
        """A file has no index of signs."""
        return False

    def unindexed(self, model: str) -> tuple[Signs, ...]:
        """All of them."""
        return self.signs(model)

    def nearest(self, model: str, signs: bytes, most: int) -> tuple[tuple[str, int], ...]:  # noqa: ARG002  the same
        """None."""
        return ()
