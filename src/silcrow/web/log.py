"""What the server tells whoever runs it: a line a request and a line a fault, on standard error, when it is asked to.

A line holds the route, never the path or what was asked: those may be words of a document. So a fault is told by its
kind and where it arose, without its message.
"""

import logging
import re
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import extract_tb
from typing import IO, Any, Literal

from silcrow import wire
from silcrow.mcp.door import headers_of
from silcrow.web.metrics import Metrics

Form = Literal["json", "text"]
FORMS: tuple[Form, ...] = ("json", "text")

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_GIVEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
_OURS = "silcrow"
_SPOKEN = ("silcrow", "uvicorn")  # whose messages hold nothing of documents
_FACTS = ("method", "route", "status", "ms")
_FRAMES = 8  # of a fault, the innermost

_request: ContextVar[str] = ContextVar("request", default="")
_log = logging.getLogger(__name__)


class Watched:
    """An ASGI application whose requests are counted, timed and told of, each by an id that its response bears."""

    def __init__(self, app: Any, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        named = _id_of(scope)
        _request.set(named)
        status, begun = 0, time.perf_counter()

        async def said(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", named.encode())]}
            await send(message)

        with self._metrics.at_work():
            try:
                await self._app(scope, receive, said)
            finally:
                self._tell(scope, status, time.perf_counter() - begun)

    def _tell(self, scope: Any, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        route = _route_of(scope)
        self._metrics.count(method, route, status, seconds)
        facts = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        _log.info("request", extra={"facts": facts})


def _id_of(scope: Any) -> str:
    """What the client calls its request, as a proxy does; or a name of our own."""
    given = headers_of(scope).get("x-request-id", ("",))[0]
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(8)


def _route_of(scope: Any) -> str:
    """The template of the path that was asked for; `none` where there is no such path.

    A route may know its own part of the template only; what stands before it in a path is a prefix of ours.
    """
    route = getattr(scope.get("route"), "path", None)
    if route is None:
        return "/mcp" if scope["path"] == "/mcp" else "none"
    asked, own = scope["path"].strip("/").split("/"), route.strip("/").split("/")
    return "/" + "/".join([*asked[: len(asked) - len(own)], *own])


def tell(form: Form, *, to: IO[str] | None = None) -> None:
    """Write a line a request, and all that is logged, to standard error from now on."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(_Lines() if form == "text" else _Objects())
    logging.getLogger().addHandler(handler)
    logging.getLogger(_OURS).setLevel(logging.INFO)


class _Objects(logging.Formatter):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return wire.dumps(dict(_facts(record)))


class _Lines(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        facts = dict(_facts(record))
        if record.msg == "request":
            return "{time} {method} {route} {status} {ms} ms {request}".format(**facts)
        where = "".join(f"\n  at {one}" for one in facts.get("at", ()))
        words = " ".join(str(facts[name]) for name in ("time", "level", "event", "fault", "request") if name in facts)
        return words + where


def _facts(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    """What is told of a record, in order. Of other people's packages only who spoke and where: they may quote."""
    yield "time", datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    yield "level", record.levelname.lower()
    spoken = record.name.partition(".")[0] in _SPOKEN
    yield "event", record.getMessage() if spoken else f"{record.name} said something"
    given = getattr(record, "facts", {})
    yield from ((name, given[name]) for name in _FACTS if name in given)
    if record.exc_info and record.exc_info[0] is not None:
        yield "fault", record.exc_info[0].__name__
        yield "at", list(_places(record.exc_info[2]))
    elif not spoken:
        yield "at", [f"{record.module}:{record.lineno}"]
    if _request.get():
        yield "request", _request.get()


def _places(trace: Any) -> Sequence[str]:
    frames = extract_tb(trace)[-_FRAMES:]
    return [f"{'/'.join(frame.filename.rsplit('/', 3)[-3:])}:{frame.lineno} {frame.name}" for frame in frames]
