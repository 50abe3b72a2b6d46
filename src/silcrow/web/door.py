"""The door of the web face: Host, Origin and token, which may be in a cookie: a browser sends no other by itself.

Knows MCP's door, which it widens, and which paths need no token.
"""

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Any

from silcrow.mcp.door import Door, Headers, headers_of, same
from silcrow.web.problems import problem
from silcrow.web.refusals import Forbidden, Unauthorized

COOKIE = "silcrow"
ENTRANCE = "/enter"
OPEN = frozenset(("/health", ENTRANCE, "/static/plain.css"))
"""Paths that say nothing of documents, and need no token."""


def pass_of(token: str) -> str:
    """What the cookie holds: made from the token, which cannot be made from it."""
    return hmac.new(token.encode(), b"silcrow cookie", hashlib.sha256).hexdigest()


class Guarded:
    """An ASGI application behind the door: 403 for a foreign Host or Origin, 401 without the token."""

    def __init__(self, app: Any, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope)
        if self._door.is_strange(headers):
            hint = "Use an address that the server was started for: --host, --allow-host."
            await problem(Forbidden("this server has another name", hint=hint))(scope, receive, send)
        elif scope["path"] in OPEN or self._door.knows(headers) or self._has_pass(headers):
            await self._app(scope, receive, send)
        else:
            await self._turn_away(scope, receive, send, headers)

    def _has_pass(self, headers: Headers) -> bool:
        try:
            held = SimpleCookie("; ".join(headers.get("cookie", ()))).get(COOKIE)
        except CookieError:
            return False
        return held is not None and self._door.token is not None and same(held.value, pass_of(self._door.token))

    async def _turn_away(self, scope: Any, receive: Any, send: Any, headers: Headers) -> None:
        found = problem(Unauthorized("the token is missing or wrong", hint="Send it: Authorization: Bearer TOKEN."))
        found.headers["WWW-Authenticate"] = "Bearer"
        if scope["method"] == "GET" and "text/html" in ",".join(headers.get("accept", ())):
            found.status_code = 303
            found.headers["Location"] = ENTRANCE
        await found(scope, receive, send)
