"""Studies over HTTP: begun, handed out part by part, noted or skipped, read by the server's model, put together."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from silcrow import wire
from silcrow.errors import Usage
from silcrow.render.report import render_report
from silcrow.study.deep import Bounds
from silcrow.study.room import Study
from silcrow.web import shapes
from silcrow.web.acts import answered, streamed, told_of
from silcrow.web.events import Tell
from silcrow.web.replies import reply
from silcrow.web.service import Served, Service
from silcrow.web.shapes import Asked, DocId, Words, answers

ROUTER = APIRouter(tags=["studying"])

_PROGRESS = shapes.result(doc_id=shapes.TEXT, total={"type": "integer"}, completed=shapes.LIST, parts=shapes.LIST)
_NOTED = shapes.result(doc_id=shapes.TEXT, part=shapes.OBJECT, completed=shapes.LIST)
_WHOLE = shapes.result(documents=shapes.LIST, terms=shapes.LIST)

Text = Annotated[str, Field(min_length=1, max_length=200_000, description="Markdown or JSON, by the form")]
PartNumber = Annotated[int | None, Field(ge=1, le=10**6, description="that part, not the next that is open")]


class Begun(BaseModel):
    """How a document is cut and noted. What is not said stays as it is, and what was noted is carried over."""

    model_config = ConfigDict(extra="forbid")

    max_tokens: Annotated[int | None, Field(ge=1, le=shapes.MOST_TOKENS)] = None
    min_tokens: Annotated[int | None, Field(ge=0, le=shapes.MOST_TOKENS)] = None
    overlap: Annotated[int | None, Field(ge=0, le=shapes.MOST_TOKENS)] = None
    questions: Annotated[tuple[Words, ...] | None, Field(max_length=100)] = None
    template: Annotated[str | None, Field(max_length=100_000, description="what to note, in place of ours")] = None


@ROUTER.post("/documents/{doc_id}/study", responses=answers(shapes.result(studies=shapes.LIST), "The survey."))
def begin(request: Request, served: Served, doc_id: str, asked: Begun) -> Response:
    """Begin to read a document through: its map, key terms, and the parts that it is read in."""
    served.must_write()
    return reply(request, wire.surveys([_study(served, doc_id).begin(**asked.model_dump())]))


@ROUTER.get("/documents/{doc_id}/study", responses=answers(_PROGRESS, "How far it is, a line a part."))
def progress(request: Request, served: Served, doc_id: str) -> Response:
    """How far the study of a document is, and what has changed since it was read."""
    return reply(request, wire.progress(_study(served, doc_id).state()))


class NextAsked(Asked):
    """Which part."""

    part: PartNumber = None


@ROUTER.get("/documents/{doc_id}/study/next", responses=answers(shapes.OBJECT, "A part, or null where none is left."))
def next_part(request: Request, served: Served, doc_id: str, asked: Annotated[NextAsked, Query()]) -> Response:
    """The next part that nobody has read: its text by places, what was noted before it, and the form of a note."""
    study = _study(served, doc_id)
    found = study.next(asked.part)
    return reply(request, wire.handed(found) if found else wire.all_done(study.state()))


class NoteSent(BaseModel):
    """What is noted, and on which part."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    part: PartNumber = None


@ROUTER.post("/documents/{doc_id}/study/notes", responses=answers(_NOTED, "The note, its quotes compared."))
def note(request: Request, served: Served, doc_id: str, sent: NoteSent) -> Response:
    """Save a note on a part; the next that is open, unless a number says which."""
    served.must_write()
    study = _study(served, doc_id)
    number = study.which(sent.part)
    return reply(request, wire.noted(study.note(sent.text, number=number), number))


class SkipSent(BaseModel):
    """Which part is left unread, and why."""

    model_config = ConfigDict(extra="forbid")

    part: PartNumber = None
    why: Annotated[str, Field(max_length=1_000)] = ""


@ROUTER.post("/documents/{doc_id}/study/skips", responses=answers(_NOTED, "The part that was left unread."))
def skip(request: Request, served: Served, doc_id: str, sent: SkipSent) -> Response:
    """Leave a part unread. A note on it later takes its place."""
    served.must_write()
    study = _study(served, doc_id)
    number = study.which(sent.part)
    return reply(request, wire.noted(study.skip(number=number, why=sent.why), number))


class ModelAsked(BaseModel):
    """What the server's model may spend."""

    model_config = ConfigDict(extra="forbid")

    doc_ids: Annotated[tuple[DocId, ...], Field(min_length=1, max_length=20)]
    questions: Annotated[tuple[Words, ...] | None, Field(max_length=100)] = None
    max_tokens: Annotated[int | None, Field(ge=1, le=shapes.MOST_TOKENS, description="of a part")] = None
    max_total_tokens: Annotated[int | None, Field(ge=1, le=10**9)] = None


@ROUTER.post("/study", responses=streamed("The synthesis.", shape=_WHOLE, event="synthesis"))
async def by_model(request: Request, served: Served, asked: ModelAsked) -> Response:
    """Let the server's model read all parts that are open, each note saved once it is made, and put them together."""
    served.must_write()
    if served.chat is None:
        raise Usage("this server has no model", hint="Note parts yourself, or start it with --model.")
    chat = served.chat

    def act(tell: Tell) -> wire.JSON:
        found = _study(served, *asked.doc_ids).read(
            chat,
            questions=asked.questions,
            max_tokens=asked.max_tokens,
            bounds=Bounds(asked.max_total_tokens, rate=served.rate),
            watch=told_of(tell),
        )
        return wire.synthesis(found)

    return await answered(request, act, event="synthesis")


class WholeAsked(Asked):
    """Of which documents."""

    doc_id: Annotated[tuple[DocId, ...], Field(min_length=1, max_length=20)]


@ROUTER.get("/synthesis", responses=answers(_WHOLE, "What was noted, as a whole."))
def synthesis(request: Request, served: Served, asked: Annotated[WholeAsked, Query()]) -> Response:
    """What was noted of a document, or of several side by side; key terms, gaps, and the form of a synthesis."""
    return reply(request, wire.synthesis(_study(served, *asked.doc_id).synthesis()))


class WholeSent(BaseModel):
    """A synthesis, and of which documents."""

    model_config = ConfigDict(extra="forbid")

    doc_ids: Annotated[tuple[DocId, ...], Field(min_length=1, max_length=20)]
    text: Text


@ROUTER.post("/synthesis", responses=answers(_WHOLE, "As it was saved, its quotes compared."))
def put_together(request: Request, served: Served, sent: WholeSent) -> Response:
    """Save a synthesis of a study, in the form of a note."""
    served.must_write()
    return reply(request, wire.synthesis(_study(served, *sent.doc_ids).synthesis(sent.text)))


class ReportAsked(WholeAsked):
    """Of which documents, and in which form."""

    form: Literal["md", "html"] = "md"


_REPORT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A file.",
        "content": {kind: {"schema": {"type": "string"}} for kind in ("text/markdown", "text/html")},
    }
}


@ROUTER.get("/report", responses=_REPORT)
def report(served: Served, asked: Annotated[ReportAsked, Query()]) -> Response:
    """A study as one file to keep: what was noted, and every passage that is cited."""
    found = _study(served, *asked.doc_id).report()
    named = {"Content-Disposition": f'attachment; filename="study.{asked.form}"'}
    kind = {"md": "text/markdown", "html": "text/html"}[asked.form]
    return Response(render_report(found, asked.form), headers=named, media_type=f"{kind}; charset=utf-8")


def _study(served: Service, *doc_ids: str) -> Study:
    served.desk(doc_ids)  # all of them have to lie open
    return served.library.study(*doc_ids)
