"""What a library file promises beside the contract: what it refuses, what it waits for, what it leaves on disk."""

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from stores import a_source, an_index, flat, tides

from silcrow.errors import Busy, LibraryDamaged, LibraryError, NewerLibrary, SilcrowError, Usage
from silcrow.store.sqlite import SqliteStore


def put(store: SqliteStore, doc_id: str, count: int = 3) -> None:
    """A document with kept bytes."""
    store.put(flat(doc_id, count), an_index(common=(count, b"c")), a_source(doc_id.encode(), f"/{doc_id}.md"))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(script: str, *arguments: str | Path) -> "subprocess.Popen[str]":
    """Another Python process."""
    command = [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def foreign_database(path: Path) -> None:
    """Another program's SQLite file."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("Dear diary\n"),
    "a cut header": lambda path: path.write_bytes(b"SQLite form"),
    "another program's database": foreign_database,
}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_file_that_is_no_library_is_refused_and_left_as_it_is(case: str, tmp_path: Path):
    path = tmp_path / "library.db"
    FOREIGN[case](path)
    before = contents(tmp_path)
    with pytest.raises(Usage, match="not a Silcrow library"):
        SqliteStore.open(path)
    assert contents(tmp_path) == before


def test_a_folder_is_no_library(tmp_path: Path):
    with pytest.raises(Usage, match="is a folder"):
        SqliteStore.open(tmp_path)


def newer_library(path: Path, *, journal: str) -> None:
    """A library with a migration of tomorrow."""
    SqliteStore.open(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {journal}").fetchall()
    connection.execute("INSERT INTO migration VALUES ('m999_tomorrow', '2999-01-01')")
    connection.close()


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_newer_library_is_refused_and_not_touched(journal: str, tmp_path: Path):
    path = tmp_path / "library.db"
    newer_library(path, journal=journal)
    before = contents(tmp_path)
    with pytest.raises(NewerLibrary, match="m999_tomorrow") as refused:
        SqliteStore.open(path)
    assert "Update" in refused.value.hint
    assert contents(tmp_path) == before


def test_a_library_that_was_made_newer_while_it_was_open_is_not_written(tmp_path: Path):
    store = SqliteStore.open(tmp_path / "library.db")
    put(store, "doc")
    connection = sqlite3.connect(tmp_path / "library.db", isolation_level=None)
    connection.execute("INSERT INTO migration VALUES ('m999_tomorrow', '2999-01-01')")
    connection.close()
    for act in (lambda: put(store, "more"), lambda: store.remove("doc"), lambda: store.jobs.release("me")):
        with pytest.raises(NewerLibrary, match="m999_tomorrow"):
            act()
    assert [record.doc_id for record in store.records()] == ["doc"]
    store.close()


def test_a_newer_library_is_known_by_its_log_too(tmp_path: Path):
    path, copy = tmp_path / "library.db", tmp_path / "copy" / "library.db"
    store = SqliteStore.open(path)
    with store._connections.writing() as connection:
        connection.execute("INSERT INTO migration VALUES ('m999_tomorrow', '2999-01-01')")
    shutil.copytree(tmp_path, copy.parent, ignore=shutil.ignore_patterns("copy"))  # as after a power cut
    store.close()
    before = contents(copy.parent)
    with pytest.raises(NewerLibrary):
        SqliteStore.open(copy)
    assert {name: data for name, data in contents(copy.parent).items() if not name.endswith("-shm")} == {
        name: data for name, data in before.items() if not name.endswith("-shm")
    }


def test_a_new_library_is_made_with_its_folder(tmp_path: Path):
    path = tmp_path / "deep" / "folder" / "library.db"
    SqliteStore.open(path).close()
    assert contents(tmp_path).keys() == {"deep/folder/library.db"}
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM migration").fetchall() == [
            (name,)
            for name in (
                "m001_initial",
                "m002_held",
                "m003_vectors",
                "m004_readings",
                "m005_jobs",
                "m006_signs",
                "m007_shelves",
            )
        ]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_library_that_was_emptied_is_not_taken_for_a_new_one(tmp_path: Path):  # G149
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    put(store, "doc")
    store.close()
    path.write_bytes(b"")
    before = contents(tmp_path)
    with pytest.raises(LibraryDamaged, match=r"is empty, and library\.db\.sources beside it is not") as refused:
        SqliteStore.open(path)
    assert "Restore a copy" in refused.value.hint
    assert contents(tmp_path) == before


def test_an_empty_file_becomes_a_library(tmp_path: Path):
    path = tmp_path / "library.db"
    path.touch()
    store = SqliteStore.open(path)
    put(store, "doc")
    store.close()


def test_a_library_whose_making_was_cut_short_is_made_now(tmp_path: Path):
    path = tmp_path / "library.db"
    connection = sqlite3.connect(path)
    connection.execute(
        "PRAGMA journal_mode = WAL"
    ).fetchall()  # the first step of making one, and the last before a kill
    connection.close()
    assert path.stat().st_size > 0
    store = SqliteStore.open(path)
    put(store, "doc")
    store.close()


def test_a_library_lives_on_when_it_is_opened_again(tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    store.put(tides(), an_index(tide=(1, b"t")), a_source(b"bytes", "/tides.md"))
    store.close()
    again = SqliteStore.open(path)
    assert again.outline("tides") == tides().sections
    assert again.read("tides", 0, 9) == tides().paragraphs
    assert again.bytes_of("tides") == b"bytes"
    again.close()
    assert [name for name in contents(tmp_path) if "-" in name] == []


def test_kept_bytes_lie_beside_the_real_file(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "library.db")
    store = SqliteStore.open(tmp_path / "link.db")
    put(store, "doc")
    store.close()
    sha256 = a_source(b"doc", "").sha256
    assert (tmp_path / "real" / "library.db.sources" / sha256).read_bytes() == b"doc"
    store = SqliteStore.open(tmp_path / "real" / "library.db")
    assert store.bytes_of("doc") == b"doc"
    store.remove("doc")
    store.close()
    assert contents(tmp_path / "real").keys() == {"library.db"}


def test_a_library_in_memory_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    store = SqliteStore.open(None)
    put(store, "doc", 2000)
    assert store.bytes_of("doc") == b"doc"
    assert contents(tmp_path) == {}
    store.close()


HOLD = """
    import sys
    from pathlib import Path
    from silcrow.store.sqlite import SqliteStore
    store = SqliteStore.open(Path(sys.argv[1]))
    with store.writing():
        print("held", flush=True)
        sys.stdin.readline()
    store.close()
"""


def test_a_writer_waits_then_says_busy_and_readers_do_not_wait(tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path, wait=0.3)
    put(store, "doc")
    with run(HOLD, path) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Busy, match=r"library\.db is being written by another process"):
            put(store, "more")
        assert [r.doc_id for r in store.records()] == ["doc"]
        another = SqliteStore.open(path)
        assert len(another.read("doc", 0, 9)) == 3
        another.close()
        other.communicate("go on\n")
    put(store, "more")
    assert store.check() == ()
    store.close()


ADD = """
    import sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[3])
    from test_sqlite import put
    from silcrow.store.sqlite import SqliteStore
    print("ready", flush=True)
    sys.stdin.readline()
    store = SqliteStore.open(Path(sys.argv[1]))
    for number in range(25):
        put(store, f"{sys.argv[2]}-{number}", 100)
    store.close()
"""


def test_two_processes_that_make_and_fill_a_library_at_once_both_succeed(tmp_path: Path):
    path = tmp_path / "library.db"
    both = [run(ADD, path, name, Path(__file__).parent) for name in ("one", "two")]
    for process in both:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in both:
        process.communicate(timeout=60)
        assert process.returncode == 0
    store = SqliteStore.open(path)
    assert len(store.records()) == 50
    assert {len(store.read(record.doc_id, 0, 1000)) for record in store.records()} == {100}
    assert store.check() == ()
    store.close()


def test_a_thread_that_ended_holds_no_connection(tmp_path: Path):
    store = SqliteStore.open(tmp_path / "library.db")
    for _ in range(20):
        thread = threading.Thread(target=store.records)
        thread.start()
        thread.join()
    assert len(store._connections._lanes) == 2  # this thread and the last of the others
    store.close()


def test_the_log_does_not_grow_for_ever(tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    log = tmp_path / "library.db-wal"
    reader = SqliteStore.open(path)
    long = an_index(word=(1, b"x" * 24_000_000))
    with reader.reading():
        assert reader.records() == ()  # it looks at the library as it is now, and keeps SQLite's checkpoints away
        for number in range(3):
            store.put(flat(f"doc-{number}", 1), long, a_source(b"", f"/{number}"))
        assert log.stat().st_size > 64_000_000
    put(store, "last")
    assert log.stat().st_size < 1_000_000
    reader.close()
    store.close()


def damage(path: Path, *, keep: int) -> None:
    """Write noise over all of a file but its first bytes."""
    data = path.read_bytes()
    path.write_bytes(data[:keep] + b"\xa5" * (len(data) - keep))


def test_a_damaged_library_is_named_and_left_as_it_is(tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    put(store, "doc", 500)
    store.close()
    damage(path, keep=100)
    before = path.read_bytes()
    with pytest.raises(LibraryError, match=r"library\.db is damaged"):
        SqliteStore.open(path)
    assert path.read_bytes() == before


def test_fsck_names_what_is_wrong(tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    for doc_id in ("a", "b", "c", "d"):
        put(store, doc_id)
    assert store.check() == ()
    folder = tmp_path / "library.db.sources"
    (folder / a_source(b"a", "").sha256).unlink()
    (folder / a_source(b"b", "").sha256).write_bytes(b"B")
    with store._connections.writing() as connection:
        connection.execute("DELETE FROM paragraph WHERE document = 3 AND ord = 1")
        connection.execute("INSERT INTO posting VALUES (99, 1, 1, x'00')")
    assert [(notice.message.partition(": ")[0], notice.place) for notice in store.check()] == [
        ("its paragraphs are not all there", "c"),
        ("rows of a document that is not there", ""),
        ("its kept source bytes are missing or changed", "a"),
        ("its kept source bytes are missing or changed", "b"),
    ]
    with pytest.raises(LibraryError, match="kept bytes of 'a' are gone"):
        store.bytes_of("a")
    store.close()


def test_fsck_sweeps_bytes_that_no_document_needs(tmp_path: Path):
    store = SqliteStore.open(tmp_path / "library.db")
    put(store, "doc")
    folder = tmp_path / "library.db.sources"
    needed = {path.name for path in folder.iterdir()}
    (folder / ("0" * 64)).write_bytes(b"left by a crash between the bytes and their row")
    (folder / f"{'1' * 64}.partial").write_bytes(b"left by a crash while it was wri")
    assert store.check() == ()
    assert {path.name for path in folder.iterdir()} == needed
    store.close()


FULL = """
    import resource, sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[3])
    from stores import a_source, an_index, flat
    from silcrow.errors import LibraryError
    from silcrow.store.sqlite import SqliteStore
    store = SqliteStore.open(Path(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
    data, block = (b"x" * 4_000_000, b"") if sys.argv[2] == "bytes" else (b"", b"x" * 4_000_000)
    try:
        store.put(flat("large", 1), an_index(word=(1, block)), a_source(data, "/large.md"))
    except LibraryError as error:
        print(error.message, "|", error.hint)
    store.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="no limit on file sizes to try it with")
@pytest.mark.parametrize("what", ["bytes", "rows"])
def test_a_disk_without_room_is_a_clear_error_and_the_library_stays(what: str, tmp_path: Path):
    path = tmp_path / "library.db"
    store = SqliteStore.open(path)
    put(store, "doc")
    store.close()
    said, _ = run(FULL, path, what, Path(__file__).parent).communicate(timeout=60)
    assert "library.db" in said
    assert "|" in said
    store = SqliteStore.open(path)
    assert [r.doc_id for r in store.records()] == ["doc"]
    assert store.bytes_of("doc") == b"doc"
    assert store.check() == ()
    assert len(contents(tmp_path / "library.db.sources")) == 1
    store.close()


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(SilcrowError) as refused:
        SqliteStore.open(tmp_path / "file" / "library.db")
    assert "file" in refused.value.message
    assert refused.value.hint
