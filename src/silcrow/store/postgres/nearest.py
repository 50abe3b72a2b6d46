"""How the nearest signs of a library are found: by an index of pgvector 0.7 or newer, where the database has that.

HNSW (Malkov & Yashunin 2018), by the number of bits that differ. An index lies on each partition and is made of a row a
paragraph, which are derived from the signs of documents once these are written: taking a paragraph in costs some
milliseconds, and nobody who puts a document waits for it. Until then its signs are looked through.
"""

import time
from functools import partial
from hashlib import sha256
from typing import LiteralString

from psycopg import sql

from silcrow.store.postgres.connections import Connections, Rows

_TOGETHER = 64  # paragraphs taken in at once, a quarter of a second in which their document cannot be replaced

# Seconds in which the server notices that a process is gone which held this, and some more.
_LEFT, _PAUSE = 8.0, 0.1
# Held by whoever takes a model's signs in, until its connection is closed.
_LOCK = 0x53494C43
_ALONE = "SELECT pg_try_advisory_lock(%s::integer, hashtext(current_schema() || ' ' || %s))"

# The schema that pgvector was installed in.
_PGVECTOR = """
SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
WHERE e.extname = 'vector' AND string_to_array(e.extversion, '.')::integer[] >= '{0,7}'
"""
_OWNED = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'sign'::regclass"
# One that was broken off while it was made is there and is not valid.
_INDEXES = """
SELECT c.relname, c.relname || %s, i.indisvalid FROM pg_inherits AS h JOIN pg_class AS c ON c.oid = h.inhrelid
LEFT JOIN pg_class AS x ON x.relname = c.relname || %s AND x.relnamespace = c.relnamespace
LEFT JOIN pg_index AS i ON i.indexrelid = x.oid
WHERE h.inhparent = 'sign'::regclass ORDER BY 1
"""
_WIDTH = "SELECT 8 * length(block) / paragraphs FROM signs WHERE model = %s AND paragraphs > 0 LIMIT 1"
_INDEX = """
CREATE INDEX CONCURRENTLY {index} ON {partition} USING hnsw ((bits::bit({width})) {pgvector}.bit_hamming_ops)
WHERE model = {model}
"""

_WAITING = "SELECT document, paragraphs FROM signs WHERE model = %s AND NOT indexed ORDER BY document"
# Its row is written, as whoever takes it out would not see what is added meanwhile and leave that behind.
_HOLD = "UPDATE document SET edition = edition WHERE id = %s"
# Text beginning with x is read as bits.
_ROWS = """
INSERT INTO sign (document, model, ord, bits)
SELECT document, model, n, ('x' || encode(substring(block FROM n * bytes + 1 FOR bytes), 'hex'))::bit varying
FROM (
    SELECT document, model, block, length(block) / paragraphs AS bytes FROM signs WHERE document = %s AND model = %s
) AS given, generate_series(%s::integer, %s::integer) AS n
ON CONFLICT DO NOTHING
"""
_DONE = """
UPDATE signs SET indexed = true WHERE model = %s AND NOT indexed AND paragraphs =
    (SELECT count(*) FROM sign WHERE sign.document = signs.document AND sign.model = signs.model)
"""
_NEAREST = """
SELECT document, ord FROM sign WHERE model = {model}
ORDER BY bits::bit({width}) OPERATOR({pgvector}.<~>) {signs}::bit({width}) LIMIT {most}
"""


def take_in(connections: Connections, model: str) -> None:
    """Let an index have all signs of a model, where pgvector is there.

    It is made where there is none and the tables are this user's; nobody who reads or writes waits for that. Where
    another process is at it, nothing is done. Killed at any moment it is gone on with by the next.
    """
    with connections.apart() as connection:
        pgvector = connection.execute(_PGVECTOR).fetchone()
        if pgvector is None or not _is_alone(connection, model, min(connections.wait, _LEFT)):
            return
        if is_indexed(connection, model) or connection.execute(_OWNED).fetchone() == (True,):
            for key, paragraphs in connection.execute(_WAITING, (model,)).fetchall():
                _write_rows(connections, model, key, paragraphs)
            _make(connection, model, pgvector[0])
            connections.write(lambda writing: writing.execute(_DONE, (model,)))


def is_indexed(connection: Rows, model: str) -> bool:
    """Whether there is an index of a model's signs on every partition."""
    return all(valid for *_, valid in _indexes(connection, model))


def find(connection: Rows, model: str, signs: bytes, most: int) -> list[tuple[int, int]]:
    """Keys of documents and order numbers of paragraphs, nearest first; none without pgvector."""
    pgvector = connection.execute(_PGVECTOR).fetchone()
    if pgvector is None:
        return []
    connection.execute("SELECT set_config('hnsw.ef_search', %s, true)", (str(most),))
    bits = "".join(f"{byte:08b}" for byte in signs)
    query = _filled(_NEAREST, pgvector[0], model=model, width=len(bits), signs=bits, most=most)
    return connection.execute(query).fetchall()


def _is_alone(connection: Rows, model: str, wait: float) -> bool:
    """Whether this process is the one that takes signs in, at once or after so many seconds."""
    deadline = time.monotonic() + wait
    while connection.execute(_ALONE, (_LOCK, model)).fetchone() != (True,):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE)
    return True


def _write_rows(connections: Connections, model: str, key: int, paragraphs: int) -> None:
    """The rows of a document, some at once; none where it is gone by now."""

    def act(connection: Rows, first: int) -> None:
        if connection.execute(_HOLD, (key,)).rowcount:
            connection.execute(_ROWS, (key, model, first, min(first + _TOGETHER, paragraphs) - 1))

    for first in range(0, paragraphs, _TOGETHER):
        connections.write(partial(act, first=first))


def _make(connection: Rows, model: str, pgvector: str) -> None:
    """Make an index on each partition that has none, or half of one."""
    width = connection.execute(_WIDTH, (model,)).fetchone()
    for partition, index, valid in _indexes(connection, model):
        names = {"partition": sql.Identifier(partition), "index": sql.Identifier(index)}
        if valid is False:
            connection.execute(sql.SQL("DROP INDEX CONCURRENTLY {index}").format(**names))
        if width and not valid:
            connection.execute(_filled(_INDEX, pgvector, model=model, width=width[0], **names))


def _indexes(connection: Rows, model: str) -> list[tuple[str, str, bool | None]]:
    """The partitions, what the index of each is called, and whether it can be used; None where there is none."""
    end = f"_near_{sha256(model.encode()).hexdigest()[:12]}"
    return connection.execute(_INDEXES, (end, end)).fetchall()


def _filled(
    query: LiteralString, pgvector: str, *, model: str, width: int, **values: sql.Composable | int | str
) -> sql.Composed:
    """A query with its values in it: an index that is of one model and width is used by one that names them."""
    given = {name: one if isinstance(one, sql.Composable) else sql.Literal(one) for name, one in values.items()}
    named = {"model": sql.Literal(model), "width": sql.Literal(width), "pgvector": sql.Identifier(pgvector)}
    return sql.SQL(query).format(**named, **given)
