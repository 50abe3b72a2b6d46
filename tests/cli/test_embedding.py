"""`silcrow embed`: the local model where it is installed, a server otherwise; killed, it goes on where it was."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from servers import serving
from silcrow.library import open_library
from silcrow.store.sqlite import SqliteStore

PARAGRAPHS = 320


def vectors(request: dict) -> object:
    """A vector a text: its length, and 1."""
    return {"data": [{"embedding": [len(text), 1]} for text in request["input"]]}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path, text = tmp_path / "library.db", tmp_path / "lamps.md"
    text.write_text("# Lamps\n\n" + "\n\n".join(f"Lamp number {n} burns." for n in range(PARAGRAPHS)))
    with open_library(path) as opened:
        opened.add(text)
    return path


def silcrow(library: Path, *words: str, **variables: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "silcrow", "--library", str(library), *words]
    return subprocess.Popen(
        command, env=os.environ | variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def kept(library: Path, url: str) -> int:
    store = SqliteStore.open(library)
    try:
        assert store.check() == ()
        return store.vectors.counts(f"m at {url}/embeddings").get("lamps", 0)
    finally:
        store.close()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_it_goes_on_where_it_was(library: Path):
    with serving([vectors]) as server:
        embed = ("embed", "lamps", "--embedder", server.url)
        process = silcrow(library, *embed, SILCROW_EMBEDDER_MODEL="m")
        while len(server.asked) < 6 and process.poll() is None:
            pass
        process.send_signal(signal.SIGKILL)
        process.communicate()
        before = kept(library, server.url)
        assert before % 32 == 0
        asked = len(server.asked)
        process = silcrow(library, *embed, SILCROW_EMBEDDER_MODEL="m")
        out, err = process.communicate()
        assert (process.returncode, out) == (0, f"lamps  {PARAGRAPHS} paragraphs\n"), err
        assert kept(library, server.url) == PARAGRAPHS
        again = sum(len(request["input"]) for _, _, request in server.asked[asked:])
        assert again == 1 + PARAGRAPHS - before  # the width of a vector is asked for first


def test_a_search_with_an_embedder_says_what_dense_found(library: Path):
    with serving([vectors]) as server:
        process = silcrow(
            library, "retrieve", "lamps", "lamp", "--embedder", server.url, "--json", SILCROW_EMBEDDER_MODEL="m"
        )
        out, _ = process.communicate()
    assert '"dense"' in out


def test_a_server_that_is_gone_leaves_the_result_and_a_notice(library: Path):
    process = silcrow(
        library,
        *("retrieve", "lamps", "lamp", "--embedder", "http://127.0.0.1:9"),
        SILCROW_EMBEDDER_MODEL="m",
        SILCROW_EMBED_SECONDS="1",
    )
    out, err = process.communicate()
    assert process.returncode == 0
    assert "Lamp number" in out
    assert "Not compared by meaning: http://127.0.0.1:9/embeddings could not be asked" in err
