"""Errors as problem+json (RFC 9457), with our code, hint and candidates as members; the one table code → status.

Knows no route.
"""

import logging
import re
from http import HTTPStatus

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from silcrow import wire
from silcrow.errors import (
    NOT_WRITABLE,
    DiskFull,
    Internal,
    NotFound,
    OutOfMemory,
    ReadOnly,
    SilcrowError,
    TooLarge,
    Usage,
    of_machine,
)
from silcrow.web.refusals import NoSuchMethod, Refused

MEDIA_TYPE = "application/problem+json"

STATUS = {
    "not_found": 404,
    "ambiguous": 409,
    "usage": 400,
    "unsupported_format": 415,
    "damaged": 422,
    "encrypted": 422,
    "wrong_password": 422,
    "too_large": 413,
    "set_aside": 422,
    "file_failed": 422,
    "busy": 503,
    "library_failed": 503,
    "unreachable": 503,
    "not_permitted": 403,
    "library_damaged": 500,
    "disk_full": 507,
    "read_only": 403,
    "newer_library": 500,
    "out_of_memory": 503,
    "cluster_failed": 502,
    "model_failed": 502,
    "budget_spent": 422,
    "internal": 500,
    # What only a server says.
    "unauthorized": 401,
    "forbidden": 403,
    "method_not_allowed": 405,
    "too_slow": 408,
    "too_often": 429,
    "overloaded": 503,
}
_OURS: dict[int, type[SilcrowError | Refused]] = {404: NotFound, 405: NoSuchMethod, 413: TooLarge}
_LACKS = {"disk_full": "no room left on its disk", "out_of_memory": "no memory left"}
_SHOWN = 600  # characters of a message; it repeats what was given

_LIST = re.compile(r"\bsilcrow ls\b")
_LISTED = "GET /api/v1/documents shows what there is."
_log = logging.getLogger(__name__)


def problem(failure: SilcrowError | Refused) -> Response:
    """An error as a response."""
    status = STATUS[failure.code]
    later = {"Retry-After": "1"} if status in (429, 503) else {}
    return Response(written(failure), status, later, MEDIA_TYPE)


def written(failure: SilcrowError | Refused) -> str:
    """An error as JSON."""
    message = failure.message if len(failure.message) <= _SHOWN else failure.message[:_SHOWN] + "…"
    status = STATUS[failure.code]
    return wire.dumps(
        {
            "type": f"urn:silcrow:error:{failure.code}",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": message,
            "code": failure.code,
            "hint": _hint(failure.hint),
            "candidates": list(failure.candidates) if isinstance(failure, SilcrowError) else [],
        }
    )


def _hint(hint: str) -> str:
    """A hint for who has no command line here: what `silcrow ls` would show is at an address."""
    return _LISTED if _LIST.search(hint) else hint


async def of_ours(_request: Request, failure: Exception) -> Response:
    """The response to an error of ours."""
    return problem(failure) if isinstance(failure, SilcrowError | Refused) else await of_fault(failure)


async def of_validation(_request: Request, failure: Exception) -> Response:
    """The response to arguments that are not as the OpenAPI document has them: the first that is wrong."""
    first = failure.errors()[0] if isinstance(failure, RequestValidationError) else {"loc": (), "msg": ""}
    name = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return problem(Usage(f"{name}: {first['msg']}", hint="See /docs for what is known and wanted."))


async def of_server(_request: Request, failure: Exception) -> Response:
    """The response to what the framework refuses: no such path, another method."""
    status = failure.status_code if isinstance(failure, HTTPException) else 400
    said = str(getattr(failure, "detail", "")) or "the request cannot be understood"
    found = problem(_OURS.get(status, Usage)(said, hint="See /docs for what there is."))
    if isinstance(failure, HTTPException) and failure.headers:
        found.headers.update(failure.headers)
    return found


async def of_fault(failure: Exception) -> Response:
    """The response to a fault of the machine or of our own."""
    note(failure)
    return problem(told(failure))


def told(fault: BaseException) -> SilcrowError:
    """What a client is told of a fault: that the server has no room, no memory, or may not write; else nothing."""
    if isinstance(fault, OSError) and fault.errno in NOT_WRITABLE:
        return ReadOnly("the server may not write where it should", hint="Tell whoever runs it.")
    known = of_machine(fault)
    if isinstance(known, DiskFull | OutOfMemory):
        return type(known)(f"the server has {_LACKS[known.code]}", hint="Try again later, or tell whoever runs it.")
    return Internal("a fault of Silcrow's own", hint="Please report it.")


def note(fault: BaseException) -> None:
    """Write a fault of our own to the log of whoever runs the server."""
    _log.error("a request failed", exc_info=fault)
