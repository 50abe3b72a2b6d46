"""A library copied into another: all of it, proven, either way, and gone on with where it was broken off."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from silcrow.ingest.copying import Copied
from silcrow.library import Library, open_library
from silcrow.reading import Reading
from silcrow.retrieve.judging import Judges
from silcrow.testing import HashEmbedder

TEXTS = {
    "harbour": "# Harbour\n\nThe quay opens at six.\n\n## Fees\n\n| Berth | Fee |\n| --- | --- |\n| North | 90 |\n",
    "lights": "# Lights\n\nThe lamp is lit at dusk. It burns till dawn.\n",
    "tides": "# Tides\n\nHigh water comes twice a day.\n",
}
ALL = [("harbour", "copied"), ("lights", "copied"), ("tides", "copied"), ("r0001", "copied")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A library with all that there is to copy: bytes kept and not, two addresses, vectors, a reading with a step."""
    path = tmp_path / "library.db"
    with open_library(path, judges=Judges(HashEmbedder())) as library:
        for name, text in TEXTS.items():
            library.add(text.encode(), doc_id=name, address=f"/{name}.md", keep=name != "tides")
        library.add(TEXTS["harbour"].encode(), address="/elsewhere.md")
        list(library.embed("lights"))
        library.begin(Reading("", "ask", "Who pays?")).save("look", {"text": "90"}, usage={"calls": 1})
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Library]:
    """Opens a library of each kind, empty at first."""
    place = tmp_path / "there.db" if request.param == "sqlite" else request.getfixturevalue("address")
    return lambda: open_library(place)


def copied(here: Path, there: Callable[[], Library]) -> list[tuple[str, str]]:
    """What became of each document and reading."""
    with open_library(here) as library, there() as other:
        return [(one.name, one.outcome) for one in library.copy_to(other)]


def test_a_copy_is_the_library_itself_and_goes_back_to_what_it_was(
    place: Path, there: Callable[[], Library], tmp_path: Path
):
    assert copied(place, there) == ALL
    with open_library(place) as library, there() as other:
        back = open_library(tmp_path / "back.db")
        assert [one.outcome for one in other.copy_to(back)] == ["copied"] * 4
        for copy in (other, back):
            assert copy.documents() == library.documents()
            assert copy.document("harbour") == library.document("harbour")
            assert [copy.source(name) for name in TEXTS] == [library.source(name) for name in TEXTS]
            assert copy.retrieve("berth fee", explain=True) == library.retrieve("berth fee", explain=True)
            assert copy.readings() == library.readings()
            assert copy.reading("r0001") == library.reading("r0001")
            assert copy._store.vectors.of(HashEmbedder().identity, "lights")
            assert copy.fsck() == ()
        back.close()


def test_what_is_there_is_proven_and_left(place: Path, there: Callable[[], Library]):
    copied(place, there)
    with there() as other:
        before = other._store.generation()
    assert [outcome for _, outcome in copied(place, there)] == ["same"] * 4
    with there() as other:
        assert other._store.generation() == before


def test_a_copy_that_was_broken_off_goes_on_where_it_was(place: Path, there: Callable[[], Library]):
    with open_library(place) as library, there() as other:
        assert len(list(islice(library.copy_to(other), 2))) == 2
        assert [record.doc_id for record in other.documents()] == ["harbour", "lights"]
    assert [outcome for _, outcome in copied(place, there)] == ["same", "same", "copied", "copied"]


def test_what_was_changed_since_is_replaced(place: Path, there: Callable[[], Library]):
    copied(place, there)
    with open_library(place) as library:
        library.add(b"# Tides\n\nOnce a day.\n", address="/tides.md")
        journal = library.journal("r0001")
        assert len(journal.steps()) == 1
        journal.save("end", {})
    assert copied(place, there)[2:] == [("tides", "replaced"), ("r0001", "replaced")]
    with there() as other:
        assert other.document("tides").paragraphs[-1].text == "Once a day."
        assert other.reading("r0001").state == "done"
        assert other.fsck() == ()


def test_a_reading_whose_step_cannot_be_read_holds_nothing_else_up(place: Path, there: Callable[[], Library]):
    with closing(sqlite3.connect(place)) as rows, rows:  # as a bad disk would
        rows.execute("UPDATE step SET data = substr(data, 1, length(data) - 1)")
    assert [(name, outcome) for name, outcome in copied(place, there) if outcome != "copied"] == [("r0001", "failed")]


def test_a_document_that_is_another_there_is_left_alone(place: Path, there: Callable[[], Library]):
    with there() as other:
        other.add(b"# Tides\n\nOf another coast.\n", doc_id="tides", address="/coast.md")
        other.add(b"# Lamps\n\nOf the street.\n", doc_id="lamps", address="/lights.md")
        other.begin(Reading("", "study", "Of the street"))
        before = other.documents()
    with open_library(place) as library, there() as other:
        done: list[Copied] = list(library.copy_to(other))
        assert [(one.name, one.outcome) for one in done] == [
            ("harbour", "copied"),
            ("lights", "failed"),
            ("tides", "failed"),
            ("r0001", "failed"),
        ]
        said = [one.error.message for one in done if one.error]
        assert said == [
            "/lights.md is the address of 'lamps' there",
            "another document is called 'tides' there",
            "another reading is called r0001 there",
        ]
        assert [record for record in other.documents() if record.doc_id != "harbour"] == list(before)


def test_a_document_without_paragraphs_is_copied_with_what_was_embedded(tmp_path: Path, there: Callable[[], Library]):
    path = tmp_path / "library.db"
    with open_library(path, judges=Judges(HashEmbedder())) as library:
        library.add(b"# Only a heading\n", doc_id="bare", address="/bare.md")
        library.add(TEXTS["tides"].encode(), doc_id="tides", address="/tides.md")
        list(library.embed())
    assert copied(path, there) == [("bare", "copied"), ("tides", "copied")]
    with there() as other:
        assert [one.doc_id for one in other._store.vectors.signs("hash")] == ["tides"]
        assert other.fsck(deep=True) == ()
