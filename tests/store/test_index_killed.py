"""`silcrow embed` killed, and PostgreSQL stopped as if it had crashed, while the index of signs is made.

Whoever is killed does not go on making it for others to wait for; the next one makes it. A few rounds in the suite;
SILCROW_LONG=1: twenty-four over many more paragraphs, or what five minutes allow.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import psycopg
import pytest
from stores import a_source, an_index, flat

from postgres_server import Postgres, lent
from servers import Server as Model
from servers import serving
from silcrow.retrieve.dense import pack
from silcrow.retrieve.signs import signs_of, signs_of_document
from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore

LONG = bool(os.environ.get("SILCROW_LONG"))
ROUNDS, SECONDS, DOCUMENTS = (24, 300, 40) if LONG else (2, 60, 8)
PARAGRAPHS, WIDTH = 500, 384


@pytest.fixture
def crashing() -> Iterator[Postgres]:
    """A server of its own, with pgvector; its log is written as it is in earnest."""
    yield from lent(full_page_writes="on", synchronous_commit="on")


def run(address: str, query: str) -> list[tuple[object, ...]]:
    """What a query answers."""
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(query.encode()).fetchall()


def embed(address: str, model: Model) -> "subprocess.Popen[str]":
    """The command itself; all vectors are there, and so it only makes the index."""
    command = [sys.executable, "-m", "silcrow", "--library", address, "embed", "--embedder", model.url]
    environment = os.environ | {"SILCROW_EMBEDDER_MODEL": "m"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def fill(store: PostgresStore, model: str) -> np.ndarray:
    """Documents with vectors and signs of all paragraphs; the vectors."""
    every = np.random.default_rng(3).normal(size=(DOCUMENTS, PARAGRAPHS, 1, WIDTH)).astype(np.float32)
    for number, rows in enumerate(every):
        document = flat(f"doc-{number:02}", PARAGRAPHS)
        blocks = {order: pack(row) for order, row in enumerate(rows)}
        store.put(document, an_index(), a_source(f"{number}".encode(), f"/{number}.md"))
        store.vectors.keep(model, document.doc_id, document.edition, blocks)
        store.vectors.keep_signs(model, document.doc_id, document.edition, signs_of_document(blocks, PARAGRAPHS) or [])
    return every


def is_made(address: str) -> bool:
    """Whether somebody makes an index just now."""
    return run(address, "SELECT count(*) FROM pg_stat_progress_create_index") != [(0,)]


def wait_for(address: str, process: "subprocess.Popen[str]") -> None:
    """Until the index is being made."""
    while not is_made(address):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.01)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_an_index_that_is_killed_while_it_is_made_is_made_by_the_next_one(crashing: Postgres):
    address, chance, killed, crashed = crashing.new_database(), random.Random(8), 0, 0
    if run(address, "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'") != [(1,)]:
        pytest.skip("this PostgreSQL has no pgvector")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    store = PostgresStore.open(Server.parse(address))
    with serving([lambda request: {"data": [{"embedding": [1.0] * WIDTH} for _ in request["input"]]}]) as server:
        model = f"m at {server.url}/embeddings"
        every = fill(store, model)
        process = embed(address, server)
        wait_for(address, process)
        begun = time.monotonic()
        _, err = process.communicate()
        takes = time.monotonic() - begun
        assert (process.returncode, store.vectors.indexed(model)) == (0, True), err
        of_signs = "SELECT indexrelid::regclass FROM pg_index WHERE NOT indisprimary AND indrelid IN"
        of_signs += " (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'silcrow.sign'::regclass)"
        indexes = [index for (index,) in run(address, of_signs)]
        assert len(indexes) == 8
        until = time.monotonic() + SECONDS
        while killed + crashed < ROUNDS and time.monotonic() < until:
            while is_made(address):  # by the server, which has not noticed yet that nobody waits for it
                time.sleep(0.1)
            with psycopg.connect(address, autocommit=True) as connection:
                for index in indexes:
                    connection.execute(f"DROP INDEX IF EXISTS {index}".encode())
            process = embed(address, server)
            wait_for(address, process)
            time.sleep(chance.uniform(0, takes))
            if (killed + crashed) % 2:
                crashing.stop("immediate")
                crashing.start()
                process.communicate()
                crashed += 1
            else:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                killed += 1
            document = flat("doc-00", PARAGRAPHS)  # nobody has to wait until it would have been made
            store.vectors.keep_signs(model, "doc-00", document.edition, [signs_of(row[0]) for row in every[0]])
            assert store.check() == ()
            assert "doc-00" in {one.doc_id for one in store.vectors.unindexed(model)}  # until it is taken in
        print(f"while an index was made (in {takes:.1f} seconds): killed at {killed} moments, crashed at {crashed}")
        process = embed(address, server)
        _, err = process.communicate()
        assert (process.returncode, store.vectors.indexed(model)) == (0, True), err
        assert store.vectors.unindexed(model) == ()
        found = store.vectors.nearest(model, signs_of(every[3, 77, 0]), 3)
        assert found[0] == ("doc-03", 77)
    store.close()
