"""The library from outside: documents come, stay as they were, are read, and go."""

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import silcrow
from silcrow.errors import NotFound, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.library import Failed, default_path, open_library
from silcrow.parse import parse

PILOTS = (
    "# Pilots\n\nPilots board at the outer buoy.\n\n## Fees\n\nA pilot costs 90 an hour.\n\n## Nights\n\nTwice that.\n"
)


def test_a_document_comes_back_as_it_was_parsed(sample: Path):
    with open_library(ephemeral=True) as library:
        library.add(sample)
        document = library.document("skerry-point-handbook")
    assert document == parse(sample.read_bytes(), doc_id="skerry-point-handbook", name=sample.name)
    assert document.pages == 18


def test_documents_are_added_read_and_forgotten(tmp_path: Path):
    (tmp_path / "pilots.md").write_text(PILOTS)
    with open_library(tmp_path / "library.db") as library:
        added = library.add(tmp_path / "pilots.md")
        assert (added.outcome, added.record.doc_id, added.address) == ("new", "pilots", str(tmp_path / "pilots.md"))
    with open_library(tmp_path / "library.db") as library:
        assert [record.doc_id for record in library.documents()] == ["pilots"]
        assert [section.sec_id for section in library.outline("pilots").sections] == ["pilots", "fees", "nights"]
        assert library.read("pilots:fees").passages[0].text == "A pilot costs 90 an hour."
        assert library.retrieve("outer buoy", doc_ids=("pilots",)).passages[0].hits[0].span.sec_id == "pilots"
        assert library.source("pilots") == PILOTS.encode()
        library.rename("pilots", "pilotage")
        assert library.desk("pilotage").documents()[0].title == "Pilots"
        library.remove("pilotage")
        assert library.documents() == ()
        assert library.fsck() == ()


def test_what_is_not_there_is_not_found():
    with open_library(ephemeral=True) as library:
        for act in (library.document, library.remove, library.source, library.outline):
            with pytest.raises(NotFound, match="'none'"):
                act("none")


def test_a_doc_id_must_be_one():
    with open_library(ephemeral=True) as library:
        library.add(PILOTS.encode(), doc_id="pilots")
        with pytest.raises(Usage, match="'a b' cannot be a doc_id"):
            library.rename("pilots", "a b")


def test_the_library_in_figures(tmp_path: Path):
    library = open_library(tmp_path / "library.db")
    library.add(PILOTS.encode(), doc_id="pilots")
    library.add(b"Words without any heading.\n", doc_id="plain", keep=False)
    status = library.status()
    library.close()
    assert status.path == str(tmp_path / "library.db")
    assert (status.documents, status.pages, status.paragraphs) == (2, 0, 4)
    assert (status.size, status.kept) == (len(PILOTS) + 27, len(PILOTS))
    assert status.health == (("sound", 1), ("flat", 1))
    assert status.outdated == ()
    texts = "Pilots board at the outer buoy.|A pilot costs 90 an hour.|Twice that.|Words without any heading."
    assert status.tokens == sum(map(estimate_tokens, texts.split("|")))


def test_a_batch_tells_each_outcome(tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "pilots.md").write_text(PILOTS)
    (tmp_path / "in" / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    with open_library(tmp_path / "in" / "library.db") as library:
        failed, added = library.add_many([tmp_path / "in"])
        assert isinstance(failed, Failed)
        assert (failed.error.code, Path(failed.address).name) == ("unsupported_format", "photo.png")
        assert not isinstance(added, Failed)
        assert (added.record.doc_id, added.progress) == ("pilots", (2, 2))
        assert [one.outcome for one in library.add_many([tmp_path / "in" / "*.md"]) if not isinstance(one, Failed)] == [
            "same"
        ]


@pytest.mark.parametrize("ephemeral", [True, False])
def test_sixteen_threads_share_a_library_and_a_desk(ephemeral: bool, tmp_path: Path):
    ready = threading.Barrier(16)
    with open_library(tmp_path / "library.db", ephemeral=ephemeral) as library:
        library.add(PILOTS.encode(), doc_id="pilots")
        desk = library.desk("pilots")

        def work(number: int) -> list[str]:
            ready.wait()
            library.add(f"# Berth {number}\n\nIt is {number} metres long.\n".encode(), doc_id=f"berth-{number}")
            said = [desk.read("pilots:fees").passages[0].text, desk.retrieve("outer buoy").passages[0].text]
            return [*said, library.read(f"berth-{number}:berth-{number}").passages[0].text]

        with ThreadPoolExecutor(16) as pool:
            results = list(pool.map(work, range(16)))
        for number, (fees, buoy, berth) in enumerate(results):
            assert fees == "A pilot costs 90 an hour."
            assert buoy.startswith("Pilots board")
            assert berth == f"It is {number} metres long."
        assert len(library.documents()) == 17
        assert library.fsck() == ()


def test_without_a_path_it_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_path() == tmp_path / "data" / "silcrow" / "library.db"
    open_library().close()
    assert default_path().is_file()
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert default_path() == tmp_path / "home" / ".local" / "share" / "silcrow" / "library.db"
    monkeypatch.setenv("SILCROW_LIBRARY", str(tmp_path / "named.db"))
    with open_library() as library:
        assert library.path == tmp_path / "named.db"


def test_an_ephemeral_library_is_no_file(tmp_path: Path):
    with open_library(tmp_path / "library.db", ephemeral=True) as library:
        library.add(PILOTS.encode())
        assert library.path is None
    assert not (tmp_path / "library.db").exists()


def test_importing_silcrow_loads_next_to_nothing():
    script = "import sys, json, silcrow; print(json.dumps(sorted(m for m in sys.modules if m.startswith('silcrow'))))"
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert json.loads(said) == ["silcrow"]
    assert silcrow.open_library is open_library
    assert silcrow.errors.NotFound is NotFound
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        silcrow.nothing  # noqa: B018


def test_a_library_on_a_server_is_named_by_its_address_and_is_a_library_like_any(address: str, sample: Path):
    with open_library(address) as library:
        added = library.add(sample)
        assert added.outcome == "new"
        assert library.source(added.record.doc_id) == sample.read_bytes()
        assert library.status().path == address
        here = library.retrieve("When is the fog signal sounded?", explain=True)
    with open_library(ephemeral=True) as other:
        other.add(sample)
        assert other.retrieve("When is the fog signal sounded?", explain=True) == here
    with open_library(address) as library:
        assert library.add(sample).outcome == "same"
