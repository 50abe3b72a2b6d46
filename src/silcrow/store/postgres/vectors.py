"""What is kept of embedding models: a block a paragraph, and the signs of whole documents. How the nearest signs are
found by an index is beside it.

Blocks are retrieve.dense's own packing. What is kept belongs to an edition and goes with it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, LiteralString

from silcrow.store.postgres import nearest, queries, writing
from silcrow.store.postgres.connections import Connections, Rows
from silcrow.store.protocol import Signs

NoteChange = Callable[[Rows, str, str], None]

_FORGET = "DELETE FROM vector WHERE document = %s AND model = %s AND ord = ANY(%s)"
_KEEP = "COPY vector FROM STDIN (FORMAT binary)"
_VECTOR = ("int8", "text", "int4", "bytea")
_KEPT = """
SELECT document, ord, block FROM vector WHERE document = (SELECT id FROM document WHERE doc_id = %s) AND model = %s
"""
# Taken one by one, of each only its own partition is looked into.
_SOME = """
SELECT found.document, found.ord, found.block FROM unnest(%s::bigint[], %s::integer[]) AS asked (document, ord)
CROSS JOIN LATERAL (
    SELECT document, ord, block FROM vector
    WHERE vector.document = asked.document AND model = %s AND vector.ord = asked.ord LIMIT 1
) AS found
"""
_COUNTS = "SELECT document, count(*) FROM vector WHERE model = %s GROUP BY document"

_KEEP_SIGNS = """
INSERT INTO signs (document, model, paragraphs, block) VALUES (%s, %s, %s, %b)
ON CONFLICT (document, model) DO UPDATE SET block = excluded.block, indexed = false
"""
_TAKE_OUT = "DELETE FROM sign WHERE document = %s AND model = %s"
_SIGNS: LiteralString = "SELECT document, paragraphs, block FROM signs WHERE model = %s"
_NOT_INDEXED = " AND NOT indexed"


class PostgresVectors:
    """The vectors of one library on a server."""

    def __init__(self, connections: Connections, note_change: NoteChange) -> None:
        self._connections = connections
        self._note_change = note_change

    def keep(self, model: str, doc_id: str, edition: str, blocks: Mapping[int, bytes]) -> None:
        """Keep blocks of some paragraphs of this edition, by order number."""

        def act(connection: Rows) -> None:
            key, paragraphs = _held(connection, doc_id, edition)
            rows = [(key, model, order, block) for order, block in sorted(blocks.items()) if 0 <= order < paragraphs]
            if rows:
                connection.execute(_FORGET, (key, model, [order for _, _, order, _ in rows]))
                writing.copy(connection, _KEEP, _VECTOR, rows)

        self._connections.write(act)

    def of(self, model: str, doc_id: str) -> Mapping[int, bytes]:
        """All blocks of a document by order number."""
        with self._connections.reading() as connection:
            return {order: block for _, order, block in connection.execute(_KEPT, (doc_id, model), binary=True)}

    def some(self, model: str, spots: Sequence[tuple[str, int]]) -> Mapping[tuple[str, int], bytes]:
        """The blocks of some paragraphs, by doc_id and order number."""
        with self._connections.reading() as connection:
            names = queries.scope_names(self._connections, sorted({doc_id for doc_id, _ in spots}))
            keys = {doc_id: key for key, doc_id in names.items()}
            wanted = [(keys[doc_id], order) for doc_id, order in spots if doc_id in keys]
            orders = [order for _, order in wanted]
            if not wanted:
                return {}
            if len(names) == 1:  # one look into an index for all of them
                (doc_id,) = keys
                found = connection.execute(_KEPT + " AND ord = ANY(%s)", (doc_id, model, orders), binary=True)
            else:
                found = connection.execute(_SOME, ([key for key, _ in wanted], orders, model), binary=True)
            return {(names[key], order): block for key, order, block in found.fetchall()}

    def models(self) -> tuple[str, ...]:
        """The models that any block is kept of, in order."""
        with self._connections.reading() as connection:
            return tuple(model for (model,) in connection.execute("SELECT DISTINCT model FROM vector ORDER BY model"))

    def counts(self, model: str) -> Mapping[str, int]:
        """Of how many paragraphs of each document a block is kept, in doc_id order."""
        with self._connections.reading() as connection:
            found: dict[int, int] = dict(connection.execute(_COUNTS, (model,)))
            return {doc_id: found[key] for key, doc_id in queries.document_names(connection, found).items()}

    def keep_signs(self, model: str, doc_id: str, edition: str, signs: Sequence[bytes]) -> None:
        """Keep the signs of all paragraphs of this edition."""

        def act(connection: Rows) -> None:
            key, paragraphs = _held(connection, doc_id, edition)
            if key and paragraphs == len(signs):
                connection.execute(_TAKE_OUT, (key, model))
                connection.execute(_KEEP_SIGNS, (key, model, paragraphs, b"".join(signs)))
                self._note_change(connection, doc_id, "signs")

        self._connections.write(act)

    def signs(self, model: str, doc_ids: Sequence[str] | None = None) -> tuple[Signs, ...]:
        """The signs of these documents, or of all, in doc_id order."""
        with self._connections.reading() as connection:
            if doc_ids is None:
                return _named(connection, _SIGNS, model)
            names = queries.scope_names(self._connections, doc_ids)
            found = connection.execute(_SIGNS + queries.WITHIN, (model, list(names)), binary=True).fetchall()
        return _signs(names, found)

    def index(self, model: str) -> None:
        """Take the signs of a model into its index, making it first, where pgvector is there; see `nearest`."""
        nearest.take_in(self._connections, model)

    def indexed(self, model: str) -> bool:
        """Whether there is an index of a model's signs."""
        with self._connections.reading() as connection:
            return nearest.is_indexed(connection, model)

    def unindexed(self, model: str) -> tuple[Signs, ...]:
        """The signs that the index has not, or all where there is none, in doc_id order."""
        with self._connections.reading() as connection:
            return _named(connection, _SIGNS + _NOT_INDEXED if nearest.is_indexed(connection, model) else _SIGNS, model)

    def nearest(self, model: str, signs: bytes, most: int) -> list[tuple[str, int]]:
        """Paragraphs of the library whose signs differ in the fewest bits, nearest first, by the index."""
        with self._connections.reading() as connection:
            found = nearest.find(connection, model, signs, most)
            names = queries.document_names(connection, {key for key, _ in found})
        return [(names[key], order) for key, order in found]


def _named(connection: Rows, query: LiteralString, model: str) -> tuple[Signs, ...]:
    found = connection.execute(query, (model,), binary=True).fetchall()
    return _signs(queries.document_names(connection, [key for key, *_ in found]), found)


def _signs(names: queries.Names, rows: Sequence[Sequence[Any]]) -> tuple[Signs, ...]:
    return tuple(sorted(Signs(names[key], paragraphs, block) for key, paragraphs, block in rows))


def _held(connection: Rows, doc_id: str, edition: str) -> tuple[int, int]:
    """The key and the number of paragraphs of an edition, held so that nobody takes it out; none of one that is gone.

    Its row is written: whoever takes it out meanwhile does not see what is added to it yet and would leave that
    behind. So it is overtaken, which a lock alone would not do.
    """
    query = "UPDATE document SET edition = edition WHERE doc_id = %s AND edition = %s RETURNING id, paragraphs"
    found = connection.execute(query, (doc_id, edition)).fetchone()
    return (found[0], found[1]) if found else (0, 0)
