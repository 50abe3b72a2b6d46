"""The app: routes, errors, MCP and the checks around them. Whoever serves it, or tests it, makes it here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.exceptions import HTTPException

from silcrow import __version__
from silcrow.errors import SilcrowError
from silcrow.mcp.door import Door
from silcrow.mcp.server import make_server
from silcrow.web import acts, contract, entrance, manual, problems
from silcrow.web.bounds import Bounded, Bounds
from silcrow.web.door import Guarded
from silcrow.web.jobs import Jobs
from silcrow.web.log import Watched
from silcrow.web.manners import Manners
from silcrow.web.metrics import ROUTER as METRICS
from silcrow.web.metrics import Metrics
from silcrow.web.reader import asking as reader_asking
from silcrow.web.reader import checking as reader_checking
from silcrow.web.reader import routes as reader_pages
from silcrow.web.reader import studying as reader_studying
from silcrow.web.reader.leaves import prepare
from silcrow.web.refusals import Refused
from silcrow.web.replies import reply
from silcrow.web.routes import asking, checking, documents, locating, reading, readings, studying, uploading
from silcrow.web.service import Service

API = "/api/v1"
ROUTERS: tuple[APIRouter, ...] = (
    documents.ROUTER,
    reading.ROUTER,
    locating.ROUTER,
    asking.ROUTER,
    checking.ROUTER,
    studying.ROUTER,
    readings.ROUTER,
    uploading.ROUTER,
)
PAGES: tuple[APIRouter, ...] = (
    entrance.ROUTER,
    manual.ROUTER,
    METRICS,
    reader_pages.ROUTER,
    reader_asking.ROUTER,
    reader_checking.ROUTER,
    reader_studying.ROUTER,
)

_THREADS = 6  # verbs at work at once: more only make each other wait for the interpreter's lock
_FOLLOWERS = 32  # clients that wait for what works elsewhere: a reading, a job
_SMALL, _ANSWER, _SPOKEN = 1_000_000, 20_000_000, 4_200_000  # bytes: of any request, of an answer to prove, of MCP
_FORM = 100_000  # bytes around a file in a form


def make_app(service: Service, *, door: Door, bounds: Bounds | None = None) -> FastAPI:
    """The app of a service, behind a door and within bounds. It closes nothing: the library is its caller's."""
    server: Any = make_server(service.opened)
    # The door has looked at Host and Origin already.
    unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    spoken = server.streamable_http_app(streamable_http_path="/mcp", transport_security=unguarded)
    jobs = Jobs(service.opened)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        app.state.acts, app.state.followers = acts.limiter(), anyio.CapacityLimiter(_FOLLOWERS)
        if service.writes:
            await anyio.to_thread.run_sync(jobs.start)
        async with spoken.router.lifespan_context(spoken):
            yield
        await anyio.to_thread.run_sync(jobs.stop)

    app = FastAPI(
        title="Silcrow",
        version=__version__,
        description="Long documents by their structure; every statement with its exact place.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service, app.state.jobs = service, jobs
    app.state.metrics = Metrics(service, jobs)
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    for router in PAGES:
        app.include_router(router, include_in_schema=False)
    prepare()
    app.state.door = door
    app.add_api_route("/health", health, tags=["server"], responses={200: contract.HEALTH})
    app.router.routes.extend(spoken.routes)
    contract.kept(app)
    for kind, answer in (
        (SilcrowError, problems.of_ours),
        (Refused, problems.of_ours),
        (RequestValidationError, problems.of_validation),
        (HTTPException, problems.of_server),
    ):
        app.add_exception_handler(kind, answer)
    app.add_middleware(Bounded, bounds=bounds or Bounds(largest_for(service)))
    app.add_middleware(Guarded, door=door)
    app.add_middleware(Manners)
    app.add_middleware(Watched, metrics=app.state.metrics)
    return app


def largest_for(service: Service) -> Any:
    """How many bytes the body of a method and path may have."""

    def largest(method: str, path: str) -> int:
        if path == f"{API}/verify":
            return _ANSWER
        if path == "/mcp":
            return _SPOKEN
        uploads = path == f"{API}/documents" or (method == "PUT" and path.startswith(f"{API}/documents/"))
        return service.largest + _FORM if uploads and method in ("POST", "PUT") and service.writes else _SMALL

    return largest


def health(request: Request) -> Response:
    """That the server is up. Says nothing of documents, and needs no token."""
    return reply(request, {"status": "ok", "version": __version__})
