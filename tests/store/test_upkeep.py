"""Copies of a library, room given back, a library that may only be read, and what only a deep look finds."""

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.errors import ReadOnly, Usage
from silcrow.library import open_library

TEXT = "# Tides\n\nHigh water comes twice a day.\n\n## Springs\n\nAt full and new moon.\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A library of two documents, and one that is gone."""
    path = tmp_path / "library.db"
    with open_library(path) as library:
        library.add(TEXT.encode(), doc_id="tides")
        library.add(("# Long\n\n" + "A paragraph of it.\n\n" * 3000).encode(), doc_id="long")
        library.add(b"# Other\n\nWords.\n", doc_id="other", keep=False)
    return path


def test_a_copy_is_a_library_of_its_own(path: Path, tmp_path: Path):
    target = tmp_path / "safe" / "copy.db"
    with open_library(path) as library:
        library.backup(target)
        library.remove("tides")
        records = [one.doc_id for one in library.documents()]
    with open_library(target) as copy:
        assert [one.doc_id for one in copy.documents()] == ["long", "other", "tides"]
        assert copy.source("tides") == TEXT.encode()
        assert copy.fsck(deep=True) == ()
        with pytest.raises(Usage, match="exists"):
            copy.backup(target)
    assert records == ["long", "other"]
    assert not list(target.parent.glob("*.partial"))


def test_a_library_in_memory_can_be_copied_to_a_file(tmp_path: Path):
    with open_library(ephemeral=True) as library:
        library.add(TEXT.encode(), doc_id="tides")
        library.backup(tmp_path / "copy.db")
    with open_library(tmp_path / "copy.db") as copy:
        assert copy.source("tides") == TEXT.encode()


def test_vacuum_gives_room_back_and_keeps_every_place(path: Path):
    with open_library(path) as library:
        library.remove("long")
        library.vacuum()
        before = library.document("tides")
        assert library.fsck(deep=True) == ()
        assert library.document("tides") == before
        assert path.stat().st_size < 400_000


def test_a_deep_look_finds_an_index_that_is_not_that_of_the_text(path: Path):
    with open_library(path) as library:
        with library._store.writing() as connection:
            connection.execute(
                "UPDATE posting SET block = x'00' WHERE term = (SELECT id FROM term WHERE term = 'moon')"
            )
            connection.execute("UPDATE document SET edition = '0000000000000000' WHERE doc_id = 'long'")
        assert library.fsck() == ()
        assert [(one.place, one.message.partition(": ")[0]) for one in library.fsck(deep=True)] == [
            ("long", "its edition is not that of its bytes"),
            ("tides", "1 of its terms are not where its text has them"),
        ]


def test_jobs_of_who_is_gone_wait_again_after_a_look(path: Path):
    with open_library(path) as library:
        library._store.jobs.claim([("/a", "a"), ("/b", "b")], owner="gone", seconds=-1)
        library._store.jobs.claim([("/b", "b")], owner="there", seconds=60)
        assert library.fsck() == ()
        assert [job.state for job in library.jobs()] == ["waiting", "running"]


# Everything is imported as whoever runs the tests; then, where that is root, who may do less goes on.
READ = """
    import os, sys
    from silcrow.errors import SilcrowError
    from silcrow.library import open_library
    with open_library(ephemeral=True) as library:
        library.add(b"# Full\\n\\nMoon.", doc_id="full")
        library.retrieve("full moon"), library.fsck()
    if os.getuid() == 0:
        os.setuid(65534)
    with open_library(sys.argv[1]) as library:
        print([one.doc_id for one in library.documents()])
        print(library.retrieve("full moon", top_k=1).passages[0].text)
        print(library.fsck())
        try:
            library.add(b"# New\\n\\nText.", doc_id="new")
        except SilcrowError as error:
            print(error.code, bool(error.hint))
"""


@pytest.fixture
def shelf(path: Path) -> Iterator[Path]:
    """A library in a folder that anybody may read and nobody may write."""
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(path.parent, folder / "shelf", dirs_exist_ok=True)
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o555 if one.is_dir() else 0o444)
    yield folder / "shelf" / path.name
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_library_that_may_only_be_read_is_read(shelf: Path):
    before = sorted(one.name for one in shelf.parent.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(READ), shelf],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "['long', 'other', 'tides']",
        "At full and new moon.",
        "()",
        "read_only True",
    ], done.stderr
    assert sorted(one.name for one in shelf.parent.iterdir()) == before


def test_a_file_opened_to_be_read_is_not_written(path: Path):
    from silcrow.store.connections import Connections

    connections = Connections(path, wait=1, only_read="mode=ro")
    with pytest.raises(ReadOnly), connections.writing() as connection:
        connection.execute("DELETE FROM term")
    connections.close()
