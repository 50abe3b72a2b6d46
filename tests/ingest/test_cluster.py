"""A batch read on a Ray cluster of two nodes on this machine: the same library, whatever becomes of the nodes.

SILCROW_LONG=1 makes it many rounds: twenty-four nodes lost, or what seven minutes allow, half of them while a server is
written to, and six that the command itself belongs to.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from postgres_server import Postgres
from ray_nodes import Nodes
from silcrow.document import Document
from silcrow.errors import Usage
from silcrow.ingest.cluster import Cluster
from silcrow.ingest.limits import Limits
from silcrow.library import Library, open_library

FILES = 10
LONG = bool(os.environ.get("SILCROW_LONG"))
ROUNDS = 24 if LONG else 1
SEED = int(os.environ.get("SILCROW_SEED", "7"))
SECONDS = 200

on_a_cluster = pytest.mark.skipif(
    find_spec("ray") is None or not Path("/proc/self/environ").exists(),
    reason="Ray is not installed here (it has no wheel for every system), or this is no Linux",
)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """A head and another node, a processor each; they look for Silcrow where the tests do."""
    try:
        found = Nodes(gpus=1)
    except RuntimeError as fault:
        pytest.skip(f"Ray does not start here: {fault}")
    yield found
    found.end()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents that take some half a second each, two with equal bytes, one that cannot be read."""
    folder = tmp_path_factory.mktemp("in")
    for number in range(FILES):
        berth = min(number, FILES - 2)
        lines = [f"# Berth {berth}"]
        for part in range(40):
            lines.append(f"## Part {part}")
            lines += [f"Line {line} of part {part}, word{berth}x{part}x{line}." for line in range(25)]
        (folder / f"berth-{number:02}.md").write_text("\n\n".join(lines))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    return folder


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[Document]:
    """What is stored without any cluster."""
    with open_library(ephemeral=True) as library:
        list(library.add_many([folder]))
        return held(library)


def held(library: Library) -> list[Document]:
    """All documents."""
    return [library.document(record.doc_id) for record in library.documents()]


def add(nodes: Nodes, library: str | Path, folder: Path, *flags: str) -> "subprocess.Popen[str]":
    """The command itself, in a process of its own; with -v it tells each file as it is done."""
    command = [sys.executable, "-m", "silcrow", "--library", str(library), "-v", *flags, "add", str(folder)]
    return subprocess.Popen(
        [*command, "--ray", nodes.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=nodes.environment,
    )


def told(process: "subprocess.Popen[str]", files: int) -> None:
    """Wait until so many files are done."""
    assert process.stderr
    for _ in range(files + 1):  # the first line names the library
        assert process.stderr.readline()


def whole(path: str | Path, expected: list[Document]) -> None:
    """Every document is there once, and nothing else."""
    with open_library(path) as library:
        assert held(library) == expected
        assert library.fsck(deep=True) == ()
        assert [(Path(job.source).name, job.state) for job in library.jobs()] == [("broken.pdf", "failed")]
        assert max(len(record.addresses) for record in library.documents()) == 2


@on_a_cluster
@pytest.mark.parametrize("kind", ["server", *(["file"] if LONG else ())])
def test_a_node_that_is_lost_loses_nothing_and_doubles_nothing(
    nodes: Nodes, folder: Path, expected: list[Document], tmp_path: Path, *, kind: str, postgres: Postgres
):
    chance, until, number = random.Random(SEED), time.monotonic() + SECONDS, 0
    while number < max(1, ROUNDS // 2) and time.monotonic() < until:
        path = postgres.new_database() if kind == "server" else tmp_path / f"{number}.db"
        process = add(nodes, path, folder, "--json")
        told(process, chance.randrange(1, FILES // 2) if number else 1)
        time.sleep(chance.uniform(0, 0.5))
        nodes.wish("lose")
        out, err = process.communicate(timeout=900)
        assert process.returncode == 1, err  # of the file that cannot be read
        outcomes = [one["outcome"] for one in json.loads(out)["documents"]]
        assert (outcomes.count("new"), outcomes.count("address")) == (9, 1)
        whole(path, expected)
        nodes.wish("join")
        number += 1
    print(f"lost a node at {number} moments, into a {kind}")


@on_a_cluster
def test_the_loss_of_the_node_that_the_command_belongs_to_ends_it_and_nothing_is_held_against_a_document(
    folder: Path, expected: list[Document], tmp_path: Path, postgres: Postgres
):
    chance = random.Random(SEED)
    for number in range(max(1, ROUNDS // 4)):
        nodes = Nodes()
        try:
            path = postgres.new_database() if number % 2 == 0 else tmp_path / f"{number}.db"
            process = add(nodes, path, folder, "--json")
            told(process, chance.randrange(1, FILES // 2) if number else 1)
            nodes.wish("lose head")
            out, err = process.communicate(timeout=900)
        finally:
            nodes.end()
        assert process.returncode == 1, err
        error = json.loads(out)["error"]
        assert (error["code"], error["message"]) == (
            "cluster_failed",
            "the node of the cluster on this machine is gone",
        )
        assert "goes on from there" in error["hint"]
        with open_library(path) as library:
            assert {(job.state, job.attempt) for job in library.jobs()} == {("waiting", 0)}
            list(library.add_many([folder], jobs=1))
        whole(path, expected)
    print(f"lost the node of the command at {number + 1} moments")


@on_a_cluster
@pytest.mark.parametrize("way", [signal.SIGKILL, *([signal.SIGINT, signal.SIGTERM] if LONG else ())])
def test_a_batch_on_a_cluster_that_is_stopped_goes_on_when_it_is_run_again(
    nodes: Nodes, folder: Path, expected: list[Document], tmp_path: Path, way: signal.Signals
):
    path = tmp_path / "library.db"
    for number in range(max(1, ROUNDS // 6)):
        process = add(nodes, path, folder)
        told(process, number + 1)
        process.send_signal(way)
        process.communicate(timeout=300)
        with open_library(path) as library:
            assert library.fsck() == ()
            assert held(library) == [one for one in expected if one in held(library)]
            assert {job.attempt for job in library.jobs()} <= {0}
    process = add(nodes, path, folder)
    process.communicate(timeout=900)
    whole(path, expected)


DRIVER = """
    import json, sys
    from silcrow.ingest.limits import Limits
    from silcrow.library import open_library
    from silcrow.retrieve.judging import Judges
    from silcrow.testing import HashEmbedder

    HashEmbedder.runs_on = sys.argv[3]
    model = HashEmbedder()
    with open_library(ephemeral=True, judges=Judges(model)) as library:
        limits = Limits(seconds=float(sys.argv[4]), attempts=2)
        found = list(library.add_many([sys.argv[2]], cluster=sys.argv[1], limits=limits))
        said = [getattr(getattr(one, "error", None), "message", one.address) for one in found]
        records = {record.doc_id: record.paragraphs for record in library.documents()}
        counts = dict(library._store.vectors.counts(model.identity))
    print(json.dumps([said, records, counts]))
"""


def driven(nodes: Nodes, folder: Path, *, runs_on: str, seconds: float) -> list:
    """A program of a user, with a model and limits of its own."""
    command = [sys.executable, "-c", textwrap.dedent(DRIVER), nodes.address, str(folder), runs_on, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, env=nodes.environment, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@on_a_cluster
@pytest.mark.parametrize("runs_on", ["gpu", *(["processor"] if LONG else ())])
def test_vectors_come_with_the_document_where_there_is_a_model(nodes: Nodes, folder: Path, runs_on: str):
    _, records, counts = driven(nodes, folder, runs_on=runs_on, seconds=600)
    assert len(records) == FILES - 1
    assert counts == records


@on_a_cluster
def test_what_runs_past_its_time_on_a_node_is_set_aside(nodes: Nodes, folder: Path):
    said, records, _ = driven(nodes, folder / "berth-00.md", runs_on="processor", seconds=0.001)
    assert said == [f"{folder / 'berth-00.md'} was set aside: tried 2 times, ran past 0.001 seconds"]
    assert records == {}


@on_a_cluster
def test_where_nobody_listens_there_is_no_cluster_and_that_is_said_at_once(folder: Path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    line = [sys.executable, "-m", "silcrow", "--ephemeral", "add", str(folder), "--ray", f"127.0.0.1:{port}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert f"no cluster at 127.0.0.1:{port}" in done.stderr
    assert "ray start" in done.stderr


@pytest.mark.parametrize("word", ["auto", "ray://127.0.0.1:10001", "127.0.0.1:", ":6379"])
def test_what_is_no_address_is_a_mistake_in_the_command(word: str):
    with pytest.raises(Usage) as caught:
        Cluster(word, Limits(), embedder=None)
    assert "HOST:PORT" in caught.value.hint


def test_without_the_extra_it_is_said_what_to_install(folder: Path):
    program = "import sys; sys.modules['ray'] = None; from silcrow.cli import main; main()"
    line = [sys.executable, "-c", program, "--ephemeral", "--json", "add", str(folder), "--ray", "127.0.0.1:6379"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    error = json.loads(done.stdout)["error"]
    assert (error["code"], error["hint"]) == ("cluster_failed", "Install it: pip install 'silcrow[ray]'")
