"""A library that is damaged in one row: fsck finds it, says what to do, and what it says to do mends it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.ingest.checking import rederived
from silcrow.library import Library, open_library
from silcrow.reading import Reading
from silcrow.retrieve.dense import pack
from silcrow.store.sqlite import SqliteStore

TEXT = "# Tides\n\nHigh water comes twice a day.\n\n## Springs\n\nAt full and new moon.\n\n## Neaps\n\nAt half moon.\n"
OTHER = "# Lights\n\nThe lamp is lit at dusk.\n"

# What is done to one row of `tides`, and the fault that is found then.
SHALLOW = {
    "a paragraph is gone": (
        "DELETE FROM paragraph WHERE document = KEY AND ord = 1",
        "its paragraphs are not all there",
    ),
    "a paragraph too many": (
        (
            "INSERT INTO paragraph SELECT document, 3, kind, text, regions, tokens, NULL FROM paragraph"
            " WHERE document = KEY AND ord = 0"
        ),
        "its paragraphs are not all there",
    ),
    "a section is gone": ("DELETE FROM section WHERE document = KEY AND ord = 2", "its sections are not all there"),
    "a section reaches too far": (
        'UPDATE section SET "end" = 99 WHERE document = KEY AND ord = 1',
        "a section reaches beyond the document",
    ),
}
DEEP = {
    "a word's places are changed": (
        "UPDATE posting SET n = 9 WHERE document = KEY AND term IN (TERM('moon'))",
        "1 of its terms are not where its text has them",
    ),
    "a word's places are gone": (
        "DELETE FROM posting WHERE document = KEY AND term IN (TERM('moon'), TERM('water'))",
        "2 of its terms are not where its text has them",
    ),
    "a word of another document": (
        (
            "INSERT INTO posting (document, term, n, block) SELECT KEY, term, n, block FROM posting"
            " WHERE term = TERM('lamp')"
        ),
        "1 of its terms are not in its text",
    ),
    "a paragraph reads otherwise": (
        "UPDATE paragraph SET text = 'At half sun.' WHERE document = KEY AND ord = 2",
        "2 of its terms are not where its text has them",
    ),
    "lengths": (
        "UPDATE document SET totals = '[1,1]' WHERE id = KEY",
        "the lengths of its paragraphs are not those of its text",
    ),
    "an edition": (
        "UPDATE document SET edition = '0000000000000000' WHERE id = KEY",
        "its edition is not that of its bytes",
    ),
    "a vector": ("UPDATE vector SET block = BYTES WHERE document = KEY", "vectors of 1 of its paragraphs are damaged"),
    "packed places": (
        "UPDATE paragraph SET regions = BYTES WHERE document = KEY AND ord = 0",
        "its rows cannot be read (error)",
    ),
}


@pytest.fixture(params=["sqlite", "postgres"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """A sound library of two documents on each store, with a vector and a reading."""
    where = tmp_path / "library.db" if request.param == "sqlite" else request.getfixturevalue("address")
    with open_library(where) as made:
        made.add(TEXT.encode(), doc_id="tides", address="/tides.md")
        made.add(OTHER.encode(), doc_id="lights", address="/lights.md")
        (record,) = made.desk("tides").documents()
        made._store.vectors.keep("model", "tides", record.edition, {0: pack(_vectors())})
        journal = made.begin(Reading("", "ask", "When is high water?"))
        for number in range(3):
            journal.save("looked", {"number": number})
        assert made.fsck(deep=True) == ()
        yield made


def _vectors():
    import numpy as np

    return np.ones((1, 4), np.float32)


def damage(library: Library, statement: str) -> None:
    """Do something to the rows themselves."""
    sqlite = isinstance(library._store, SqliteStore)
    term = "(SELECT id FROM term WHERE term = '{}')" if sqlite else "'{}'"
    for word in ("moon", "water", "lamp"):
        statement = statement.replace(f"TERM('{word}')", term.format(word))
    statement = statement.replace("KEY", "(SELECT id FROM document WHERE doc_id = 'tides')")
    with library._store.writing():
        lane = library._store._connections
        with lane.writing() as connection:
            connection.execute(statement.replace("BYTES", "x'0102'" if sqlite else "'\\x0102'::bytea"))


def found(library: Library, *, deep: bool = False) -> list[tuple[str, str]]:
    """Where and what, without what to do."""
    return [(one.place, one.message.rpartition(": ")[0]) for one in library.fsck(deep=deep)]


def mend(library: Library) -> None:
    """What is said to do."""
    library.remove("tides")
    library.add(TEXT.encode(), doc_id="tides", address="/tides.md")
    assert library.fsck(deep=True) == ()
    assert library.retrieve("half moon", top_k=1).passages[0].text == "At half moon."


@pytest.mark.parametrize("case", SHALLOW)
def test_rows_that_are_not_whole_are_found_by_any_look(case: str, library: Library):
    statement, fault = SHALLOW[case]
    damage(library, statement)
    assert found(library) == [("tides", fault)]
    assert found(library, deep=True) == [("tides", fault)], "and what cannot be derived is not tried"
    assert library.fsck()[0].message == f"{fault}: remove it and add its file again"
    mend(library)


@pytest.mark.parametrize("case", DEEP)
def test_what_is_searched_but_not_what_the_text_makes_it_is_found_by_a_deep_look(case: str, library: Library):
    statement, fault = DEEP[case]
    damage(library, statement)
    assert found(library) == []
    assert found(library, deep=True) == [("tides", fault)]
    mend(library)


def test_rows_of_no_document_and_steps_that_are_missing_are_found(library: Library):
    damage(library, "INSERT INTO furniture VALUES (9999, '[]')")
    damage(library, "DELETE FROM step WHERE number = 2")
    rows, reading = library.fsck()
    assert (rows.place, reading.place) == ("", "r0001")
    assert rows.message == (
        "rows of a document that is not there: restore a backup, or silcrow copy what is sound into a new library"
    )
    assert reading.message == "its steps are not all there: silcrow readings --forget r0001"
    library.forget("r0001")
    assert len(library.fsck()) == 1


def test_what_is_sound_can_be_copied_and_the_copy_is_sound(library: Library, tmp_path: Path):
    damage(library, "INSERT INTO furniture VALUES (9999, '[]')")
    with open_library(tmp_path / "new.db") as other:
        assert {one.outcome for one in library.copy_to(other)} == {"copied"}
        assert other.fsck(deep=True) == ()


def test_kept_bytes_that_changed_are_found_by_their_checksum(library: Library, tmp_path: Path):
    if isinstance(library._store, SqliteStore):
        kept = tmp_path / "library.db.sources" / library.desk("tides").documents()[0].source
        kept.write_bytes(kept.read_bytes().replace(b"moon", b"noon"))
    else:
        damage(library, "UPDATE kept SET data = BYTES WHERE length(data) > 50")
    assert found(library) == [("tides", "its kept source bytes are missing or changed")]
    mend(library)


def test_a_document_that_is_known_to_be_damaged_is_passed_over(library: Library):
    damage(library, "DELETE FROM posting WHERE document = KEY")
    assert [one.place for one in rederived(library._store)] == ["tides"]
    assert rederived(library._store, but={"tides"}) == ()
