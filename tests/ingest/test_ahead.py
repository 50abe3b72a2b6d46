"""A batch read by several processes: the same as one after the other, whatever happens to who reads."""

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from silcrow.document import Document
from silcrow.errors import SilcrowError
from silcrow.ingest.batch import Failed
from silcrow.ingest.limits import Limits
from silcrow.library import Library, open_library

LONG = "# Long\n\n" + "A line of words that go on, and on, and on again.\n\n" * 30_000


def told(library: Library, folder: Path, jobs: int | None, limits: Limits | None = None) -> list[tuple[str, str, str]]:
    """Each file, what became of it, and as what."""
    found = []
    for one in library.add_many([folder], jobs=jobs, limits=limits):
        state = (one.error.code, "") if isinstance(one, Failed) else (one.outcome, one.record.doc_id)
        found.append((Path(one.address).name, *state))
    return found


def held(library: Library) -> list[Document]:
    """All documents."""
    return [library.document(record.doc_id) for record in library.documents()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Names that clash, equal bytes, what cannot be read, hidden text."""
    folder = tmp_path / "in"
    for part in ("x", "y"):
        (folder / part).mkdir(parents=True)
        for number in range(4):
            (folder / part / f"doc{number}.md").write_text(f"# Doc {number}{part * (number % 2)}\n\nA word.\n")
    (folder / "x" / "doc0.md").write_bytes(b"\xff\xfe\0broken \0")
    (folder / "x" / "doc1.pdf").write_bytes(b"%PDF-1.7 and no more")
    (folder / "x" / "empty.md").touch()
    return folder


def test_what_is_stored_is_the_same_with_any_number_of_processes(folder: Path):
    found = []
    for jobs in (None, 2):
        with open_library(ephemeral=True) as library:
            outcomes = told(library, folder, jobs)
            again = told(library, folder, jobs)
            found.append((outcomes, again, held(library), [record.addresses for record in library.documents()]))
    assert found[0] == found[1]
    assert {state for _, state, _ in found[0][0]} > {"new", "address"}
    assert "y-doc1" in {doc_id for _, _, doc_id in found[0][0]}


def test_only_what_could_not_be_read_stays_a_job(folder: Path):
    with open_library(ephemeral=True) as library:
        failed = [name for name, _, doc_id in told(library, folder, 2) if not doc_id]
        assert [(Path(job.source).name, job.state) for job in library.jobs()] == [(name, "failed") for name in failed]
        assert library.jobs()[0].error.startswith("damaged: ")
        (folder / "x" / "doc1.pdf").write_text("# No PDF\n\nAfter all.\n")
        told(library, folder, 2)
        assert "doc1.pdf" not in [Path(job.source).name for job in library.jobs()]


def test_what_runs_past_its_time_is_set_aside_and_the_others_are_read(tmp_path: Path):
    (tmp_path / "a.md").write_text(LONG)
    (tmp_path / "b.md").write_text("# B\n\nShort.\n")
    with open_library(ephemeral=True) as library:
        # Nothing is read in a thousandth of a second; what is short is let in again below.
        told(library, tmp_path, 1, Limits(seconds=0.001, attempts=2))
        assert [(job.state, job.attempt, job.error) for job in library.jobs()] == [
            ("aside", 2, "ran past 0.001 seconds"),
            ("aside", 2, "ran past 0.001 seconds"),
        ]
        assert told(library, tmp_path, 1) == [("a.md", "set_aside", ""), ("b.md", "set_aside", "")]
        library.retry(str(tmp_path / "b.md"))
        assert told(library, tmp_path, 1) == [("a.md", "set_aside", ""), ("b.md", "new", "b")]
        (tmp_path / "a.md").write_text("# A\n\nShort now.\n")
        assert told(library, tmp_path, 1)[0] == ("a.md", "new", "a"), "other bytes are another job"
        assert library.jobs() == ()


def children() -> list[int]:
    """Processes that this one started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"silcrow.ingest.worker" in stat.with_name("cmdline").read_bytes():
                found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux lists them")
def test_a_file_that_kills_its_readers_is_set_aside_with_the_reason(tmp_path: Path):
    (tmp_path / "a.md").write_text("# A\n\nShort.\n")
    (tmp_path / "b.md").write_text(LONG)
    stop = threading.Event()

    def killer() -> None:
        first = True
        while not stop.wait(0.02):
            for pid in children():
                if first:
                    time.sleep(1.0)  # the short one is done by then
                    first = False
                try:
                    os.kill(pid, 9)
                except ProcessLookupError:
                    continue

    with open_library(ephemeral=True) as library:
        outcomes = library.add_many([tmp_path], jobs=1, limits=Limits(attempts=2))
        first = next(outcomes)
        assert not isinstance(first, Failed)
        thread = threading.Thread(target=killer)
        thread.start()
        second = next(outcomes)
        stop.set()
        thread.join()
        outcomes.close()
        assert isinstance(second, Failed)
        assert second.error.code == "set_aside"
        assert "tried 2 times, the process that read it was ended by SIGKILL" in second.error.message
        assert "silcrow jobs retry" in second.error.hint
        assert [job.state for job in library.jobs()] == ["aside"]


def test_a_batch_that_is_left_gives_its_jobs_back_and_ends_its_processes(folder: Path, tmp_path: Path):
    with open_library(tmp_path / "library.db") as library:
        outcomes = library.add_many([folder], jobs=2)
        next(outcomes)
        outcomes.close()
        assert {job.state for job in library.jobs()} <= {"waiting", "failed"}
        assert told(library, folder, 2)[1:] != []
        assert {job.state for job in library.jobs()} <= {"failed"}


def claim(library: Library, path: Path, owner: str) -> None:
    """Hold a file as somebody else."""
    import hashlib

    library._store.jobs.claim([(str(path), hashlib.sha256(path.read_bytes()).hexdigest())], owner=owner, seconds=60)


def test_what_a_dead_process_held_is_read_at_once(folder: Path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    with open_library(ephemeral=True) as library:
        claim(library, folder / "y" / "doc3.md", f"{socket.gethostname()}/{dead.pid}/0")
        assert told(library, folder, 1)[-1] == ("doc3.md", "new", "y-doc3")


def test_what_another_process_reads_is_waited_for(folder: Path, tmp_path: Path):
    with open_library(tmp_path / "library.db") as library:
        path, other = folder / "y" / "doc3.md", f"{socket.gethostname()}/{os.getpid()}/other"
        claim(library, path, other)

        def finishes() -> None:
            time.sleep(1.0)
            with open_library(tmp_path / "library.db") as its:
                its.add(path)

        thread = threading.Thread(target=finishes)
        thread.start()
        assert told(library, folder, 1)[-1][:2] == ("doc3.md", "same")
        thread.join()


def test_one_small_file_is_read_without_a_process(tmp_path: Path):
    (tmp_path / "a.md").write_text("# A\n\nShort.\n")
    with open_library(ephemeral=True) as library:
        for _ in library.add_many([tmp_path / "a.md"], jobs=4):
            assert children() == []


def test_errors_come_over_whole(folder: Path):
    with open_library(ephemeral=True) as library:
        here = [one.error for one in library.add_many([folder]) if isinstance(one, Failed)]
        there = [one.error for one in library.add_many([folder], jobs=1) if isinstance(one, Failed)]

    def facts(error: SilcrowError) -> tuple[object, ...]:
        return (type(error), error.message, error.hint, error.candidates)

    assert list(map(facts, here)) == list(map(facts, there))
