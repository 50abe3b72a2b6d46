"""Questions, and answers proved anew. A model answers only where the server was started with one."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from silcrow import wire
from silcrow.agent import quotes
from silcrow.agent.budget import MOST_ROUNDS, Limits
from silcrow.cite.verify import verify as proven
from silcrow.errors import Usage
from silcrow.web import shapes
from silcrow.web.acts import answered, shown, streamed, told_of
from silcrow.web.events import Tell
from silcrow.web.replies import labels_of, reply
from silcrow.web.routes.reading import inside
from silcrow.web.service import Served
from silcrow.web.shapes import Asked, DocId, Words, answers

ROUTER = APIRouter(tags=["asking"])


class Question(BaseModel):
    """A question, where to look, and what a model may spend on it."""

    model_config = ConfigDict(extra="forbid")

    question: Words
    doc_ids: Annotated[tuple[DocId, ...], Field(max_length=100, description="only in these; all without")] = ()
    within: Annotated[tuple[Words, ...], Field(max_length=20, description="only in these sections")] = ()
    max_quotes: Annotated[int, Field(ge=1, le=20)] = 3
    model: Annotated[
        bool | None, Field(description="whether the server's model answers; unless said, where it has one")
    ] = None
    max_rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 20
    max_total_tokens: Annotated[int | None, Field(ge=1, le=10**9)] = None
    deadline: Annotated[float | None, Field(gt=0, le=3_600, description="seconds")] = None


@ROUTER.post("/ask", responses=streamed("The answer, its quotes compared with their documents."))
async def ask(request: Request, served: Served, asked: Question) -> Response:
    """An answer: in exact quotes, or of the server's model, and then with `Accept: text/event-stream` step by step."""
    wants_model = served.chat is not None if asked.model is None else asked.model
    if wants_model and served.chat is None:
        raise Usage("this server has no model", hint="Ask without, or start it with --model.")

    def act(tell: Tell) -> wire.JSON:
        desk = inside(served.desk(asked.doc_ids), asked.within)
        if not wants_model:
            return shown(served, quotes.answer(desk, asked.question, max_quotes=asked.max_quotes))
        found = served.library.ask(
            asked.question,
            doc_ids=asked.doc_ids or served.opened.named(),
            within=desk.within,
            chat=served.chat,
            limits=Limits(
                max_rounds=asked.max_rounds,
                max_total_tokens=asked.max_total_tokens,
                deadline=asked.deadline,
                rate=served.rate,
            ),
            watch=told_of(tell),
            hear=lambda words: tell("words", {"text": words}),
        )
        return shown(served, found)

    return await answered(request, act)


class VerifyAsked(Asked):
    """Against which documents."""

    doc_id: Annotated[tuple[DocId, ...], Field(max_length=100)] = ()


@ROUTER.post(
    "/verify",
    responses=answers(shapes.result(proven={"type": "boolean"}, citations=shapes.LIST), "Each quote and each claim."),
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def verify(request: Request, served: Served, asked: Annotated[VerifyAsked, Query()]) -> Response:
    """An answer, as ask gives it or as any program writes it, compared anew with the documents."""
    written = await request.body()

    def prove() -> wire.JSON:
        desk = served.desk(asked.doc_id)
        found = proven(desk, written)
        return wire.verified(found, labels=labels_of(desk, (one.span.doc_id for one in found.citations)))

    return reply(request, await to_thread.run_sync(prove))
