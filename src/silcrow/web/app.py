"""The app: routes, errors, MCP and the checks around them. Whoever serves it, or tests it, makes it here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.exceptions import HTTPException

from silcrow import __version__
from silcrow.errors import SilcrowError
from silcrow.mcp.door import Door
from silcrow.mcp.server import make_server
from silcrow.web import problems
from silcrow.web.door import Guarded
from silcrow.web.manners import Manners
from silcrow.web.reader.routes import ROUTER as READER
from silcrow.web.refusals import Refused
from silcrow.web.replies import reply
from silcrow.web.routes import documents, reading
from silcrow.web.service import Service

API = "/api/v1"
ROUTERS: tuple[APIRouter, ...] = (documents.ROUTER, reading.ROUTER)

_THREADS = 6  # verbs at work at once: more only make each other wait for the interpreter's lock


def make_app(service: Service, *, door: Door) -> FastAPI:
    """The app of a service, behind a door. It closes nothing: the library is its caller's."""
    server: Any = make_server(service.opened)
    # The door has looked at Host and Origin already.
    unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    spoken = server.streamable_http_app(streamable_http_path="/mcp", transport_security=unguarded)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        async with spoken.router.lifespan_context(spoken):
            yield

    app = FastAPI(
        title="Silcrow",
        version=__version__,
        description="Long documents by their structure; every statement with its exact place.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    app.include_router(READER)
    app.add_api_route("/health", health, tags=["server"])
    app.router.routes.extend(spoken.routes)
    app.add_exception_handler(SilcrowError, problems.of_ours)
    app.add_exception_handler(Refused, problems.of_ours)
    app.add_exception_handler(RequestValidationError, problems.of_validation)
    app.add_exception_handler(HTTPException, problems.of_server)
    app.add_exception_handler(Exception, problems.of_fault)
    app.add_middleware(Guarded, door=door)
    app.add_middleware(Manners)
    return app


def health(request: Request) -> Response:
    """That the server is up. Says nothing of documents, and needs no token."""
    return reply(request, {"status": "ok", "version": __version__})
