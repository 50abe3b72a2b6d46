"""The addresses of the reader. Each gathers what a page shows and hands it to a template."""

# ruff: noqa: FAST003  doc_id is taken by the dependency Laid

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import StreamingResponse

from silcrow.agent import quotes
from silcrow.agent.budget import Limits
from silcrow.answer import Answer
from silcrow.cite.verify import verify
from silcrow.compare import compare
from silcrow.desk import Desk
from silcrow.errors import NotFound, Usage
from silcrow.place import Span
from silcrow.web.reader import asking, replies
from silcrow.web.reader.blocks import shown
from silcrow.web.reader.leaves import FOREVER, Leaves, assets, digest, leaf, written
from silcrow.web.reader.marks import mark
from silcrow.web.reader.said import answer_of
from silcrow.web.reader.sheets import sheet
from silcrow.web.reader.shelf import Book, Laid, Shelved, span_of
from silcrow.web.reader.strata import HIGH, WIDE, strata
from silcrow.web.reader.tree import page_label, rows
from silcrow.web.replies import reply
from silcrow.web.service import Served

ROUTER = APIRouter(route_class=Leaves, include_in_schema=False)

_NARROWEST = 200
_WIDEST = 3000

Words = Annotated[str, Query(max_length=4_000)]
Name = Annotated[str, Query(max_length=300)]


@ROUTER.get("/")
def library(served: Served, q: Words = "") -> Response:
    """All documents that lie open, and a question to all of them."""
    return leaf("library.html", records=served.desk().documents(), asked=q, writes=served.writes)


@ROUTER.get("/answer")
def everywhere(served: Served, q: Words) -> Response:
    """Quotes from all documents that bear on a question."""
    return _answered(served.desk(), quotes.answer(served.desk(), q), alone=False)


@ROUTER.get("/compare")
def compared(served: Served, old: Name = "", new: Name = "", within: Name = "") -> Response:
    """Two documents side by side; a choice of them where none are named."""
    desk = served.desk()
    found = None
    if old and new:
        desk.only(old, new)
        found = compare(served.library.document(old), served.library.document(new), within=within)
    return leaf("compare.html", records=desk.documents(), old=old, new=new, found=found)


@ROUTER.get("/reader/assets/{mark}/{name}")
def asset(mark: str, name: str) -> Response:
    """A file that pages use."""
    if name not in assets() or mark != digest():
        raise NotFound(f"no file {name!r}", hint="Load the page anew.")
    data, kind = assets()[name]
    return Response(data, media_type=kind, headers={"Cache-Control": FOREVER})


@ROUTER.get("/read/{doc_id}")
@ROUTER.get("/read/{doc_id}/{sec_id}")
@ROUTER.get("/read/{doc_id}/{sec_id}/{para}")
def document(
    served: Served, shelf: Shelved, book: Laid, *, sec_id: str = "", para: str = "", view: Name = "", q: Words = ""
) -> Response:
    """A document, at a place of it."""
    place = span_of(book, sec_id, para)
    paper = shelf.paper(served, book)
    return leaf(
        "document.html",
        book=book,
        record=book.record,
        rows=rows(book.outline),
        sizes=_sizes(paper.sizes) if paper else [],
        drawn=paper is not None,
        view="page" if paper and view != "text" else "text",
        place=place,
        asked=q,
        model=served.chat is not None,
        others=len(served.desk().documents()) > 1,
    )


@ROUTER.get("/reader/{doc_id}/pictures/{number}")
def picture(
    served: Served, shelf: Shelved, book: Laid, number: int, w: Annotated[int, Query(ge=_NARROWEST, le=_WIDEST)] = 1200
) -> Response:
    """A page as it looks."""
    data, kind = shelf.must_paper(served, book).picture(number, w)
    return Response(data, media_type=kind, headers={"Cache-Control": FOREVER})


@ROUTER.get("/reader/{doc_id}/letters/{number}")
def letters(served: Served, shelf: Shelved, book: Laid, number: int) -> Response:
    """What lies over the picture of a page."""
    paper = shelf.must_paper(served, book)
    found = paper.letters(number)
    passages = book.desk.read_pages(book.doc_id, number, number).passages
    written_sheet = sheet(paper.sizes[number - 1], number, found, passages)
    return Response(written_sheet, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})


@ROUTER.get("/reader/{doc_id}/text/{number}")
def text(book: Laid, number: int) -> Response:
    """A piece of the text."""
    if not 0 <= number < len(book.blocks):
        raise NotFound(f"there are {len(book.blocks)} pieces, not {number}", hint="Load the page anew.")
    pieces = list(shown(book.desk, book.doc_id, book.blocks[number]))
    labels = book.record.page_labels
    return leaf("text.html", keep=FOREVER, pieces=pieces, page_label=lambda page: page_label(page, labels))


@ROUTER.get("/reader/{doc_id}/marks")
def marks(
    request: Request,
    served: Served,
    shelf: Shelved,
    book: Laid,
    *,
    place: Name,
    quote: Words = "",
    start: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """Where a quote stands on paper: boxes by page, in points; of a place without a quote, its paragraphs."""
    span = Span.parse(place)
    if span.doc_id != book.doc_id:
        raise Usage(f"{place!r} is no place in {book.doc_id!r}", hint="Give a place of this document.")
    paper = shelf.must_paper(served, book)
    paragraphs = [one for passage in book.desk.read(span).passages for one in passage.paragraphs]
    found = mark(paper.letters, paragraphs, quote, before=start)
    pages = [
        {"page": page, "boxes": [[round(edge, 1) for edge in box] for box in boxes]} for page, boxes in found.pages
    ]
    return reply(request, {"pages": pages, "exact": found.exact})


@ROUTER.get("/reader/{doc_id}/map")
def structure(book: Laid) -> Response:
    """The structure as a picture."""
    bars = strata(book.outline.sections)
    deepest = max((bar.depth for bar in bars), default=0)
    return leaf("map.html", book=book, bars=bars, wide=WIDE, high=HIGH, whole=(deepest + 1) * HIGH)


@ROUTER.get("/reader/{doc_id}/answer")
def answer(book: Laid, q: Words, within: Name = "") -> Response:
    """Quotes that bear on a question, without a model."""
    return _answered(book.desk, quotes.answer(_inside(book, within), q), alone=True)


@ROUTER.post("/reader/{doc_id}/proof")
def proof(book: Laid, text: Annotated[str, Form(max_length=100_000)]) -> Response:
    """What of a text stands in the document, quote by quote and claim by claim."""
    return _answered(book.desk, verify(book.desk, answer_of(text)), alone=True)


@ROUTER.post("/reader/{doc_id}/asking")
def ask(
    served: Served,
    book: Laid,
    q: Annotated[str, Form(max_length=4_000)],
    within: Annotated[str, Form(max_length=300)] = "",
) -> Response:
    """The answer of the model that the server was started with, as a stream of its steps, words and end."""
    if served.chat is None:
        raise Usage("no model is named", hint="Start the server with --model.")
    chat = served.chat
    scope = _inside(book, within).within

    def act(watch: asking.Watch, hear: asking.Hear) -> Answer:
        return served.library.ask(
            q, doc_ids=[book.doc_id], within=scope, chat=chat, limits=Limits(rate=served.rate), watch=watch, hear=hear
        )

    return StreamingResponse(_frames(book, asking.work(act)), media_type="text/event-stream")


def _frames(book: Book, events: Iterator[asking.Event | None]) -> Iterator[str]:
    for event in events:
        if event is None:
            yield ": at work\n\n"
        elif event.kind != "end":
            yield asking.frame(event.kind, event.text)
        elif event.answer is not None:
            yield asking.frame("end", written("answer.html", **_filled(book.desk, event.answer, alone=True)))
        else:
            yield asking.frame("end", written("failed.html", failure=event.failure))


def _inside(book: Book, within: str) -> Desk:
    return book.desk.inside(Span.parse(within)) if within else book.desk


def _answered(desk: Desk, found: Answer, *, alone: bool) -> Response:
    return leaf("answer.html", **_filled(desk, found, alone=alone))


def _filled(desk: Desk, found: Answer, *, alone: bool) -> dict[str, Any]:
    named = {one.span.doc_id for one in found.citations} | {lead.span.doc_id for lead in found.leads}
    records = {record.doc_id: record for record in desk.documents() if record.doc_id in named}
    return {"shown": replies.shown(found, records, alone=alone), "alone": alone}


def _sizes(sizes: tuple[tuple[float, float], ...]) -> list[list[float]]:
    """Sizes of pages, each with how many in a row have it."""
    found: list[list[float]] = []
    for width, height in sizes:
        size = [round(width, 1), round(height, 1)]
        if found and found[-1][:2] == size:
            found[-1][2] += 1
        else:
            found.append([*size, 1])
    return found
