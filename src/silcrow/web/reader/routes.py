"""The addresses of the reader. Each gathers what a page shows and hands it to a template."""

# ruff: noqa: FAST003  doc_id is taken by the dependency Laid

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from silcrow.compare import compare
from silcrow.errors import NotFound, Usage
from silcrow.place import Span
from silcrow.web.reader.blocks import shown
from silcrow.web.reader.leaves import FOREVER, Leaves, assets, digest, leaf
from silcrow.web.reader.marks import mark
from silcrow.web.reader.sheets import sheet
from silcrow.web.reader.shelf import Laid, Shelved, span_of
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
def library(served: Served, q: Words = "", reading: Name = "") -> Response:
    """All documents that lie open, and a question to all of them."""
    records = served.desk().documents()
    return leaf(
        "library.html",
        records=records,
        asked=q,
        reading=reading,
        model=served.chat is not None,
        writes=served.writes,
        largest=served.largest // 1_000_000,
    )


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


class PlaceAsked(BaseModel):
    """What an address holds beside the place: how it is shown, what was asked, and the reading of its answer."""

    view: Annotated[str, Field(max_length=300)] = ""
    q: Annotated[str, Field(max_length=4_000)] = ""
    reading: Annotated[str, Field(max_length=300)] = ""


ShownAs = Annotated[PlaceAsked, Query()]


@ROUTER.get("/read/{doc_id}")
@ROUTER.get("/read/{doc_id}/{sec_id}")
@ROUTER.get("/read/{doc_id}/{sec_id}/{para}")
def document(
    served: Served,
    shelf: Shelved,
    book: Laid,
    *,
    sec_id: str = "",
    para: str = "",
    asked: Annotated[PlaceAsked, Query()],
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
        view="page" if paper and asked.view != "text" else "text",
        place=place,
        asked=asked.q,
        reading=asked.reading,
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
    book.must_be_open()
    written_sheet = sheet(paper.sizes[number - 1], number, found, passages)
    return Response(written_sheet, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})


@ROUTER.get("/reader/{doc_id}/text/{number}")
def text(book: Laid, number: int) -> Response:
    """A piece of the text."""
    if not 0 <= number < len(book.blocks):
        raise NotFound(f"there are {len(book.blocks)} pieces, not {number}", hint="Load the page anew.")
    try:
        pieces = list(shown(book.desk, book.doc_id, book.blocks[number]))
    finally:  # what is not found any more was replaced
        book.must_be_open()
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
