"""A real `silcrow embed` is killed at any moment, on both stores: vectors are whole or absent, signs where all are.

A few rounds in the suite; SILCROW_LONG=1: sixty of each, or what three minutes allow.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import shake_256
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest

from servers import Server, serving
from silcrow.library import Library, open_library
from silcrow.retrieve.dense import unpack
from silcrow.retrieve.signs import signs_of_document

LONG = bool(os.environ.get("SILCROW_LONG"))
ROUNDS, SECONDS = (60, 190) if LONG else (2, 60)
BERTHS, BATCH = 3, 32
WIDTH = 64

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


def vector(text: str) -> np.ndarray:
    """A vector a text, of length 1, like no other."""
    numbers = np.frombuffer(shake_256(text.encode()).digest(WIDTH), np.int8).astype(float)
    return numbers / np.linalg.norm(numbers)


def vectors(request: dict[str, Any]) -> object:
    """What a server of a model answers."""
    return {"data": [{"embedding": vector(text).tolist()} for text in request["input"]]}


def write(library: Library, number: int, version: int) -> None:
    """A version of a document; each has another number of paragraphs."""
    lines = [f"Line {line} of berth {number}, version {version}." for line in range(40 + 13 * (version % 7))]
    data = (f"# Berth {number}\n\n" + "\n\n".join(lines)).encode()
    library.add(data, doc_id=f"berth-{number}", address=f"/berth-{number}.md")


def embed(where: str, server: Server) -> "subprocess.Popen[str]":
    """The command itself."""
    command = [sys.executable, "-m", "silcrow", "--library", where, "embed", "--embedder", server.url]
    environment = os.environ | {"SILCROW_EMBEDDER_MODEL": "m"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def embedded(library: Library, model: str) -> list[int]:
    """Of how many paragraphs of each document a vector is kept: each the very vector, and all signs or none."""
    found = []
    for record in library.documents():
        kept = library._store.vectors.of(model, record.doc_id)
        texts = [paragraph.text for paragraph in library.document(record.doc_id).paragraphs]
        for order, block in kept.items():
            rows = unpack(block, WIDTH)
            assert rows is not None
            assert np.allclose(rows, [vector(texts[order])], atol=1e-3)
        for signs in library._store.vectors.signs(model, [record.doc_id]):
            assert signs.block == b"".join(signs_of_document(kept, len(texts)) or ())
        assert len(kept) == len(texts) or len(kept) % BATCH == 0
        found.append(len(kept))
    return found


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty library of each kind; pgvector is in the server where it has it."""
    if request.param == "file":
        yield str(tmp_path / "library.db")
        return
    address = request.getfixturevalue("postgres").new_database()
    with psycopg.connect(address, autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone():
            connection.execute("CREATE EXTENSION vector")
    yield address


def test_a_killed_embed_keeps_whole_vectors_and_goes_on_where_it_was(where: str):
    chance, until, rounds = random.Random(5), time.monotonic() + SECONDS, 0
    with serving([vectors]) as server, open_library(where, embedder="none") as library:
        model = f"m at {server.url}/embeddings"
        while rounds < ROUNDS and time.monotonic() < until:
            rounds += 1
            for number in range(BERTHS):
                if rounds == 1 or chance.random() < 0.6:
                    write(library, number, rounds)
            missing = sum(one.paragraphs for one in library.documents()) - sum(embedded(library, model))
            before = len(server.asked)
            process = embed(where, server)
            until_asked = before + chance.randrange(2 + missing // BATCH)
            while len(server.asked) < until_asked and process.poll() is None:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            embedded(library, model)
            assert library.fsck() == ()
        print(f"killed at {rounds} moments")
        left = [one.paragraphs - done for one, done in zip(library.documents(), embedded(library, model), strict=True)]
        before = len(server.asked)
        process = embed(where, server)
        _, err = process.communicate()
        assert process.returncode == 0, err
        assert embedded(library, model) == [one.paragraphs for one in library.documents()]
        assert sum(len(asked["input"]) for *_, asked in server.asked[before:]) == 1 + sum(left)  # 1: how wide they are
        assert len(list(library._store.vectors.signs(model))) == BERTHS
        assert library.fsck(deep=True) == ()
