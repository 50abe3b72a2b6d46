"""Rules over HTTP: a rule set that comes with the request, checked on documents that lie open; values taken out."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from silcrow import wire
from silcrow.errors import Usage
from silcrow.finding import Checked, Kind
from silcrow.rules.check import check as checked
from silcrow.rules.check import extract as extracted
from silcrow.rules.check import lines_of
from silcrow.rules.filled import fill as filled
from silcrow.rules.ruleset import RuleSet, load_rules, read_extract
from silcrow.web import shapes
from silcrow.web.replies import labels_of, reply
from silcrow.web.service import Served, Service
from silcrow.web.shapes import Asked, DocId, Words, answers

ROUTER = APIRouter(tags=["checking"])


class Rules(BaseModel):
    """A rule set, and where it is checked. A model looks only where `model` says so."""

    model_config = ConfigDict(extra="forbid")

    rules: Annotated[str, Field(min_length=1, max_length=200_000, description="the text of a file of rules")]
    form: Literal["toml", "yaml"] = "toml"
    doc_ids: Annotated[tuple[DocId, ...], Field(max_length=100, description="only these; all without")] = ()
    model: Annotated[bool, Field(description="whether the server's model looks where a rule asks for one")] = False


_CHECKED = shapes.result(rules=shapes.TEXT, counts=shapes.OBJECT, findings=shapes.LIST)


@ROUTER.post("/check", responses=answers(_CHECKED, "A finding a rule and document."))
def check(request: Request, served: Served, asked: Rules) -> Response:
    """The same rules on documents: each passes, fails, does not find what it looks at, or cannot be checked."""
    if asked.model and served.chat is None:
        raise Usage("this server has no model", hint="Check without, or start it with --model.")
    rules = load_rules(asked.rules, name="rules", form=asked.form)
    found = checked_on(served, rules, asked.doc_ids, model=asked.model)
    return reply(request, wire.checked(found, labels=labels_of(served.desk(), found.documents)))


def checked_on(served: Service, rules: RuleSet, doc_ids: Sequence[str], *, model: bool = False) -> Checked:
    """A rule set on some documents that lie open, or on all; a model looks only where it may."""
    desk = served.desk(doc_ids)
    known = tuple(record.doc_id for record in desk.documents())
    chat = served.chat if model else None
    found = tuple(one for doc_id in known for one in checked(desk, rules, doc_id=doc_id, chat=chat))
    return Checked(rules.name, rules.version, known, found)


class ValuesAsked(Asked):
    """What is taken out, and where."""

    kind: Kind = "amount"
    scope: Annotated[tuple[Words, ...], Field(max_length=20, description="where; the first that is there")] = ()
    find: Annotated[tuple[Words, ...], Field(max_length=20, description="only in paragraphs that hold one")] = ()
    under: Annotated[tuple[Words, ...], Field(max_length=20, description="or under a heading that holds one")] = ()
    words: Annotated[tuple[Words, ...], Field(max_length=20, description="only in sentences that hold one")] = ()
    unit: Annotated[str, Field(max_length=50, description="of figures only those in it: days, USD, %")] = ""
    row: Annotated[str, Field(max_length=500, description="of cell: words of its row")] = ""
    column: Annotated[str, Field(max_length=500, description="of cell: words of its column's head")] = ""
    table: Annotated[str, Field(max_length=500, description="of cell: words of its table's caption")] = ""


@ROUTER.get(
    "/documents/{doc_id}/values", responses=answers(shapes.result(values=shapes.LIST), "Each with its place and words.")
)
def extract(request: Request, served: Served, doc_id: str, asked: Annotated[ValuesAsked, Query()]) -> Response:
    """Values of one kind out of a document: amounts, dates, parties, cells of tables, clauses."""
    desk = served.desk([doc_id])
    given = {name: value for name, value in asked.model_dump(exclude={"scope"}).items() if value}
    found = extracted(desk, read_extract(given, "extract"), doc_id=doc_id, scope=asked.scope)
    return reply(request, wire.values(found, labels=labels_of(desk, (doc_id,))))


class Form(BaseModel):
    """A JSON Schema that the server's model fills in, and the sections that it is filled from."""

    model_config = ConfigDict(extra="forbid")

    form: Annotated[dict[str, Any], Field(description="a JSON Schema of an object")]
    scope: Annotated[tuple[Words, ...], Field(max_length=20)] = ()


_FILLED = shapes.result(value=shapes.OBJECT, evidence=shapes.OBJECT)


@ROUTER.post("/documents/{doc_id}/values", responses=answers(_FILLED, "What its quotes do not bear is null."))
async def fill(request: Request, served: Served, doc_id: str, asked: Form) -> Response:
    """A form filled in by the server's model, each value with a quote that stands."""
    if served.chat is None:
        raise Usage("this server has no model", hint="Take values out without, or start it with --model.")
    chat = served.chat

    def act() -> wire.JSON:
        desk = served.desk([doc_id])
        found = filled(asked.form, lines_of(desk, doc_id=doc_id, scope=asked.scope), chat)
        usage = {"input": found.usage.input, "output": found.usage.output, "cached": found.usage.cached}
        return wire.filled(found.value, found.evidence, usage, labels=labels_of(desk, (doc_id,)))

    return reply(request, await to_thread.run_sync(act, limiter=request.app.state.acts))
