"""Many readers and writers of one library at once, in several processes: no error, and every read is of one edition.

SQLite with one writer, PostgreSQL with four, sixteen readers each. A few seconds in the suite; SILCROW_LONG=1 makes it
two minutes.
"""

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

import pytest
from stores import a_source, an_index, flat

from silcrow.errors import Busy, NotFound
from silcrow.store.places import named, opened
from silcrow.store.protocol import Store

SECONDS = 120 if os.environ.get("SILCROW_LONG") else 3
DOCUMENTS = 8
VECTOR = b"v" * 64


def put(store: Store, number: int, version: int) -> None:
    """A version of one of some documents: as many paragraphs as the version says, and so says its word."""
    doc_id, count = f"doc-{number}", 1 + version % 40
    words = an_index(common=(count, b"c"), **{f"v{version}": (count, b"v")})
    document = flat(doc_id, count)
    store.put(document, words, a_source(f"{number} {version}".encode(), f"/{doc_id}.md"))
    store.vectors.keep("model", doc_id, document.edition, dict.fromkeys(range(count), VECTOR))


def look(store: Store, doc_id: str) -> None:
    """All that is read of a document is of the same version. Bytes that lie in files may be those of a later one."""
    with suppress(NotFound):
        store.bytes_of(doc_id)
    with store.reading():
        for record in store.records([doc_id]):
            held = [one.n for one in store.postings(["common"], [doc_id])]
            seen = {record.paragraphs, store.outline(doc_id)[-1].count, len(store.read(doc_id, 0, 99)), *held}
            assert seen == {record.paragraphs}
            with suppress(Busy):
                assert 1 + int((store.bytes_of(doc_id) or b"").split()[1]) % 40 == record.paragraphs
            assert all(order < record.paragraphs for order in store.vectors.of("model", doc_id))


def write(store: Store, chance: random.Random) -> None:
    """Replace a document, and take one away now and then."""
    number = chance.randrange(DOCUMENTS)
    if chance.random() < 0.05:
        try:
            store.remove(f"doc-{number}")
        except NotFound:
            return
    put(store, number, chance.randrange(1000))


def read(store: Store, chance: random.Random) -> None:
    """Look at a document."""
    look(store, f"doc-{chance.randrange(DOCUMENTS)}")


def work(where: str, act: Callable[[Store, random.Random], None], threads: int, seed: int) -> list[int]:
    """Do something with one store in several threads until the time is over; how often each did."""
    store = opened(named(where), wait=30.0)
    until = time.monotonic() + SECONDS

    def one(number: int) -> int:
        chance, done = random.Random(100 * seed + number), 0
        while time.monotonic() < until:
            act(store, chance)
            done += 1
        return done

    try:
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(one, range(threads)))
    finally:
        store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_writers_and_sixteen_readers_meet_no_error_and_every_read_is_of_one_edition(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
):
    where = str(tmp_path / "library.db") if kind == "sqlite" else request.getfixturevalue("address")
    store = opened(named(where), wait=30.0)
    for number in range(DOCUMENTS):
        put(store, number, 0)
    writers = (1,) if kind == "sqlite" else (2, 2)  # threads of each process
    with ProcessPoolExecutor(len(writers) + 2, mp_context=get_context("spawn")) as pool:
        writing = [pool.submit(work, where, write, threads, seed) for seed, threads in enumerate(writers)]
        reading = [pool.submit(work, where, read, 8, seed) for seed in (7, 8)]
        wrote = [count for one in writing for count in one.result()]
        looked = [count for one in reading for count in one.result()]
    assert len(looked) == 16
    assert all(wrote)
    assert all(looked)
    assert store.generation() >= sum(wrote)
    assert store.check() == ()
    store.close()
    print(f"{kind}: {sum(wrote):,} writes, {sum(looked):,} reads in {SECONDS} seconds")
