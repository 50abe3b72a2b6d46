"""Opening a library in PostgreSQL: refusing a newer one, making and updating our own tables."""

from collections.abc import Sequence

from silcrow.errors import LibraryError, NewerLibrary
from silcrow.store.postgres import schema
from silcrow.store.postgres.connections import Connections, Rows, said_in_ours
from silcrow.store.postgres.pool import connect
from silcrow.store.postgres.server import Server

_OLDEST = 14


def open_connections(server: Server, *, wait: float) -> Connections:
    """Connections to a library with all its tables."""
    with said_in_ours(server), connect(server, wait=wait) as connection:
        _bring_up_to_date(connection, server)
    connections = Connections(server, wait=wait)
    # A newer Silcrow may bring the tables up to date while this process has them open.
    connections.before_writing = lambda connection: _refuse_newer(schema.newer(connection), server)
    return connections


def _bring_up_to_date(connection: Rows, server: Server) -> None:
    version = connection.info.server_version // 10_000
    if version < _OLDEST:
        raise LibraryError(f"{server} is PostgreSQL {version}; Silcrow needs {_OLDEST}", hint="Use a newer server.")
    connection.execute("SELECT set_config('search_path', %s, false)", (server.schema,))
    names = schema.applied(connection)
    _refuse_newer([name for name in names if name not in schema.MIGRATIONS], server)
    if set(schema.MIGRATIONS) > set(names):
        schema.migrate(connection)


def _refuse_newer(unknown: Sequence[str], server: Server) -> None:
    if unknown:
        raise NewerLibrary(
            f"{server} was written by a newer Silcrow ({', '.join(unknown)})",
            hint="Update Silcrow, or name another library with --library. This one was left as it is.",
        )
