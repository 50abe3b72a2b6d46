"""A library that may be read and not written: a standby, a database that is set so, a disk that is mounted so.

All that reads works there, and all that writes says `read_only`, with what to do: every verb of a Library, by name.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from disks import small_disk
from postgres_server import Postgres, database_of, lent
from silcrow.errors import Busy, ReadOnly
from silcrow.library import Library, open_library
from silcrow.reading import Reading
from silcrow.retrieve.judging import Judges
from silcrow.rules import load_rules
from silcrow.rules.ruleset import Extract
from silcrow.testing import HashEmbedder, ScriptedChat

TIDES = b"# 1 Tides\n\nHigh water comes twice a day.\n\n# 2 Lights\n\nThe lamp is lit at dusk.\n"
RULES = '[[rule]]\nid = "dusk"\nscope = "Lights"\nfind = "dusk"'

READS: Mapping[str, Callable[[Library, Path], object]] = {
    "ask": lambda library, _: library.ask("When is the lamp lit?"),
    "check": lambda library, _: library.check(load_rules(RULES)).findings,
    "compare": lambda library, _: library.compare("tides", "tides"),
    "copy_to": lambda library, folder: list(library.copy_to(open_library(folder / "copy.db"))),
    "desk": lambda library, _: library.desk("tides").documents(),
    "document": lambda library, _: library.document("tides"),
    "documents": lambda library, _: library.documents(),
    "extract": lambda library, _: library.extract("tides", Extract()),
    "find": lambda library, _: library.find("lights"),
    "heads": lambda library, _: library.heads(),
    "jobs": lambda library, _: library.jobs(),
    "journal": lambda library, _: library.journal("r0001").steps(),
    "learn": lambda library, _: library.learn(["tides"] * 3, name="family"),
    "outline": lambda library, _: library.outline("tides"),
    "pack": lambda library, _: library.pack("lights"),
    "preview": lambda library, _: library.preview(b"# Aside\n\nNot kept."),
    "pulse": lambda library, _: library.pulse(),
    "read": lambda library, _: library.read("tides:2"),
    "reading": lambda library, _: library.reading("r0001"),
    "readings": lambda library, _: library.readings(),
    "references": lambda library, _: library.references("tides"),
    "retrieve": lambda library, _: library.retrieve("lamp").passages[0].text,
    "source": lambda library, _: library.source("tides"),
    "split": lambda library, _: library.split("tides"),
    "status": lambda library, _: library.status(),
    "studied_in": lambda library, _: library.studied_in("r0001"),
    "verify": lambda library, _: library.verify({"text": "It is.", "citations": []}),
}

WRITES: Mapping[str, Callable[[Library, Path], object]] = {
    "add": lambda library, _: library.add(b"# New\n\nText.", doc_id="new"),
    "add, a copy is not kept": lambda library, _: library.add(b"# New\n\nText.", doc_id="new", keep=False),
    "add_many": lambda library, folder: list(library.add_many([folder / "in"])),
    "add_many, by a process": lambda library, folder: list(library.add_many([folder / "in"], jobs=1)),
    "ask, with a model": lambda library, _: library.ask("When?", chat=ScriptedChat([])),
    "begin": lambda library, _: library.begin(Reading("", "ask", "Why?")),
    "clear": lambda library, _: library.clear(),
    "embed": lambda library, _: list(library.embed()),
    "forget": lambda library, _: library.forget("r0001"),
    "journal, a step": lambda library, _: library.journal("r0001").save("note", {}),
    "remove": lambda library, _: library.remove("tides"),
    "rename": lambda library, _: library.rename("tides", "tidal"),
    "resume": lambda library, _: library.resume("r0001", chat=ScriptedChat([])),
    "retry": lambda library, _: library.retry(),
    "study": lambda library, _: library.study("tides").next(),
}

# Of a file only, or without a library at all; `fill` reads like `extract` and asks a model.
OTHERS = {"backup", "close", "fill", "fsck", "vacuum"}


def test_every_verb_is_looked_at():
    named = {name.partition(",")[0] for name in (*READS, *WRITES)} | OTHERS
    assert {name for name in dir(Library) if not name.startswith("_")} == named


def filled(place: str | Path) -> None:
    """A document, a reading."""
    with open_library(place) as library:
        library.add(TIDES, doc_id="tides", address="/tides.md")
        library.begin(Reading("", "ask", "Why?", settings={"limits": {}}))


def test_a_library_that_was_not_closed_before_its_disk_became_read_only_says_so(tmp_path: Path):
    with small_disk(tmp_path / "disk", 8) as disk:
        with open_library(tmp_path / "library.db") as library:
            library.add(TIDES, doc_id="tides")
            for name in ("library.db", "library.db-wal"):
                shutil.copy(tmp_path / name, disk)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(ReadOnly, match="was not closed") as refused:
            open_library(disk / "library.db")
        assert "library.db-wal" in refused.value.hint


@pytest.fixture(params=["standby", "database", "disk"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    """A library with a document and a reading, which may be read and not written."""
    if request.param == "disk":
        with small_disk(tmp_path / "disk", 8) as disk:
            filled(disk / "library.db")
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            yield disk / "library.db"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    address = postgres.new_database()
    filled(address)
    if request.param == "standby":
        server: Postgres = request.getfixturevalue("standby")
        server.catch_up()
        yield server.address(database_of(address))
        return
    with psycopg.connect(postgres.address("postgres"), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {database_of(address)} SET default_transaction_read_only = on".encode())
    yield address


def test_all_that_reads_works_and_all_that_writes_says_that_it_may_only_be_read(place: str | Path, tmp_path: Path):
    (tmp_path / "in").mkdir()
    for number in range(2):
        (tmp_path / "in" / f"new-{number}.md").write_text("# New\n\nText.")
    with open_library(place, judges=Judges(HashEmbedder())) as library:
        assert READS["retrieve"](library, tmp_path) == "The lamp is lit at dusk."
        assert READS["source"](library, tmp_path) == TIDES
        for read in READS.values():
            read(library, tmp_path)
        for name, write in WRITES.items():
            with pytest.raises(ReadOnly) as refused:
                write(library, tmp_path)
            assert refused.value.hint, name
        assert library.fsck(deep=True) == ()
        assert [record.doc_id for record in library.documents()] == ["tides"]


def test_a_library_that_is_not_there_yet_cannot_be_made_on_a_standby(postgres: Postgres, standby: Postgres):
    address = postgres.new_database()
    standby.catch_up()
    with pytest.raises(ReadOnly, match="may be read and not written"):
        open_library(standby.address(database_of(address)))


@pytest.fixture
def impatient(postgres: Postgres) -> Iterator[Postgres]:
    """A standby that lets no read hold it up for long."""
    yield from lent(postgres, max_standby_streaming_delay="1s", hot_standby_feedback="off")


def test_a_read_that_stands_in_the_way_of_a_standby_is_cut_short_and_that_is_said(
    postgres: Postgres, impatient: Postgres
):
    address = postgres.new_database()
    filled(address)
    impatient.catch_up()

    def long_read(library: Library) -> None:
        with library._store.reading():
            assert library.source("tides") == TIDES
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("DELETE FROM silcrow.kept")
                for _ in range(20):  # it passes over a page that somebody looks at
                    connection.execute("VACUUM silcrow.kept")
                    impatient.catch_up()
                    library.source("tides")

    with (
        open_library(impatient.address(database_of(address))) as library,
        pytest.raises(Busy, match="was cut short: the standby catches up") as cut,
    ):
        long_read(library)
    assert "Try again" in cut.value.hint
