"""The server over streamable HTTP, for programs on this machine only.

It listens on loopback; what a web page of somebody else could send is refused by its Host and Origin; with a token
only who knows it is served.
"""

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from silcrow.errors import Usage
from silcrow.mcp.door import LOOPBACK, Door, headers_of
from silcrow.mcp.opened import Opened
from silcrow.mcp.server import make_server

HOST = "127.0.0.1"
PATH = "/mcp"


class Guard:
    """An ASGI application behind checks: 403 for a foreign Host or Origin, 401 without the token."""

    def __init__(self, app: Any, *, port: int, token: str | None) -> None:
        self._app = app
        self._door = Door(frozenset(f"{name}:{port}" for name in LOOPBACK), token)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope)
        status = 403 if self._door.is_strange(headers) else None if self._door.knows(headers) else 401
        if status is None:
            await self._app(scope, receive, send)
            return
        fields = [(b"content-type", b"text/plain"), *([(b"www-authenticate", b"Bearer")] if status == 401 else [])]
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": _SAID[status]})


_SAID = {401: b"The token is missing or wrong.\n", 403: b"Only for programs on this machine.\n"}


def serve(opened: Opened, *, port: int, token: str | None, say: Callable[[str], None]) -> None:
    """Serve until interrupted. Port 0 takes a free one; `say` is told the address."""
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise Usage(f"port {port} cannot be used: {error.strerror}", hint="Choose another: --http PORT.") from error
    with listening:
        port = listening.getsockname()[1]
        app = Guard(make_server(opened).streamable_http_app(streamable_http_path=PATH), port=port, token=token)
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=3)
        say(f"Serving MCP at http://{HOST}:{port}{PATH}" + (" (token needed)" if token else ""))
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:
            opened.close()
