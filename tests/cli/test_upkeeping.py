"""fsck, backup and vacuum."""

import sqlite3
from pathlib import Path

import pytest


@pytest.fixture
def library(silcrow, harbour: Path, tides: Path, tmp_path: Path) -> Path:
    """A library of two documents."""
    path = tmp_path / "my.db"
    assert silcrow("--library", path, "add", harbour, tides).status == 0
    return path


def change(path: Path, statement: str) -> None:
    """Do something to the rows themselves."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def test_a_backup_is_a_library_with_the_copies_of_files(silcrow, library: Path, tmp_path: Path):
    target = tmp_path / "safe" / "copy.db"
    done = silcrow("--library", library, "backup", target)
    assert (done.status, done.out) == (0, f"2 documents in {target}\n")
    assert silcrow("--library", target, "ls").out == silcrow("--library", library, "ls").out
    assert silcrow("--library", target, "fsck", "--deep").out == "No faults.\n"
    copies = sorted(file.name for file in (tmp_path / "my.db.sources").iterdir())
    assert sorted(file.name for file in (tmp_path / "safe" / "copy.db.sources").iterdir()) == copies


def test_a_backup_writes_over_nothing(silcrow, library: Path, tmp_path: Path):
    (tmp_path / "letter.txt").write_text("Dear all")
    done = silcrow("--library", library, "backup", tmp_path / "letter.txt", "--json")
    assert (done.status, done.json["error"]["code"]) == (2, "usage")
    assert (tmp_path / "letter.txt").read_text() == "Dear all"


def test_a_backup_in_json(silcrow, library: Path, tmp_path: Path):
    found = silcrow("--library", library, "backup", tmp_path / "b.db", "--json").json
    assert found == {"written": str(tmp_path / "b.db"), "documents": 2, "notices": []}


def test_vacuum_says_what_it_gave_back(silcrow, library: Path, tmp_path: Path):
    long = tmp_path / "long.md"
    long.write_text("# Long\n\n" + "".join(f"Paragraph {n} of a long document.\n\n" for n in range(3000)))
    silcrow("--library", library, "add", long)
    silcrow("--library", library, "rm", "long")
    found = silcrow("--library", library, "vacuum", "--json").json
    assert found["before"] > found["after"] == library.stat().st_size
    assert silcrow("--library", library, "fsck", "--deep").status == 0
    assert silcrow("--library", library, "vacuum").out.endswith(f"{found['after']:,} bytes now\n")


@pytest.mark.parametrize("verb", [("vacuum",), ("backup", "copy.db")])
def test_a_library_on_a_server_is_kept_by_the_server(silcrow, verb: tuple[str, ...], address: str):
    done = silcrow("--library", address, *verb, "--json")
    assert (done.status, done.json["error"]["code"]) == (2, "usage")
    assert done.json["error"]["hint"]


def test_fsck_finds_what_is_lost_and_says_what_to_do(silcrow, library: Path):
    change(library, "DELETE FROM paragraph WHERE document = 1 AND ord = 1")
    done = silcrow("--library", library, "fsck")
    assert (done.status, done.out) == (
        1,
        "harbour: its paragraphs are not all there: remove it and add its file again\n",
    )
    found = silcrow("--library", library, "fsck", "--json").json
    assert found["faults"] == [
        {
            "code": "damaged",
            "message": "its paragraphs are not all there: remove it and add its file again",
            "place": "harbour",
        }
    ]


def test_a_deep_fsck_finds_what_is_searched_wrongly_and_mending_it_is_adding_it_again(
    silcrow, library: Path, tides: Path
):
    change(library, "UPDATE posting SET block = x'00' WHERE term = (SELECT id FROM term WHERE term = 'gaug')")
    assert silcrow("--library", library, "fsck").status == 0
    done = silcrow("--library", library, "fsck", "--deep")
    assert done.status == 1
    assert done.out.startswith("tides: 1 of its terms are not where its text has them: remove it and add its file")
    silcrow("--library", library, "rm", "tides")
    silcrow("--library", library, "add", tides)
    assert silcrow("--library", library, "fsck", "--deep").out == "No faults.\n"


def test_a_file_that_is_damaged_as_a_whole_is_named_with_what_to_do(silcrow, library: Path):
    data = library.read_bytes()
    library.write_bytes(data[:100] + b"\xa5" * (len(data) - 100))
    done = silcrow("--library", library, "fsck")
    assert done.status == 1
    assert "is damaged" in done.err
    assert "Restore a copy" in done.err
