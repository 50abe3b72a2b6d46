"""What every store promises, whatever it is made of."""

import re
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from stores import a_source, an_index, flat, tides

from silcrow.errors import NotFound, SilcrowError, Usage
from silcrow.store.protocol import Held, Index, Lengths, Posting, Store, Totals

EMPTY = Index(b"", (), {})


def put_flat(store: Store, doc_id: str, count: int = 3, *, data: bytes = b"", address: str = "") -> None:
    """A document of `count` paragraphs, with the words of its own and one that all have."""
    words = an_index(common=(count, b"c"), **{doc_id: (1, b"own")})
    store.put(flat(doc_id, count), words, a_source(data or doc_id.encode(), address or f"/{doc_id}.md"))


def texts(store: Store, doc_id: str) -> list[str]:
    """All paragraphs of a document."""
    return [p.text for p in store.read(doc_id, 0, 1000)]


def test_what_is_put_is_what_is_read(store: Store):
    document = tides()
    store.put(document, EMPTY, a_source(b"bytes", "/harbour/tides.md"))
    assert store.outline("tides") == document.sections
    assert store.read("tides", 0, 5) == document.paragraphs
    assert store.furniture("tides") == document.furniture
    assert [s.sec_id for s in store.outline("tides")] == ["front", "1", "1.1", "2"]
    assert store.read("tides", 2, 3)[0].table is not None


def test_a_record_says_all_but_sections_and_text(store: Store):
    store.put(tides(), EMPTY, a_source(b"bytes", "/harbour/tides.md"))
    (record,) = store.records()
    assert (record.doc_id, record.title, record.edition, record.pages) == ("tides", "Tides and Lights", "1" * 16, 2)
    assert (record.sections, record.paragraphs) == (4, 5)
    assert record.tokens == sum(p.tokens for p in tides().paragraphs)
    assert record.health == tides().health
    assert record.health.doubtful == ("2",)
    assert record.source == "277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9"
    assert (record.size, record.kept, record.addresses) == (5, True, ("/harbour/tides.md",))
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", record.added)


def test_a_range_is_read_in_order_and_cut_at_the_end_of_the_document(store: Store):
    put_flat(store, "doc", 5)
    put_flat(store, "next", 5)
    assert [p.text for p in store.read("doc", 1, 3)] == ["doc 1", "doc 2"]
    assert [p.text for p in store.read("doc", 3, 99)] == ["doc 3", "doc 4"]
    assert store.read("doc", 3, 3) == ()


def test_an_unknown_document_is_empty_to_readers_and_not_found_to_the_rest(store: Store):
    assert store.outline("none") == store.read("none", 0, 9) == store.furniture("none") == ()
    assert store.records(["none"]) == store.lengths(["none"]) == store.postings(["tide"], ["none"]) == ()
    calls: list[Callable[[], object]] = [
        lambda: store.remove("none"),
        lambda: store.rename("none", "new"),
        lambda: store.note_address("none", "/a"),
        lambda: store.bytes_of("none"),
    ]
    for call in calls:
        with pytest.raises(NotFound, match="'none'"):
            call()


def test_records_and_lengths_come_in_the_order_of_their_doc_ids(store: Store):
    for doc_id in ("b", "c", "a"):
        put_flat(store, doc_id)
    assert [record.doc_id for record in store.records()] == ["a", "b", "c"]
    assert [record.doc_id for record in store.records(["c", "none", "a"])] == ["a", "c"]
    assert tuple(store.lengths(["b"])) == (Lengths("b", 3, (21, 9), b"lengths"),)
    assert [one.doc_id for one in store.lengths()] == ["a", "b", "c"]


def test_postings_come_term_by_term_within_a_scope(store: Store):
    put_flat(store, "a", 2)
    put_flat(store, "b", 4)
    common = [Posting("common", "a", 2, b"c"), Posting("common", "b", 4, b"c")]
    assert list(store.postings(["b", "common"])) == [Posting("b", "b", 1, b"own"), *common]
    assert list(store.postings(["common", "b", "common"], ["b"])) == [common[1], Posting("b", "b", 1, b"own")]
    assert list(store.postings(["unheard"])) == list(store.postings([])) == list(store.postings(["common"], [])) == []


def test_what_documents_hold_and_how_large_they_are_is_told_without_their_blocks(store: Store):
    put_flat(store, "b", 4)
    put_flat(store, "a", 2)
    found = {one.term: dict(zip(one.doc_ids, one.counts, strict=True)) for one in store.held(["common", "b", "none"])}
    assert found == {"common": {"a": 2, "b": 4}, "b": {"b": 1}}
    assert list(store.held(["common", "common"], ["b", "none"])) == [Held("common", ("b",), (4,))]
    assert list(store.held([])) == list(store.held(["common"], [])) == []
    assert list(store.totals()) == [Totals("a", "All", "en", 2, (21, 9)), Totals("b", "All", "en", 4, (21, 9))]
    assert list(store.totals(["b", "none"])) == [Totals("b", "All", "en", 4, (21, 9))]


def test_a_new_edition_takes_the_place_of_the_old_one_entirely(store: Store):
    put_flat(store, "doc", 9, data=b"old")
    before = store.generation()
    store.put(tides("doc", edition="2" * 16), an_index(lamp=(1, b"l")), a_source(b"new", "/doc.md"))
    assert store.outline("doc") == tides("doc").sections
    assert store.read("doc", 0, 99) == tides("doc").paragraphs
    assert list(store.postings(["common", "doc", "lamp"])) == [Posting("lamp", "doc", 1, b"l")]
    assert [(r.edition, r.addresses) for r in store.records()] == [("2" * 16, ("/doc.md",))]
    assert store.bytes_of("doc") == b"new"
    assert store.generation() > before


def test_a_removed_document_leaves_nothing_behind(store: Store):
    put_flat(store, "gone", address="/gone.md")
    put_flat(store, "stays")
    store.remove("gone")
    assert [record.doc_id for record in store.records()] == ["stays"]
    assert store.outline("gone") == store.read("gone", 0, 9) == ()
    assert [one.doc_id for one in store.postings(["common", "gone"])] == ["stays"]
    assert store.at_address("/gone.md") is None
    assert store.check() == ()
    put_flat(store, "gone")
    assert texts(store, "gone") == ["gone 0", "gone 1", "gone 2"]


def test_a_renamed_document_is_the_same_under_another_name(store: Store):
    put_flat(store, "old", address="/a.md")
    put_flat(store, "taken")
    with pytest.raises(Usage, match="'taken'"):
        store.rename("old", "taken")
    store.rename("old", "new")
    assert [record.doc_id for record in store.records()] == ["new", "taken"]
    assert store.at_address("/a.md") == "new"
    assert texts(store, "new")[0] == "old 0"
    assert [one.doc_id for one in store.postings(["old"])] == ["new"]
    assert store.outline("old") == ()


def test_an_address_leads_to_the_document_last_added_from_it(store: Store):
    put_flat(store, "a", address="/here.md")
    store.note_address("a", "/there.md")
    assert store.records(["a"])[0].addresses == ("/here.md", "/there.md")
    put_flat(store, "b", address="/there.md")
    assert store.at_address("/here.md") == "a"
    assert store.at_address("/there.md") == "b"
    assert store.records(["a"])[0].addresses == ("/here.md",)
    assert store.at_address("/nowhere.md") is None


def test_addresses_stay_with_their_bytes(store: Store):
    put_flat(store, "doc", data=b"one", address="/a.md")
    store.note_address("doc", "/b.md")
    put_flat(store, "doc", data=b"one", address="/a.md")  # read anew: the bytes are the same
    assert store.records()[0].addresses == ("/a.md", "/b.md")
    put_flat(store, "doc", data=b"two", address="/b.md")
    assert store.records()[0].addresses == ("/b.md",)
    assert store.at_address("/a.md") is None


def test_kept_bytes_go_with_the_last_document_that_needs_them(store: Store):
    put_flat(store, "a", data=b"shared")
    put_flat(store, "b", data=b"shared", address="/b.md")
    assert store.with_source(store.records()[0].source) == "a"
    store.remove("a")
    assert store.bytes_of("b") == b"shared"
    sha256 = store.records()[0].source
    store.remove("b")
    assert store.with_source(sha256) is None
    assert store.check() == ()


def test_bytes_are_kept_only_when_they_are_to_be(store: Store):
    store.put(flat("doc", 1), EMPTY, a_source(b"secret", "/doc.md", keep=False))
    assert store.bytes_of("doc") is None
    assert [(r.kept, r.size) for r in store.records()] == [(False, 6)]
    store.put(flat("doc", 1), EMPTY, a_source(b"secret", "/doc.md"))
    assert store.bytes_of("doc") == b"secret"
    store.put(flat("doc", 1), EMPTY, a_source(b"secret", "/doc.md", keep=False))
    assert store.bytes_of("doc") is None
    assert store.check() == ()


def test_every_change_is_a_generation(store: Store):
    seen = [store.generation()]
    acts: Iterable[Callable[[], None]] = (
        lambda: put_flat(store, "a"),
        lambda: put_flat(store, "a"),
        lambda: store.note_address("a", "/x.md"),
        lambda: store.rename("a", "b"),
        lambda: store.remove("b"),
    )
    for act in acts:
        act()
        seen.append(store.generation())
    assert seen == sorted(set(seen))


def test_vectors_are_kept_by_model_and_paragraph(store: Store):
    put_flat(store, "doc", 5)
    put_flat(store, "next", 5)
    edition, before = store.records(["doc"])[0].edition, store.generation()
    store.vectors.keep("a", "doc", edition, {0: b"a0", 3: b"a3"})
    store.vectors.keep("b", "doc", edition, {0: b"b0"})
    store.vectors.keep("a", "next", edition, {1: b"n1"})
    assert store.vectors.of("a", "doc") == {0: b"a0", 3: b"a3"}
    assert store.vectors.some("a", [("doc", 3), ("doc", 4), ("doc", 99)]) == {("doc", 3): b"a3"}
    both = store.vectors.some("a", [("next", 1), ("doc", 1), ("doc", 3), ("next", 0)])
    assert both == {("next", 1): b"n1", ("doc", 3): b"a3"}
    assert store.vectors.some("b", [("none", 0), ("doc", 3), ("doc", 0)]) == {("doc", 0): b"b0"}
    assert store.vectors.of("c", "doc") == store.vectors.of("a", "none") == store.vectors.some("a", []) == {}
    assert store.vectors.counts("a") == {"doc": 2, "next": 1}
    assert store.vectors.counts("c") == {}
    store.vectors.keep("a", "doc", edition, {0: b"new", 4: b"a4"})
    assert store.vectors.of("a", "doc") == {0: b"new", 3: b"a3", 4: b"a4"}
    assert store.generation() == before
    assert store.check() == ()


def test_vectors_are_those_of_an_edition_and_go_with_it(store: Store):
    store.put(tides(edition="1" * 16), EMPTY, a_source(b"one", "/t.md"))
    store.vectors.keep("a", "tides", "1" * 16, {0: b"0", 4: b"4", 5: b"beyond the last", -1: b"before the first"})
    assert store.vectors.of("a", "tides") == {0: b"0", 4: b"4"}
    store.put(tides(edition="2" * 16), EMPTY, a_source(b"two", "/t.md"))
    assert store.vectors.of("a", "tides") == {}
    store.vectors.keep("a", "tides", "1" * 16, {0: b"of the edition before"})
    store.vectors.keep("a", "gone", "1" * 16, {0: b"of none"})
    assert store.vectors.counts("a") == {}
    store.vectors.keep("a", "tides", "2" * 16, {0: b"0"})
    store.rename("tides", "ebb")
    assert store.vectors.of("a", "ebb") == {0: b"0"}
    store.remove("ebb")
    store.put(tides("ebb", edition="2" * 16), EMPTY, a_source(b"two", "/t.md"))
    assert store.vectors.of("a", "ebb") == {}
    assert store.check() == ()


def test_what_is_to_be_done_afterwards_is_done_when_the_transaction_is_over_and_not_if_it_fails(store: Store):
    done = []
    with store.reading():
        with store.reading():
            store.afterwards(lambda: put_flat(store, "doc"))  # no write would be possible inside
        assert store.records() == ()
    assert [record.doc_id for record in store.records()] == ["doc"]

    def fail() -> None:
        with store.reading():
            store.afterwards(lambda: done.append("after a failure"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert done == []
    store.afterwards(lambda: done.append("at once"))
    assert done == ["at once"]


def test_a_write_that_fails_changes_nothing(store: Store):
    put_flat(store, "doc", 3)
    before = (store.records(), store.generation())

    def fail_late() -> None:
        with store.writing():
            put_flat(store, "doc", 9, data=b"other")
            put_flat(store, "more")
            assert len(texts(store, "doc")) == 9
            assert len(store.outline("more")) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_late()
    assert (store.records(), store.generation()) == before
    assert texts(store, "doc") == ["doc 0", "doc 1", "doc 2"]
    put_flat(store, "another", 2)
    assert [s.count for s in store.outline("another")] == [2]
    assert store.check() == ()


def test_inside_a_read_transaction_nothing_can_be_written(store: Store):
    with store.reading(), pytest.raises(SilcrowError, match="inside a read"):
        put_flat(store, "doc")
    assert store.records() == ()


def test_sixteen_threads_read_and_write_at_once(store: Store):
    put_flat(store, "base", 50)
    ready = threading.Barrier(16)

    def work(number: int) -> int:
        ready.wait()
        if number % 4 == 0:
            put_flat(store, f"doc-{number}", number + 1)
        return sum(len(texts(store, "base")) for _ in range(20))

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(work, range(16))) == [1000] * 16
    assert [r.doc_id for r in store.records()] == ["base", "doc-0", "doc-12", "doc-4", "doc-8"]
    assert store.check() == ()


def test_every_read_is_of_one_edition(store: Store):
    put_flat(store, "doc", 10)
    done = threading.Event()

    def write() -> None:
        for number in range(40):
            put_flat(store, "doc", 10 + number % 7 * 10, data=str(number).encode())
        done.set()

    def read() -> int:
        seen = 0
        while not done.is_set() or not seen:
            with store.reading():
                (record,) = store.records(["doc"])
                (section,) = store.outline("doc")
                assert section.count == record.paragraphs == len(store.read("doc", 0, 1000))
                assert [one.n for one in store.postings(["common"], ["doc"])] == [record.paragraphs]
            (length,) = {len(store.read("doc", 0, 1000))}
            assert length % 10 == 0
            seen += 1
        return seen

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        pool.submit(write).result()
        assert all(reader.result() for reader in readers)


def test_a_closed_store_says_so(store: Store):
    store.close()
    with pytest.raises(Usage, match="closed"):
        store.records()
    store.close()


def test_all_that_put_was_given_comes_back_as_it_was(store: Store):
    words = an_index(tide=(1, b"t"), lamp=(2, b"\0l"))
    store.put(tides(), words, a_source(b"bytes", ""), added="2020-02-29T12:00:00Z")
    put_flat(store, "other")
    assert store.index_of("tides") == words
    assert [(r.added, r.addresses) for r in store.records(["tides"])] == [("2020-02-29T12:00:00Z", ())]
    with pytest.raises(NotFound):
        store.index_of("none")
    assert store.vectors.models() == ()
    store.vectors.keep("b", "tides", "1" * 16, {0: b"0"})
    store.vectors.keep("a", "tides", "1" * 16, {1: b"1"})
    assert store.vectors.models() == ("a", "b")
    store.remove("tides")
    assert store.vectors.models() == ()


def test_signs_are_those_of_an_edition_and_a_change_of_the_library(store: Store):
    put_flat(store, "doc", 3)
    put_flat(store, "next", 2)
    edition, before = store.records(["doc"])[0].edition, store.generation()
    store.vectors.keep_signs("a", "doc", edition, [b"\x01\xff", b"\x80\x00", b"\x7e\x81"])
    store.vectors.keep_signs("a", "next", store.records(["next"])[0].edition, [b"12", b"34"])
    store.vectors.keep_signs("b", "doc", edition, [b"\x01"])  # not of all its paragraphs
    store.vectors.keep_signs("a", "doc", "f" * 16, [b"??"] * 3)  # of no edition
    assert store.generation() == before + 2
    assert store.vectors.signs("a", ["doc", "none"]) == (("doc", 3, b"\x01\xff\x80\x00\x7e\x81"),)
    assert store.vectors.signs("a") == (("doc", 3, b"\x01\xff\x80\x00\x7e\x81"), ("next", 2, b"1234"))
    assert store.vectors.signs("b") == store.vectors.signs("a", []) == ()
    assert store.check() == ()
    put_flat(store, "doc", 4)
    assert [one.doc_id for one in store.vectors.signs("a")] == ["next"]
    store.remove("next")
    assert store.vectors.signs("a") == ()
    assert store.check() == ()
