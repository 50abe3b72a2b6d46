"""A real `silcrow add` is killed at any moment: the library opens, and each document and its bytes are whole or absent.

A few rounds in the suite; SILCROW_LONG=1: a hundred and twenty, and sixty of a batch, or what seven minutes allow.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from berths import FILES, Expected, write
from silcrow.library import open_library

ROUNDS = 120 if os.environ.get("SILCROW_LONG") else 4
SECONDS = 420
POOLED = 60 if os.environ.get("SILCROW_LONG") else 4

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


def rounds(most: int) -> Iterator[int]:
    """Numbers from 1 while there is time; how many there were is told."""
    until, done = time.monotonic() + SECONDS, 0
    while done < most and time.monotonic() < until:
        done += 1
        yield done
    print(f"killed at {done} moments")


def add(folder: Path, library: Path, *flags: str) -> "subprocess.Popen[str]":
    """The command itself, in a process of its own; with -v it tells each file as it is done."""
    command = [sys.executable, "-m", "silcrow", "--library", str(library), "-v", "add", str(folder), *flags]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]", files: int) -> list[str]:
    """Wait until so many files are done; what was said of them."""
    assert process.stderr
    lines = [process.stderr.readline() for _ in range(files)]
    assert all(lines)
    return lines


def done(lines: list[str]) -> list[int]:
    """The numbers of the files that were said to be done."""
    return [int(line.rpartition(" as berth-")[2]) for line in lines if " as berth-" in line and line.endswith("\n")]


def test_a_killed_add_leaves_whole_documents_or_none(tmp_path: Path):
    folder, path = tmp_path / "in", tmp_path / "library.db"
    chance, expected = random.Random(4), Expected()
    write(folder, 0)
    with add(folder, tmp_path / "timed.db") as process:
        told(process, 1)
        started = time.monotonic()
        told(process, FILES - 1)
        takes = (time.monotonic() - started) / (FILES - 1)
    for version in rounds(ROUNDS):
        write(folder, version)
        process = add(folder, path)
        said = told(process, chance.randrange(FILES))
        time.sleep(takes * chance.uniform(0, 1.2))
        process.send_signal(signal.SIGKILL)
        said += process.communicate()[1].splitlines(keepends=True)
        with open_library(path) as library:
            expected.check(library, range(1, version + 1), done=done(said))
            assert library.fsck() == ()
            needed = {record.source for record in library.documents()}
        kept = tmp_path / "library.db.sources"
        assert {file.name for file in kept.iterdir()} == needed if kept.exists() else not needed
    with add(folder, path) as process:
        process.communicate()
        assert process.returncode == 0
    with open_library(path) as library:
        assert len(library.documents()) == FILES
        expected.check(library, range(version, version + 1))


def readers(parent: int) -> list[int]:
    """The processes that read for an `add --jobs`."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux lists them")
def test_nothing_is_lost_or_doubled_when_a_reader_or_the_writer_of_a_batch_is_stopped(tmp_path: Path):
    """In turn: a reader is killed, the writer is asked to stop by Ctrl-C, by SIGTERM, and killed."""
    folder, path = tmp_path / "in", tmp_path / "library.db"
    chance, expected, ends = random.Random(9), Expected(), Counter[str]()
    for version in rounds(POOLED):
        write(folder, version)
        process = add(folder, path, "--jobs", "2")
        said = told(process, 1 + chance.randrange(1, FILES // 2))  # the first line names the library
        victims = readers(process.pid)
        time.sleep(chance.uniform(0, 0.1))
        way = (None, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)[(version - 1) % 4]
        if way is None and victims:  # a reader: the batch goes on with another
            with suppress(ProcessLookupError):
                os.kill(chance.choice(victims), signal.SIGKILL)
                ends["a reader"] += 1
            said += process.communicate()[1].splitlines(keepends=True)
            assert process.returncode == 0
            with open_library(path) as library:
                assert len(library.documents()) == FILES
                expected.check(library, range(version, version + 1))
                assert library.jobs() == ()
        else:
            process.send_signal(way or signal.SIGKILL)
            rest = process.communicate()[1]
            said += rest.splitlines(keepends=True)
            ends[f"the writer, by {signal.Signals(way or signal.SIGKILL).name}, exit {process.returncode}"] += 1
            if process.returncode == 130:  # it was not through yet
                assert "Interrupted. What was added so far is kept" in rest
                assert " so far.\n" in rest
        with open_library(path) as library:
            expected.check(library, range(1, version + 1), done=done(said))
            assert way != signal.SIGINT or not [job for job in library.jobs() if job.state == "running"]
            assert library.fsck() == ()
            assert all(job.attempt == 0 for job in library.jobs()), "whoever is killed with it is not set aside for it"
    print(f"stopped: {dict(ends)}")
    with add(folder, path, "--jobs", "2") as process:
        process.communicate()
        assert process.returncode == 0
    with open_library(path) as library:
        assert [record.doc_id for record in library.documents()] == [f"berth-{number:02}" for number in range(FILES)]
        expected.check(library, range(version, version + 1))
        assert (library.fsck(deep=True), library.jobs()) == ((), ())
