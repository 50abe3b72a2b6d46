"""What is found by meaning alone, where documents were embedded ahead."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import psycopg
from hypothesis import given
from hypothesis import strategies as some

from postgres_server import Postgres
from shelf import shelf, shelve
from silcrow.desk import Desk
from silcrow.library import open_library
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.retrieve.ahead import embed_ahead
from silcrow.retrieve.dense import pack
from silcrow.retrieve.judging import Judges
from silcrow.retrieve.scope import Range
from silcrow.retrieve.signs import Signed, signs_of, signs_of_document
from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore
from silcrow.store.protocol import Signs, Store
from silcrow.store.sqlite import SqliteStore
from silcrow.testing import HashEmbedder, make_document

STAFF = """
# 1 People

Employee attrition fell to four percent.

The canteen is open at noon.

# 2 Buildings

The roof was mended.
"""
OTHER = "# 1 Ships\n\nThe harbour took in nine ships."
SAME = {"flooblers": "attrition", "grenk": "employee"}
QUERY = "grenk flooblers"  # no word of it stands in the text


def model() -> HashEmbedder:
    """One that knows which words mean the same."""
    return HashEmbedder(same=SAME, dimensions=512)


def judges() -> Judges:
    return Judges(model(), languages=("en",))


def embed(store: Store, *doc_ids: str) -> None:
    list(embed_ahead(store, judges(), store.records(doc_ids or None)))


def retrieve(store: Store, query: str = QUERY, within: Sequence[Span] = ()) -> Passages:
    return Desk(store, within=within, judges=judges()).retrieve(query, top_k=2, window=(0, 0))


def hits(found: Passages) -> dict[str, tuple[str, ...]]:
    """How each hit was found, best first."""
    each = sorted((hit for passage in found.passages for hit in passage.hits), key=lambda hit: -hit.score)
    return {str(hit.span): hit.found_by for hit in each}


def test_a_paragraph_that_shares_no_word_with_the_question_is_found_by_its_meaning():
    store = shelf(staff=STAFF)
    before = retrieve(store)
    assert hits(before) == {}
    embed(store)
    found = retrieve(store)
    assert next(iter(hits(found).items())) == ("staff:1:1", ("dense",))
    assert {notice.code for notice in before.notices} <= {notice.code for notice in found.notices}


def test_over_all_a_document_that_holds_no_word_of_the_question_is_looked_into():
    store = shelf(staff=STAFF, ships=OTHER)
    embed(store)
    assert next(iter(hits(retrieve(store)))) == "staff:1:1"


def test_what_is_found_by_words_stays_before_what_only_meaning_finds():
    store = shelf(staff=STAFF + "\nA grenk of nine; its flooblers are told.\n")
    embed(store)
    found = hits(retrieve(store))
    assert list(found) == ["staff:2:2", "staff:1:1"]
    assert "lexical" in found["staff:2:2"]
    assert found["staff:1:1"] == ("dense",)


def test_in_a_section_only_what_stands_there_is_found():
    store = shelf(staff=STAFF)
    embed(store)
    assert list(hits(retrieve(store, QUERY, [Span("staff", "1")]))) == ["staff:1:1"]
    assert hits(retrieve(store, QUERY, [Span("staff", "2")])) == {}


def test_a_phrase_in_quotes_is_still_required():
    store = shelf(staff=STAFF)
    embed(store)
    assert list(hits(retrieve(store, f'{QUERY} "the roof"'))) == ["staff:2:1"]


def test_a_document_that_was_embedded_in_part_is_passed_over():
    store = shelf(staff=STAFF)
    steps = embed_ahead(store, judges(), store.records())
    next(steps)
    assert hits(retrieve(store)) == {}


def test_a_result_that_was_kept_is_not_given_again_once_more_is_embedded():
    store = shelf(staff=STAFF)
    desk = Desk(store, judges=judges())
    assert desk.retrieve(QUERY).passages == ()
    embed(store)
    assert desk.retrieve(QUERY).passages
    generation = store.generation()
    embed(store)  # nothing is left to be done
    assert store.generation() == generation


def test_a_document_that_is_replaced_by_a_quicker_writer_stops_nothing(address: str):
    store, other = (PostgresStore.open(Server.parse(address)) for _ in range(2))
    shelve(store, make_document(STAFF, doc_id="staff"))
    replaced = make_document(STAFF.replace("four", "five"), doc_id="staff", edition="2" * 16)
    for _ in embed_ahead(store, judges(), store.records()):
        shelve(other, replaced)
    assert hits(retrieve(store)) == {}
    embed(store)
    assert "staff:1:1" in hits(retrieve(store))
    other.close()
    store.close()


def test_a_new_edition_is_passed_over_until_it_is_embedded():
    store = shelf(staff=STAFF)
    embed(store)
    shelve(store, make_document(STAFF.replace("four", "five"), doc_id="staff", edition="2" * 16))
    assert hits(retrieve(store)) == {}
    embed(store)
    assert "staff:1:1" in hits(retrieve(store))


def test_an_index_and_looking_through_find_the_same(postgres: Postgres, tmp_path: Path):
    place = postgres.new_database()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    file, server = SqliteStore.open(tmp_path / "a.db"), PostgresStore.open(Server.parse(place))
    for store in (file, server):
        for name, text in (("staff", STAFF), ("ships", OTHER)):
            shelve(store, make_document(text, doc_id=name))
        embed(store)
    assert server.vectors.indexed(model().identity)
    assert not file.vectors.indexed(model().identity)
    assert retrieve(server) == retrieve(file)
    file.close()
    server.close()


def test_signs_that_are_not_those_of_the_vectors_are_a_fault(tmp_path: Path):
    with open_library(tmp_path / "a.db", judges=judges()) as library:
        shelve(library._store, make_document(STAFF, doc_id="staff"))
        list(library.embed())
        assert library.fsck(deep=True) == ()
        edition = library.document("staff").edition
        library._store.vectors.keep_signs(model().identity, "staff", edition, [bytes(64)] * 3)
        (fault,) = library.fsck(deep=True)
        assert fault.message == "the signs kept of its vectors are not theirs: remove it and add its file again"


@given(some.data())
def test_the_nearest_are_those_that_differ_in_the_fewest_bits_the_first_of_equals(data: some.DataObject):
    width = data.draw(some.sampled_from([1, 8, 12, 48]))
    signs = some.binary(min_size=width, max_size=width)
    documents = data.draw(some.lists(some.lists(signs, max_size=6), max_size=4))
    asked, most = data.draw(signs), data.draw(some.integers(1, 8))
    spots = {(f"d{i}", order): one for i, of in enumerate(documents) for order, one in enumerate(of)}
    expected = sorted(spots, key=lambda spot: _apart(spots[spot], asked))[:most]
    signed = Signed(Signs(f"d{i}", len(of), b"".join(of)) for i, of in enumerate(documents))
    assert signed.nearest(asked, most) == expected
    inside = [spot for spot in spots if spot[0] == "d0" and 1 <= spot[1] < 4]
    expected = sorted(inside, key=lambda spot: _apart(spots[spot], asked))[:most]
    assert signed.nearest(asked, most, [Range("d0", 1, 4), Range("none", 0, 9)]) == expected


def _apart(one: bytes, other: bytes) -> int:
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).bit_count()


def test_signs_are_a_bit_a_number_and_of_whole_documents_only():
    vectors = np.array([[0.5, -0.5, 0.0, 0.1, -1, -1, 1, 1, 1]], np.float32)
    assert signs_of(vectors[0]) == bytes([0b10010011, 0b10000000])
    block = pack(vectors)
    assert signs_of_document({0: block, 1: block}, 2) == [signs_of(vectors[0])] * 2
    assert signs_of_document({0: block}, 2) is None
    assert signs_of_document({0: block, 1: block[:-1]}, 2) is None
    assert signs_of_document({0: block, 1: pack(vectors[:, :8])}, 2) is None
    assert signs_of_document({}, 0) == []
