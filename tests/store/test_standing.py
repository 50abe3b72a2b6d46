"""A library file that is moved, removed or replaced while it is open, or written where it may only be read."""

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from silcrow.errors import Busy, LibraryError
from silcrow.library import Library, open_library
from silcrow.store.connections import Connections
from silcrow.store.standing import IMMUTABLE

TIDES = b"# Tides\n\nHigh water comes twice a day.\n"
LIGHTS = b"# Lights\n\nThe lamp is lit at dusk.\n"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a file that is open is not moved there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of one document in a folder of its own, closed."""
    folder = tmp_path / "shelf"
    with open_library(folder / "library.db") as library:
        library.add(TIDES, doc_id="tides")
    return folder


def must_refuse(library: Library, said: str) -> None:
    """Nothing is read, and nothing is written that would be written nowhere."""
    for act in (library.documents, lambda: library.add(LIGHTS, doc_id="lights"), lambda: library.remove("tides")):
        with pytest.raises(LibraryError, match=said) as refused:
            act()
        assert (refused.value.code, "Open it again" in refused.value.hint) == ("library_failed", True)


def test_a_library_that_was_removed_is_neither_read_nor_written(folder: Path):
    with open_library(folder / "library.db") as library:
        library.retrieve("high water")
        shutil.rmtree(folder)
        must_refuse(library, "is there no more")
        with pytest.raises(LibraryError, match="is there no more"):
            library.retrieve("high water")
    assert not folder.exists()


def test_a_library_that_was_moved_is_used_again_when_it_is_back(folder: Path, tmp_path: Path):
    with open_library(folder / "library.db") as library:
        assert len(library.documents()) == 1
        folder.rename(tmp_path / "away")
        must_refuse(library, "is there no more")
        (tmp_path / "away").rename(folder)
        library.add(LIGHTS, doc_id="lights")
    with open_library(folder / "library.db") as library:
        assert [one.doc_id for one in library.documents()] == ["lights", "tides"]
        assert library.fsck(deep=True) == ()


def test_a_copy_that_took_its_place_is_not_taken_for_it(folder: Path):
    path = folder / "library.db"
    with open_library(path) as library:
        library.backup(folder / "copy.db")
        library.add(LIGHTS, doc_id="lights")
        (folder / "copy.db").replace(path)
        must_refuse(library, "is not the file any more that was opened")


def test_a_link_that_leads_to_itself_is_no_library(tmp_path: Path):
    (tmp_path / "round.db").symlink_to("round.db")
    with pytest.raises(LibraryError, match="cannot be opened"):
        open_library(tmp_path / "round.db")


def test_each_thread_looks(folder: Path):
    with open_library(folder / "library.db") as library, ThreadPoolExecutor(1) as other:
        assert len(library.documents()) == 1
        shutil.rmtree(folder)
        with pytest.raises(LibraryError, match="is there no more"):
            other.submit(library.documents).result()
    assert not folder.exists(), "and a thread that comes new makes no new one"


# Everything is imported as whoever runs the tests; then, where that is root, who may do less goes on.
FOLLOW = """
    import os, sys
    from silcrow.library import open_library
    with open_library(ephemeral=True) as library:
        library.add(b"# Full\\n\\nMoon.", doc_id="full")
        library.retrieve("full moon")
    if os.getuid() == 0:
        os.setuid(65534)
    with open_library(sys.argv[1]) as library:
        for _ in sys.stdin:
            found = library.retrieve("lamp")
            print([one.doc_id for one in library.documents()], len(found.passages), flush=True)
"""


@pytest.fixture
def shelf(folder: Path) -> Iterator[Path]:
    """A library where anybody may read; `shut` lets nobody write."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    yield Path(shutil.copytree(folder, place / "shelf"))
    may(place / "shelf", 0o755)
    shutil.rmtree(place)


def may(folder: Path, mode: int) -> None:
    """What may be done with a folder and all in it."""
    folder.chmod(mode)
    for one in folder.rglob("*"):
        with suppress(FileNotFoundError):
            one.chmod(mode if one.is_dir() else mode & 0o666)


def test_who_may_only_read_follows_what_others_write(shelf: Path):
    path = shelf / "library.db"
    may(shelf, 0o555)
    command = [sys.executable, "-c", textwrap.dedent(FOLLOW), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdin
        assert reader.stdout

        def seen() -> str:
            reader.stdin.write("?\n")
            reader.stdin.flush()
            return reader.stdout.readline().strip()

        assert seen() == "['tides'] 0"
        may(shelf, 0o755)
        with open_library(path) as library:
            library.add(LIGHTS, doc_id="lights")
        may(shelf, 0o555)
        assert seen() == "['lights', 'tides'] 1"
        may(shelf, 0o755)
        with open_library(path) as library:
            library.remove("tides")
            may(shelf, 0o555)
            assert seen() == "['lights'] 1", "while the writer has it open"
            may(shelf, 0o755)
        reader.stdin.close()


def test_what_was_written_during_a_read_that_keeps_nobody_out_is_said(folder: Path):
    connections = Connections(folder / "library.db", wait=1, only_read=IMMUTABLE)
    query = "SELECT doc_id FROM document ORDER BY doc_id"

    def disturbed() -> None:
        with connections.reading() as connection:
            connection.execute(query).fetchall()
            with open_library(folder / "library.db") as library:
                library.add(LIGHTS, doc_id="lights")

    with pytest.raises(Busy, match="was written while it was read"):
        disturbed()
    with connections.reading() as connection:
        assert connection.execute(query).fetchall() == [("lights",), ("tides",)]
    connections.close()
