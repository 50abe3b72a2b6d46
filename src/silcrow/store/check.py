"""What can be wrong with a library, looked for row by row (fsck). Repairs nothing but left-over kept bytes."""

import sqlite3

from silcrow.errors import Notice
from silcrow.store.sources import KeptBytes


def faults(connection: sqlite3.Connection, kept: KeptBytes) -> tuple[Notice, ...]:
    """All faults; kept bytes that no document needs are dropped. The caller holds the write lock."""
    found = [Notice("damaged", line) for (line,) in connection.execute("PRAGMA integrity_check(20)") if line != "ok"]
    needed = set()
    for sha256, doc_id in connection.execute(
        "SELECT s.sha256, d.doc_id FROM source s JOIN document d ON d.source = s.id WHERE s.kept ORDER BY d.doc_id"
    ):
        needed.add(sha256)
        if not kept.is_whole(sha256):
            found.append(Notice("kept_bytes", "its kept source bytes are missing or changed", doc_id))
    for name in kept.names():
        if name not in needed:
            kept.drop(name)
    return tuple(found)
