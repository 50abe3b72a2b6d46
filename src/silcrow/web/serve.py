"""The socket and its server: which addresses may be listened at, and who is told."""

import gc
import ipaddress
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI

from silcrow.errors import Usage
from silcrow.mcp.door import LOOPBACK, Door
from silcrow.web.app import largest_for, make_app
from silcrow.web.bounds import Bounds
from silcrow.web.patience import HEAD, Patient
from silcrow.web.service import Service

PORT = 8017
LEAST_TOKEN = 16  # characters
CONNECTIONS = 1_000
A_SECOND = 50.0  # requests of one client


def serve(
    service: Service,
    *,
    host: str,
    port: int,
    token: str | None,
    allowed: Sequence[str],
    rate: float | None,
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted. Port 0 takes a free one; `allowed`: further names of the server; `rate`: requests a
    second of one client (0: any number; None: 50, and any number on this machine); `say` is told where.
    """
    check(host, token)
    with _listening(host, port) as listening:
        port = listening.getsockname()[1]
        pace = A_SECOND if rate is None and not is_loopback(host) else rate or 0.0
        bounds = Bounds(largest_for(service), a_second=pace)
        app = make_app(service, door=Door(names(host, port, allowed), token), bounds=bounds)
        gc.freeze()  # what was loaded stays: looking through it for garbage would hold all readers up, each time
        shown = f"[{host}]" if ":" in host else host
        say(f"Serving at http://{shown}:{port}/" + (" (token needed)" if token else ""))
        try:
            server_of(app).run(sockets=[listening])
        finally:
            service.opened.close()


def server_of(app: FastAPI, *, patience: float = HEAD) -> uvicorn.Server:
    """The server of an app, which says nothing of itself. `patience`: seconds for the headers of a request."""
    protocol: Any = partial(Patient, patience=patience)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        limit_concurrency=CONNECTIONS,
        http=protocol,
        ws="none",
    )
    return uvicorn.Server(config)


def check(host: str, token: str | None) -> None:
    """Usage for an address that others may reach without a token, or a token that can be guessed."""
    if token is not None and len(token) < LEAST_TOKEN:
        raise Usage(f"a token of {len(token)} characters can be guessed", hint=f"Give it {LEAST_TOKEN} or more.")
    if token is None and not is_loopback(host):
        raise Usage(f"{host} can be reached by others, and no token is set", hint="Set one: --token, SILCROW_TOKEN.")


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names(host: str, port: int, allowed: Sequence[str]) -> frozenset[str]:
    """What a Host header may be: the address itself, the loopback, and what was allowed (with its port, if any)."""
    own = {*LOOPBACK, f"[{host}]" if ":" in host else host} | ({"[::1]"} if ":" in host else set())
    return frozenset({f"{name}:{port}".lower() for name in own} | {name.lower() for name in allowed})


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise Usage(
            f"{host}:{port} cannot be used: {error.strerror}", hint="Choose another: --host, --port."
        ) from error
