"""PostgreSQL stopped as if it had crashed at any moment.

Three times in the suite; a hundred with SILCROW_LONG=1, or as often as seven minutes allow.
"""

import os
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from stores import a_source, an_index, flat

from postgres_server import Postgres, lent
from silcrow.errors import LibraryError
from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore

LONG = bool(os.environ.get("SILCROW_LONG"))
CRASHES = 100 if LONG else 3
SECONDS = 420


def put(store: PostgresStore, number: int, version: int) -> None:
    """A version of one of some documents: as many paragraphs as the version says, and so says its word."""
    doc_id, count = f"doc-{number}", 1 + version % 40
    words = an_index(common=(count, b"c"), **{f"v{version}": (count, b"v")})
    store.put(flat(doc_id, count), words, a_source(f"{number} {version}".encode(), f"/{doc_id}.md"))


def is_of_one_edition(store: PostgresStore, doc_id: str) -> bool:
    """Whether all that is read of a document is of the same version."""
    with store.reading():
        for record in store.records([doc_id]):
            held = [one.n for one in store.postings(["common"], [doc_id])]
            seen = {record.paragraphs, store.outline(doc_id)[-1].count, len(store.read(doc_id, 0, 99)), *held}
            data = store.bytes_of(doc_id)
            return seen == {record.paragraphs} and 1 + int((data or b"").split()[1]) % 40 == record.paragraphs
    return True


@pytest.fixture
def crashing() -> Iterator[Postgres]:
    """A server of its own; its log is written as it is in earnest, so that a crash is mended from it."""
    yield from lent(full_page_writes="on", synchronous_commit="on")


def test_a_crash_at_any_moment_loses_no_document_that_was_written_and_leaves_none_in_part(crashing: Postgres):
    chance = random.Random(6)
    server = Server.parse(crashing.new_database())
    store = PostgresStore.open(server)
    versions: dict[int, set[int]] = {number: set() for number in range(4)}

    def write(number: int, first: int, over: threading.Event) -> None:
        version = first
        with suppress(LibraryError):
            while not over.is_set():
                versions[number].add(version)
                put(store, number, version)
                versions[number] = {version}
                version += 1

    until, crash = time.monotonic() + SECONDS, 0
    while crash < CRASHES and time.monotonic() < until:
        crash += 1
        over = threading.Event()
        with ThreadPoolExecutor(4) as pool:
            writers = [pool.submit(write, number, 1000 * crash, over) for number in versions]
            time.sleep(chance.uniform(0.05, 0.6))
            crashing.stop("immediate")
            over.set()
            crashing.start()
            for writer in writers:
                writer.result()
        assert store.check() == ()
        for number, may_be in versions.items():
            assert is_of_one_edition(store, f"doc-{number}")
            data = store.bytes_of(f"doc-{number}") if store.records([f"doc-{number}"]) else b"0 0"
            assert int((data or b"").split()[1]) in may_be or data == b"0 0"
    print(f"crashed at {crash} moments")
    store.close()
