"""Connections to one library file, one a thread, and the transactions on them. Knows nothing of what the tables hold.

A library in memory has one connection, which its threads use by turns.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from silcrow.errors import (
    Busy,
    DiskFull,
    Internal,
    LibraryDamaged,
    LibraryError,
    NotPermitted,
    OutOfMemory,
    ReadOnly,
    SilcrowError,
    Usage,
)
from silcrow.store.standing import IMMUTABLE, Standing, file_at, how_read, standing

# Past this the writer empties the write-ahead log into the library: readers that never pause can keep SQLite's own
# checkpoints from finishing for hours.
_LOG_LIMIT = 64 * 2**20
_LOG_WAIT = 1.0
# Kilobytes: a document that is put touches some thousand pages of 4, many of them twice.
_CACHE_OF_WRITERS = 16_384


class _Lane:
    """One connection, how it was opened, with the depth of its transaction and what is to be done after it."""

    def __init__(self, connection: sqlite3.Connection, mode: str, stood: Standing | None) -> None:
        self.connection = connection
        self.mode = mode
        self.stood = stood
        self.turn = threading.RLock()
        self.depth = 0
        self.writes = False
        self.afterwards: list[Callable[[], None]] = []


class Connections:
    """`reading` and `writing` give the calling thread's connection inside a transaction; both may be nested."""

    def __init__(self, path: Path | None, *, wait: float, only_read: str = "") -> None:
        """`only_read`: how SQLite opens a file that cannot be written; see standing. `before_writing`, where it is set,
        may refuse a write transaction.
        """
        self.path = path
        self.wait = wait
        self.only_read = only_read
        self.before_writing: Callable[[sqlite3.Connection], None] | None = None
        self._opened: tuple[int, int] | None = None
        self._mine = threading.local()
        self._lanes: dict[threading.Thread, _Lane] = {}
        self._registry = threading.Lock()
        self._closed = False
        self._shared: _Lane | None = None
        if path is None:
            self._shared = self._connect()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A read transaction: all that is read inside is of one moment."""
        with self._transaction("BEGIN") as lane:
            yield lane.connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A write transaction: all of it or nothing; Busy when another process writes for longer than `wait`."""
        with self._transaction("BEGIN IMMEDIATE") as lane:
            lane.connection.execute(f"PRAGMA cache_size = -{_CACHE_OF_WRITERS}")
            if not lane.writes:
                raise Internal("a library was to be written inside a read transaction")
            if lane.depth == 1 and self.before_writing:
                self.before_writing(lane.connection)
            yield lane.connection

    def is_inside(self) -> bool:
        """Whether the calling thread is inside a transaction."""
        return self._lane().depth > 0

    def latest(self, query: str, *values: str) -> Any:
        """The first row of a query as the library is now, whatever the calling thread's transaction sees."""
        if self._shared:
            return self._shared.connection.execute(query, values).fetchone()
        with said_in_ours(self.path), closing(self._connect().connection) as connection:
            return connection.execute(query, values).fetchone()

    def is_writing(self) -> bool:
        """Whether the calling thread is inside a write transaction."""
        return self._lane().writes

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once the calling thread's transaction is done (what it wrote safe on disk), or now outside one.

        Nothing when the transaction fails.
        """
        lane = self._lane()
        with lane.turn:
            if lane.depth:
                lane.afterwards.append(act)
                return
        act()

    def close(self) -> None:
        """Close every thread's connection; later use is a Usage error."""
        with self._registry:
            self._closed = True
            lanes = [*self._lanes.values(), *([self._shared] if self._shared else [])]
            self._lanes.clear()
        for lane in lanes:
            lane.connection.close()

    def __del__(self) -> None:
        self.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[_Lane]:
        lane = self._lane()
        with lane.turn:
            if lane.depth:
                lane.depth += 1
                try:
                    yield lane
                finally:
                    lane.depth -= 1
                return
            self._look_again(lane)
            with said_in_ours(self.path), self._undisturbed(lane):
                try:
                    lane.depth, lane.writes = 1, begin != "BEGIN"
                    lane.connection.execute(begin)
                    yield lane
                    lane.connection.execute("COMMIT")
                except BaseException:
                    lane.afterwards.clear()
                    with suppress(sqlite3.Error):
                        if lane.connection.in_transaction:
                            lane.connection.execute("ROLLBACK")
                    raise
                finally:
                    wrote, lane.depth, lane.writes = lane.writes, 0, False
            acts = lane.afterwards.copy()
            lane.afterwards.clear()
            for act in acts:
                act()
            if wrote:
                self._empty_log(lane)

    def _empty_log(self, lane: _Lane) -> None:
        if self.path is None:
            return
        with suppress(OSError, sqlite3.Error):
            if self.path.with_name(f"{self.path.name}-wal").stat().st_size > _LOG_LIMIT:
                lane.connection.execute(f"PRAGMA busy_timeout = {_LOG_WAIT * 1000:.0f}")
                lane.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                lane.connection.execute(f"PRAGMA busy_timeout = {self.wait * 1000:.0f}")

    def _lane(self) -> _Lane:
        if self._closed:
            raise Usage("the library is closed", hint="Open it again with open_library().")
        if self._shared:
            return self._shared
        lane: _Lane | None = getattr(self._mine, "lane", None)
        if lane is None:
            with said_in_ours(self.path):
                lane = self._connect()
            with self._registry:
                for thread in [thread for thread in self._lanes if not thread.is_alive()]:
                    self._lanes.pop(thread).connection.close()
                self._lanes[threading.current_thread()] = lane
            self._mine.lane = lane
        return lane

    def _connect(self) -> _Lane:
        # Another thread may close it (close, a thread that ended); transactions keep their thread to themselves.
        target = ":memory:" if self.path is None else self.path
        mode = (how_read(self.path) or self.only_read) if self.only_read else ""
        if self.path and mode:
            target = f"{self.path.absolute().as_uri()}?{mode}"
        stood = standing(self.path) if self.path else None
        self._must_be_the_same(stood.file if stood else None)
        connection = sqlite3.connect(
            target, timeout=self.wait, isolation_level=None, check_same_thread=False, uri=bool(mode)
        )
        connection.execute("PRAGMA foreign_keys = ON")
        if self.path and self._opened is None:
            self._opened = file_at(self.path)
        return _Lane(connection, mode, stood)

    def _look_again(self, lane: _Lane) -> None:
        """See, before a transaction, that the file is the one that was opened; a connection that would not notice what
        others have written since is made anew.
        """
        if self.path is None:
            return
        self._must_be_the_same(file_at(self.path))
        if lane.mode == IMMUTABLE and standing(self.path) != lane.stood:
            lane.connection.close()
            with said_in_ours(self.path):
                fresh = self._connect()
            lane.connection, lane.mode, lane.stood = fresh.connection, fresh.mode, fresh.stood

    def _must_be_the_same(self, here: tuple[int, int] | None) -> None:
        """Raise where another file, or none, lies where the library was: what is written would be written nowhere."""
        if self._opened and here != self._opened:
            what = "is there no more" if here is None else "is not the file any more that was opened"
            raise LibraryError(f"the library {self.path} {what}", hint="Open it again. A server has to be restarted.")

    @contextmanager
    def _undisturbed(self, lane: _Lane) -> Iterator[None]:
        """Busy where somebody wrote during a transaction that SQLite keeps nobody out of."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if self._is_disturbed(lane):
                raise self._written_meanwhile() from error
            raise
        if self._is_disturbed(lane):
            raise self._written_meanwhile()

    def _is_disturbed(self, lane: _Lane) -> bool:
        return self.path is not None and lane.mode == IMMUTABLE and standing(self.path) != lane.stood

    def _written_meanwhile(self) -> Busy:
        return Busy(f"the library {self.path} was written while it was read", hint="Read it again.")

    def copy(self, target: sqlite3.Connection) -> None:
        """Write all of it, as it is at one moment, to another database; nobody waits for it."""
        lane = self._lane()
        self._look_again(lane)
        with said_in_ours(self.path), self._undisturbed(lane):
            lane.connection.backup(target)

    def vacuum(self) -> None:
        """Write the file anew without its gaps."""
        lane = self._lane()
        with lane.turn, said_in_ours(self.path):
            lane.connection.execute("VACUUM")
            if self.path:
                lane.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def use_log(self) -> None:
        """Switch a new library to write-ahead logging; SQLite does not wait by itself when two do so at once."""
        deadline = time.monotonic() + self.wait
        with said_in_ours(self.path):
            while True:
                try:
                    self._lane().connection.execute("PRAGMA journal_mode = WAL").fetchall()
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(0.02)
                else:
                    return


@contextmanager
def said_in_ours(path: Path | None) -> Iterator[None]:
    """Errors of SQLite, said in ours: what, where, and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translation(error, path) from error


def _translation(error: sqlite3.Error, path: Path | None) -> SilcrowError:
    place = "the library in memory" if path is None else f"the library {path}"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL):
        return Busy(f"{place} is being written by another process", hint="Try again when it has finished.")
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"no room is left on the disk of {place}", hint="Nothing was changed. Free some space.")
    if code == sqlite3.SQLITE_READONLY:
        return ReadOnly(f"{place} cannot be written", hint="It was opened for reading. Copy it where you may write.")
    if code in (sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return NotPermitted(f"{place} may not be used: {error}", hint="Check who may read and write it.")
    if code == sqlite3.SQLITE_CANTOPEN:
        return LibraryError(
            f"{place} cannot be opened or written: {error}", hint="Check its folder: SQLite writes there."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith("no such "):
        return LibraryDamaged(f"{place} is damaged: {error}", hint="Restore a copy, or add the files to a new library.")
    if code == sqlite3.SQLITE_NOMEM:
        return OutOfMemory(f"no memory is left for {place}", hint="Nothing was changed. Close other programs.")
    if code == sqlite3.SQLITE_IOERR:
        return LibraryError(f"{place} could not be read or written: {error}", hint="Nothing was changed.")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return Usage("the library is closed", hint="Open it again with open_library().")
    return Internal(f"{place}: {error}", hint="Please report this.")
