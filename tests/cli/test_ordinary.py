"""What goes wrong on a machine now and then is no fault of Silcrow's: each has its own code, and none is `internal`."""

import errno
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from disks import fill, small_disk
from silcrow.errors import of_machine
from silcrow.library import open_library

TIDES = b"# Tides\n\nHigh water comes twice a day.\n"


def error_of(*words: str | Path) -> dict[str, str]:
    """The error that a command tells."""
    command = [sys.executable, "-m", "silcrow", "--json", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    error: dict[str, str] = json.loads(done.stdout)["error"]
    assert error["hint"]
    return error


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library with a document."""
    with open_library(tmp_path / "library.db") as made:
        made.add(TIDES, doc_id="tides")
    return tmp_path / "library.db"


def test_what_is_written_to_a_full_disk(library: Path, tmp_path: Path):
    with small_disk(tmp_path / "disk", 1) as disk:
        fill(disk)
        said = error_of("--library", library, "convert", "tides", "--out", disk / "tides.md")
        assert said["code"] == "disk_full", said


def test_what_is_written_where_nothing_may_be_written(library: Path, tmp_path: Path):
    with small_disk(tmp_path / "disk", 1) as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        said = error_of("--library", library, "convert", "tides", "--out", disk / "tides.md")
        assert (said["code"], "Read-only file system" in said["message"]) == ("file_failed", True)


def test_a_library_that_is_damaged(library: Path):
    with sqlite3.connect(library) as connection:
        connection.execute("DROP TABLE paragraph")
    connection.close()
    assert error_of("--library", library, "convert", "tides")["code"] == "library_damaged"


def test_a_library_whose_pages_are_damaged(library: Path):
    size = library.stat().st_size
    with library.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    assert error_of("--library", library, "convert", "tides")["code"] == "library_damaged"


def test_a_server_that_does_not_run(tmp_path: Path):
    assert error_of("--library", f"postgresql://me@/a?host={tmp_path}", "ls")["code"] == "unreachable"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (MemoryError(), "out_of_memory"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "disk_full"),
        (PermissionError(errno.EACCES, "Permission denied", "a.pdf"), "file_failed"),
        (OSError(errno.EIO, "Input/output error"), "file_failed"),
        (ValueError("of ours"), None),
    ],
)
def test_faults_of_the_machine_are_told_from_ours(fault: Exception, code: str | None):
    found = of_machine(fault)
    assert (found.code if found else None) == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(
    ("words", "status"), [("convert tides", 1), ("ls --json", 1), ("none --json", 2), ("--help", 1)]
)
def test_a_standard_output_that_takes_nothing(words: str, status: int, library: Path):
    environment = {**os.environ, "SILCROW_LIBRARY": str(library)}
    command = [sys.executable, "-m", "silcrow", *words.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)
    assert done.returncode == status, done.stderr
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
@pytest.mark.parametrize(
    ("words", "status"), [("ls --json >&-", 0), ("add FILE <&- >&- 2>&-", 0), ("read nothing:1 --json >&-", 3)]
)
def test_streams_that_are_closed(words: str, status: int, library: Path, tmp_path: Path):
    (tmp_path / "new.md").write_text("# New\n\nText.")
    line = f"{sys.executable} -m silcrow --library {library} {words.replace('FILE', str(tmp_path / 'new.md'))}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    with open_library(library) as held:
        assert held.fsck(deep=True) == ()
        assert len(held.documents()) == (2 if "add" in words else 1)
