"""What can be wrong with a library, looked for row by row (fsck). Repairs nothing; sweeps left-over kept bytes."""

import sqlite3
from collections.abc import Iterator

from silcrow.errors import Notice
from silcrow.store import damage, jobs
from silcrow.store.sources import KeptBytes

# A row of each names a document, or "" for rows of none.
_FAULTS = {
    "its paragraphs are not all there": """
        SELECT doc_id FROM document AS d WHERE paragraphs !=
            (SELECT count(*) FROM paragraph WHERE document = d.id AND ord >= 0 AND ord < d.paragraphs)
        OR paragraphs != (SELECT count(*) FROM paragraph WHERE document = d.id)
    """,
    "its sections are not all there": """
        SELECT doc_id FROM document AS d WHERE sections !=
            (SELECT count(*) FROM section WHERE document = d.id AND ord >= 0 AND ord < d.sections)
        OR sections != (SELECT count(*) FROM section WHERE document = d.id)
    """,
    "a section reaches beyond the document": """
        SELECT DISTINCT d.doc_id FROM document AS d JOIN section AS s ON s.document = d.id
        WHERE s.last NOT BETWEEN s.ord AND d.sections - 1 OR s.first < 0 OR s.count < 0
            OR s.first + s.count > s."end" OR s."end" > d.paragraphs
    """,
    "rows of a document that is not there": """
        SELECT '' FROM (
            SELECT document FROM paragraph UNION SELECT document FROM section
            UNION SELECT document FROM posting UNION SELECT document FROM furniture UNION SELECT document FROM vector
            UNION SELECT document FROM signs
        ) WHERE document NOT IN (SELECT id FROM document)
    """,
    "a posting of a term that is not there": """
        SELECT DISTINCT d.doc_id FROM posting AS p JOIN document AS d ON d.id = p.document
        WHERE p.term NOT IN (SELECT id FROM term)
    """,
}

# A row of each names a reading.
_FAULTS_OF_READINGS = {
    "its steps are not all there": """
        SELECT printf('r%04d', reading) FROM step GROUP BY reading HAVING count(*) != max(number) ORDER BY 1
    """,
    "a saved step of it cannot be read": """
        SELECT DISTINCT printf('r%04d', reading) FROM step WHERE NOT json_valid(data) ORDER BY 1
    """,
}

_KEPT = """
SELECT s.sha256, min(d.doc_id) FROM source AS s JOIN document AS d ON d.source = s.id
WHERE s.kept GROUP BY s.sha256 ORDER BY 2
"""


def faults(connection: sqlite3.Connection) -> tuple[Notice, ...]:
    """Faults of the tables."""
    lines = [line for (line,) in connection.execute("PRAGMA integrity_check(20)") if line != "ok"]
    found = [damage.of_library(" ".join(line.split())) for line in lines]
    found += [damage.of_library(f"{fault} in {table}") for fault, table in _dangling(connection)]
    for fault, query in _FAULTS.items():
        found += [damage.of_document(fault, doc_id) for (doc_id,) in connection.execute(query)]
    for fault, query in _FAULTS_OF_READINGS.items():
        found += [damage.of_reading(fault, name) for (name,) in connection.execute(query)]
    return tuple(found)


def suspects(connection: sqlite3.Connection, kept: KeptBytes) -> tuple[str, ...]:
    """Kept bytes that are missing or changed, by sha256: all of them are read, which takes its time."""
    needed = connection.execute(_KEPT).fetchall()
    return tuple(sha256 for sha256, _ in needed if not kept.is_whole(sha256))


def lost(connection: sqlite3.Connection, kept: KeptBytes, suspected: tuple[str, ...]) -> tuple[Notice, ...]:
    """What is still wrong with kept bytes that were suspected."""
    needed: dict[str, str] = dict(connection.execute(_KEPT))
    bad = [doc_id for sha256, doc_id in needed.items() if sha256 in suspected and not kept.is_whole(sha256)]
    return tuple(damage.of_document("its kept source bytes are missing or changed", doc_id) for doc_id in bad)


def settle(connection: sqlite3.Connection, kept: KeptBytes, suspected: tuple[str, ...]) -> tuple[Notice, ...]:
    """With the write lock held: what is still wrong with kept bytes; those that no document needs are dropped.

    Jobs that were held past their time wait again.
    """
    needed: dict[str, str] = dict(connection.execute(_KEPT))
    for name in kept.names():
        if name not in needed:
            kept.drop(name)
    jobs.sweep(connection)
    return lost(connection, kept, suspected)


def _dangling(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row without its {parent}", table
