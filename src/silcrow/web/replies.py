"""Results as responses: JSON in its one spelling, with an ETag, and 304 to who has it already. Knows no verb."""

import hashlib
from collections.abc import Iterable

from fastapi import Request, Response

from silcrow import __version__, wire
from silcrow.desk import Desk

MEDIA_TYPE = "application/json"
_KEEP = "private, no-cache"  # keep it, and ask each time whether it still holds


def reply(request: Request, data: wire.JSON, *, tag: str = "", status: int = 200) -> Response:
    """A result; its tag is made of the bytes, unless one is given that was made of editions."""
    body = wire.dumps(data).encode()
    tag = tag or _tag(body)
    if status == 200 and has(request, tag):
        return not_changed(tag)
    return Response(body, status, {"ETag": tag, "Cache-Control": _KEEP}, MEDIA_TYPE)


def edition_tag(desk: Desk, *doc_ids: str) -> str:
    """The tag of what depends on nothing but the editions of some documents. NotFound for one that lies not open."""
    records = desk.only(*doc_ids).documents()
    return _tag("|".join([__version__, *(f"{record.doc_id}:{record.edition}" for record in records)]).encode())


def has(request: Request, tag: str) -> bool:
    """Whether who asks has what bears this tag; weak tags count."""
    given = (
        one.strip().removeprefix("W/") for line in request.headers.getlist("if-none-match") for one in line.split(",")
    )
    return any(one in (tag, "*") for one in given)


def not_changed(tag: str) -> Response:
    """That nothing has changed."""
    return Response(status_code=304, headers={"ETag": tag, "Cache-Control": _KEEP})


def labels_of(desk: Desk, doc_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The printed page labels of some documents."""
    named = tuple(dict.fromkeys(doc_ids))
    return {one.doc_id: one.page_labels for one in desk.only(*named).documents()} if named else {}


def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'
