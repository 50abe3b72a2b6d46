"""Disks that are full, fail, or may only be read: a clear error with its code, and the library as it was before."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import psycopg
import pytest

from disks import small_disk
from silcrow.errors import DiskFull, ReadOnly
from silcrow.library import Library, open_library

SMALL = b"# Tides\n\nHigh water comes twice a day.\n"
LARGE = ("# Log\n\n" + "".join(f"Entry {n} of the log, word{n}.\n\n" for n in range(20_000))).encode()


def is_intact(library: Library) -> bool:
    """Whether it holds the small document alone, whole, and can be searched."""
    assert [one.doc_id for one in library.documents()] == ["tides"]
    assert library.source("tides") == SMALL
    assert library.retrieve("high water", top_k=1).passages[0].text == "High water comes twice a day."
    return library.fsck(deep=True) == ()


def test_a_file_that_may_not_grow_is_a_full_disk_and_nothing_is_written(tmp_path: Path):
    with open_library(tmp_path / "library.db") as library:
        library.add(SMALL, doc_id="tides")
        with library._store._connections.reading() as connection:
            connection.execute("PRAGMA max_page_count = 200")
        with pytest.raises(DiskFull, match="no room is left") as full:
            library.add(LARGE, doc_id="log", keep=False)
        assert full.value.hint == "Nothing was changed. Free some space."
        assert is_intact(library)
    with open_library(tmp_path / "library.db") as library:  # there is room again
        library.add(LARGE, doc_id="log")
        assert library.fsck(deep=True) == ()


@pytest.mark.parametrize("megabytes", [1, 2, 3])
def test_a_disk_that_is_full_is_said_wherever_it_runs_out(megabytes: int, tmp_path: Path):
    """While the copy of the file is kept, or later, while the rows are written."""
    with small_disk(tmp_path / "disk", megabytes) as disk, open_library(disk / "library.db") as library:
        library.add(SMALL, doc_id="tides")
        with pytest.raises(DiskFull) as full:
            library.add(LARGE, doc_id="log")
        assert full.value.code == "disk_full"
        assert is_intact(library)
        assert len(list((disk / "library.db.sources").iterdir())) == 1, "no copy of what was not written"


def test_a_disk_that_becomes_read_only_is_said_and_still_read(tmp_path: Path):
    with small_disk(tmp_path / "disk", 8) as disk:
        with open_library(disk / "library.db") as library:
            library.add(SMALL, doc_id="tides")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with open_library(disk / "library.db") as library:
            assert is_intact(library)
            for keep, said in ((True, "could not be kept"), (False, "cannot be written")):
                with pytest.raises(ReadOnly, match=said) as refused:
                    library.add(LARGE, doc_id="log", keep=keep)
                assert (refused.value.code, "Copy it" in refused.value.hint) == ("read_only", True)
            with pytest.raises(ReadOnly):
                library.remove("tides")
            assert is_intact(library)


def test_a_copy_that_a_disk_has_no_room_for_is_not_begun_to_be_one(tmp_path: Path):
    with small_disk(tmp_path / "disk", 1) as disk, open_library(tmp_path / "library.db") as library:
        library.add(SMALL, doc_id="tides")
        library.add(LARGE, doc_id="log")
        with pytest.raises(DiskFull):
            library.backup(disk / "copy.db")
        assert not (disk / "copy.db").exists()
        with open_library(disk / "other.db") as other, pytest.raises(DiskFull):
            list(library.copy_to(other))
        with open_library(disk / "other.db") as other:
            assert other.fsck(deep=True) == ()


# A file of this process may not grow past a size: what SQLite calls an input/output error.
FAILING = """
    import resource, sys
    from silcrow.cli import main
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_disk_that_fails_is_said_with_its_code_and_the_library_is_as_it_was(tmp_path: Path):
    path, log = tmp_path / "library.db", tmp_path / "log.md"
    log.write_bytes(LARGE)
    with open_library(path) as library:
        library.add(SMALL, doc_id="tides")
    command = [sys.executable, "-c", textwrap.dedent(FAILING), "--library", path, "add", "--no-keep", log, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert '"code": "library_failed"' in done.stdout + done.stderr
    assert "disk I/O error" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    with open_library(path) as library:
        assert is_intact(library)


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.ord = 300 THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON silcrow.paragraph FOR EACH ROW EXECUTE FUNCTION full_disk()
"""


def test_a_server_whose_disk_is_full_is_said_and_nothing_is_written(address: str):
    with open_library(address) as library:
        library.add(SMALL, doc_id="tides")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(FULL)
        try:
            with pytest.raises(DiskFull, match="no room is left"):
                library.add(LARGE, doc_id="log")
            assert is_intact(library)
        finally:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("DROP FUNCTION full_disk CASCADE")
        library.remove("tides")
