"""The verb that serves documents over HTTP: to programs, agents and browsers, on one port."""

import os
from importlib import import_module
from typing import Annotated, Any

import typer

from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.screen import Screen
from silcrow.cli.session import STDIN, Session
from silcrow.errors import Usage

_LAST_PORT = 65_535
_MEGABYTE = 1_000_000


def serve(
    ctx: typer.Context,
    docs: Annotated[list[str] | None, typer.Argument(metavar="[DOC…]")] = None,
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="where to listen; but for this machine alone with a token")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=_LAST_PORT, help="0: any that is free")] = 8017,
    token: Annotated[str | None, typer.Option(metavar="TEXT", help="serve only who knows it (SILCROW_TOKEN)")] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME[:PORT]", help="another name that the server has (repeatable)"),
    ] = None,
    allow_upload: Annotated[
        bool, typer.Option("--allow-upload", help="let clients upload, replace and forget documents")
    ] = False,
    max_upload: Annotated[int, typer.Option("--max-upload", metavar="MB", min=1, max=500, help="of one file")] = 100,
    rate: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="requests a second of one client (50; here any number)")
    ] = None,
    log_format: Annotated[
        str | None,
        typer.Option("--log-format", metavar="FORM", help="a line a request on standard error: json or text"),
    ] = None,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
) -> None:
    """Serve documents over HTTP: JSON under /api/v1, MCP under /mcp, /docs says what there is. With DOC only these,
    else the whole library. It listens on this machine alone unless told otherwise, and only reads.
    """
    screen: Screen = ctx.obj
    words = docs or []
    if STDIN in words:
        raise Usage("standard input is not served", hint="Name files or doc_ids.")
    served = _face("silcrow.web.serve")
    token = token or os.environ.get("SILCROW_TOKEN") or None
    served.check(host, token)
    if log_format is not None:
        _tell(log_format)
    models: dict[str, Any] = {"model": model, "model_url": model_url, "record": record, "replay": replay}
    with Session(screen, **models) as session:
        session.begins = True
        scope, opened = import_module("silcrow.mcp.opened").Scope, import_module("silcrow.mcp.opened").Opened
        doc_ids = session.documents(words) if words else None
        library = session.library
        service = import_module("silcrow.web.service").Service(
            opened(lambda: scope(library, doc_ids)),
            writes=allow_upload,
            largest=max_upload * _MEGABYTE,
            chat=session.chat,
            rate=import_module("silcrow.config").rate(session.settings),
        )
        served.serve(service, host=host, port=port, token=token, allowed=allow_host or (), rate=rate, say=screen.say)


def _tell(form: str) -> None:
    log = import_module("silcrow.web.log")
    if form not in log.FORMS:
        raise Usage(f"--log-format {form} is not known", hint=f"Formats: {', '.join(log.FORMS)}.")
    log.tell(form)


def _face(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("silcrow"):
            raise
        raise Usage(f"the package {missing.name} is missing", hint='pip install "silcrow[web]"') from missing
