"""Questions in the reader: quotes at once, a model's answer step by step, a text that is checked, and files to keep.

A model's answer is a reading: its name is in the address, so that it is there again after a reload, and what was broken
off can be gone on with. Knows no page of HTML.
"""

# ruff: noqa: FAST003  doc_id is taken by the dependency Laid

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from pydantic import BaseModel, Field

from silcrow import wire
from silcrow.agent import quotes
from silcrow.agent.budget import Limits
from silcrow.answer import Answer
from silcrow.cite.verify import verify
from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import NotFound, Usage
from silcrow.place import Span
from silcrow.reading import Reading
from silcrow.render.proof import answer_markdown
from silcrow.web.acts import told_of
from silcrow.web.events import Events, Tell
from silcrow.web.reader import replies
from silcrow.web.reader.leaves import Leaves, leaf, written
from silcrow.web.reader.said import answer_of
from silcrow.web.reader.shelf import Book, Laid
from silcrow.web.routes.readings import open_reading
from silcrow.web.service import Served, Service

ROUTER = APIRouter(route_class=Leaves, include_in_schema=False)

_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json"}


class Posed(BaseModel):
    """A question, or the reading of one that was asked before; and where to look."""

    q: Annotated[str, Field(max_length=4_000)] = ""
    reading: Annotated[str, Field(max_length=300)] = ""
    within: Annotated[str, Field(max_length=300)] = ""


class Asked(Posed):
    """The same, and whether the answer is a file."""

    form: Literal["page", "md", "json"] = "page"


@ROUTER.get("/answer")
def everywhere(served: Served, asked: Annotated[Asked, Query()]) -> Response:
    """An answer from all documents."""
    return _given(served, served.desk(), asked, None)


@ROUTER.get("/reader/{doc_id}/answer")
def answer(served: Served, book: Laid, asked: Annotated[Asked, Query()]) -> Response:
    """An answer from one document."""
    return _given(served, _inside(book.desk, asked.within), asked, book)


@ROUTER.post("/asking")
def ask_all(request: Request, served: Served, posed: Annotated[Posed, Form()]) -> Response:
    """The model's answer from all documents, step by step."""
    return _asking(request, served, posed, None)


@ROUTER.post("/reader/{doc_id}/asking")
def ask(request: Request, served: Served, book: Laid, posed: Annotated[Posed, Form()]) -> Response:
    """The model's answer from one document, step by step."""
    return _asking(request, served, posed, book)


@ROUTER.post("/reader/{doc_id}/proof")
def proof(book: Laid, text: Annotated[str, Form(max_length=100_000)]) -> Response:
    """What of a text stands in the document, quote by quote and claim by claim."""
    return leaf("answer.html", **_filled(book.desk, verify(book.desk, answer_of(text)), alone=True))


def _asking(request: Request, served: Service, posed: Posed, book: Book | None) -> Response:
    if served.chat is None:
        raise Usage("no model is named", hint="Start the server with --model.")
    chat = served.chat
    desk = _inside(book.desk if book else served.desk(), posed.within)
    begun = _one(served, posed.reading, book) if posed.reading else None

    def act(tell: Tell) -> None:
        heard: Any = {"watch": told_of(tell), "hear": lambda words: tell("words", {"text": words})}
        if begun is not None:
            found = served.library.resume(begun.reading_id, chat=chat, **heard)
        else:
            doc_ids = [book.doc_id] if book else served.opened.named()
            limits = Limits(rate=served.rate)
            found = served.library.ask(posed.q, doc_ids=doc_ids, within=desk.within, chat=chat, limits=limits, **heard)
        tell("answer", {"html": written("answer.html", **_filled(desk, found, alone=book is not None))})

    return Events(act, request.app.state.acts)


def _given(served: Service, desk: Desk, asked: Asked, book: Book | None) -> Response:
    """Quotes, or what a model answered before, as part of a page or as a file."""
    if asked.reading:
        reading = _one(served, asked.reading, book)
        if reading.state != "done":
            return leaf("broken.html", reading=reading, model=served.chat is not None)
        found = served.library.resume(reading.reading_id)
    else:
        found = quotes.answer(desk, asked.q)
    if asked.form == "page":
        kept = {name: value for name, value in asked.model_dump(exclude={"form"}).items() if value}
        return leaf("answer.html", **_filled(desk, found, alone=book is not None, kept=kept))
    return _file(desk, found, asked.form)


def _file(desk: Desk, found: Answer, form: str) -> Response:
    records = _records(desk, found)
    if form == "md":
        text = answer_markdown(found, documents=records)
    else:
        text = wire.dumps(wire.answer(found, labels={name: one.page_labels for name, one in records.items()}), indent=2)
    named = {"Content-Disposition": f'attachment; filename="answer.{form}"'}
    return Response(text, headers=named, media_type=_TYPES[form])


def _one(served: Service, name: str, book: Book | None) -> Reading:
    """The reading of a question to what is asked here."""
    found = open_reading(served, name)
    of = {doc_id for doc_id, _ in found.documents}
    if found.kind != "ask" or (book is not None and of and book.doc_id not in of):
        raise NotFound(f"no answer {name!r} here", hint="Ask again.")
    return found


def _inside(desk: Desk, within: str) -> Desk:
    return desk.inside(Span.parse(within)) if within else desk


def _filled(desk: Desk, found: Answer, *, alone: bool, kept: dict[str, str] | None = None) -> dict[str, Any]:
    """What an answer's template is filled with. `kept`: what to ask again for it as a file."""
    kept = {"reading": found.reading} if found.reading else kept
    shown = replies.shown(found, _records(desk, found), alone=alone)
    return {"shown": shown, "alone": alone, "kept": urlencode(kept) if kept else ""}


def _records(desk: Desk, found: Answer) -> dict[str, Record]:
    named = {one.span.doc_id for one in found.citations} | {lead.span.doc_id for lead in found.leads}
    return {record.doc_id: record for record in desk.documents() if record.doc_id in named}
