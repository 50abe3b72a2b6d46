"""Templates and files of the reader: what they are filled with is escaped, all of it; a file's address has its digest.

Knows no document.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from silcrow import __version__
from silcrow.errors import SilcrowError
from silcrow.web.problems import STATUS

_HERE: Final = Path(__file__).parent
FOREVER: Final = "private, max-age=31536000, immutable"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@cache
def assets() -> dict[str, tuple[bytes, str]]:
    """The files that pages use, by name: their bytes and media types."""
    files = sorted((_HERE / "static").iterdir())
    return {one.name: (one.read_bytes(), _TYPES[one.suffix]) for one in files if one.suffix in _TYPES}


@cache
def digest() -> str:
    """What changes when one of the files does."""
    whole = hashlib.sha256()
    for name, (data, _) in assets().items():
        whole.update(name.encode() + b"\0" + data)
    return whole.hexdigest()[:12]


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(assets=f"/reader/assets/{digest()}", version=__version__)
    made.filters["thousands"] = lambda number: f"{number:,}"
    return made


def prepare() -> None:
    """Compile the templates, so that the first who comes need not wait for it."""
    digest()
    for name in _templates().list_templates():
        _templates().get_template(name)


def leaf(name: str, *, status: int = 200, keep: str = "", **filled: Any) -> HTMLResponse:
    """A page, or a part of one. `keep`: its Cache-Control, where it has one of its own."""
    headers = {"Cache-Control": keep} if keep else {}
    return HTMLResponse(_templates().get_template(name).render(**filled), status, headers)


def written(name: str, **filled: Any) -> str:
    """A part of a page as text."""
    return _templates().get_template(name).render(**filled)


class Leaves(APIRoute):
    """A route whose errors are pages too, or parts of one where a script asked."""

    def get_route_handler(self) -> Any:
        """The handler of a request."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                found: Response = await handle(request)
            except SilcrowError as failure:
                part = "hx-request" in request.headers or request.headers.get("sec-fetch-mode") == "cors"
                # A part is shown in its place, and what is shown must have come well.
                status = 200 if "hx-request" in request.headers else STATUS[failure.code]
                return leaf("failed.html" if part else "error.html", status=status, failure=failure)
            return found

        return handled
