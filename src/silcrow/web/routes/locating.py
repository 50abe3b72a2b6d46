"""What words mean in documents: scopes, what refers to what, and a scope brought together with what it needs."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from silcrow import wire
from silcrow.locate.pack import pack
from silcrow.locate.references import references
from silcrow.locate.scope import scope
from silcrow.toolset.places import named
from silcrow.web import shapes
from silcrow.web.replies import edition_tag, has, labels_of, not_changed, reply
from silcrow.web.service import Served
from silcrow.web.shapes import Asked, DocId, Words, answers

ROUTER = APIRouter(tags=["locating"])


class ScopeAsked(Asked):
    """Which words, and in which documents."""

    words: Words
    doc_id: Annotated[tuple[DocId, ...], Field(max_length=100)] = ()


@ROUTER.get(
    "/scope",
    responses=answers(shapes.result(result=shapes.TEXT, sections=shapes.LIST, nearest=shapes.LIST), "Sections."),
)
def locate(request: Request, served: Served, asked: Annotated[ScopeAsked, Query()]) -> Response:
    """The sections that words mean, as people say them ("Items 1 and 1A"), each with how it was found."""
    desk = served.desk(asked.doc_id)
    found = scope(desk, asked.words)
    places = (*(one.span for one in found.sections), *(lead.span for lead in found.nearest))
    return reply(request, wire.scoped(found, labels=labels_of(desk, (span.doc_id for span in places))))


class ReferencesAsked(Asked):
    """Of which section."""

    section: Words | None = None


@ROUTER.get(
    "/documents/{doc_id}/references", responses=answers(shapes.result(references=shapes.LIST), "What refers to what.")
)
def refer(request: Request, served: Served, doc_id: str, asked: Annotated[ReferencesAsked, Query()]) -> Response:
    """What a document, or a section of it, refers to, and where each reference leads."""
    desk = served.desk([doc_id])
    if has(request, tag := edition_tag(desk, doc_id)):
        return not_changed(tag)
    within = named(desk, asked.section, doc_id) if asked.section is not None else None
    return reply(request, wire.references(references(desk, doc_id, within=within)), tag=tag)


class PackAsked(Asked):
    """Which scope, in which documents, for which question, and how much of it."""

    words: Words
    doc_id: Annotated[tuple[DocId, ...], Field(max_length=100)] = ()
    question: Annotated[str, Field(max_length=2_000, description="of a scope too large, what bears on this")] = ""
    max_tokens: Annotated[int, Field(ge=200, le=shapes.MOST_TOKENS)] = 16_000


@ROUTER.get("/pack", responses=answers(shapes.result(scope=shapes.LIST, packs=shapes.LIST), "In packs of a budget."))
def packed(request: Request, served: Served, asked: Annotated[PackAsked, Query()]) -> Response:
    """What a scope says within a budget, with the definitions of its terms and what it refers to."""
    desk = served.desk(asked.doc_id)
    found = pack(desk, asked.words, max_tokens=asked.max_tokens, question=asked.question)
    labels = labels_of(desk, (span.doc_id for span in found.scope))
    return reply(request, wire.packed(found, labels=labels))
