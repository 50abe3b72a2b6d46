"""What is kept of embedding models: a block a paragraph and model, inside the caller's transaction.

Blocks are retrieve.dense's own packing. A block belongs to an edition and goes with it.
"""

from collections.abc import Mapping, Sequence

from silcrow.store.postgres.connections import Rows

_KEEP = """
INSERT INTO vector (document, model, ord, block) VALUES (%s, %s, %s, %b)
ON CONFLICT (document, model, ord) DO UPDATE SET block = excluded.block
"""
_KEPT = "SELECT ord, block FROM vector WHERE document = %s AND model = %s"
_COUNTS = "SELECT document, count(*) FROM vector WHERE model = %s GROUP BY document"


def keep(connection: Rows, model: str, doc_id: str, edition: str, blocks: Mapping[int, bytes]) -> None:
    """Write blocks by order number; nothing for an edition that is gone.

    The document's row is written too: whoever takes it out meanwhile does not see these blocks yet and would leave
    them behind. So it is overtaken, which a lock alone would not do.
    """
    query = "UPDATE document SET edition = edition WHERE doc_id = %s AND edition = %s RETURNING id, paragraphs"
    found = connection.execute(query, (doc_id, edition)).fetchone()
    if not found:
        return
    key, paragraphs = found
    rows = [(key, model, order, block) for order, block in sorted(blocks.items()) if 0 <= order < paragraphs]
    with connection.cursor() as cursor:
        cursor.executemany(_KEEP, rows)


def kept(connection: Rows, model: str, key: int, orders: Sequence[int] | None) -> dict[int, bytes]:
    """Blocks of an edition by order number: of these, or of all."""
    if orders is None:
        return dict(connection.execute(_KEPT, (key, model), binary=True))
    return dict(connection.execute(_KEPT + " AND ord = ANY(%s)", (key, model, list(orders)), binary=True))


def models(connection: Rows) -> tuple[str, ...]:
    """The models that any vector is kept of."""
    return tuple(model for (model,) in connection.execute("SELECT DISTINCT model FROM vector ORDER BY model"))


def counts(connection: Rows, model: str) -> dict[str, int]:
    """How many paragraphs of each document that has any have a block, in doc_id order."""
    found: dict[int, int] = dict(connection.execute(_COUNTS, (model,)))
    query = "SELECT id, doc_id FROM document WHERE id = ANY(%s) ORDER BY doc_id"
    return {doc_id: found[key] for key, doc_id in connection.execute(query, (list(found),))}
