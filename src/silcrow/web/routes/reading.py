"""What stands in documents: outline, sections, pages, places, search, comparison, parts. Nothing here writes."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from silcrow import wire
from silcrow.compare import compare
from silcrow.desk import Desk
from silcrow.passage import Passages
from silcrow.split.parts import MOST, parts
from silcrow.toolset.places import named, spans
from silcrow.web import shapes
from silcrow.web.replies import edition_tag, has, labels_of, not_changed, reply
from silcrow.web.service import Served
from silcrow.web.shapes import Asked, Cursor, DocId, MaxTokens, Words, answers

ROUTER = APIRouter(tags=["reading"])
_BUDGET = 8_000


class OutlineAsked(Asked):
    """Which part of an outline."""

    section: Annotated[Words | None, Field(description="only what lies below this one")] = None
    depth: Annotated[int | None, Field(ge=1, le=99, description="so many levels")] = None
    max_tokens: Annotated[int | None, Field(ge=200, le=shapes.MOST_TOKENS)] = None


@ROUTER.get("/documents/{doc_id}/outline", responses=answers(shapes.OUTLINE, "Sections inside sections."))
def outline(request: Request, served: Served, doc_id: str, asked: Annotated[OutlineAsked, Query()]) -> Response:
    """The headings of a document as a tree."""
    desk = served.desk([doc_id])
    if has(request, tag := edition_tag(desk, doc_id)):
        return not_changed(tag)
    if asked.section is not None:
        desk = desk.inside(named(desk, asked.section, doc_id))
    found = wire.outline(desk.outline(doc_id), depth=asked.depth, max_tokens=asked.max_tokens)
    return reply(request, found, tag=tag)


class PagesAsked(Asked):
    """Which pages, and how much of them."""

    first: Annotated[int, Field(ge=1, le=10**6)]
    last: Annotated[int | None, Field(ge=1, le=10**6, description="the first, unless given")] = None
    max_tokens: MaxTokens = _BUDGET
    cursor: Cursor = None


@ROUTER.get("/documents/{doc_id}/pages", responses=answers(shapes.PASSAGES, "The paragraphs on some pages."))
def pages(request: Request, served: Served, doc_id: str, asked: Annotated[PagesAsked, Query()]) -> Response:
    """What stands on some pages, as text in reading order."""
    desk = served.desk([doc_id])
    if has(request, tag := edition_tag(desk, doc_id)):
        return not_changed(tag)
    last = asked.first if asked.last is None else asked.last
    found = desk.read_pages(doc_id, asked.first, last, max_tokens=asked.max_tokens, cursor=asked.cursor)
    return reply(request, _passages(desk, found), tag=tag)


class PartsAsked(Asked):
    """How a document is divided."""

    max_tokens: Annotated[int, Field(ge=1, le=shapes.MOST_TOKENS)] = MOST
    min_tokens: Annotated[int | None, Field(ge=0, le=shapes.MOST_TOKENS)] = None
    overlap: Annotated[int | None, Field(ge=0, le=shapes.MOST_TOKENS)] = None


@ROUTER.get(
    "/documents/{doc_id}/parts", responses=answers(shapes.result(doc_id=shapes.TEXT, parts=shapes.LIST), "The parts.")
)
def split(request: Request, served: Served, doc_id: str, asked: Annotated[PartsAsked, Query()]) -> Response:
    """The whole document in parts that fit a budget, cut at its own boundaries."""
    if has(request, tag := edition_tag(served.desk([doc_id]), doc_id)):
        return not_changed(tag)
    document = served.library.document(doc_id)
    found = parts(document, max_tokens=asked.max_tokens, min_tokens=asked.min_tokens, overlap=asked.overlap)
    return reply(request, wire.parts(found), tag=tag)


class ReadAsked(Asked):
    """Which place, and how much of it."""

    place: Annotated[Words, Field(description="a place (10k-2025:item-1a:3-8), or words that name one section")]
    doc_id: DocId | None = None
    deep: Annotated[bool, Field(description="with all subsections")] = False
    max_tokens: MaxTokens = _BUDGET
    cursor: Cursor = None


@ROUTER.get("/read", responses=answers(shapes.PASSAGES, "The paragraphs in reading order."))
def read(request: Request, served: Served, asked: Annotated[ReadAsked, Query()]) -> Response:
    """What stands at a place."""
    desk = served.desk()
    found = desk.read(
        asked.place, doc_id=asked.doc_id, deep=asked.deep, max_tokens=asked.max_tokens, cursor=asked.cursor
    )
    return reply(request, _passages(desk, found))


class RetrieveAsked(Asked):
    """What to look for, where, and how much of it to give."""

    q: Annotated[list[Words], Field(min_length=1, max_length=8, description="several wordings of one question")]
    doc_id: Annotated[tuple[DocId, ...], Field(max_length=100, description="only in these; all without")] = ()
    within: Annotated[tuple[Words, ...], Field(max_length=20, description="only in these sections")] = ()
    top_k: Annotated[int, Field(ge=1, le=100)] = 5
    up: Annotated[int, Field(ge=0, le=50, description="paragraphs before each")] = 2
    down: Annotated[int, Field(ge=0, le=50, description="paragraphs after each")] = 2
    max_tokens: MaxTokens = _BUDGET
    explain: Annotated[bool, Field(description="what each score is made of")] = False


@ROUTER.get("/retrieve", responses=answers(shapes.PASSAGES, "Passages in document order; rank 1 is the best."))
def retrieve(request: Request, served: Served, asked: Annotated[RetrieveAsked, Query()]) -> Response:
    """The paragraphs that bear on some words, each with its neighbours."""
    desk = inside(served.desk(asked.doc_id), asked.within)
    found = desk.retrieve(
        asked.q,
        top_k=asked.top_k,
        window=(asked.up, asked.down),
        max_tokens=asked.max_tokens,
        explain=asked.explain,
    )
    return reply(request, _passages(desk, found))


class CompareAsked(Asked):
    """Which two documents, and which section of both."""

    old: DocId
    new: DocId
    within: Annotated[str, Field(max_length=2_000)] = ""


@ROUTER.get(
    "/compare", responses=answers(shapes.result(counts=shapes.OBJECT, sections=shapes.LIST), "Section by section.")
)
def side_by_side(request: Request, served: Served, asked: Annotated[CompareAsked, Query()]) -> Response:
    """Two documents section by section and word by word, each change with both places."""
    desk = served.desk()
    if has(request, tag := edition_tag(desk, asked.old, asked.new)):
        return not_changed(tag)
    found = compare(served.library.document(asked.old), served.library.document(asked.new), within=asked.within)
    return reply(request, wire.comparison(found, labels=labels_of(desk, (asked.old, asked.new))), tag=tag)


def inside(desk: Desk, within: Sequence[str]) -> Desk:
    """The same documents with only these sections open; all where none is named."""
    return desk.inside(*(span for words in within for span in spans(desk, words))) if within else desk


def _passages(desk: Desk, found: Passages) -> wire.JSON:
    return wire.passages(found, labels=labels_of(desk, (one.span.doc_id for one in found.passages)))
