"""Whose bytes these are: the same, a new edition, one more address, or another document."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from silcrow.cite import check
from silcrow.desk import Desk
from silcrow.document import Changes
from silcrow.errors import Damaged, Usage
from silcrow.ingest.identity import slug
from silcrow.ingest.one import Added, ingest
from silcrow.parse import recipe
from silcrow.place import Span
from silcrow.retrieve.terms import index
from silcrow.store.protocol import Source
from silcrow.store.sqlite import SqliteStore
from silcrow.testing import make_document


@dataclass
class Shelf:
    """A store in memory and a folder of files that are added to it."""

    store: SqliteStore
    folder: Path

    def add(self, name: str, text: str = "", **options: Any) -> Added:
        """Write a file (not, when text is empty) and add it."""
        path = self.folder / name
        if text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return ingest(self.store, path.read_bytes(), address=str(path), **options)

    def names(self) -> list[str]:
        """All doc_ids."""
        return [record.doc_id for record in self.store.records()]

    def addresses(self, doc_id: str) -> list[str]:
        """The addresses of a document, below the folder."""
        (record,) = self.store.records([doc_id])
        return [str(Path(address).relative_to(self.folder)) for address in record.addresses]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(SqliteStore.open(None), tmp_path)


NAMES = {
    "10-K 2025 (final)": "10-k-2025-final",
    "v1.0.21": "v1.0.21",
    "Ｒｅｐｏｒｔ＿２": "report-2",
    "財務報告 2024年": "財務報告-2024年",
    "Straße": "strasse",
    "a -- b": "a-b",
    "..hidden..": "hidden",
    "a.-.b": "a.b",
    "???": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_becomes_a_doc_id_that_can_be_typed(name: str):
    assert slug(name) == NAMES[name]


def test_one_stem_in_many_folders_takes_the_folder_then_a_number(shelf: Shelf):
    for folder in ("x", "2024", "old/2024", "older/2024"):
        shelf.add(f"{folder}/10k.md", f"# Report\n\nThat of {folder}.\n")
    assert shelf.names() == ["10k", "2024-10k", "2024-10k~2", "2024-10k~3"]


def test_a_document_without_a_name_is_called_document(shelf: Shelf):
    assert ingest(shelf.store, b"# One\n\nWords.\n").record.doc_id == "document"
    assert ingest(shelf.store, b"# Two\n\nWords.\n").record.doc_id == "document~2"
    assert ingest(shelf.store, b"# One\n\nWords.\n").outcome == "same"
    assert ingest(shelf.store, b"# One\n\nWords.\n", address="/???.md").outcome == "address"


def test_the_same_bytes_again_are_no_change(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    before = shelf.store.generation()
    again = shelf.add("a.md")
    assert (again.outcome, again.notices) == ("same", ())
    assert shelf.store.generation() == before


def test_changed_bytes_are_a_new_edition_of_the_document_at_that_address(shelf: Shelf):
    first = shelf.add("a.md", "# A\n\nOne.\n").record
    second = shelf.add("a.md", "# A\n\nTwo.\n")
    assert (second.outcome, second.record.doc_id, second.notices) == ("changed", "a", ())
    assert second.record.edition != first.edition
    assert shelf.store.bytes_of("a") == b"# A\n\nTwo.\n"


def test_a_copy_is_one_more_address_and_a_copy_that_is_edited_a_document_of_its_own(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    assert shelf.add("copy/b.md", "# A\n\nOne.\n").outcome == "address"
    assert shelf.addresses("a") == ["a.md", "copy/b.md"]
    edited = shelf.add("copy/b.md", "# A\n\nTwo.\n")
    assert (edited.outcome, edited.record.doc_id) == ("new", "b")
    assert (shelf.addresses("a"), shelf.addresses("b")) == (["a.md"], ["copy/b.md"])
    assert shelf.add("a.md").outcome == "same"


def test_the_original_that_is_edited_is_a_new_edition_and_says_which_address_it_loses(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    shelf.add("copy/b.md", "# A\n\nOne.\n")
    edited = shelf.add("a.md", "# A\n\nTwo.\n")
    assert (edited.outcome, edited.record.doc_id) == ("changed", "a")
    assert [notice.code for notice in edited.notices] == ["address_left"]
    assert "copy/b.md" in edited.notices[0].message
    assert shelf.addresses("a") == ["a.md"]
    assert shelf.add("copy/b.md").record.doc_id == "b"


def test_a_file_that_moved_and_was_then_edited_is_the_same_document(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    (shelf.folder / "a.md").rename(shelf.folder / "moved.md")
    assert shelf.add("moved.md").outcome == "address"
    edited = shelf.add("moved.md", "# A\n\nTwo.\n")
    assert (edited.outcome, edited.record.doc_id) == ("changed", "a")
    assert shelf.addresses("a") == ["moved.md"]


def test_a_doc_id_that_is_given_names_a_new_document_only(shelf: Shelf):
    assert shelf.add("a.md", "# A\n\nOne.\n", doc_id="Alpha-1").record.doc_id == "Alpha-1"
    again = shelf.add("a.md", doc_id="beta")
    assert (again.outcome, again.record.doc_id) == ("same", "Alpha-1")
    assert [notice.code for notice in again.notices] == ["known_document"]
    assert "silcrow rename Alpha-1 beta" in again.notices[0].message


def test_a_doc_id_that_is_taken_or_cannot_be_one_is_refused(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    with pytest.raises(Usage, match=r"'a' is the doc_id of another document \(.*a\.md\)"):
        shelf.add("b.md", "# B\n\nOne.\n", doc_id="a")
    with pytest.raises(Usage, match="'a:b' cannot be a doc_id"):
        shelf.add("b.md", doc_id="a:b")
    with pytest.raises(Usage, match="a doc_id of 5,000 characters is too long"):
        shelf.add("b.md", doc_id="b" * 5000)
    assert shelf.names() == ["a"]


def test_a_long_name_becomes_a_doc_id_that_any_library_takes(shelf: Shelf):
    for folder in ("x", "y"):
        shelf.add(f"{folder}/{'n' * 240}.md", f"# {folder}\n\nOne.\n")
    assert shelf.names() == ["n" * 200, f"y-{'n' * 198}"]


def test_bytes_under_a_doc_id_are_editions_of_it(shelf: Shelf):
    assert ingest(shelf.store, b"One.", doc_id="note").outcome == "new"
    assert ingest(shelf.store, b"One.", doc_id="note").outcome == "same"
    assert ingest(shelf.store, b"Two.", doc_id="note").outcome == "changed"
    shelf.store.rename("note", "old")
    assert ingest(shelf.store, b"Three.", doc_id="note").record.doc_id == "note"
    assert [p.text for p in shelf.store.read("old", 0, 9)] == ["Two."]
    shelf.add("a.md", "# A\n\nOne.\n")
    with pytest.raises(Usage, match="another document"):
        ingest(shelf.store, b"Other.", doc_id="a")


def test_what_an_older_recipe_read_is_kept_and_said_until_it_is_read_anew(shelf: Shelf):
    data = b"# A\n\nOne.\n"
    (shelf.folder / "a.md").write_bytes(data)
    old = replace(make_document("# A\n\nOne, as it was read before.", doc_id="a"), recipe="silcrow-parse 0; markdown")
    sha256 = shelf.add("b.md", "# A\n\nOne.\n").record.source
    shelf.store.remove("b")
    shelf.store.put(old, index(old), Source(sha256, len(data), str(shelf.folder / "a.md"), None))
    kept = shelf.add("a.md")
    assert (kept.outcome, kept.record.recipe) == ("same", "silcrow-parse 0; markdown")
    assert [notice.code for notice in kept.notices] == ["older_recipe"]
    assert "--reparse" in kept.notices[0].message
    anew = shelf.add("a.md", reparse=True)
    assert (anew.outcome, anew.notices, anew.record.recipe) == ("changed", (), recipe("markdown"))
    assert [p.text for p in shelf.store.read("a", 0, 9)] == ["One."]
    assert shelf.add("a.md", reparse=True).outcome == "same"


def test_bytes_that_cannot_be_read_leave_the_edition_before(shelf: Shelf):
    shelf.add("a.md", "# A\n\nOne.\n")
    (shelf.folder / "a.md").write_bytes(b"")
    with pytest.raises(Damaged):
        shelf.add("a.md")
    assert [p.text for p in shelf.store.read("a", 0, 9)] == ["One."]


def test_no_copy_is_kept_when_none_is_wanted(shelf: Shelf):
    assert not shelf.add("a.md", "# A\n\nOne.\n", keep=False).record.kept
    assert shelf.store.bytes_of("a") is None


def test_two_that_add_at_once_never_write_over_one_another(tmp_path: Path):
    store = SqliteStore.open(tmp_path / "library.db")
    ready = threading.Barrier(8)

    def add(number: int) -> str:
        ready.wait()
        path = tmp_path / f"folder-{number}" / "report.md"
        text = "# All\n\nThe same.\n" if number < 4 else f"# Own\n\nNumber {number}.\n"
        return ingest(store, text.encode(), address=str(path)).record.doc_id

    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(add, range(8)))
    assert len(set(names[:4])) == 1
    assert len(set(names)) == 5
    assert sorted(len(record.addresses) for record in store.records()) == [1, 1, 1, 1, 4]
    for number in range(4, 8):
        assert [p.text for p in store.read(names[number], 0, 9)] == [f"Number {number}."]
    assert store.check() == ()
    store.close()


FIRST = """# Rules

Berths are free.

## Fees

Ten crowns.

## Storms

The harbour is closed.

## Tides

Read at noon.
"""
SECOND = """# Rules

Berths are free.

## Fees

Twelve crowns.

## Storms

Stay.

# Annex

## Tides

Read at noon.

## Fees

Ten crowns.
"""


def test_a_new_edition_says_what_became_of_the_sections(shelf: Shelf):
    assert shelf.add("a.md", FIRST).changes is None
    assert shelf.add("a.md", SECOND).changes == Changes(
        added=("fees", "annex"), changed=("storms",), moved=(("fees", "annex.fees"),), kept=2
    )
    assert shelf.add("a.md").changes is None
    assert shelf.add("a.md", "# Rules\n\nBerths are free.\n").changes == Changes(
        gone=("fees", "storms", "annex", "tides", "annex.fees"), kept=1
    )


def test_a_place_of_an_unchanged_section_says_the_same_in_the_next_edition(shelf: Shelf):
    shelf.add("a.md", FIRST)
    shelf.add("a.md", SECOND)
    found = check("Read at noon.", Span.parse("a:tides:1"), Desk(shelf.store))
    assert (found.verdict, str(found.span)) == ("verified", "a:tides:1")


def test_a_citation_of_a_section_that_is_gone_is_anchored_anew_by_its_quote(shelf: Shelf):
    rows = "\n\n".join(f"The gauge at pier {n} is read at noon by the harbour master." for n in range(40))
    shelf.add("a.md", f"# Old name\n\n{rows}\n")
    shelf.add("a.md", f"# New name\n\n{rows}\n\nThe gauge is read.\n")
    quote = "The gauge at pier 31 is read at noon by the harbour master."
    found = check(quote, Span.parse("a:old-name:32"), Desk(shelf.store))
    assert (found.verdict, str(found.span)) == ("moved", "a:new-name:32")
    lost = check("The gauge at pier 99 is read.", Span.parse("a:old-name:32"), Desk(shelf.store))
    assert lost.verdict == "unsupported"
