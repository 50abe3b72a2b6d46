"""One fixture: a store of each kind."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore
from silcrow.store.protocol import Store
from silcrow.store.sqlite import SqliteStore


@pytest.fixture(params=["sqlite", "memory", "postgres"])
def reopened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens one library of each kind, empty at first; in memory it is another one each time."""
    match request.param:
        case "postgres":
            server = Server.parse(request.getfixturevalue("address"))
            return lambda: PostgresStore.open(server)
        case "sqlite":
            return lambda: SqliteStore.open(tmp_path / "library.db")
    return lambda: SqliteStore.open(None)


@pytest.fixture
def store(reopened: Callable[[], Store]) -> Iterator[Store]:
    """An empty store of each kind."""
    one = reopened()
    yield one
    one.close()
