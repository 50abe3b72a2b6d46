"""Connections to one server, each lent to one thread at a time. Knows no tables and no transactions.

A server that does not answer is said at once, and the first call after it is back finds it: connections are made by who
needs one, and none in the background. One that was lost while it lay idle is made anew.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from silcrow.errors import Busy, Usage
from silcrow.store.postgres.server import Server

Rows = psycopg.Connection[tuple[Any, ...]]

# At most so many connections of one process at once; more threads take turns.
MOST_CONNECTIONS = 16
_IDLE = 300.0  # seconds after which one that nobody needed is closed
# A server that is gone without a word (its machine, or the way to it) is noticed within a minute.
_KEPT_ALIVE = {"keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3"}


class Pool:
    """`take` one, `give` it back. `prepare` is done with each new one; `wait`: seconds for a turn."""

    def __init__(self, server: Server, prepare: Callable[[Rows], None], *, wait: float) -> None:
        self._server = server
        self._prepare = prepare
        self._wait = wait
        self._turns = threading.Semaphore(MOST_CONNECTIONS)
        self._idle: deque[tuple[float, Rows]] = deque()  # the one used last is taken first
        self._closed = False

    def take(self) -> Rows:
        """A connection that works; Busy when all are lent for too long, an error of psycopg where none can be made."""
        self._must_be_open()
        if not self._turns.acquire(timeout=max(self._wait, 1)):
            said = f"all {MOST_CONNECTIONS} connections of this process to {self._server} are at work"
            raise Busy(said, hint="Try again later.")
        try:
            return self._working() or self._made()
        except BaseException:
            self._turns.release()
            raise

    def give(self, connection: Rows) -> None:
        """Give one back; it is closed where nothing can be done with it any more."""
        if self._closed or connection.info.transaction_status != TransactionStatus.IDLE:
            connection.close()
        else:
            self._idle.append((time.monotonic(), connection))
        self._turns.release()
        self._drop_old()

    def close(self) -> None:
        """Close those that are idle now, and the others when they are given back; later use is a Usage error."""
        self._closed = True
        while connection := self._last():
            connection.close()

    def _working(self) -> Rows | None:
        while connection := self._last():
            try:
                connection.execute("")
            except psycopg.Error:
                connection.close()
            else:
                return connection
        return None

    def _made(self) -> Rows:
        self._must_be_open()
        connection = connect(self._server, wait=self._wait)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _last(self) -> Rows | None:
        with suppress(IndexError):
            return self._idle.pop()[1]
        return None

    def _drop_old(self) -> None:
        with suppress(IndexError):
            while self._idle[0][0] < time.monotonic() - _IDLE:
                self._idle.popleft()[1].close()

    def _must_be_open(self) -> None:
        if self._closed:
            raise Usage("the library is closed", hint="Open it again with open_library().")


def connect(server: Server, *, wait: float) -> Rows:
    """A connection of its own; what the address itself says of connections goes before what is usual."""
    usual = {"connect_timeout": str(max(2, min(round(wait), 30))), **_KEPT_ALIVE}
    named = conninfo_to_dict(server.address)
    missing = {name: value for name, value in usual.items() if name not in named}
    return psycopg.connect(make_conninfo(server.address, **missing), autocommit=True)
