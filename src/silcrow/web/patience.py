"""A connection that may not take for ever to say what it wants. Knows bytes; uvicorn's own time-outs begin later."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 15.0
"""Seconds from the first byte of a request, or from connecting, to the end of its headers."""


class Patient(H11Protocol):
    """HTTP/1.1 whose requests have to begin in time."""

    def __init__(self, *arguments: Any, patience: float = HEAD, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._patience = patience
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Some bytes came: of headers, which are waited for, or of what belongs to a request."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self._came()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._came()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self._patience, self._late)

    def _came(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _late(self) -> None:
        self._waiting = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
