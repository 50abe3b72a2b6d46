"""The rows of readings and their steps, inside the caller's transaction. Knows nothing of what a step's data means."""

from dataclasses import replace

from silcrow.reading import Reading, Step, id_of, now, number_of
from silcrow.store.postgres.connections import Rows
from silcrow.store.readings import (
    NAMED,
    asked_number,
    no_reading,
    not_the_next,
    reading_of,
    renamed,
    row_of,
    step_of,
    step_row,
)

_READINGS = "SELECT id, kind, title, documents, scope, settings, started FROM reading"
_INSERT_STEP = "INSERT INTO step VALUES (%s, %s, %s, %s, %s, %s)"
_PAST = """
SELECT setval(sequence, asked.number) FROM pg_get_serial_sequence('reading', 'id') AS sequence, (SELECT %s AS number)
    AS asked
WHERE asked.number > coalesce(pg_sequence_last_value(sequence), 0)
"""


def begin(connection: Rows, reading: Reading) -> Reading:
    """Write a reading without steps; the same with its name and start."""
    started = now()
    query = (
        "INSERT INTO reading (kind, title, documents, scope, settings, started)"
        " VALUES (%s, %s, %s, %s, %s, %s) RETURNING id"
    )
    found = connection.execute(query, row_of(replace(reading, started=started))).fetchone()
    assert found
    return replace(reading, reading_id=id_of(found[0]), started=started, steps=())


def save(connection: Rows, reading_id: str, step: Step) -> Step:
    """Write the next step; Busy when another writer was there first, or a number is left out."""
    key = _key(connection, reading_id)
    found = connection.execute("SELECT coalesce(max(number), 0) FROM step WHERE reading = %s", (key,)).fetchone()
    assert found
    if step.number != found[0] + 1:
        raise not_the_next(reading_id, found[0], step)
    step = replace(step, at=now())
    connection.execute(_INSERT_STEP, (key, *step_row(step)))
    return step


def keep(connection: Rows, reading: Reading) -> None:
    """Write a reading with its steps, in place of any of its name, which is not given again."""
    key = number_of(reading.reading_id)
    connection.execute("DELETE FROM step WHERE reading = %s", (key,))
    connection.execute("DELETE FROM reading WHERE id = %s", (key,))
    connection.execute("INSERT INTO reading VALUES (%s, %s, %s, %s, %s, %s, %s)", (key, *row_of(reading)))
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT_STEP, [(key, *step_row(step)) for step in reading.steps])
    connection.execute(_PAST, (key,))


def listed(connection: Rows) -> tuple[Reading, ...]:
    """All readings, oldest first; their steps without data."""
    steps: dict[int, list[Step]] = {}
    query = "SELECT reading, number, kind, '{}', usage, at FROM step ORDER BY reading, number"
    for key, *row in connection.execute(query):
        steps.setdefault(key, []).append(step_of(row))
    found = connection.execute(_READINGS + " ORDER BY id")
    return tuple(reading_of(row, steps.get(row[0], ())) for row in found)


def heads(connection: Rows) -> tuple[Reading, ...]:
    """All readings, oldest first, without their steps."""
    return tuple(reading_of(row, ()) for row in connection.execute(_READINGS + " ORDER BY id"))


def one(connection: Rows, reading_id: str) -> Reading:
    """A reading with all its steps."""
    key = _key(connection, reading_id)
    row = connection.execute(_READINGS + " WHERE id = %s", (key,)).fetchone()
    assert row
    query = "SELECT number, kind, data, usage, at FROM step WHERE reading = %s ORDER BY number"
    return reading_of(row, map(step_of, connection.execute(query, (key,)).fetchall()))


def rename(connection: Rows, old: str, new: str) -> None:
    """Let the studies of a document be those of its new name; see `renamed`."""
    for key, documents in connection.execute("SELECT id, documents FROM reading WHERE kind = 'study'").fetchall():
        if (changed := renamed(documents, old, new)) != documents:
            connection.execute("UPDATE reading SET documents = %s WHERE id = %s", (changed, key))


def remove(connection: Rows, reading_id: str) -> None:
    """Take out a reading and its steps."""
    key = _key(connection, reading_id)
    connection.execute("DELETE FROM step WHERE reading = %s", (key,))
    connection.execute("DELETE FROM reading WHERE id = %s", (key,))


def _key(connection: Rows, reading_id: str) -> int:
    key = asked_number(reading_id)
    if connection.execute("SELECT 1 FROM reading WHERE id = %s", (key,)).fetchone():
        return key
    last = connection.execute("SELECT id FROM reading ORDER BY id DESC LIMIT %s", (NAMED,)).fetchall()
    raise no_reading(reading_id, [key for (key,) in last])
