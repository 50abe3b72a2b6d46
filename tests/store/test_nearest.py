"""The nearest signs of a library in PostgreSQL: looked through, or found by an index of pgvector's."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from stores import a_source, an_index, flat

from postgres_server import Postgres
from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore

BYTES = 8


@pytest.fixture
def place(postgres: Postgres) -> str:
    """A database of its own, as an extension stays in it."""
    return postgres.new_database()


@pytest.fixture
def signed(place: str) -> Iterator[PostgresStore]:
    """An empty library."""
    store = PostgresStore.open(Server.parse(place))
    yield store
    store.close()


def put(store: PostgresStore, doc_id: str, count: int) -> dict[tuple[str, int], bytes]:
    """A document with signs that are always the same; these by their places."""
    document = flat(doc_id, count)
    store.put(document, an_index(common=(count, b"c")), a_source(doc_id.encode(), f"/{doc_id}.md"))
    rng = random.Random(doc_id)
    signs = [rng.randbytes(BYTES) for _ in range(count)]
    store.vectors.keep_signs("m", doc_id, document.edition, signs)
    return {(doc_id, order): one for order, one in enumerate(signs)}


def apart(one: bytes, other: bytes) -> int:
    """How many bits differ."""
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).bit_count()


def with_pgvector(place: str) -> None:
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")


def test_without_pgvector_there_is_no_index_and_nothing_fails(signed: PostgresStore):
    put(signed, "tides", 3)
    signed.vectors.index("m")
    assert not signed.vectors.indexed("m")
    assert [one.doc_id for one in signed.vectors.unindexed("m")] == ["tides"]


def test_the_index_finds_what_differs_in_the_fewest_bits(place: str, signed: PostgresStore):
    with_pgvector(place)
    every = {}
    for doc_id, count in (("tides", 40), ("lights", 300), ("pilots", 60)):
        every |= put(signed, doc_id, count)
    signed.vectors.index("m")
    assert signed.vectors.indexed("m")
    assert not signed.vectors.indexed("another")
    for asked in (every["lights", 7], b"\x0f" * BYTES):
        found = signed.vectors.nearest("m", asked, 10)
        differing = [apart(every[spot], asked) for spot in found]
        assert differing == sorted(apart(one, asked) for one in every.values())[:10]
    assert signed.vectors.nearest("m", every["lights", 7], 1) == [("lights", 7)]


def test_what_is_added_later_is_taken_in_next_time_and_what_is_replaced_is_not(place: str, signed: PostgresStore):
    with_pgvector(place)
    tides = put(signed, "tides", 20)
    signed.vectors.index("m")
    pilots = put(signed, "pilots", 70)
    assert [one.doc_id for one in signed.vectors.unindexed("m")] == ["pilots"]
    assert {doc_id for doc_id, _ in signed.vectors.nearest("m", pilots["pilots", 69], 40)} == {"tides"}
    signed.vectors.index("m")
    assert signed.vectors.unindexed("m") == ()
    assert signed.vectors.nearest("m", pilots["pilots", 69], 1) == [("pilots", 69)]
    signed.put(flat("tides", 2), an_index(common=(2, b"c")), a_source(b"another", "/tides.md"))
    assert {doc_id for doc_id, _ in signed.vectors.nearest("m", tides["tides", 19], 40)} == {"pilots"}
    assert signed.check() == ()


def test_who_does_not_own_the_tables_makes_no_index_and_may_use_one(
    postgres: Postgres, place: str, signed: PostgresStore
):
    with_pgvector(place)
    every = put(signed, "tides", 5)
    with psycopg.connect(place, autocommit=True) as connection:
        role = f"w{place.split('/')[3].partition('?')[0]}"
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA silcrow TO {role}".encode())
        connection.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA silcrow TO {role}".encode())
    database = place.split("/")[3].partition("?")[0]
    writer = PostgresStore.open(Server.parse(postgres.address(database, role)))
    writer.vectors.index("m")
    assert not writer.vectors.indexed("m")
    signed.vectors.index("m")
    assert writer.vectors.nearest("m", every["tides", 3], 1) == [("tides", 3)]
    writer.close()


def test_each_partition_can_be_asked_by_its_index(place: str, signed: PostgresStore):
    with_pgvector(place)
    for number in range(8):
        put(signed, f"report-{number}", 40)
    signed.vectors.index("m")
    with psycopg.connect(place) as connection:
        connection.execute("SET search_path = silcrow, public")
        connection.execute("SET enable_seqscan = off")  # so few would be read through
        query = (
            "EXPLAIN SELECT document, ord FROM sign WHERE model = 'm'"
            f" ORDER BY bits::bit(64) <~> '{'01' * 32}'::bit(64) LIMIT 5"
        )
        plan = "\n".join(line for (line,) in connection.execute(query.encode()))
    assert plan.count("Index Scan using sign_") == 8
    assert "Seq Scan" not in plan


def test_an_index_that_was_broken_off_is_made_anew(place: str, signed: PostgresStore):
    with_pgvector(place)
    every = put(signed, "tides", 5)
    signed.vectors.index("m")
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("SET search_path = silcrow, public")
        connection.execute(
            "UPDATE pg_index SET indisvalid = false FROM pg_class"
            " WHERE oid = indexrelid AND relname LIKE 'sign_3_near_%' AND relnamespace = 'silcrow'::regnamespace"
        )
    assert not signed.vectors.indexed("m")
    assert [one.doc_id for one in signed.vectors.unindexed("m")] == ["tides"]
    signed.vectors.index("m")
    assert signed.vectors.indexed("m")
    assert signed.vectors.nearest("m", every["tides", 3], 1) == [("tides", 3)]


def test_who_puts_a_document_does_not_wait_for_an_index_that_is_made(place: str, signed: PostgresStore):
    with_pgvector(place)
    put(signed, "tides", 5)
    other = PostgresStore.open(Server.parse(place), wait=1)
    with ThreadPoolExecutor(1) as pool:
        with other.reading():  # an index made without locks waits for what was begun before it
            other.count()
            making = pool.submit(signed.vectors.index, "m")
            with psycopg.connect(place, autocommit=True) as connection:
                while not connection.execute("SELECT 1 FROM pg_stat_progress_create_index").fetchone():
                    assert not making.done()
            third = PostgresStore.open(Server.parse(place), wait=1)
            put(third, "tides", 6)
            third.vectors.index("m")  # another process is at it: nothing is done, nobody waits
            third.close()
        making.result()
    assert [one.doc_id for one in signed.vectors.unindexed("m")] == ["tides"]
    other.close()


def test_a_library_of_before_keeps_its_signs(place: str, signed: PostgresStore):
    every = put(signed, "tides", 3) | put(signed, "lights", 2)
    before = signed.vectors.signs("m")
    signed.close()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("SET search_path = silcrow, public")
        for doc_id, order in every:
            connection.execute(
                "INSERT INTO sign SELECT id, 'm', %s, ('x' || %s)::bit varying FROM document WHERE doc_id = %s",
                (order, every[doc_id, order].hex(), doc_id),
            )
        connection.execute("DROP TABLE signs")
        connection.execute("DELETE FROM migration WHERE name = 'p004_signs_of_documents'")
    again = PostgresStore.open(Server.parse(place))
    assert again.vectors.signs("m") == before
    assert again.check() == ()
    again.close()
