"""What is kept of embedding models: a block and a row of signs a paragraph.

Blocks are retrieve.dense's own packing. What is kept belongs to an edition and goes with it. Where the database has
pgvector 0.7 or newer, the nearest signs of a library are found by an index of its: HNSW (Malkov & Yashunin 2018), by
the number of bits that differ.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import LiteralString

from psycopg import sql

from silcrow.store.postgres import queries
from silcrow.store.postgres.connections import Connections, Rows
from silcrow.store.protocol import Signs

NoteChange = Callable[[Rows, str, str], None]

_KEEP = """
INSERT INTO vector (document, model, ord, block) VALUES (%s, %s, %s, %b)
ON CONFLICT (document, model, ord) DO UPDATE SET block = excluded.block
"""
_KEPT = """
SELECT ord, block FROM vector WHERE document = (SELECT id FROM document WHERE doc_id = %s) AND model = %s
"""
_COUNTS = "SELECT document, count(*) FROM vector WHERE model = %s GROUP BY document"

# Text beginning with x is read as bits.
_KEEP_SIGNS = """
INSERT INTO sign (document, model, ord, bits)
SELECT %s, %s, n - 1, ('x' || encode(row, 'hex'))::bit varying
FROM unnest(%s::bytea[]) WITH ORDINALITY AS given (row, n)
ON CONFLICT (document, model, ord) DO UPDATE SET bits = excluded.bits
"""
# Sent bits come after their number, which takes four bytes.
_SIGNS = """
SELECT document, count(*), string_agg(substring(varbit_send(bits) FROM 5), ''::bytea ORDER BY ord) FROM sign
WHERE model = %s AND document = ANY(%s) GROUP BY document
"""
# The schema that pgvector was installed in.
_PGVECTOR = """
SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
WHERE e.extname = 'vector' AND string_to_array(e.extversion, '.')::integer[] >= '{0,7}'
"""
_OWNED = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'sign'::regclass"
_WIDTH = "SELECT length(bits) FROM sign WHERE model = %s LIMIT 1"
_INDEX = """
CREATE INDEX IF NOT EXISTS {index} ON sign USING hnsw ((bits::bit({width})) {pgvector}.bit_hamming_ops)
WHERE model = {model}
"""
_NEAREST = """
SELECT document, ord FROM sign WHERE model = {model}
ORDER BY bits::bit({width}) OPERATOR({pgvector}.<~>) {signs}::bit({width}) LIMIT {most}
"""


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
            with connection.cursor() as cursor:
                cursor.executemany(_KEEP, rows)

        self._connections.write(act)

    def of(self, model: str, doc_id: str, orders: Sequence[int] | None = None) -> Mapping[int, bytes]:
        """Blocks of a document by order number: of these paragraphs, or of all."""
        with self._connections.reading() as connection:
            if orders is None:
                return dict(connection.execute(_KEPT, (doc_id, model), binary=True))
            return dict(connection.execute(_KEPT + " AND ord = ANY(%s)", (doc_id, model, list(orders)), binary=True))

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
                connection.execute(_KEEP_SIGNS, (key, model, list(signs)))
                self._note_change(connection, doc_id, "signs")

        self._connections.write(act)

    def signs(self, model: str, doc_ids: Sequence[str] | None = None) -> tuple[Signs, ...]:
        """The signs of these documents, or of all, in doc_id order."""
        with self._connections.reading() as connection:
            rows = queries.of_documents(connection, "SELECT id, doc_id FROM document", doc_ids)
            names = {int(key): str(doc_id) for key, doc_id in rows}
            found = connection.execute(_SIGNS, (model, list(names)), binary=True).fetchall()
        return tuple(sorted(Signs(names[key], count, block) for key, count, block in found))

    def index(self, model: str) -> None:
        """Make an index of a model's signs, where there is none, pgvector is there, and the tables are this user's.

        Writers of signs wait meanwhile.
        """

        def act(connection: Rows) -> None:
            width, pgvector = connection.execute(_WIDTH, (model,)).fetchone(), connection.execute(_PGVECTOR).fetchone()
            if width and pgvector and connection.execute(_OWNED).fetchone() == (True,):
                connection.execute("SET LOCAL statement_timeout = 0")
                connection.execute(_filled(_INDEX, pgvector[0], model=model, width=width[0]))

        self._connections.write(act)

    def indexed(self, model: str) -> bool:
        """Whether there is an index of a model's signs."""
        with self._connections.reading() as connection:
            return connection.execute("SELECT to_regclass(%s)", (_name(model),)).fetchone() != (None,)

    def nearest(self, model: str, signs: bytes, most: int) -> list[tuple[str, int]]:
        """Paragraphs of the library whose signs differ in the fewest bits, nearest first, by the index."""
        with self._connections.reading() as connection:
            pgvector = connection.execute(_PGVECTOR).fetchone()
            if pgvector is None:
                return []
            connection.execute("SELECT set_config('hnsw.ef_search', %s, true)", (str(most),))
            bits = "".join(f"{byte:08b}" for byte in signs)
            query = _filled(_NEAREST, pgvector[0], model=model, width=len(bits), signs=bits, most=most)
            found = connection.execute(query).fetchall()
            names = queries.document_names(connection, {key for key, _ in found})
        return [(names[key], order) for key, order in found]


def _held(connection: Rows, doc_id: str, edition: str) -> tuple[int, int]:
    """The key and the number of paragraphs of an edition, held so that nobody takes it out; none of one that is gone.

    Its row is written: whoever takes it out meanwhile does not see what is added to it yet and would leave that
    behind. So it is overtaken, which a lock alone would not do.
    """
    query = "UPDATE document SET edition = edition WHERE doc_id = %s AND edition = %s RETURNING id, paragraphs"
    found = connection.execute(query, (doc_id, edition)).fetchone()
    return (found[0], found[1]) if found else (0, 0)


def _name(model: str) -> str:
    """What the index of a model is called."""
    return f"sign_near_{sha256(model.encode()).hexdigest()[:12]}"


def _filled(query: LiteralString, pgvector: str, *, model: str, **values: object) -> sql.Composed:
    """A query with its values in it: an index that is of one model and width is used by one that names them."""
    given = {name: sql.Literal(value) for name, value in {"model": model, **values}.items()}
    names = {"index": sql.Identifier(_name(model)), "pgvector": sql.Identifier(pgvector)}
    return sql.SQL(query).format(**names, **given)
