"""Many files at once: one outcome each, in path order, and none stops the others."""

from pathlib import Path

import pytest

from silcrow.errors import LibraryError
from silcrow.ingest.batch import Failed, ingest_all
from silcrow.ingest.one import Added
from silcrow.store.sqlite import SqliteStore


def said(outcome: Added | Failed) -> tuple[str, str]:
    """A file's name and what became of it."""
    state = outcome.error.code if isinstance(outcome, Failed) else outcome.outcome
    return Path(outcome.address).name, state


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good files, two bad ones between them, and a hidden one."""
    texts = {
        "a.md": b"# A\n\nOne.\n",
        "b.pdf": b"",
        "c.bin": bytes(range(256)) * 9,
        "d.md": b"# D\n\nTwo.\n",
        ".e": b"x",
    }
    for name, data in texts.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_bytes(data)
    return tmp_path / "in"


def test_a_bad_file_is_an_outcome_among_others(folder: Path):
    store = SqliteStore.open(None)
    outcomes = list(ingest_all(store, [folder, folder / "gone.md"]))
    assert [said(one) for one in outcomes] == [
        ("gone.md", "not_found"),
        ("a.md", "new"),
        ("b.pdf", "damaged"),
        ("c.bin", "unsupported_format"),
        ("d.md", "new"),
    ]
    assert [one.progress for one in outcomes] == [(number, 5) for number in range(1, 6)]
    shares = [one.share for one in outcomes]
    assert shares == sorted(shares), "of their bytes"
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert [notice.code for one in outcomes for notice in one.notices] == ["hidden"]
    assert [notice.code for notice in outcomes[0].notices] == ["hidden"]
    assert [record.doc_id for record in store.records()] == ["a", "d"]
    assert [said(one) for one in ingest_all(store, [folder / "a.md", folder / "d.md"])] == [
        ("a.md", "same"),
        ("d.md", "same"),
    ]


def test_each_file_is_in_the_library_when_its_outcome_is_told(folder: Path):
    store = SqliteStore.open(None)
    counts = [len(store.records()) for _ in ingest_all(store, [folder])]
    assert counts == [1, 1, 1, 2]


def test_names_do_not_depend_on_the_order_in_which_files_are_named(tmp_path: Path):
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "report.md").write_text(f"# Report\n\nThat of {name}.\n")
    names = []
    for order in (["x", "y"], ["y", "x"]):
        store = SqliteStore.open(None)
        list(ingest_all(store, [tmp_path / one for one in order]))
        names.append([(record.doc_id, record.addresses) for record in store.records()])
    assert names[0] == names[1]
    assert [doc_id for doc_id, _ in names[0]] == ["report", "y-report"]


def test_what_would_befall_every_file_ends_the_batch(folder: Path, tmp_path: Path):
    store = SqliteStore.open(tmp_path / "library.db")
    (tmp_path / "library.db.sources").write_text("a file where the folder should be")
    with pytest.raises(LibraryError, match="could not be kept"):
        list(ingest_all(store, [folder]))
    assert store.records() == ()
    store.close()
