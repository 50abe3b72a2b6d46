"""Pooled connections to one library in PostgreSQL, and the transactions on them. Knows nothing of what tables hold.

A transaction belongs to the thread that began it and holds one connection until it ends. Both kinds see the library as
it was at their first statement (REPEATABLE READ). Two that write the same rows cannot both succeed: the one that is
later is Overtaken, and what it wrote is gone. `write` does its work anew then.
"""

import random
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors as said

from silcrow.errors import (
    Busy,
    DiskFull,
    Internal,
    LibraryDamaged,
    LibraryError,
    NotPermitted,
    OutOfMemory,
    Overtaken,
    ReadOnly,
    SilcrowError,
    Unreachable,
)
from silcrow.store.postgres.pool import Pool
from silcrow.store.postgres.server import Server

Rows = psycopg.Connection[tuple[Any, ...]]
T = TypeVar("T")

# No statement of ours is to run longer, but those of fsck.
STATEMENT_SECONDS = 120
# A process that stopped inside a transaction does not hold others up for longer.
IDLE_SECONDS = 600
# What a process that was killed had asked for goes on for no longer: an index may take minutes, and others wait for it.
_LOOKS = "5s"
_PAUSE = 0.02
_STANDBY = "It is a standby, or set to be read only: write to the server that it follows, or ask who runs it."
_CUT = "Try again. With hot_standby_feedback the server that it follows waits for reads."

_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# Without READ WRITE: a standby refuses that at once, with words of its own, and it would go past what whoever runs the
# server has set (default_transaction_read_only).
_BEGIN_WRITING = "BEGIN ISOLATION LEVEL REPEATABLE READ"


class _Lane(threading.local):
    """The calling thread's connection, with the depth of its transaction, what was asked once in it, and what is to be
    done after it.
    """

    def __init__(self) -> None:
        self.connection: Rows | None = None
        self.depth = 0
        self.writes = False
        self.known: dict[Hashable, Any] = {}
        self.afterwards: list[Callable[[], None]] = []


class Connections:
    """`reading` and `writing` give the calling thread's connection inside a transaction; both may be nested."""

    def __init__(self, server: Server, *, wait: float) -> None:
        """`before_writing`, where it is set, may refuse a write transaction."""
        self.server = server
        self.wait = wait
        self.before_writing: Callable[[Rows], None] | None = None
        self._lane = _Lane()
        self._pool = Pool(server, self.configure, wait=wait)

    def configure(self, connection: Rows) -> None:
        """Set the limits and the schema of a new connection."""
        settings = {
            "search_path": self.server.schema,
            "statement_timeout": f"{STATEMENT_SECONDS}s",
            "lock_timeout": f"{max(1, round(self.wait * 1000))}ms",
            "idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s",
        }
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        with suppress(psycopg.Error):  # not on every system of a server
            connection.execute("SELECT set_config('client_connection_check_interval', %s, false)", (_LOOKS,))

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """A read transaction: all that is read inside is of one moment."""
        with self._transaction(_BEGIN_READING, writes=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        """A write transaction: all of it or nothing; Overtaken when another one was quicker."""
        with self._transaction(_BEGIN_WRITING, writes=True) as connection:
            if not self._lane.writes:
                raise Internal("a library was to be written inside a read transaction")
            if self._lane.depth == 1 and self.before_writing:
                self.before_writing(connection)
            yield connection

    def once(self, key: Hashable, ask: Callable[[Rows], T]) -> T:
        """What is read, or was read before in the same read transaction, in which it stays the same."""
        with self.reading() as connection:
            known = {} if self._lane.writes else self._lane.known
            if key not in known:
                known[key] = ask(connection)
            found: T = known[key]
            return found

    @contextmanager
    def apart(self) -> Iterator[Rows]:
        """A connection outside any transaction and without limits of time, for what cannot be in one; closed then."""
        if self._lane.depth:
            raise Internal("something was to be done inside a transaction that has to be outside any")
        with said_in_ours(self.server):
            connection = self._pool.take()
            try:
                for name in ("statement_timeout", "lock_timeout"):
                    connection.execute("SELECT set_config(%s, '0', false)", (name,))
                yield connection
            finally:
                connection.close()
                self._pool.give(connection)

    def write(self, act: Callable[[Rows], T]) -> T:
        """Do something in a write transaction: anew when it is overtaken, where that transaction is its own."""
        if self._lane.depth:
            with self.writing() as connection:
                return act(connection)
        deadline, pause = time.monotonic() + self.wait, _PAUSE
        while True:
            try:
                with self.writing() as connection:
                    return act(connection)
            except Overtaken:
                if time.monotonic() > deadline:
                    raise
            time.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311  so that two do not meet again
            pause = min(2 * pause, 1)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once the calling thread's transaction is done (what it wrote safe on disk), or now outside one.

        Nothing when the transaction fails.
        """
        if self._lane.depth:
            self._lane.afterwards.append(act)
        else:
            act()

    def close(self) -> None:
        """Close every connection; later use is a Usage error."""
        self._pool.close()

    def __del__(self) -> None:
        if hasattr(self, "_pool"):
            self.close()

    @contextmanager
    def _transaction(self, begin: str, *, writes: bool) -> Iterator[Rows]:
        lane = self._lane
        if lane.connection is not None:
            lane.depth += 1
            try:
                yield lane.connection
            finally:
                lane.depth -= 1
            return
        with said_in_ours(self.server, reads=not writes):
            connection = self._pool.take()
            try:
                lane.connection, lane.depth, lane.writes = connection, 1, writes
                connection.execute(begin.encode())
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                lane.afterwards.clear()
                with suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
            finally:
                lane.connection, lane.depth, lane.writes = None, 0, False
                lane.known.clear()
                self._pool.give(connection)
        acts = lane.afterwards.copy()
        lane.afterwards.clear()
        for act in acts:
            act()


@contextmanager
def said_in_ours(server: Server, *, reads: bool = False) -> Iterator[None]:
    """Errors of PostgreSQL, said in ours: what, where, and what to do. `reads`: nothing was to be written."""
    try:
        yield
    except psycopg.Error as error:
        if reads and isinstance(error, said.SerializationFailure):
            raise Busy(f"a read of the library {server} was cut short: the standby catches up", hint=_CUT) from error
        raise _translation(error, f"the library {server}") from error


def _translation(error: psycopg.Error, place: str) -> SilcrowError:
    what = (str(error).splitlines() or [type(error).__name__])[0]
    match error:
        case (
            said.SerializationFailure() | said.DeadlockDetected() | said.UniqueViolation() | said.ForeignKeyViolation()
        ):
            return Overtaken(f"{place}: another writer was quicker", hint="Nothing was changed. Try again.")
        case said.LockNotAvailable():
            return Busy(f"{place} is being written by another process", hint="Try again when it has finished.")
        case said.QueryCanceled():
            return Busy(f"{place} took too long over a statement", hint="Nothing was changed. Try again later.")
        case said.ReadOnlySqlTransaction():
            return ReadOnly(f"{place} may be read and not written: {what}", hint=_STANDBY)
        case said.InsufficientPrivilege():
            return NotPermitted(
                f"{place} does not let this user do that: {what}", hint="See docs/postgres.md on roles."
            )
        case said.DiskFull():
            return DiskFull(f"no room is left on the disk of {place}", hint="Nothing was changed. Free some space.")
        case said.OutOfMemory():
            return OutOfMemory(f"the server of {place} has no memory left: {what}", hint="Nothing was changed.")
        case said.DataCorrupted() | said.IndexCorrupted() | said.UndefinedTable() | said.UndefinedColumn():
            return LibraryDamaged(f"{place} is not as it was written: {what}", hint="Restore a backup of it.")
        case said.IoError() | said.ProgramLimitExceeded():
            return LibraryError(f"{place} cannot do that: {what}", hint="Nothing was changed. See the server's log.")
        case psycopg.OperationalError():
            return Unreachable(f"{place} cannot be reached: {what}", hint="See whether its server runs.")
    return Internal(f"{place}: {what}", hint="Please report this.")
