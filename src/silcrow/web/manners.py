"""The headers of every response: what a browser may do with it, and that it is nobody else's. Knows no route."""

from typing import Any

from silcrow.web.problems import of_fault

# No script or style but files of our own, nothing from elsewhere, no page of somebody else around ours.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

# Without a referrer at all, a browser would send "Origin: null" with our own forms.
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Manners:
    """An ASGI application whose responses all bear them, also that to a fault; what its routes set comes first."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        begun = False

        async def said(message: Any) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                had = message.get("headers", [])
                names = {name.lower() for name, _ in had}
                ours = [(name, value) for name, value in HEADERS if name not in names]
                if b"cache-control" not in names:
                    ours.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*had, *ours]}
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, said)
        except Exception as fault:
            if begun:
                raise
            await (await of_fault(fault))(scope, receive, said)
