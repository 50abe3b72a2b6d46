"""How much, how long and how often: bounds on what clients send, kept before anything of it is read as what it is.

Knows sizes and times, and nothing of what a request means.
"""

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import anyio

from silcrow.errors import TooLarge
from silcrow.mcp.door import headers_of
from silcrow.web.problems import problem
from silcrow.web.refusals import Overloaded, Refused, TooOften, TooSlow

_CLIENTS = 10_000  # addresses whose pace is remembered


@dataclass(frozen=True, slots=True)
class Bounds:
    """largest: bytes of the body that a method and path may have. at_once: requests at work.

    pause      seconds that a body may bring nothing          slowest   bytes a second that it brings at least
    patience   seconds that a body may take before `slowest` is asked of it
    a_second   requests of one client, with a burst of ten seconds' worth; 0 for any
    """

    largest: Callable[[str, str], int]
    at_once: int = 256
    pause: float = 15.0
    patience: float = 30.0
    slowest: int = 10_000
    a_second: float = 0.0


class _Stopped(Exception):
    pass


class Bounded:
    """An ASGI application within bounds."""

    def __init__(self, app: Any, bounds: Bounds) -> None:
        self._app = app
        self._bounds = bounds
        self._at_work = 0
        self._paces: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._bounds.largest(scope["method"], scope["path"])
        if refused := self._refused(scope, most):
            await _answered(refused, scope, receive, send)
            return
        self._at_work += 1
        try:
            await _Request(self._bounds, most, scope, receive, send).served_by(self._app)
        finally:
            self._at_work -= 1

    def _refused(self, scope: Any, most: int) -> TooLarge | Refused | None:
        """What is wrong with a request before any of its body has come."""
        if self._at_work >= self._bounds.at_once:
            return Overloaded(f"{self._at_work} requests are at work", hint="Try again in a moment.")
        if self._is_too_often((scope.get("client") or ("",))[0]):
            return TooOften(f"more than {self._bounds.a_second:g} requests a second", hint="Wait a moment.")
        said = headers_of(scope).get("content-length", ("0",))[0]
        return _too_large(most) if said.isdecimal() and int(said) > most else None

    def _is_too_often(self, client: str) -> bool:
        pace = self._bounds.a_second
        if not pace:
            return False
        now = time.monotonic()
        left, since = self._paces.pop(client, (10 * pace, now))
        left = min(10 * pace, left + (now - since) * pace)
        self._paces[client] = (max(left - 1, 0.0), now)
        while len(self._paces) > _CLIENTS:
            self._paces.popitem(last=False)
        return left < 1


class _Request:
    """One request whose body is counted and timed as it comes."""

    def __init__(self, bounds: Bounds, most: int, scope: Any, receive: Any, send: Any) -> None:
        self._bounds, self._most = bounds, most
        self._scope, self._receive, self._send = scope, receive, send
        self._since = time.monotonic()
        self._came = 0
        self._whole = False
        self._begun = False
        self._stopped = False

    async def served_by(self, app: Any) -> None:
        with contextlib.suppress(_Stopped):
            await app(self._scope, self._next, self._say)

    async def _next(self) -> Any:
        if self._whole:
            return await self._receive()
        with anyio.move_on_after(self._bounds.pause) as wait:
            message = await self._receive()
        if wait.cancelled_caught:
            await self._stop(TooSlow(f"nothing came for {self._bounds.pause:g} seconds", hint="Send it again."))
        self._came += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._came > self._most:
            await self._stop(_too_large(self._most))
        took = time.monotonic() - self._since
        if took > self._bounds.patience + self._came / self._bounds.slowest and not self._whole:
            await self._stop(TooSlow(f"{self._came:,} bytes in {took:.0f} seconds", hint="Send it faster."))
        return message

    async def _stop(self, failure: TooLarge | Refused) -> None:
        self._stopped = True
        if not self._begun:
            await _answered(failure, self._scope, self._receive, self._send)
        raise _Stopped

    async def _say(self, message: Any) -> None:
        self._begun = True
        if not self._stopped:
            await self._send(message)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"the request has more than {most:,} bytes", hint="Send less, or start the server with more.")


async def _answered(failure: TooLarge | Refused, scope: Any, receive: Any, send: Any) -> None:
    """The connection ends with it: what else the client sends is not read."""
    found = problem(failure)
    found.headers["Connection"] = "close"
    await found(scope, receive, send)
