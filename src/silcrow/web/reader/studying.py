"""A study in the reader: how far it is, the part that comes next, and the note on it. Who only reads may look."""

# ruff: noqa: FAST003  doc_id is taken by the dependency Laid

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Response

from silcrow.errors import NotFound
from silcrow.place import Span
from silcrow.web.reader.leaves import Leaves, leaf
from silcrow.web.reader.replies import address
from silcrow.web.reader.shelf import Book, Laid
from silcrow.web.service import Served, Service

ROUTER = APIRouter(route_class=Leaves, include_in_schema=False)


@ROUTER.get("/reader/{doc_id}/study")
def study(served: Served, book: Laid) -> Response:
    """How far the study of a document is, and its next part."""
    return _seen(served, book)


@ROUTER.post("/reader/{doc_id}/study")
def go_on(
    served: Served,
    book: Laid,
    *,
    do: Annotated[Literal["begin", "note", "skip"], Form()],
    number: Annotated[int, Form(ge=0)] = 0,
    text: Annotated[str, Form(max_length=200_000)] = "",
    size: Annotated[int, Form(ge=500, le=32_000)] = 2_000,
) -> Response:
    """Begin it, note something of a part, or leave one unread; then the next part."""
    served.must_write()
    room = served.library.study(book.doc_id)
    if do == "begin":
        room.begin(max_tokens=size)
    elif do == "note":
        room.note(text, number=number)
    else:
        room.skip(number=number)
    return _seen(served, book)


def _seen(served: Service, book: Book) -> Response:
    room = served.library.study(book.doc_id)
    try:
        state = room.state()
    except NotFound:
        state = None
    handed = room.next() if state is not None and state.current is not None else None
    links = {part.index: address(Span.parse(part.places[0])) for part in state.parts if part.places} if state else {}
    return leaf("study.html", book=book, state=state, handed=handed, links=links, writes=served.writes)
