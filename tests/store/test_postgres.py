"""What a library in PostgreSQL promises beside the contract: how it is named, who may do what, what is seen of it."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import urlsplit

import psycopg
import pytest
from stores import a_source, an_index, flat, tides

from postgres_server import Postgres
from silcrow.errors import Busy, LibraryDamaged, NewerLibrary, NotPermitted, Overtaken, Unreachable, Usage
from silcrow.store.postgres import generations
from silcrow.store.postgres.server import Server, is_server
from silcrow.store.postgres.store import PostgresStore


def put(store: PostgresStore, doc_id: str, count: int = 3, *, data: bytes = b"") -> None:
    """A document with kept bytes."""
    words = an_index(common=(count, b"c"))
    store.put(flat(doc_id, count), words, a_source(data or doc_id.encode(), f"/{doc_id}.md"))


@pytest.fixture
def stored(address: str) -> Iterator[PostgresStore]:
    """An empty library."""
    one = PostgresStore.open(Server.parse(address))
    yield one
    one.close()


def run(address: str, *statements: str) -> list[tuple[object, ...]]:
    """What the last of some statements answers, in the library's schema."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET search_path = silcrow")
        for statement in statements:
            cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def partitions(address: str, query: str) -> set[str]:
    """The partitions that a query would look into."""
    plan = "\n".join(str(line) for (line,) in run(address, f"EXPLAIN {query}"))
    return set(re.findall(r" on ((?:posting|paragraph)_\d)\b", plan))


def test_an_address_is_told_from_a_path_and_shows_no_password():
    assert is_server("postgresql://reader@db.example/archive")
    assert is_server("postgres://db/archive")
    assert not is_server("postgresql/archive.db")
    server = Server.parse("postgresql://me:s3cret@db:5433/archive?sslmode=require&schema=legal")
    assert server.schema == "legal"
    assert server.address == "postgresql://me:s3cret@db:5433/archive?sslmode=require"
    assert str(server) == "postgresql://me@db:5433/archive?sslmode=require&schema=legal"
    assert "s3cret" not in repr(server)
    assert str(Server.parse("postgresql://me@db/a?password=s3cret&sslmode=require")).endswith("/a?sslmode=require")


@pytest.mark.parametrize("text", ["mysql://db/a", "postgresql://db/a?schema=Legal", "postgresql://db/a?schema=a;b"])
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(Usage, match="no address"):
        Server.parse(text)


def test_a_server_that_does_not_run_is_a_clear_error(tmp_path):
    with pytest.raises(Unreachable, match="cannot be reached") as refused:
        PostgresStore.open(Server.parse(f"postgresql://me:s3cret@/a?host={tmp_path}"), wait=1)
    assert "s3cret" not in str(refused.value)


def test_a_newer_library_is_refused_and_not_touched(address: str, stored: PostgresStore):
    run(address, "INSERT INTO migration VALUES ('p999_tomorrow', '2999-01-01')")
    try:
        with pytest.raises(NewerLibrary, match="p999_tomorrow"):
            PostgresStore.open(Server.parse(address))
        with pytest.raises(NewerLibrary, match="p999_tomorrow"):  # nor by who has had it open since before
            put(stored, "doc")
        assert stored.records() == ()
    finally:
        run(address, "DELETE FROM migration WHERE name = 'p999_tomorrow'")


def test_many_that_make_one_library_at_once_make_it_once(postgres: Postgres):
    server = Server.parse(postgres.new_database())
    ready = threading.Barrier(4)

    def make() -> int:
        ready.wait()
        store = PostgresStore.open(server)
        generation = store.generation()
        store.close()
        return generation

    with ThreadPoolExecutor(4) as pool:
        assert [each.result() for each in [pool.submit(make) for _ in range(4)]] == [0] * 4
    assert run(server.address, "SELECT name FROM migration") == [
        ("p001_initial",),
        ("p002_jobs",),
        ("p003_signs",),
        ("p004_signs_of_documents",),
    ]


def test_libraries_of_two_schemas_know_nothing_of_each_other(address: str, stored: PostgresStore):
    put(stored, "doc")
    other = PostgresStore.open(Server.parse(f"{address}&schema=other"))
    assert other.records() == ()
    put(other, "doc", 5)
    assert len(stored.read("doc", 0, 9)) == 3
    other.close()


def test_text_comes_back_to_the_last_character(stored: PostgresStore):
    text = "nul \0, its stand-in \uf8f0\uf8f1 and \uf8f2, 字 and 🜚"
    document = tides()
    odd = replace(document, paragraphs=(replace(document.paragraphs[0], text=text), *document.paragraphs[1:]))
    odd = replace(odd, title=text, furniture=(replace(document.furniture[0], text=text),))
    stored.put(odd, an_index(), a_source(b"bytes", "/t.md"))
    assert stored.read("tides", 0, 1)[0].text == text
    assert stored.records()[0].title == text
    assert stored.furniture("tides")[0].text == text


def test_bytes_of_many_pieces_are_kept_and_checked(address: str, stored: PostgresStore):
    data = bytes(range(256)) * 10_000  # three pieces
    put(stored, "doc", data=data)
    put(stored, "other")
    assert stored.bytes_of("doc") == data
    assert stored.check() == ()
    run(address, "DELETE FROM kept WHERE ord = 1", "DELETE FROM paragraph WHERE ord = 2 AND text LIKE 'other%'")
    assert [(notice.message.partition(": ")[0], notice.place) for notice in stored.check()] == [
        ("its paragraphs are not all there", "other"),
        ("its kept source bytes are missing or changed", "doc"),
    ]
    run(address, "DELETE FROM kept")
    with pytest.raises(LibraryDamaged, match="kept bytes of 'doc' are gone"):
        stored.bytes_of("doc")


def test_fsck_names_rows_of_no_document_and_sweeps_bytes_of_none(address: str, stored: PostgresStore):
    put(stored, "doc")
    run(address, "INSERT INTO posting VALUES (99, 'lost', 1, '')", "INSERT INTO kept VALUES ('abc', 0, 'left')")
    assert [notice.message.partition(": ")[0] for notice in stored.check()] == ["rows of a document that is not there"]
    assert run(address, "SELECT count(*) FROM kept") == [(1,)]


def test_a_scope_touches_the_partition_of_its_document_alone(address: str, stored: PostgresStore):
    for doc_id in ("a", "b", "c"):
        put(stored, doc_id)
    ((key,),) = run(address, "SELECT id FROM document WHERE doc_id = 'b'")
    terms = "SELECT term, n FROM posting WHERE term = ANY('{common,rare}')"
    for query in (
        f"SELECT text FROM paragraph WHERE document = {key} AND ord >= 0 AND ord < 5",
        f"{terms} AND document = ANY('{{{key}}}')",
    ):
        assert len(partitions(address, query)) == 1
    assert len(partitions(address, terms)) == 8


def test_generations_are_told_apart_by_what_is_seen_not_by_who_was_first(stored: PostgresStore):
    seen, begun, go_on = [], threading.Event(), threading.Event()

    def slow() -> None:
        with stored.writing():
            put(stored, "first")
            begun.set()
            assert go_on.wait(10)

    other = threading.Thread(target=slow)
    other.start()
    assert begun.wait(10)
    seen.append(stored.generation())
    put(stored, "second")  # it took its number later, and is seen earlier
    seen.append(stored.generation())
    go_on.set()
    other.join()
    seen.append(stored.generation())
    assert seen == [0, 1, 2]


def test_old_generations_are_folded_and_the_number_stays(address: str, stored: PostgresStore):
    run(address, "INSERT INTO generation (doc_id, change) SELECT 'doc', 'add' FROM generate_series(1, 1499)")
    put(stored, "doc")
    assert stored.generation() == 1500
    assert run(address, "SELECT count(*) FROM generation") == [(501,)]
    stored._connections.write(generations.fold)
    assert stored.generation() == 1500
    put(stored, "more")
    assert stored.generation() == 1501


def test_two_that_replace_one_document_both_succeed_one_after_the_other(stored: PostgresStore):
    put(stored, "doc")
    ready = threading.Barrier(4)

    def replace_it(number: int) -> None:
        ready.wait()
        for turn in range(5):
            put(stored, "doc", 3 + number, data=f"{number} {turn}".encode())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(replace_it, range(4)))
    assert stored.generation() == 21
    assert stored.check() == ()


def test_a_step_of_several_writes_that_is_overtaken_says_so_and_changes_nothing(stored: PostgresStore):
    put(stored, "doc")

    def overtaken() -> None:
        with stored.writing():
            assert len(stored.records()) == 1
            with ThreadPoolExecutor(1) as other:
                other.submit(put, stored, "doc", 7).result()
            put(stored, "doc", 9)

    with pytest.raises(Overtaken, match="another writer was quicker"):
        overtaken()
    assert len(stored.read("doc", 0, 99)) == 7
    assert stored.check() == ()


def test_a_writer_that_waits_too_long_says_busy(address: str, stored: PostgresStore):
    put(stored, "doc")
    hasty = PostgresStore.open(Server.parse(address), wait=0.2)
    with stored.writing():
        put(stored, "doc", 5)
        with ThreadPoolExecutor(1) as other, pytest.raises(Busy, match="being written by another process"):
            other.submit(put, hasty, "doc").result()
    hasty.close()
    assert len(stored.read("doc", 0, 9)) == 5


ROLES = (
    "CREATE ROLE silcrow_writer LOGIN",
    "CREATE ROLE silcrow_reader LOGIN",
    "GRANT USAGE ON SCHEMA silcrow TO silcrow_writer, silcrow_reader",
    "GRANT SELECT ON ALL TABLES IN SCHEMA silcrow TO silcrow_writer, silcrow_reader",
    "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA silcrow TO silcrow_writer",
    "REVOKE INSERT, UPDATE, DELETE ON migration FROM silcrow_writer",
)


def test_a_writer_needs_no_right_to_the_tables_themselves_and_a_reader_none_to_write(
    postgres: Postgres, address: str, stored: PostgresStore
):
    run(address, *ROLES)
    database = urlsplit(address).path[1:]
    writer = PostgresStore.open(Server.parse(postgres.address(database, "silcrow_writer")))
    reader = PostgresStore.open(Server.parse(postgres.address(database, "silcrow_reader")))
    put(writer, "doc")
    put(writer, "doc", 4)
    assert len(reader.read("doc", 0, 9)) == 4
    assert reader.generation() == 2
    calls: list[Callable[[], object]] = [lambda: put(reader, "more"), reader.check]
    for call in calls:
        with pytest.raises(NotPermitted, match="does not let this user"):
            call()
    assert writer.check() == ()
    writer.close()
    reader.close()


def test_tables_that_somebody_took_away_are_a_damaged_library(postgres: Postgres):
    address = postgres.new_database()
    one = PostgresStore.open(Server.parse(address))
    run(address, "DROP TABLE paragraph")
    with pytest.raises(LibraryDamaged, match="is not as it was written"):
        put(one, "doc")
    one.close()


def test_a_statement_that_takes_too_long_says_busy(stored: PostgresStore):
    slow = "SET LOCAL statement_timeout = '50ms'; SELECT pg_sleep(30)"
    with pytest.raises(Busy, match="took too long"), stored._connections.reading() as connection:
        connection.execute(slow)


def test_a_connection_that_was_lost_is_made_anew(address: str, stored: PostgresStore):
    put(stored, "doc")
    run(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()")
    assert len(stored.records()) == 1

    def cut_short() -> None:
        with stored.writing():
            put(stored, "more")
            run(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()")
            put(stored, "even more")

    with pytest.raises(Unreachable, match="cannot be reached"):
        cut_short()
    assert [record.doc_id for record in stored.records()] == ["doc"]
