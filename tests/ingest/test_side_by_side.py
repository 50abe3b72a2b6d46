"""Several at one library, and files that change under their hands: section P of the notes on bugs, as cases.

What is busy is not broken, what was read is what counts, and nobody waits for what another one reads.
"""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from silcrow import open_library
from silcrow.errors import Busy
from silcrow.store.sqlite import SqliteStore

FILES = 20
ADDING = """
import sys
from pathlib import Path
from silcrow import open_library
from silcrow.errors import Busy
files = sorted(Path(sys.argv[2]).iterdir())
print("ready", flush=True)
sys.stdin.readline()
with open_library(sys.argv[1]) as library:
    for file in files:
        library.add(file)
"""


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder by its digest, but those in which SQLite says who is here."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal"))]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A library with one document, closed."""
    path = tmp_path / "library" / "library.db"
    with open_library(path) as library:
        library.add(b"# Tides\n\nTwice a day.\n", doc_id="tides", address="/tides.md")
    return path


def test_a_library_that_another_process_holds_is_busy_and_neither_damaged_nor_set_aside(path: Path):  # G154
    before = contents(path.parent)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy) as failure, closing(SqliteStore.open(path, wait=0.05)) as store:
            store.records()
        assert "another process" in failure.value.message
        holder.execute("ROLLBACK")
    assert contents(path.parent) == before
    with open_library(path) as library:
        assert [record.doc_id for record in library.documents()] == ["tides"]
        assert library.fsck() == ()


def test_of_several_that_add_the_same_files_at_once_none_takes_the_library_for_broken(path: Path, tmp_path: Path):
    folder = tmp_path / "files"  # G154
    folder.mkdir()
    for number in range(FILES):
        (folder / f"berth-{number:02}.md").write_text(f"# Berth {number}\n\nIt is {number + 3} metres deep.\n")
    command = [sys.executable, "-c", ADDING, str(path), str(folder)]
    servers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for server in servers:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        server.communicate("go\n", timeout=120)
    assert [server.returncode for server in servers] == [0, 0, 0]
    with open_library(path) as library:
        assert len(library.documents()) == FILES + 1
        assert library.fsck(deep=True) == ()
    assert {name for name in contents(path.parent) if name.startswith("library.db")} == {"library.db"}


def test_a_file_that_changed_without_its_time_and_size_is_read_anew(path: Path, tmp_path: Path):  # G155
    file = tmp_path / "fees.md"
    file.write_text("# Fees\n\nTen a night.\n")
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    with open_library(path) as library:
        assert library.add(file).outcome == "new"
        file.write_text("# Fees\n\nSix a night.\n")
        os.utime(file, ns=times)
        assert library.compare("fees", library.preview(file)).counts["reworded"] == 1
        assert library.add(file).outcome == "changed"
        (record,) = library.desk().only("fees").documents()
        assert record.source == sha256(file.read_bytes()).hexdigest()
        assert library.read("fees:fees:1").passages[0].text == "Six a night."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_nobody_waits_for_a_document_that_is_slow_to_come(path: Path, tmp_path: Path):  # G156
    pipe = tmp_path / "slow.md"
    os.mkfifo(pipe)
    with open_library(path) as library:
        slow = threading.Thread(target=library.add, args=[pipe])
        slow.start()
        with pipe.open("w") as feed:  # opens once somebody reads
            feed.write("# Slow\n\nIt comes ")
            feed.flush()
            library.add(b"# Quick\n\nAt once.\n", doc_id="quick", address="/quick.md")
            library.study("quick").note("It is quick.")
            assert library.study("quick").state().completed == (1,)
            assert slow.is_alive()
            feed.write("late.\n")
        slow.join(timeout=60)
        assert [record.doc_id for record in library.documents()] == ["quick", "slow", "tides"]


def test_documents_that_are_read_at_once_leave_the_standard_streams_alone(
    path: Path, sample: Path, capfd: pytest.CaptureFixture[str]
):  # G156
    streams = sys.stdout, sys.stderr
    with open_library(path) as library:
        names = [f"copy-{number}" for number in range(2)]
        threads = [
            threading.Thread(target=library.add, args=[sample.read_bytes() + b"\n" * n], kwargs={"doc_id": name})
            for n, name in enumerate(names)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {record.doc_id for record in library.documents()} == {"tides", *names}
    assert (sys.stdout, sys.stderr) == streams
    print("still here", flush=True)
    assert capfd.readouterr() == ("still here\n", "")
