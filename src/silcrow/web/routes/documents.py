"""The documents that lie open: all, and what is known of one."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from silcrow import wire
from silcrow.toolset.sizes import cursor_at, position
from silcrow.web import shapes
from silcrow.web.replies import edition_tag, has, not_changed, reply
from silcrow.web.service import Served
from silcrow.web.shapes import Asked, Cursor, answers

ROUTER = APIRouter(tags=["documents"])


class ListAsked(Asked):
    """How many at a time."""

    limit: Annotated[int, Field(ge=1, le=1_000)] = 100
    cursor: Cursor = None


@ROUTER.get("/documents", responses=answers(shapes.DOCUMENTS, "What lies open, in doc_id order."))
def documents(request: Request, served: Served, asked: Annotated[ListAsked, Query()]) -> Response:
    """The documents that lie open, a page at a time."""
    records = served.desk().documents()
    at = position(asked.cursor, "documents")
    shown, rest = records[at : at + asked.limit], records[at + asked.limit :]
    found = wire.documents(shown)
    found["left_out"] = {"count": len(rest), "tokens": sum(one.tokens for one in rest)} if rest else None
    found["cursor"] = cursor_at(at + len(shown), "documents") if rest else None
    return reply(request, found)


@ROUTER.get("/documents/{doc_id}", responses=answers(shapes.result(doc_id=shapes.TEXT), "All but its text."))
def document(request: Request, served: Served, doc_id: str) -> Response:
    """What is known of a document: title, sizes, where it came from, how far its structure can be trusted."""
    (record,) = served.desk([doc_id]).documents()
    return reply(request, wire.status(record))


@ROUTER.get(
    "/documents/{doc_id}/health", responses=answers(shapes.result(health=shapes.OBJECT), "How far it can be trusted.")
)
def health(request: Request, served: Served, doc_id: str) -> Response:
    """Where each heading came from and how sure it is, what is odd, what fell back."""
    desk = served.desk([doc_id])
    if has(request, tag := edition_tag(desk, doc_id)):
        return not_changed(tag)
    (record,) = desk.documents()
    return reply(request, wire.health(desk.outline(doc_id), record.edition), tag=tag)
