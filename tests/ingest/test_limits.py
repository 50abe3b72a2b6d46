"""Documents that misbehave are set aside with their reason, and cost no other document anything."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from silcrow.errors import SetAside
from silcrow.ingest.ahead import Batch
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Manner
from silcrow.ingest.one import Added
from silcrow.ingest.workers import Workers
from silcrow.store.sqlite import SqliteStore

READER = Path(__file__).with_name("bad_reader.py")
LIMITS = Limits(memory=2 * 2**30, files=64, attempts=2)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="only time is bounded on Windows")


def told(folder: Path, limits: Limits) -> tuple[list[str], list[tuple[str, int, str]]]:
    """What became of each file, and the jobs that stay."""
    store = SqliteStore.open(None)
    readers = Workers(1, limits, program=[str(READER)])
    batch = Batch(store, Manner(), keep=True, reparse=False, readers=readers, limits=limits)
    found = []
    for one in batch.outcomes(sorted(folder.iterdir())):
        assert isinstance(one, Added | SetAside)
        found.append(one.outcome if isinstance(one, Added) else one.message.partition("was set aside: ")[2])
    return found, [(job.state, job.attempt, job.error) for job in store.jobs.listed()]


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("bomb", "needs more memory than 2,147,483,648 bytes"),
        ("leave", "the process that read it ended with status 3"),
        ("crash", "the process that read it was ended by SIGSEGV"),
        ("files", "opens more than 64 files"),
    ],
)
def test_a_document_that_misbehaves_is_set_aside_and_the_others_are_read(word: str, why: str, tmp_path: Path):
    for name, text in (("a", "# A\n\nWords.\n"), ("b", f"{word}\n"), ("c", "# C\n\nWords.\n")):
        (tmp_path / f"{name}.md").write_text(text)
    found, jobs = told(tmp_path, LIMITS)
    assert found == ["new", f"tried 2 times, {why}", "new"]
    assert jobs == [("aside", 2, why)]


def test_a_document_that_never_ends_is_ended(tmp_path: Path):
    (tmp_path / "b.md").write_text("loop\n")  # alone, as how long others take depends on the machine
    found, jobs = told(tmp_path, Limits(seconds=3.0, attempts=2))
    assert found == ["tried 2 times, ran past 3 seconds"]
    assert jobs == [("aside", 2, "ran past 3 seconds")]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_a_reader_in_an_endless_loop_ends_with_who_started_it(tmp_path: Path):
    program = f"""
import sys, threading
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Manner
from silcrow.ingest.worker import Request
from silcrow.ingest.workers import Workers
workers = Workers(1, Limits(), program=[{str(READER)!r}])
workers.submit(Request(b"# A", "a", "a.md", Manner())).result()
(process,) = workers._running
print(process._process.pid, flush=True)
workers.submit(Request(b"loop", "b", "b.md", Manner()))
print("looping", flush=True)
threading.Event().wait()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        reader = Path("/proc") / process.stdout.readline().strip()
        process.stdout.readline()
        assert reader.exists()
        process.send_signal(signal.SIGKILL)
    until = time.monotonic() + 60
    while _runs(reader) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(reader)


def _runs(process: Path) -> bool:
    """Whether a process is there, and not only its exit status that nobody asked for."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
