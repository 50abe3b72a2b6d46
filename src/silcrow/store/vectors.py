"""What is kept of embedding models: a block a paragraph and model, inside the caller's transaction.

Blocks are retrieve.dense's own packing. A block belongs to an edition and goes with it.
"""

import sqlite3
from collections.abc import Mapping, Sequence

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
SELECT v.ord, v.block FROM document AS d
CROSS JOIN model AS m ON m.identity = ?
CROSS JOIN json_each(?) AS asked
CROSS JOIN vector AS v ON v.document = d.id AND v.model = m.id AND v.ord = asked.value
WHERE d.doc_id = ?
"""

_COUNTS = """
SELECT d.doc_id, count(*) FROM model AS m
CROSS JOIN document AS d
CROSS JOIN vector AS v ON v.document = d.id AND v.model = m.id
WHERE m.identity = ? GROUP BY d.id ORDER BY d.doc_id
"""


def keep(connection: sqlite3.Connection, model: str, doc_id: str, edition: str, blocks: Mapping[int, bytes]) -> None:
    """Write blocks by order number; nothing for an edition that is gone."""
    connection.execute("INSERT INTO model (identity) VALUES (?) ON CONFLICT DO NOTHING", (model,))
    connection.executemany(
        _KEEP, [(order, block, doc_id, edition, model, order) for order, block in sorted(blocks.items())]
    )


def kept(connection: sqlite3.Connection, model: str, doc_id: str, orders: str | None) -> dict[int, bytes]:
    """Blocks of a document by order number: of these (a JSON list), or of all."""
    if orders is None:
        return dict(connection.execute(_KEPT, (model, doc_id)))
    return dict(connection.execute(_SOME, (model, orders, doc_id)))


def models(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The models that any vector is kept of."""
    query = "SELECT identity FROM model WHERE id IN (SELECT model FROM vector) ORDER BY identity"
    return tuple(identity for (identity,) in connection.execute(query))


def counts(connection: sqlite3.Connection, model: str) -> Sequence[tuple[str, int]]:
    """How many paragraphs of each document that has any have a block."""
    return connection.execute(_COUNTS, (model,)).fetchall()
