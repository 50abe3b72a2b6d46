"""The rows of readings and their steps, inside the caller's transaction. Knows nothing of what a step's data means."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace

from silcrow.errors import Busy, NotFound, Usage
from silcrow.reading import Kept, Reading, Step, id_of, now, number_of

NAMED = 5  # candidates of an error
_READINGS = "SELECT id, kind, title, documents, scope, settings, started FROM reading"
_STUDIES = "SELECT id, documents FROM reading WHERE kind = 'study'"


def begin(connection: sqlite3.Connection, reading: Reading) -> Reading:
    """Write a reading without steps; the same with its name and start."""
    started = now()
    values = row_of(replace(reading, started=started))
    key = connection.execute("INSERT INTO reading VALUES (NULL, ?, ?, ?, ?, ?, ?)", values).lastrowid
    assert key is not None
    return replace(reading, reading_id=id_of(key), started=started, steps=())


def save(connection: sqlite3.Connection, reading_id: str, step: Step) -> Step:
    """Write the next step; Busy when another writer was there first, or a number is left out."""
    key = _key(connection, reading_id)
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM step WHERE reading = ?", (key,)).fetchone()
    if step.number != last + 1:
        raise not_the_next(reading_id, last, step)
    step = replace(step, at=now())
    connection.execute("INSERT INTO step VALUES (NULL, ?, ?, ?, ?, ?, ?)", (key, *step_row(step)))
    return step


def keep(connection: sqlite3.Connection, reading: Reading) -> None:
    """Write a reading with its steps, in place of any of its name."""
    key = number_of(reading.reading_id)
    connection.execute("DELETE FROM step WHERE reading = ?", (key,))
    connection.execute("DELETE FROM reading WHERE id = ?", (key,))
    connection.execute("INSERT INTO reading VALUES (?, ?, ?, ?, ?, ?, ?)", (key, *row_of(reading)))
    rows = [(key, *step_row(step)) for step in reading.steps]
    connection.executemany("INSERT INTO step VALUES (NULL, ?, ?, ?, ?, ?, ?)", rows)


def listed(connection: sqlite3.Connection) -> tuple[Reading, ...]:
    """All readings, oldest first; their steps without data."""
    steps: dict[int, list[Step]] = {}
    query = "SELECT reading, number, kind, '{}', usage, at FROM step ORDER BY reading, number"
    for key, *row in connection.execute(query):
        steps.setdefault(key, []).append(step_of(row))
    return tuple(reading_of(row, steps.get(row[0], ())) for row in connection.execute(f"{_READINGS} ORDER BY id"))


def heads(connection: sqlite3.Connection) -> tuple[Reading, ...]:
    """All readings, oldest first, without their steps."""
    return tuple(reading_of(row, ()) for row in connection.execute(f"{_READINGS} ORDER BY id"))


def one(connection: sqlite3.Connection, reading_id: str) -> Reading:
    """A reading with all its steps."""
    key = _key(connection, reading_id)
    row = connection.execute(f"{_READINGS} WHERE id = ?", (key,)).fetchone()
    query = "SELECT number, kind, data, usage, at FROM step WHERE reading = ? ORDER BY number"
    return reading_of(row, map(step_of, connection.execute(query, (key,))))


def rename(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Let the studies of a document be those of its new name; see `renamed`."""
    for key, documents in connection.execute(_STUDIES).fetchall():
        if (changed := renamed(documents, old, new)) != documents:
            connection.execute("UPDATE reading SET documents = ? WHERE id = ?", (changed, key))


def remove(connection: sqlite3.Connection, reading_id: str) -> None:
    """Take out a reading and its steps."""
    key = _key(connection, reading_id)
    connection.execute("DELETE FROM step WHERE reading = ?", (key,))
    connection.execute("DELETE FROM reading WHERE id = ?", (key,))


def _key(connection: sqlite3.Connection, reading_id: str) -> int:
    key = asked_number(reading_id)
    if connection.execute("SELECT 1 FROM reading WHERE id = ?", (key,)).fetchone():
        return key
    last = connection.execute("SELECT id FROM reading ORDER BY id DESC LIMIT ?", (NAMED,)).fetchall()
    raise no_reading(reading_id, [key for (key,) in last])


def asked_number(reading_id: str) -> int:
    """The number of a reading as it was typed; 0, which no reading has, where it is none."""
    try:
        return number_of(reading_id)
    except Usage:
        return 0


def no_reading(reading_id: str, last: Iterable[int]) -> NotFound:
    """There is none of that name; the last ones are."""
    return NotFound(
        f"no reading {reading_id!r} in this library",
        hint="silcrow readings shows what there is.",
        candidates=tuple(map(id_of, last)),
    )


def not_the_next(reading_id: str, last: int, step: Step) -> Busy:
    """A step has another number than the one that comes next."""
    return Busy(
        f"another process goes on with the reading {reading_id}: it has {last} steps, and this would be number "
        f"{step.number}",
        hint="Let that one finish, or resume the reading once it has ended.",
    )


def renamed(documents: str, old: str, new: str) -> str:
    """The documents of a study after one was renamed. Its steps, and whatever was asked, say what was said then."""
    return json.dumps([[new if doc_id == old else doc_id, edition] for doc_id, edition in json.loads(documents)])


def row_of(reading: Reading) -> tuple[str, ...]:
    """A reading without its name and steps, in the order of the columns."""
    return (
        reading.kind,
        reading.title.encode("utf-8", "replace").decode(),
        json.dumps(reading.documents),
        json.dumps(reading.scope),
        json.dumps(dict(reading.settings)),
        reading.started,
    )


def step_row(step: Step) -> tuple[int, str, str, str, str]:
    """A step in the order of the columns, from `number` on."""
    return step.number, step.kind, json.dumps(dict(step.usage)), step.at, json.dumps(dict(step.data))


def reading_of(row: Sequence[str], steps: Iterable[Step]) -> Reading:
    """A reading of its row and its steps."""
    key, kind, title, documents, scope, settings, started = row
    return Reading(
        reading_id=id_of(int(key)),
        kind=kind,  # type: ignore[arg-type]  # one of the three was written
        title=title,
        documents=tuple((doc_id, edition) for doc_id, edition in json.loads(documents)),
        scope=tuple(json.loads(scope)),
        settings=json.loads(settings),
        started=started,
        steps=tuple(steps),
    )


def step_of(row: Sequence[str]) -> Step:
    """A step of its row, from `number` on; its data stays as it is until it is looked into."""
    number, kind, data, usage, at = row
    return Step(int(number), kind, Kept(data), {} if usage == "{}" else json.loads(usage), at)
